/** Calls as mapcode-js, mapcode-java and the C library have them: an answer, or an error that says what to write. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as library from "../../src/index.ts";
import type { Call } from "../support/exports.ts";

const LAT = 52.376514;
const LON = 4.908543;
const NLD = library.getTerritory("NLD");
/** A territory of the C library. */
const NUMBER = 112;

const calls = library as unknown as Readonly<Record<string, Call>>;

/** Our calls in the table for users of other libraries. */
function documentedCalls(): string[] {
  const text = readFileSync(new URL("../../docs/library.md", import.meta.url), "utf8");
  const [section = ""] = /^## Coming from .*?(?=^## )/ms.exec(text) ?? [];
  return Array.from(section.matchAll(/ `([^`]*)` \|$/gm), ([, call]) => call);
}

/** What these calls give, in their order, as texts; of a list the first. */
const RESULTS = [
  "NLD 49.4V",
  "NLD 49.4V",
  "NLD 49.4V",
  "NLD 49.4V",
  "AAA VHXGB.1J9J",
  "NLD 49.4V-K2",
  "52.37651400000124",
  "49.4Ч",
  "Netherlands",
  "111",
  "0.251",
];

describe("the table of calls in the documents", () => {
  it("has calls that give what the calls of the other libraries give", () => {
    const [a, b] = [LAT, LAT + 0.001].map((lat) => ({ lat, lon: LON }));
    const names = { ...library, lat: LAT, lon: LON, a, b };
    const results = documentedCalls().map((call) => {
      const run = new Function(...Object.keys(names), `return ${call};`);
      const result = [run(...Object.values(names))].flat()[0];
      return call.startsWith("distance") ? result.toFixed(0) : `${result}`;
    });
    expect(results).toEqual(RESULTS);
  });
});

describe("a call of another library", () => {
  it.each<[name: string, args: unknown[], advice: string]>([
    ["encode", [LAT, LON, "NLD"], "Did you mean { territory: 'NLD' }?"],
    ["encode", [LAT, LON, "NLD", 2], "Did you mean { territory: 'NLD' }?"],
    ["encode", [LAT, LON, NLD], "Did you mean { territory: 'NLD' }?"],
    ["encode", [LAT, LON, 2], "Did you mean { precision: 2 }?"],
    ["encode", [LAT, LON, { context: "NLD" }], "Use the option territory for one territory."],
    ["encode", [[LAT, LON]], "not an object, as the order of a pair is not known."],
    ["encode", [{ y: LAT, x: LON }], "neither latDeg and lonDeg, nor lat and lon,"],
    ["encode", ["52,4"], "parseCoordinates reads coordinates from text."],
    ["encode", ["52.4", "4.9"], "parseCoordinates reads coordinates from text."],
    [
      "encodeShortest",
      [LAT, LON, "NLD"],
      "Use encodeShortestInTerritory or encode for one territory.",
    ],
    [
      "encodeShortest",
      [LAT, LON, NLD],
      "Use encodeShortestInTerritory or encode for one territory.",
    ],
    ["encodeShortestInTerritory", [LAT, LON, NLD], "is an object, not a string such as 'NLD'."],
    ["encodeShortestInTerritory", [LAT, LON, NUMBER], "is 112, not a string such as 'NLD'."],
    ["encodeInternational", [LAT, LON, 2], "Did you mean { precision: 2 }?"],
    ["decode", ["49.4V", "NLD"], "Did you mean { context: 'NLD' }?"],
    ["decode", ["49.4V", NLD], "Did you mean { context: 'NLD' }?"],
    ["decode", ["49.4V", NUMBER], 'is 112, not an object such as { context: "NLD" }.'],
    ["decode", ["49.4V"], "need their territory in front ('NLD 49.4V') or as the context."],
    ["decode", [library.encode(LAT, LON)], "decodeBatch decodes many."],
    ["decodeRectangle", ["49.4V", "NLD"], "Did you mean { context: 'NLD' }?"],
    ["getTerritory", [NUMBER], "is 112, not a string such as 'NLD'."],
    ["mapcodeInAlphabet", ["49.4V", 2], "is 2, not a string such as 'GREEK'."],
    ["distanceMeters", [LAT, LON, LAT, LON], "not an object such as { lat: 52.37, lon: 4.9 }."],
  ])("is an error that says what to write: %s of %j", (name, args, advice) => {
    expect(() => calls[name](...args)).toThrow(advice);
  });

  it("with a number that is no precision is not taken for one", () => {
    const message = "The argument for options is 112, not an object such as { precision: 2 }.";
    expect(() => calls.encode(LAT, LON, NUMBER, 0)).toThrow(new TypeError(message));
  });

  it("is an answer where it means the same", () => {
    expect(calls.encode(LAT, LON, null)).toEqual(library.encode(LAT, LON));
    expect(calls.hasMapcodeForm("49.4V", 0)).toBe(true);
  });
});
