import fc from "fast-check";
import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { decimal } from "../../src/http/conversions/body.ts";
import { json } from "../../src/http/formats/json.ts";
import { xml } from "../../src/http/formats/xml.ts";
import { alphabets, territories } from "../../src/index.ts";
import { runs } from "../support/arbitraries.ts";

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
describe("the XML writer", () => {
  it("writes well-formed error replies that keep every character XML allows", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const document = xml.members("error", {
          status: 400,
          error: "invalid-parameter",
          message: text,
          value: text,
        });
        const values = read(document).inside.filter(({ name }) => name === "value");
        const kept = text
          .toWellFormed()
          .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD");
        expect(values.map((node) => node.text)).toEqual([kept]);
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
  it("have the same members for territories", () => {
    const page = { total: territories().length, items: territories() };
    const fromJson = JSON.parse(json.territories(page)).territories as Record<string, unknown>[];
    const { inside } = read(xml.territories(page));
    expect(inside[0]).toMatchObject({ name: "total", text: `${page.total}` });
    expect(inside.slice(1)).toHaveLength(fromJson.length);
    for (const [index, node] of inside.slice(1).entries()) {
      const members = node.inside.map(({ name, text, inside }) => {
        if (name === "alphabets")
          return [name, inside.map((one) => ({ name: one.inside[0]?.text }))];
        return [name, name.endsWith("liases") ? inside.map((one) => one.text) : text];
      });
      const filled = members.filter(([, value]) => value?.length !== 0);
      expect(Object.fromEntries(filled)).toEqual(fromJson[index]);
    }
  });

  it("have the same members for alphabets", () => {
    const page = { total: 28, items: alphabets() };
    const { inside } = read(xml.alphabets(page));
    const names = inside.slice(1).map((node) => ({ name: node.inside[0]?.text }));
    expect({ total: Number(inside[0]?.text), alphabets: names }).toEqual(
      JSON.parse(json.alphabets(page)),
    );
  });
});
