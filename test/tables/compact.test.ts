/** The compact form of the tables, which derives arrays on demand. Codegen proves that they are those of the table file. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NumberWriter } from "../../codegen/compact.ts";
import { EMBEDDED_TABLES } from "../../src/generated/embedded-tables.ts";
import { readCompact } from "../../src/tables/compact/compact-file.ts";
import { indexDeriver } from "../../src/tables/compact/load.ts";
import { NumberReader } from "../../src/tables/compact/numbers.ts";
import { deriveTerritory, startDerivation } from "../../src/tables/derive/territory.ts";
import { BASE } from "../../src/tables/format.ts";
import { LENGTHS } from "../../src/tables/layout/lengths.ts";
import {
  BY_FIRST_DIGIT,
  EARLIER_END,
  EARLIER_START,
  ENTRY_START_SHIFT,
  FLAGS,
  GROUP,
  GROUP_OVERFLOW,
  GROUP_WORDS,
  HINT_SIDE,
  HINTS_START,
  KIND_MASK,
  KIND_NAMELESS_PLAIN,
  KIND_NAMELESS_SPECIAL,
  NO_GROUP,
  RECORD_WORDS,
  VALID_WITHIN_EARLIER,
} from "../../src/tables/layout/records.ts";
import { FILE_BYTES, type Sections, viewSections } from "../../src/tables/layout/sections.ts";
import { alphaCodeOf } from "../../src/territories/lookup.ts";

/** A record with what its words refer to, in place of the indexes, which depend on the order of deriving. */
function recordOf(arrays: Sections, record: number): unknown {
  const words = wordsOf(arrays.records, record * RECORD_WORDS, RECORD_WORDS);
  const flags = words[FLAGS];
  const kind = flags & KIND_MASK;
  const isNameless = kind === KIND_NAMELESS_PLAIN || kind === KIND_NAMELESS_SPECIAL;
  const references: unknown[] = [];
  if (isNameless && words[GROUP] !== NO_GROUP) {
    const group = wordsOf(arrays.namelessGroups, words[GROUP] * GROUP_WORDS, GROUP_WORDS);
    const overflow = wordsOf(arrays.records, group[GROUP_OVERFLOW] * RECORD_WORDS, RECORD_WORDS);
    expect(group[GROUP_OVERFLOW] === 0 || overflow[GROUP] === words[GROUP]).toBe(true);
    references.push(
      group.with(GROUP_OVERFLOW, 0),
      group[GROUP_OVERFLOW] !== 0 && overflow.with(GROUP, 0),
    );
    words[GROUP] = 0;
  }
  if ((flags & VALID_WITHIN_EARLIER) !== 0) {
    const [start, end] = [words[EARLIER_START], words[EARLIER_END]];
    const hints = wordsOf(arrays.earlierHints, words[HINTS_START], HINT_SIDE * HINT_SIDE);
    references.push(wordsOf(arrays.earlierBounds, start, end - start), hints);
    for (const word of [EARLIER_START, EARLIER_END, HINTS_START]) words[word] = 0;
  }
  return [words, references];
}

/** The decode entries at a word of decodeEntryStarts: of a territory and lengths. */
function entriesOf(arrays: Sections, lengths: number): number[] {
  const start = arrays.decodeEntryStarts[lengths];
  const count = (start & BY_FIRST_DIGIT) === 0 ? 1 : BASE;
  return wordsOf(arrays.decodeEntries, start >> ENTRY_START_SHIFT, count);
}

function wordsOf(array: Int32Array | Uint8Array, start: number, count: number): number[] {
  return [...array.subarray(start, start + count)];
}

