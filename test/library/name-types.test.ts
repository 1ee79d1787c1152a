/** The types of territory codes and alphabets. The compiler checks most of it, when `npm run check` runs. */
import { readFileSync } from "node:fs";
import { describe, expect, expectTypeOf, it } from "vitest";
import * as mapcoded from "../../src/index.ts";

const SOURCE = readFileSync(new URL("../../src/generated/name-types.ts", import.meta.url), "utf8");

/** The members of a union in the generated source. */
function membersOf(type: string): string[] {
  const [, union = ""] = new RegExp(`^export type ${type} =\n([^;]*);`, "m").exec(SOURCE) ?? [];
  return Array.from(union.matchAll(/"([^"]+)"/g), ([, text]) => text);
}

describe("the type TerritoryCode", () => {
  it("has the codes of all territories, and no others", () => {
    expect(membersOf("TerritoryCode")).toEqual(
      mapcoded.territories().map(({ alphaCode }) => alphaCode),
    );
  });

  it("is the type of the territories in results", () => {
    expectTypeOf<mapcoded.Mapcode["territory"]>().toEqualTypeOf<mapcoded.TerritoryCode>();
    expectTypeOf<mapcoded.Territory["alphaCode"]>().toEqualTypeOf<mapcoded.TerritoryCode>();
    expectTypeOf<"US-IN">().toExtend<mapcoded.TerritoryCode>();
    expectTypeOf<"Netherlands">().not.toExtend<mapcoded.TerritoryCode>();
  });

  it("allows any other name where a territory is given", () => {
    expectTypeOf<string>().toExtend<mapcoded.TerritoryName>();
    expectTypeOf(mapcoded.getTerritory).parameter(0).toEqualTypeOf<mapcoded.TerritoryName>();
    expect(mapcoded.decode("49.4V", { context: "Netherlands" })).toEqual(
      mapcoded.decode("NLD 49.4V"),
    );
  });
});

describe("the type AlphabetName", () => {
  it("has the names of all alphabets, and no others", () => {
    expect(membersOf("AlphabetName")).toEqual(mapcoded.alphabets());
  });

  it("is the type of the names in results, and allows any case where one is given", () => {
    expectTypeOf(mapcoded.alphabets()).toEqualTypeOf<readonly mapcoded.AlphabetName[]>();
    expectTypeOf<string>().toExtend<mapcoded.AnyAlphabetName>();
  });
});
