import fc from "fast-check";
import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { DEFAULT_INTERFACE_OPTIONS } from "../../src/http/options.ts";
import { decimal } from "../../src/http/write.ts";
import { xmlDocument } from "../../src/http/xml.ts";
import { runs } from "../support/arbitraries.ts";
import { routerAtOnce } from "./route-at-once.ts";

/** An element as an independent parser reads it. */
interface Node {
  readonly name: string;
  text: string;
  readonly inside: Node[];
}

function read(document: string): Node {
  const parser = new SaxesParser();
  const open: Node[] = [{ name: "", text: "", inside: [] }];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name }) => {
    const node: Node = { name, text: "", inside: [] };
    open.at(-1)?.inside.push(node);
    open.push(node);
  });
  parser.on("text", (text) => {
    const node = open.at(-1);
    if (node) node.text += text;
  });
  parser.on("closetag", () => open.pop());
  parser.write(document).close();
  return open[0].inside[0];
}

const anyText = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) });

describe("XML", () => {
  it("is well-formed and keeps every character that it allows; a carriage return becomes a line feed", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { inside } = read(xmlDocument({ error: { status: 400, value: text } }));
        const kept = text
          .toWellFormed()
          .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
          .replace(/\r\n?/g, "\n");
        expect(inside.map(({ name, text }) => [name, text])).toEqual([
          ["status", "400"],
          ["value", kept],
        ]);
      }),
      runs(1000),
    );
  });
});

describe("numbers in replies", () => {
  it("read back to the same double, whole ones with a decimal", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Object.is(JSON.parse(decimal(value)), value)).toBe(true);
        expect(decimal(value)).toMatch(/[.e]/);
      }),
      runs(1000),
    );
    expect([52, -0, 1e21, 0.5].map(decimal)).toEqual(["52.0", "-0.0", "1e+21", "0.5"]);
  });
});

describe("both formats", () => {
  const route = routerAtOnce(DEFAULT_INTERFACE_OPTIONS);
  const bodyOf = (path: string) =>
    `${route({ method: "GET", path, query: "", header: () => "" }, () => {}).body}`;

  it("have the same members for territories", () => {
    const { total, territories } = JSON.parse(bodyOf("/mapcode/territories"));
    const { inside } = read(bodyOf("/mapcode/xml/territories"));
    expect(inside[0]).toMatchObject({ name: "total", text: `${total}` });
    expect(territories).toHaveLength(total);
    expect(inside.slice(1)).toHaveLength(total);
    for (const [index, node] of inside.slice(1).entries()) {
      const members = node.inside.map(({ name, text, inside }) => {
        if (name === "alphabets") {
          return [name, inside.map((one) => ({ name: one.inside[0]?.text }))];
        }
        return [name, name.endsWith("liases") ? inside.map((one) => one.text) : text];
      });
      const filled = members.filter(([, value]) => value?.length !== 0);
      expect(Object.fromEntries(filled)).toEqual(territories[index]);
    }
  });

  it("have the same members for alphabets", () => {
    const { inside } = read(bodyOf("/mapcode/xml/alphabets"));
    const names = inside.slice(1).map((node) => ({ name: node.inside[0]?.text }));
    expect({ total: Number(inside[0]?.text), alphabets: names }).toEqual(
      JSON.parse(bodyOf("/mapcode/alphabets")),
    );
  });
});
