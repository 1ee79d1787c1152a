/** The compact form of the tables: it leads to the same arrays as the table file, or to an error. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deriveCompact, NumberWriter } from "../../codegen/compact.ts";
import { EMBEDDED_TABLES } from "../../src/generated/embedded-tables.ts";
import { readCompact } from "../../src/tables/compact/compact-file.ts";
import { indexDeriver } from "../../src/tables/compact/load.ts";
import { NumberReader } from "../../src/tables/compact/numbers.ts";
import { RecordDeriver } from "../../src/tables/derive/record-deriver.ts";
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
import {
  FILE_BYTES,
  type SectionName,
  type Sections,
  viewSections,
} from "../../src/tables/layout/sections.ts";
import { alphaCodeOf } from "../../src/territories/lookup.ts";

const GENERATED = new URL("../../src/generated/", import.meta.url);

function readGenerated(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(name, GENERATED)));
}

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
  const compact = new TextEncoder().encode(EMBEDDED_TABLES);
  const tables = readCompact(compact, LENGTHS);
  const derived = deriveCompact(tables);
  const sections = viewSections(readGenerated("tables.bin").buffer);

  it.each(
    Object.keys(derived) as (keyof typeof derived)[],
  )("leads to the same %s as the table file", (name) => {
    const bytesOf = ({ buffer, byteOffset, byteLength }: (typeof sections)[typeof name]) =>
      Buffer.from(buffer, byteOffset, byteLength);
    expect(derived[name].constructor).toBe(sections[name].constructor);
    expect(Buffer.compare(bytesOf(derived[name]), bytesOf(sections[name]))).toBe(0);
  });

  /** The boundary records, of which nothing has been read. */
  const readAgain = () => readCompact(compact, LENGTHS).published;
  /** Arrays without contents. */
  const zeros = () => viewSections(new ArrayBuffer(FILE_BYTES));

  it("leads to the same records and decode entries in the opposite order of territories", () => {
    const arrays = zeros();
    const deriver = new RecordDeriver(readAgain(), arrays);
    for (let territory = LENGTHS.parents - 1; territory >= 0; territory--) {
      deriver.derive(territory);
      expect(deriver.derive(territory)).toBe(false);
    }
    const lengths = Object.entries(deriver.lengths);
    expect(lengths).toEqual(lengths.map(([name]) => [name, sections[name as SectionName].length]));
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
    const published = readAgain();
    const observed = {
      ...published,
      rowsOf(territory: number) {
        read.push(territory);
        return published.rowsOf(territory);
      },
    };
    const arrays = zeros();
    arrays.firstRecords.set(sections.firstRecords);
    arrays.parents.set(sections.parents);
    const deriveAt = indexDeriver(arrays, new RecordDeriver(observed, arrays));
    expect(deriveAt(52_376_514, 4_908_543)).toBe(true);
    const amsterdam = read.map(alphaCodeOf);
    expect(amsterdam).toContain("NLD");
    expect(amsterdam.length).toBeLessThan(20);
    read.length = 0;
    expect(deriveAt(52_376_514, 4_908_543)).toBe(false);
    expect(read).toEqual([]);
  });

  it("takes less than 250 kB, and less than 155 kB when a server compresses it", () => {
    expect(compact.length).toBeLessThan(250_000);
    expect(gzipSync(compact, { level: 9 }).length).toBeLessThan(155_000);
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
        const reader = new NumberReader(writer.bytes());
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
        expect(Buffer.from(writer.bytes()).toString("latin1")).toMatch(/^[ !#-;=-[\]-~]*$/);
      }),
    );
  });

  it("take one character if they are small, and few if all are 0", () => {
    const lengthOf = (column: readonly number[]) => {
      const writer = new NumberWriter();
      writer.column(column);
      return writer.bytes().length;
    };
    expect(lengthOf([3, -3, 13, -14])).toBe(4);
    expect(lengthOf([14])).toBe(2);
    expect(lengthOf(new Array(1000).fill(0))).toBeLessThan(4);
  });
});
