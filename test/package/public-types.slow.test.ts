import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { lostLines, mayBreak, PUBLIC_TYPES, publicTypes } from "../../scripts/public-types.ts";

describe("the types that users see", () => {
  it("are those in the repository; npm run public-types writes them anew", () => {
    expect(publicTypes()).toBe(readFileSync(PUBLIC_TYPES, "utf8"));
  });
});

describe("a report of types", () => {
  const before =
    "// mapcoded\n\nexport interface Point {\n    lat: number;\n    lon: number;\n}\nexport type Name = string;\n";

  it("has lost nothing when something is new or in another order", () => {
    const now = before
      .replace("    lat: number;\n    lon", "    lon: number;\n    lat: number;\n    alt")
      .replace("export type", "export type Other = { lat: number };\nexport type");
    expect(lostLines(before, now)).toEqual([]);
  });

  it.each([
    ["lat: number;", "lat?: number;", "// mapcoded export interface Point {     lat: number;"],
    ["Name = string", "Name = number", "// mapcoded export type Name = string;"],
    ["    lon: number;\n", "", "// mapcoded export interface Point {     lon: number;"],
  ])("has lost a line when '%s' becomes '%s'", (old, young, line) => {
    expect(lostLines(before, before.replace(old, young))).toEqual([line]);
  });
});

describe("a version", () => {
  it.each([
    ["0.1.0", "0.2.0"],
    ["0.9.1", "1.0.0"],
    ["1.4.2", "2.0.0"],
    ["1.4.2", "10.0.0"],
    ["0.1.4", "0.10.0"],
  ])("may break programs of an earlier one: %s, %s", (before, version) => {
    expect(mayBreak(before, version)).toBe(true);
  });

  it.each([
    ["0.1.0", "0.1.1"],
    ["1.4.2", "1.5.0"],
    ["10.0.0", "10.0.1"],
  ])("may not break programs of an earlier one: %s, %s", (before, version) => {
    expect(mayBreak(before, version)).toBe(false);
  });
});
