/** The types of territory codes and alphabets. The compiler checks most of it, when `npm run check` runs. */
import { readFileSync } from "node:fs";
import { describe, expect, expectTypeOf, it } from "vitest";
import {
  type AlphabetName,
  type AnyAlphabetName,
  alphabets,
  decode,
  getAlphabet,
  getTerritory,
  type Mapcode,
  type Territory,
  type TerritoryCode,
  type TerritoryName,
  territories,
} from "../../src/index.ts";

const SOURCE = readFileSync(new URL("../../src/generated/names.ts", import.meta.url), "utf8");

/** The members of a union in the generated source. */
function membersOf(type: string): string[] {
  const [, union = ""] = new RegExp(`^export type ${type} =\n([^;]*);`, "m").exec(SOURCE) ?? [];
  return Array.from(union.matchAll(/"([^"]+)"/g), ([, text]) => text);
}

describe("the type TerritoryCode", () => {
  it("has the codes of all territories, and no others", () => {
    expect(membersOf("TerritoryCode")).toEqual(territories().map(({ alphaCode }) => alphaCode));
  });

  it("is the type of the territories in results", () => {
    expectTypeOf<Mapcode["territory"]>().toEqualTypeOf<TerritoryCode>();
    expectTypeOf<Territory["alphaCode"]>().toEqualTypeOf<TerritoryCode>();
    expectTypeOf<"US-IN">().toExtend<TerritoryCode>();
    expectTypeOf<"Netherlands">().not.toExtend<TerritoryCode>();
  });

  it("allows any other name where a territory is given", () => {
    expectTypeOf<string>().toExtend<TerritoryName>();
    expectTypeOf(getTerritory).parameter(0).toEqualTypeOf<TerritoryName>();
    expect(decode("49.4V", { context: "Netherlands" })).toEqual(decode("NLD 49.4V"));
  });
});

describe("the type AlphabetName", () => {
  it("has the names of all alphabets, and no others", () => {
    expect(membersOf("AlphabetName")).toEqual(alphabets());
  });

  it("is the type of the names in results, and allows any case where one is given", () => {
    expectTypeOf(alphabets()).toEqualTypeOf<readonly AlphabetName[]>();
    expectTypeOf<string>().toExtend<AnyAlphabetName>();
    expectTypeOf(getAlphabet("greek")).toEqualTypeOf<AlphabetName>();
  });
});
