/**
 * Derives all arrays about the published boundary records, territory by territory, in any order. deriveTerritory first
 * derives the international territory and the country.
 */
import * as format from "../format.ts";
import { LAT_BAND_SHIFT } from "../layout/point-index.ts";
import * as layout from "../layout/records.ts";
import * as boundaries from "./boundaries.ts";
import { type Derivation, firstValue, isByDigit, setGroup } from "./records.ts";

/** Derives everything about a territory. @returns false if it is derived already */
export function deriveTerritory(derivation: Derivation, territory: number): boolean {
  const { table, arrays, isDerived } = derivation;
  if (isDerived[territory] === 1) return false;
  isDerived[territory] = 1;
  const country = table.parents[territory];
  deriveTerritory(derivation, country >= 0 ? country : table.parents.length - 1);
  const rows = table.rowsOf(territory);
  const first = table.firsts[territory];
  const entries = new Map<number, Int32Array>();
  boundaries.forEachGroup(rows, (start, end) => {
    const group = rows.slice(start, end);
    setGroup(derivation, group, first + start, rows[end]);
    addEntries(entries, arrays.records, group, first + start);
  });
  addRestrictions(derivation, first, first + rows.length);
  appendEntries(derivation, territory, entries);
  return true;
}

/** Adds the decode entries of a group under its lengths: one for each first digit of codes, or one for all. */
function addEntries(
  byLengths: Map<number, Int32Array>,
  records: Int32Array,
  rows: readonly boundaries.Boundary[],
  first: number,
): void {
  const [{ codex, nameless, recordType, headerLetter }] = rows;
  const isLettered = recordType === 1;
  const hasDigits = isLettered || (nameless && isByDigit(codex, rows.length));
  const codeLengths = layout.codeLengthsOf(
    boundaries.prefixLengthOf(rows[0]),
    boundaries.suffixLengthOf(rows[0]),
  );
  const digitAt = (index: number) => {
    if (isLettered) return format.DIGITS.indexOf(headerLetter) + index;
    return hasDigits ? firstValue(codex, rows.length, index) / format.PER_FIRST_DIGIT : index;
  };
  for (const index of rows.keys()) {
    const record = first + index;
    const flags = records[record * layout.RECORD_WORDS + layout.FLAGS];
    if ((flags & layout.KIND_MASK) === layout.KIND_NON_ENCODING) return;
    const entries = byLengths.get(codeLengths) ?? new Int32Array(hasDigits ? format.BASE : 1);
    byLengths.set(codeLengths, entries);
    entries.fill((record << layout.ENTRY_RECORD_SHIFT) | flags, digitAt(index), digitAt(index + 1));
  }
}

/** Appends the decode entries of a territory. It shares the earlier entries of its country and of AAA. */
function appendEntries(
  { table, arrays, filledLengths }: Derivation,
  territory: number,
  byLengths: ReadonlyMap<number, Int32Array>,
): void {
  const { decodeEntryStarts, decodeEntries } = arrays;
  for (let prefix = layout.MIN_PREFIX; prefix <= layout.MAX_PREFIX; prefix++) {
    for (let suffix = layout.MIN_SUFFIX; suffix <= layout.MAX_SUFFIX; suffix++) {
      const codeLengths = layout.codeLengthsOf(prefix, suffix);
      const reading = readingTerritory(table, territory, prefix + suffix);
      const at = layout.entryStartIndex(territory, codeLengths);
      const entries = byLengths.get(codeLengths);
      if (reading !== territory) {
        decodeEntryStarts[at] = decodeEntryStarts[layout.entryStartIndex(reading, codeLengths)];
      } else if (entries !== undefined) {
        const mask = entries.length === format.BASE ? layout.BY_FIRST_DIGIT : 0;
        decodeEntryStarts[at] = (filledLengths.decodeEntries << layout.ENTRY_START_SHIFT) | mask;
        decodeEntries.set(entries, filledLengths.decodeEntries);
        filledLengths.decodeEntries += entries.length;
      }
    }
  }
}

/** The territory whose records read a territory's codes of a length, not counting the dot. */
function readingTerritory(
  { parents, encompassing }: boundaries.BoundaryTable,
  territory: number,
  length: number,
): number {
  if (length === format.INTERNATIONAL_LENGTH) return parents.length - 1;
  const parent = parents[territory];
  const isOfParent =
    parent >= 0 && length >= boundaries.lengthOfCodex(encompassing[territory].codex);
  return isOfParent ? parent : territory;
}

