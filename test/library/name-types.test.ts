/** The types of territory codes and alphabets. The compiler checks most of it, when `npm run check` runs. */
import { readFileSync } from "node:fs";
import { describe, expect, expectTypeOf, it } from "vitest";
import * as M from "../../src/index.ts";

const SOURCE = readFileSync(new URL("../../src/generated/name-types.ts", import.meta.url), "utf8");

/** The members of a union in the generated source. */
function membersOf(type: string): string[] {
  const [, union = ""] = new RegExp(`^export type ${type} =\n([^;]*);`, "m").exec(SOURCE) ?? [];
  return Array.from(union.matchAll(/"([^"]+)"/g), ([, text]) => text);
}

describe("the type TerritoryCode", () => {
  it("has the codes of all territories, and no others", () => {
    expect(membersOf("TerritoryCode")).toEqual(M.territories().map(({ alphaCode }) => alphaCode));
  });

  it("is the type of the territories in results", () => {
    expectTypeOf<M.Mapcode["territory"]>().toEqualTypeOf<M.TerritoryCode>();
    expectTypeOf<M.Territory["alphaCode"]>().toEqualTypeOf<M.TerritoryCode>();
    expectTypeOf<"US-IN">().toExtend<M.TerritoryCode>();
    expectTypeOf<"Netherlands">().not.toExtend<M.TerritoryCode>();
  });

  it("allows any other name where a territory is given", () => {
    expectTypeOf<string>().toExtend<M.TerritoryName>();
    expectTypeOf(M.getTerritory).parameter(0).toEqualTypeOf<M.TerritoryName>();
    expect(M.decode("49.4V", { context: "Netherlands" })).toEqual(M.decode("NLD 49.4V"));
  });
});

describe("the type AlphabetName", () => {
  it("has the names of all alphabets, and no others", () => {
    expect(membersOf("AlphabetName")).toEqual(M.alphabets());
  });

  it("is the type of the names in results, and allows any case where one is given", () => {
    expectTypeOf(M.alphabets()).toEqualTypeOf<readonly M.AlphabetName[]>();
    expectTypeOf<string>().toExtend<M.AnyAlphabetName>();
  });
});
