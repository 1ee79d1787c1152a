import fc from "fast-check";
import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { decimal } from "../../src/http/write.ts";
import { xmlDocument } from "../../src/http/xml.ts";
import { runs } from "../support/arbitraries.ts";
import { createSend } from "./route-at-once.ts";

/** The texts of elements without others within, by their names, as an independent parser reads them. */
function textsIn(document: string): [name: string, text: string][] {
  const parser = new SaxesParser();
  const texts: [string, string][] = [];
  let text = "";
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", () => {
    text = "";
  });
  parser.on("text", (part) => {
    text += part;
  });
  parser.on("closetag", ({ name }) => {
    texts.push([name, text]);
    text = "";
  });
  parser.write(document).close();
  return texts;
}

const anyText = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) });

describe("XML", () => {
  it("is well-formed and keeps every character that it allows; a carriage return becomes a line feed", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const [status, value] = textsIn(xmlDocument({ error: { status: 400, value: text } }));
        const kept = text
          .toWellFormed()
          .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
          .replace(/\r\n?/g, "\n");
        expect([status, value]).toEqual([
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
  const send = createSend();

  it.each(["/territories", "/alphabets"])("have the same texts for %s", (target) => {
    const inJson: string[] = [];
    JSON.parse(send(target).text, (_, value) => {
      if (typeof value === "string") inJson.push(value);
    });
    const inXml = textsIn(send(`/xml${target}`).text).map(([, text]) => text);
    expect(inXml.filter((text) => text !== "" && !/^\d+$/.test(text)).toSorted()).toEqual(
      inJson.toSorted(),
    );
  });
});