/** For each band of latitude, the international record at its south edge; the first row is the southernmost. */
export function deriveLatBands({ parents, firsts, rowsOf }: boundaries.BoundaryTable): Uint16Array {
  const international = parents.length - 1;
  const bands: number[] = [];
  for (const [index, row] of rowsOf(international).slice(0, -1).entries()) {
    const bandSouth = () => (bands.length << LAT_BAND_SHIFT) - format.LAT_LIMIT_MICRO_DEG;
    while (bandSouth() < row.latMax) bands.push(firsts[international] + index);
  }
  return Uint16Array.from(bands);
}

// ---- Restrictions: records whose codes are valid only where earlier records of the territory reach

/** Appends bounds and hints for the restricted records of a territory, from `first` up to `end` (excluded). */
function addRestrictions(
  { arrays: { records, earlierBounds, earlierHints }, filledLengths }: Derivation,
  first: number,
  end: number,
): void {
  /** The starts of unrestricted records. */
  const earlier: number[] = [];
  for (let number = first; number < end; number++) {
    const base = number * layout.RECORD_WORDS;
    const flags = records[base + layout.FLAGS];
    if ((flags & layout.RESTRICTED) === 0) earlier.push(base);
    if ((flags & layout.VALID_WITHIN_EARLIER) === 0) continue;
    // Larger records first: they contain more points.
    earlier.sort((left, right) => areaOf(records, right) - areaOf(records, left));
    records[base + layout.EARLIER_START] = filledLengths.earlierBounds;
    records[base + layout.HINTS_START] = filledLengths.earlierHints;
    const hintsEnd = filledLengths.earlierHints + layout.HINT_SIDE * layout.HINT_SIDE;
    setHints(earlierHints.subarray(filledLengths.earlierHints, hintsEnd), records, base, earlier);
    filledLengths.earlierHints = hintsEnd;
    for (const start of earlier) {
      const bounds = records.subarray(start, start + layout.BOUNDS_WORDS);
      earlierBounds.set(bounds, filledLengths.earlierBounds);
      filledLengths.earlierBounds += layout.BOUNDS_WORDS;
    }
    records[base + layout.EARLIER_END] = filledLengths.earlierBounds;
  }
}

/**
 * Sets each cell of a record's hints, row by row, to the earlier record that covers the largest part. It visits only
 * cells that an earlier record reaches: with all cells, it took eight times as long.
 */
function setHints(
  hints: Uint8Array,
  records: Int32Array,
  base: number,
  earlier: readonly number[],
): void {
  const latShift = layout.hintShift(records[base + layout.LAT_HEIGHT]);
  const lonShift = layout.hintShift(records[base + layout.LON_WIDTH]);
  const largest = new Float64Array(hints.length);
  for (const [index, earlierBase] of earlier.entries()) {
    const south = records[earlierBase + layout.LAT_MIN] - records[base + layout.LAT_MIN];
    const north = south + records[earlierBase + layout.LAT_HEIGHT];
    const firstRow = Math.max(south >> latShift, 0);
    const endRow = Math.min(((north - 1) >> latShift) + 1, layout.HINT_SIDE);
    if (firstRow >= endRow) continue;
    // Their longitudes may be one turn apart.
    for (let turn = -1; turn <= 1; turn++) {
      const lonMin = records[earlierBase + layout.LON_MIN] + turn * format.FULL_CIRCLE_MICRO_DEG;
      const west = lonMin - records[base + layout.LON_MIN];
      const east = west + records[earlierBase + layout.LON_WIDTH];
      const firstColumn = Math.max(west >> lonShift, 0);
      const endColumn = Math.min(((east - 1) >> lonShift) + 1, layout.HINT_SIDE);
      for (let column = firstColumn; column < endColumn; column++) {
        const width = overlap(column << lonShift, 1 << lonShift, west, east);
        for (let row = firstRow; row < endRow; row++) {
          const cell = row * layout.HINT_SIDE + column;
          const share = width * overlap(row << latShift, 1 << latShift, south, north);
          if (share <= largest[cell]) continue;
          largest[cell] = share;
          hints[cell] = index;
        }
      }
    }
  }
}

/** The overlap of a range, given by start and size, with another one, given by start and end. */
function overlap(from: number, size: number, start: number, end: number): number {
  return Math.min(from + size, end) - Math.max(from, start);
}

function areaOf(records: Int32Array, base: number): number {
  return records[base + layout.LAT_HEIGHT] * records[base + layout.LON_WIDTH];
}
