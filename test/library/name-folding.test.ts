import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { territories } from "../../src/index.ts";
import { foldedName } from "../../src/library/name-folding.ts";
import { runs } from "../support/arbitraries.ts";

const SINGLE_LETTERS = new Map(Object.entries({ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l" }))
  .set("đ", "d")
  .set("ð", "d")
  .set("þ", "th")
  .set("ı", "i");

/** Folding by its definition: every text takes all steps. */
function slowFoldedName(text: string): string {
  const base = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const letters = Array.from(base, (letter) => SINGLE_LETTERS.get(letter) ?? letter).join("");
  const short = letters.replace(/['’]/g, "").replaceAll("aa", "a");
  return short.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

const NAMES = territories().flatMap(({ fullName, fullNameAliases }) => {
  return [fullName, ...fullNameAliases];
});

const char = fc.constantFrom(..."aAbZz09  -_'’.ßÆøŁđIİıéÅ\u212a\u212b\u0301中");

describe("a folded name", () => {
  it("is the one of all steps, for the names of the tables", () => {
    for (const name of NAMES) expect(foldedName(name)).toBe(slowFoldedName(name));
  });

  it("is the one of all steps, for any texts", () => {
    const text = fc.array(char, { maxLength: 12 }).map((chars) => chars.join(""));
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: "grapheme" })), (name) => {
        expect(foldedName(name)).toBe(slowFoldedName(name));
      }),
      runs(300),
    );
  });
});