describe("the compact form", () => {
  /** The boundary records, of which nothing has been read. */
  const readAgain = () => readCompact(new TextEncoder().encode(EMBEDDED_TABLES), LENGTHS).table;
  /** Arrays without contents. */
  const zeros = () => viewSections(new ArrayBuffer(FILE_BYTES));
  const file = readFileSync(new URL("../../src/generated/tables.bin", import.meta.url));
  const sections = viewSections(new Uint8Array(file).buffer);

  it("leads to the same records and decode entries in the opposite order of territories", () => {
    const arrays = zeros();
    const derivation = startDerivation(readAgain(), arrays);
    for (let territory = LENGTHS.parents - 1; territory >= 0; territory--) {
      deriveTerritory(derivation, territory);
      expect(deriveTerritory(derivation, territory)).toBe(false);
    }
    for (const [name, length] of Object.entries(derivation.lengths)) {
      expect(length, name).toBe(sections[name as keyof Sections].length);
    }
    const mismatches: string[] = [];
    const rowCount = sections.firstRecords[LENGTHS.firstRecords - 1];
    for (let record = 0; record < rowCount; record++) {
      const actual = recordOf(arrays, record);
      const expected = recordOf(sections, record);
      if (JSON.stringify(actual) !== JSON.stringify(expected)) mismatches.push(`record ${record}`);
    }
    for (let start = 0; start < LENGTHS.decodeEntryStarts; start++) {
      const actual = entriesOf(arrays, start);
      const expected = entriesOf(sections, start);
      if (JSON.stringify(actual) !== JSON.stringify(expected)) mismatches.push(`entries ${start}`);
    }
    expect(mismatches).toEqual([]);
  });

  it("derives only the territories that are near", () => {
    const read: number[] = [];
    const table = readAgain();
    const observed = {
      ...table,
      rowsOf(territory: number) {
        read.push(territory);
        return table.rowsOf(territory);
      },
    };
    const arrays = zeros();
    arrays.firstRecords.set(sections.firstRecords);
    arrays.parents.set(sections.parents);
    const deriveAt = indexDeriver(arrays, startDerivation(observed, arrays));
    expect(deriveAt(52_376_514, 4_908_543)).toBe(true);
    const amsterdam = read.map(alphaCodeOf);
    expect(amsterdam).toContain("NLD");
    expect(amsterdam.length).toBeLessThan(20);
    read.length = 0;
    expect(deriveAt(52_376_514, 4_908_543)).toBe(false);
    expect(read).toEqual([]);
  });

  it("consists of characters that modules and pages hold as they are", () => {
    expect(EMBEDDED_TABLES).toMatch(/^[ -~]*$/);
    expect(EMBEDDED_TABLES).not.toMatch(/[<\\]/);
  });
});

describe("numbers as text", () => {
  const count = fc.oneof(
    fc.nat(100),
    fc.nat(100_000),
    fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    fc.constantFrom(27, 28, 28 * 65 - 1, 28 * 65, 2 ** 31, 2 ** 32 - 1),
  );
  const integer = fc.oneof(
    fc.constant(0),
    fc.integer({ min: -30, max: 30 }),
    fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    fc.constantFrom(-(2 ** 31), 2 ** 31 - 1),
  );
  const text = fc.string({ unit: "grapheme-ascii" });

  it("are read as they were written, one after another", () => {
    const parts = fc.array(fc.tuple(count, fc.array(integer), text));
    fc.assert(
      fc.property(parts, (written) => {
        const writer = new NumberWriter();
        for (const [number, column, characters] of written) {
          writer.count(number);
          writer.column(column);
          writer.text(characters);
        }
        const reader = new NumberReader(new TextEncoder().encode(writer.end()));
        const read = written.map(([, column]) => [
          reader.count(),
          [...reader.column(column.length)],
          new TextDecoder().decode(reader.text()),
        ]);
        expect(read).toEqual(written);
      }),
    );
  });

  it("have no characters that need an escape", () => {
    fc.assert(
      fc.property(fc.array(integer), (column) => {
        const writer = new NumberWriter();
        writer.column(column);
        expect(writer.end()).toMatch(/^[ !#-;=-[\]-~]*$/);
      }),
    );
  });

  it("take one character if they are small, and few if all are 0", () => {
    const lengthOf = (column: readonly number[]) => {
      const writer = new NumberWriter();
      writer.column(column);
      return writer.end().length;
    };
    expect(lengthOf([3, -3, 13, -14])).toBe(4);
    expect(lengthOf([14])).toBe(2);
    expect(lengthOf(new Array(1000).fill(0))).toBeLessThan(4);
  });
});
