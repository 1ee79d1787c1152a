import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { territories } from "../../src/index.ts";
import { NameList, nearestName } from "../../src/library/nearest.ts";
import { runs } from "../support/arbitraries.ts";

/** The restricted Damerau-Levenshtein distance by its definition, with the whole table. */
function mistakesBetween(from: string, to: string): number {
  const table = Array.from({ length: from.length + 1 }, (_, row) => {
    return Array.from({ length: to.length + 1 }, (_, column) => (row === 0 ? column : row));
  });
  for (let row = 1; row <= from.length; row++) {
    for (let column = 1; column <= to.length; column++) {
      const replaced = table[row - 1][column - 1] + (from[row - 1] === to[column - 1] ? 0 : 1);
      const isSwapped =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1];
      table[row][column] = Math.min(
        replaced,
        table[row - 1][column] + 1,
        table[row][column - 1] + 1,
        isSwapped ? table[row - 2][column - 2] + 1 : replaced,
      );
    }
  }
  return table[from.length][to.length];
}

/** Whether one of the first two letters is among the first two of another text; all other characters count as one. */
function sharesStart(...texts: readonly [string, string]): boolean {
  const [one, other] = texts.map((text) => text.slice(0, 2).replace(/[^A-Z]/g, "."));
  return Array.from(one).some((char) => other.includes(char));
}

/** The nearest name by its definition: every name is compared. */
function slowNearest(text: string, names: readonly string[]): string | undefined {
  let best: string | undefined;
  let fewest = Math.max(1, Math.floor(text.length / 3)) + 1;
  for (const name of names) {
    const [wanted, upper] = [text.toUpperCase(), name.toUpperCase()];
    const mistakes = sharesStart(wanted, upper) ? mistakesBetween(wanted, upper) : fewest;
    if (mistakes >= fewest) continue;
    best = name;
    fewest = mistakes;
  }
  return best;
}

const NAMES = territories().flatMap(({ fullName, fullNameAliases }) => [
  fullName,
  ...fullNameAliases,
]);

const list = new NameList(NAMES);

const letter = fc.constantFrom(..."aeinorst lz-'");

/** Texts with some characters added, removed, replaced or swapped. */
const misspelled = fc
  .tuple(
    fc.constantFrom(...NAMES),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom("add", "remove", "replace", "swap"), letter), {
      maxLength: 6,
    }),
  )
  .map(([name, mistakes]) => {
    const chars = Array.from(name);
    for (const [place, kind, char] of mistakes) {
      const at = place % (chars.length + 1);
      if (kind === "add") chars.splice(at, 0, char);
      else if (kind === "remove") chars.splice(at, 1);
      else if (kind === "replace") chars.splice(at, 1, char);
      else chars.splice(at, 2, ...chars.slice(at, at + 2).toReversed());
    }
    return chars.join("");
  });

describe("the nearest name", () => {
  it("is the one that a comparison with all names finds, for misspelled names", () => {
    fc.assert(
      fc.property(misspelled, (text) => {
        expect(list.nearest(text)).toBe(slowNearest(text, NAMES));
      }),
      runs(150),
    );
  });

  it("is the one that a comparison with all names finds, for any letters", () => {
    const text = fc.array(letter, { maxLength: 45 }).map((chars) => chars.join(""));
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 30 }), (wanted, names) => {
        expect(nearestName(wanted, names)).toBe(slowNearest(wanted, names));
      }),
      runs(150),
    );
  });

  it("is the same after other texts were compared", () => {
    expect(list.nearest("Nethrelands")).toBe("Netherlands");
    expect(list.nearest("zzzzzzzz")).toBeUndefined();
    expect(list.nearest("")).toBeUndefined();
    expect(list.nearest("Nethrelands".repeat(9))).toBeUndefined();
    expect(list.nearest("saint vincent and the grenadine")).toBe(
      "Saint Vincent and the Grenadines",
    );
    expect(list.nearest("Nethrelands")).toBe("Netherlands");
  });
});
