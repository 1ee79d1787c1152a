/** Decode entries: from the territory and the lengths of a code to the one record that reads it. */
import { BASE, DIGITS, INTERNATIONAL_LENGTH, PER_FIRST_DIGIT } from "../format.ts";
import {
  BY_FIRST_DIGIT,
  codeLengthsOf,
  ENTRY_RECORD_SHIFT,
  ENTRY_START_SHIFT,
  entryStartIndex,
  FLAGS,
  MAX_PREFIX,
  MAX_SUFFIX,
  MIN_PREFIX,
  MIN_SUFFIX,
  RECORD_WORDS,
} from "../layout/records.ts";
import { AUTO_HEADER_SUFFIX_LENGTH, autoHeaderPrefixLength } from "./auto-header.ts";
import {
  type Boundary,
  forEachGroup,
  isNonEncoding,
  lengthOfCodex,
  type Published,
} from "./boundaries.ts";
import { BY_DIGIT, namelessPrefixLength, namelessSuffixLength, numberGroup } from "./nameless.ts";
import { gridPrefixLength, gridSuffixLength } from "./records.ts";

/** Characters before the dot of the codes of a row. */
export function prefixLengthOf(row: Boundary): number {
  const { codex } = row;
  if (row.nameless) return namelessPrefixLength(codex);
  if (row.recordType > 1) return autoHeaderPrefixLength(codex);
  // The header letter is one more character; codex 14 moves the dot back over one.
  const isLonger = row.recordType === 1 && codex !== 14;
  return gridPrefixLength(codex) + (isLonger ? 1 : 0);
}

/** Characters after the dot. */
export function suffixLengthOf(row: Boundary): number {
  const { codex } = row;
  if (row.nameless) return namelessSuffixLength(codex);
  if (row.recordType > 1) return AUTO_HEADER_SUFFIX_LENGTH;
  const isLonger = row.recordType === 1 && codex === 14;
  return gridSuffixLength(codex) + (isLonger ? 1 : 0);
}

/** The entries of the codes of a territory that have the same prefix and suffix length. */
interface LengthEntries {
  /** Whether the first digit selects the record: then each digit has an entry. */
  readonly isByDigit: boolean;
  readonly entries: number[];
}

/** Writes decode entries, territory by territory. */
export class DecodeEntries {
  readonly #published: Published;
  readonly #records: Int32Array;
  readonly #decodeEntryStarts: Int32Array;
  readonly #decodeEntries: Int32Array;
  /** Where decodeEntries ends. Entry 0 stands for all lengths that no record reads. */
  end = 1;

  /**
   * @param records the words of all records
   * @param decodeEntryStarts zeros, with room for all territories, as decodeEntries
   */
  constructor(
    published: Published,
    records: Int32Array,
    decodeEntryStarts: Int32Array,
    decodeEntries: Int32Array,
  ) {
    this.#published = published;
    this.#records = records;
    this.#decodeEntryStarts = decodeEntryStarts;
    this.#decodeEntries = decodeEntries;
  }

  /**
   * Adds the entries of a territory whose records are set. Its country and the international territory have been added,
   * as it shares their entries.
   * @param rows all rows of the territory
   */
  add(territory: number, rows: readonly Boundary[]): void {
    const byLengths = this.#entriesOf(territory, rows);
    for (let prefix = MIN_PREFIX; prefix <= MAX_PREFIX; prefix++) {
      for (let suffix = MIN_SUFFIX; suffix <= MAX_SUFFIX; suffix++) {
        const lengths = codeLengthsOf(prefix, suffix);
        const reading = this.#readingTerritory(territory, prefix + suffix);
        this.#decodeEntryStarts[entryStartIndex(territory, lengths)] =
          reading === territory
            ? this.#write(byLengths.get(lengths))
            : this.#decodeEntryStarts[entryStartIndex(reading, lengths)];
      }
    }
  }

  /** Writes entries. @returns the word of decodeEntryStarts that leads to them */
  #write(entries: LengthEntries | undefined): number {
    if (entries === undefined) return 0;
    const start = this.end;
    this.#decodeEntries.set(entries.entries, start);
    this.end += entries.isByDigit ? BASE : 1;
    return (start << ENTRY_START_SHIFT) | (entries.isByDigit ? BY_FIRST_DIGIT : 0);
  }

  /** The entries of the rows of a territory, by lengths. */
  #entriesOf(territory: number, rows: readonly Boundary[]): ReadonlyMap<number, LengthEntries> {
    const byLengths = new Map<number, LengthEntries>();
    const firstRecord = this.#published.firsts[territory];
    forEachGroup(rows, (first, end) => {
      const row = rows[first];
      const record = firstRecord + first;
      if (isNonEncoding(this.#published, row, record)) return;
      const lengths = codeLengthsOf(prefixLengthOf(row), suffixLengthOf(row));
      if (row.recordType === 1) {
        const { entries } = byLengths.get(lengths) ?? { entries: new Array<number>(BASE).fill(0) };
        entries[DIGITS.indexOf(row.headerLetter)] = this.#entryOf(record);
        byLengths.set(lengths, { isByDigit: true, entries });
        return;
      }
      const numbering = row.nameless ? numberGroup(row.codex, end - first) : undefined;
      if (numbering?.kind !== BY_DIGIT) {
        byLengths.set(lengths, { isByDigit: false, entries: [this.#entryOf(record)] });
        return;
      }
      const entries = rows.slice(first, end).flatMap((_, index) => {
        const digits = numbering.size(index) / PER_FIRST_DIGIT;
        return new Array<number>(digits).fill(this.#entryOf(record + index));
      });
      byLengths.set(lengths, { isByDigit: true, entries });
    });
    return byLengths;
  }

  #entryOf(record: number): number {
    return (record << ENTRY_RECORD_SHIFT) | this.#records[record * RECORD_WORDS + FLAGS];
  }

  /** The territory whose records read a territory's codes of a length, not counting the dot. */
  #readingTerritory(territory: number, length: number): number {
    const { parents, encompassing } = this.#published;
    if (length === INTERNATIONAL_LENGTH) return parents.length - 1;
    const parent = parents[territory];
    return parent >= 0 && length >= lengthOfCodex(encompassing[territory].codex)
      ? parent
      : territory;
  }
}
