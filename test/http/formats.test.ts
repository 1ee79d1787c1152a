import fc from "fast-check";
import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { create } from "xmlbuilder2";
import { type CodeEntry, type CodesData, decimal } from "../../src/http/formats/format.ts";
import { json } from "../../src/http/formats/json.ts";
import { xml } from "../../src/http/formats/xml.ts";
import { alphabets, type Rectangle, territories } from "../../src/index.ts";
import { runs } from "../arbitraries.ts";

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

/** The document that xmlbuilder2 builds from a tree. */
function built(tree: object): string {
  return create({ version: "1.0", encoding: "UTF-8", standalone: true }).ele(tree).end();
}

/** Excludes what xmlbuilder2 gets wrong: carriage returns, and characters that XML does not allow. */
const xmlText = fc
  .string({ unit: "binary", maxLength: 20 })
  .filter((text) => !/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(text));
const anyText = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) });
const degrees = fc.double({ noDefaultInfinity: true, noNaN: true });
const corner = fc.record({ latDeg: degrees, lonDeg: degrees });
const rectangle: fc.Arbitrary<Rectangle> = fc.record({
  southWest: corner,
  northEast: corner,
  center: corner,
});

function entryOf(text: fc.Arbitrary<string>): fc.Arbitrary<CodeEntry> {
  return fc.record(
    {
      mapcode: text,
      mapcodeInAlphabet: text,
      territory: text,
      territoryInAlphabet: text,
      offsetMeters: degrees,
      rectangle,
    },
    { requiredKeys: ["mapcode"] },
  ) as fc.Arbitrary<CodeEntry>;
}

function codesDataOf(text: fc.Arbitrary<string>): fc.Arbitrary<CodesData> {
  const entry = entryOf(text);
  return fc.record(
    { local: entry, international: entry, mapcodes: fc.array(entry, { maxLength: 4 }) },
    { requiredKeys: ["international"] },
  ) as fc.Arbitrary<CodesData>;
}

/** Members in sending order, with numbers as replies write them. */
function tree(value: object): object {
  const entries = Object.entries(value).map(([name, member]) => [
    name,
    typeof member === "number"
      ? decimal(member)
      : typeof member === "object"
        ? tree(member)
        : member,
  ]);
  return Object.fromEntries(entries);
}

const ORDER = [
  "mapcode",
  "mapcodeInAlphabet",
  "territory",
  "territoryInAlphabet",
  "offsetMeters",
  "rectangle",
];

function entryTree(entry: CodeEntry): object {
  const inOrder = Object.entries(entry).toSorted(
    ([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other),
  );
  return tree(Object.fromEntries(inOrder));
}

describe("the XML writer", () => {
  it("writes the same documents as xmlbuilder2", () => {
    fc.assert(
      fc.property(codesDataOf(xmlText), rectangle, (codes, area) => {
        const { local, international, mapcodes = [] } = codes;
        expect(xml.codes(codes)).toBe(
          built({
            mapcodes: {
              ...(local ? { local: entryTree(local) } : {}),
              international: entryTree(international),
              mapcodes: { mapcode: mapcodes.map(entryTree) },
            },
          }),
        );
        expect(xml.codeEntry(international)).toBe(built({ mapcode: entryTree(international) }));
        expect(xml.codeEntries(mapcodes)).toBe(
          built({ mapcodes: { mapcode: mapcodes.map(entryTree) } }),
        );
        const { latDeg, lonDeg } = area.center;
        expect(xml.coords({ latDeg, lonDeg, rectangle: area })).toBe(
          built({ point: tree({ latDeg, lonDeg, rectangle: area }) }),
        );
        expect(xml.rectangle(area)).toBe(built({ rectangle: tree(area) }));
      }),
      runs(200),
    );
  });

  it("writes well-formed error replies that keep every character XML allows", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const document = xml.error({
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

describe("the JSON writer", () => {
  it("writes any text so that JSON.parse reads it back, with members in order", () => {
    fc.assert(
      fc.property(codesDataOf(anyText), (codes) => {
        const parsed = JSON.parse(json.codes(codes)) as CodesData;
        expect(parsed).toEqual({ ...codes });
        const names = Object.keys(parsed.international);
        expect(names).toEqual(ORDER.filter((name) => names.includes(name)));
      }),
      runs(300),
    );
  });

  it("writes numbers that read back to the same double, whole ones with a decimal", () => {
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
