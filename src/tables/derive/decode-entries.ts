/** Decode entries: from the territory and the form of a code to the one record that reads it. */
import { BASE, DIGITS, INTERNATIONAL_LENGTH, PER_FIRST_DIGIT } from "../format.ts";
import {
  BY_FIRST_DIGIT,
  ENTRY_RECORD_SHIFT,
  ENTRY_START_SHIFT,
  entryStartIndex,
  FORMS_PER_TERRITORY,
  formOf,
  MAX_PREFIX,
  MAX_SUFFIX,
  MIN_PREFIX,
  MIN_SUFFIX,
  RECORD_WORDS,
  TRAITS,
} from "../layout/records.ts";
import { AUTO_HEADER_SUFFIX_LENGTH, autoHeaderPrefixLength } from "./auto-header.ts";
import {
  type Boundary,
  forEachGroup,
  isBoundsOnly,
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

/**
 * Writes decode entries, territory by territory. What its own records read is collected first: entries of a territory
 * may be those of its country.
 */
export class DecodeEntries {
  readonly #published: Published;
  readonly #records: Int32Array;
  readonly #decodeEntryStarts: Int32Array;
  readonly #decodeEntries: Int32Array;
  /** Where decodeEntries ends. Entry 0 stands for all forms that no record reads. */
  end = 1;
  /** By territory and form (see entryStartIndex), where its entries start in #collected; 0 for none. */
  readonly #starts: Int32Array;
  /** Whether the first digit selects the record: then all digits have an entry. */
  readonly #areByDigit: Uint8Array;
  /** No form starts at 0. */
  readonly #collected = [0];
  /** Where these entries are in decodeEntries; 0 if they are not there yet. */
  readonly #packedStarts: Int32Array;

  /**
   * @param records the words of all records; those of the territories in question are set
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
    const forms = published.parents.length * FORMS_PER_TERRITORY;
    this.#starts = new Int32Array(forms);
    this.#areByDigit = new Uint8Array(forms);
    this.#packedStarts = new Int32Array(forms);
  }

  get startsLength(): number {
    return this.#starts.length;
  }

  /** Collects the entries of the rows of a territory. */
  collect(territory: number): void {
    const rows = this.#published.rowsOf(territory);
    const firstRecord = this.#published.firsts[territory];
    const starts = this.#starts;
    const entries = this.#collected;
    forEachGroup(rows, (first, end) => {
      const row = rows[first];
      if (isBoundsOnly(this.#published, row, firstRecord + first)) return;
      const form = entryStartIndex(territory, formOf(prefixLengthOf(row), suffixLengthOf(row)));
      if (starts[form] === 0) starts[form] = entries.length;
      if (row.recordType === 1) {
        this.#areByDigit[form] = 1;
        const start = starts[form];
        while (entries.length < start + BASE) entries.push(0);
        entries[start + DIGITS.indexOf(row.headerLetter)] = this.#entryOf(firstRecord + first);
        return;
      }
      const numbering = row.nameless ? numberGroup(row.codex, end - first) : undefined;
      if (numbering?.kind !== BY_DIGIT) {
        entries.push(this.#entryOf(firstRecord + first));
        return;
      }
      this.#areByDigit[form] = 1;
      for (let index = first; index < end; index++) {
        const digits = numbering.size(index - first) / PER_FIRST_DIGIT;
        for (let digit = 0; digit < digits; digit++) {
          entries.push(this.#entryOf(firstRecord + index));
        }
      }
    });
  }

  #entryOf(record: number): number {
    return (record << ENTRY_RECORD_SHIFT) | this.#records[record * RECORD_WORDS + TRAITS];
  }

  /** The territory whose records read a territory's codes of a length, not counting the dot. */
  #readingTerritory(territory: number, length: number): number {
    const { parents, outlines } = this.#published;
    if (length === INTERNATIONAL_LENGTH) return parents.length - 1;
    const parent = parents[territory];
    return parent >= 0 && length >= lengthOfCodex(outlines[territory].codex) ? parent : territory;
  }

  /** The territories whose entries must be collected before those of a territory are packed. */
  readingTerritories(territory: number): number[] {
    const { parents } = this.#published;
    return [territory, parents[territory], parents.length - 1].filter((one) => one >= 0);
  }

  /** Writes the entries of a territory, after those of the territories before. */
  pack(territory: number): void {
    for (let prefix = MIN_PREFIX; prefix <= MAX_PREFIX; prefix++) {
      for (let suffix = MIN_SUFFIX; suffix <= MAX_SUFFIX; suffix++) {
        const form = formOf(prefix, suffix);
        const read = entryStartIndex(this.#readingTerritory(territory, prefix + suffix), form);
        const start = this.#starts[read];
        if (start === 0) continue;
        const isByDigit = this.#areByDigit[read] === 1;
        if (this.#packedStarts[read] === 0) {
          this.#packedStarts[read] = this.end;
          const count = isByDigit ? BASE : 1;
          for (let index = 0; index < count; index++) {
            this.#decodeEntries[this.end++] = this.#collected[start + index];
          }
        }
        const mask = isByDigit ? BY_FIRST_DIGIT : 0;
        this.#decodeEntryStarts[entryStartIndex(territory, form)] =
          (this.#packedStarts[read] << ENTRY_START_SHIFT) | mask;
      }
    }
  }
}
