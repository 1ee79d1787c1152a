/** The compact form of the tables: it leads to the same arrays as the table file, or to an error. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deriveCompact } from "../../codegen/compact.ts";
import { Encoder } from "../../codegen/encoder.ts";
import { type Coder, Decoder } from "../../src/tables/compact/coder.ts";
import { COMPACT_HEADER_BYTES, readCompact } from "../../src/tables/compact/compact-file.ts";
import { setUnderivedLeaf } from "../../src/tables/derive/leaves.ts";
import { RecordDeriver } from "../../src/tables/derive/record-deriver.ts";
import { SpatialIndex } from "../../src/tables/derive/spatial-index.ts";
import { BASE, LAT_LIMIT_MICRO_DEG, LON_LIMIT_MICRO_DEG } from "../../src/tables/format.ts";
import { LENGTHS } from "../../src/tables/layout/lengths.ts";
import {
  BY_FIRST_DIGIT,
  EARLIER_END,
  EARLIER_START,
  ENTRY_START_SHIFT,
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
  TRAITS,
  VALID_WITHIN_EARLIER,
} from "../../src/tables/layout/records.ts";
import {
  FILE_BYTES,
  SECTION_NAMES,
  type SectionName,
  type Sections,
  viewSections,
} from "../../src/tables/layout/sections.ts";
import {
  LEAF_END,
  NODE_SPLIT,
  ROOT_COLUMNS,
  ROOT_ROWS,
  ROOT_SHIFT,
} from "../../src/tables/layout/spatial-index.ts";
import { alphaCodeOf } from "../../src/territories/lookup.ts";

const GENERATED = new URL("../../src/generated/", import.meta.url);

function readGenerated(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(name, GENERATED)));
}

/** A record with what its words refer to, in place of the indexes, which depend on the order of deriving. */
function recordOf(arrays: Sections, record: number): unknown {
  const words = wordsOf(arrays.records, record * RECORD_WORDS, RECORD_WORDS);
  const traits = words[TRAITS];
  const kind = traits & KIND_MASK;
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
  if ((traits & VALID_WITHIN_EARLIER) !== 0) {
    const [start, end] = [words[EARLIER_START], words[EARLIER_END]];
    const hints = wordsOf(arrays.earlierHints, words[HINTS_START], HINT_SIDE * HINT_SIDE);
    references.push(wordsOf(arrays.earlierBounds, start, end - start), hints);
    for (const word of [EARLIER_START, EARLIER_END, HINTS_START]) words[word] = 0;
  }
  return [words, references];
}

/** The decode entries of a territory and form. */
function entriesOf(arrays: Sections, form: number): number[] {
  const start = arrays.decodeEntryStarts[form];
  const count = (start & BY_FIRST_DIGIT) === 0 ? 1 : BASE;
  return wordsOf(arrays.decodeEntries, start >> ENTRY_START_SHIFT, count);
}

function wordsOf(array: Int32Array | Uint8Array, start: number, count: number): number[] {
  return [...array.subarray(start, start + count)];
}

describe("the compact form", () => {
  const compact = readGenerated("tables-compact.bin");
  const tables = readCompact(compact.subarray(COMPACT_HEADER_BYTES), LENGTHS);
  const derived = deriveCompact(tables);
  const sections = viewSections(readGenerated("tables.bin").buffer);

  it.each(SECTION_NAMES)("leads to the same %s as the table file", (name) => {
    const bytesOf = ({ buffer, byteOffset, byteLength }: (typeof sections)[typeof name]) =>
      Buffer.from(buffer, byteOffset, byteLength);
    expect(derived[name].constructor).toBe(sections[name].constructor);
    expect(Buffer.compare(bytesOf(derived[name]), bytesOf(sections[name]))).toBe(0);
  });

  /** The boundary records, of which nothing has been read. */
  const readAgain = () => readCompact(compact.subarray(COMPACT_HEADER_BYTES), LENGTHS).published;
  /** Arrays without contents. */
  const zeros = () => viewSections(new ArrayBuffer(FILE_BYTES));

  it("leads to the same records and decode entries in the opposite order of territories", () => {
    const arrays = zeros();
    const deriver = new RecordDeriver(readAgain(), arrays);
    for (let territory = LENGTHS.parents - 1; territory >= 0; territory--) {
      expect(deriver.deriveDecoding(territory)).toBe(true);
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
      if (JSON.stringify(actual) !== JSON.stringify(expected)) mismatches.push(`form ${start}`);
    }
    expect(mismatches).toEqual([]);
  });

  it("reads only the territories that are near", () => {
    const read: number[] = [];
    const published = readAgain();
    const observed = {
      ...published,
      rowsOf(territory: number) {
        read.push(territory);
        return published.rowsOf(territory);
      },
    };
    const leaves = new Uint16Array(LENGTHS.leaves);
    setUnderivedLeaf(leaves);
    const deriver = new RecordDeriver(observed, zeros());
    const index = new SpatialIndex(deriver, new Int32Array(LENGTHS.nodes), leaves);
    index.deriveAt(52_376_514, 4_908_543);
    const amsterdam = read.map(alphaCodeOf);
    expect(amsterdam).toContain("NLD");
    expect(amsterdam.length).toBeLessThan(20);
    read.length = 0;
    index.deriveAt(52_376_514, 4_908_543);
    expect(read).toEqual([]);
  });

  it("leads to the same index in the opposite order of cells, without more room", () => {
    const nodes = new Int32Array(LENGTHS.nodes);
    const leaves = new Uint16Array(LENGTHS.leaves);
    setUnderivedLeaf(leaves);
    const index = new SpatialIndex(new RecordDeriver(readAgain(), zeros()), nodes, leaves);
    for (let root = ROOT_ROWS * ROOT_COLUMNS - 1; root >= 0; root--) {
      const south = Math.floor(root / ROOT_COLUMNS) * 2 ** ROOT_SHIFT - LAT_LIMIT_MICRO_DEG;
      const west = (root % ROOT_COLUMNS) * 2 ** ROOT_SHIFT - LON_LIMIT_MICRO_DEG;
      expect(index.deriveAt(south, west)).toBe(true);
    }
    expect([index.nodesEnd, index.leavesEnd]).toEqual([LENGTHS.nodes, LENGTHS.leaves]);
    /** Where the same cell is in both indexes: entries below a pair that is known are the same. */
    const known = new Map<number, number>();
    const mismatches: string[] = [];
    const compare = (entry: number, expected: number): void => {
      if (known.has(entry)) {
        if (known.get(entry) !== expected) mismatches.push(`${entry} ${expected}`);
        return;
      }
      known.set(entry, expected);
      if (entry >= 0) {
        const leafEnd = leaves.indexOf(LEAF_END, entry);
        const leaf = leaves.subarray(entry, leafEnd + 1);
        const other = sections.leaves.subarray(expected, expected + leaf.length);
        if (Buffer.compare(Buffer.from(leaf), Buffer.from(other)) !== 0) mismatches.push(`${leaf}`);
        return;
      }
      for (let cell = 0; cell < NODE_SPLIT * NODE_SPLIT; cell++) {
        compare(nodes[-1 - entry + cell], sections.nodes[-1 - expected + cell]);
      }
    };
    for (let root = 0; root < ROOT_ROWS * ROOT_COLUMNS; root++)
      compare(nodes[root], sections.nodes[root]);
    expect(mismatches).toEqual([]);
  });

  it("takes less than 150 kB, without any compression by a server", () => {
    expect(compact.length).toBeLessThan(150_000);
  });
});

describe("the coder", () => {
  /** Codes values in the contexts that belong to them; a decoder is given zeros. */
  function codeAll(coder: Coder, values: readonly (readonly [context: number, value: number])[]) {
    return values.map(([context, value]) => coder.number(1000 * context, value));
  }

  it("reads the numbers that were written, in any order and context", () => {
    const limit = 2 ** 31 - 2;
    const value = fc.oneof(
      fc.integer({ min: -3, max: 3 }),
      fc.integer({ min: -limit, max: limit }),
      fc.constantFrom(-limit, limit, 2 ** 30, -(2 ** 30), 2 ** 24 - 1),
    );
    const values = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), value), { maxLength: 300 });
    fc.assert(
      fc.property(values, (written) => {
        const encoder = new Encoder();
        encoder.part(0);
        codeAll(encoder, written);
        const unknown = written.map(([context]) => [context, 0] as const);
        const decoder = new Decoder(encoder.finish());
        decoder.part(0);
        const read = codeAll(decoder, unknown);
        expect(read).toEqual(written.map(([, one]) => one));
      }),
    );
  });

  it("reads the columns and texts that were written, one after another", () => {
    const number = fc.oneof(
      fc.constantFrom(0, 7, 100),
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
    );
    const rows = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), number, number));
    /** Codes pairs in two columns: guesses, and differences from them. A decoder is given zeros. */
    const codePairs = (coder: Coder, kinds: Uint16Array, pairs: readonly number[][]) => {
      const guesses = coder.column(1000, kinds);
      const differences = coder.column(2000, kinds);
      return pairs.map(([one, other], index) => {
        const guessed = guesses.guessed(index, one, 5, 0, 7, 100);
        return [guessed, differences.number(index, other, guessed)];
      });
    };
    fc.assert(
      fc.property(rows, fc.uint8Array(), (written, text) => {
        const kinds = Uint16Array.from(written, ([kind]) => kind);
        const values = written.map(([, one, other]) => [one, other]);
        const encoder = new Encoder();
        encoder.part(0);
        encoder.text(text);
        codePairs(encoder, kinds, values);
        encoder.text(text);
        const decoder = new Decoder(encoder.finish());
        decoder.part(0);
        const texts = [new Uint8Array(text.length), new Uint8Array(text.length)];
        decoder.text(texts[0]);
        const read = codePairs(
          decoder,
          kinds,
          values.map(() => [0, 0]),
        );
        decoder.text(texts[1]);
        expect(read).toEqual(values);
        expect(texts).toEqual([text, text]);
      }),
    );
  });

  it("reads parts in any order", () => {
    const numbers = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }));
    fc.assert(
      fc.property(
        fc.array(numbers, { minLength: 1 }),
        fc.infiniteStream(fc.nat()),
        (parts, picks) => {
          const encoder = new Encoder();
          for (const [index, part] of parts.entries()) {
            encoder.part(index);
            for (const value of part) encoder.number(index % 3, value);
          }
          const decoder = new Decoder(encoder.finish());
          for (const pick of picks.take(5)) {
            const index = pick % parts.length;
            decoder.part(index);
            expect(parts[index].map(() => decoder.number(index % 3))).toEqual(parts[index]);
          }
        },
      ),
    );
  });

  it("writes what repeats in few bytes", () => {
    const encoder = new Encoder();
    encoder.part(0);
    codeAll(
      encoder,
      Array.from({ length: 10_000 }, () => [0, 23] as const),
    );
    expect(encoder.finish().length).toBeLessThan(6000);
  });
});
