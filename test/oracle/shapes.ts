/**
 * Rules that encoding and decoding share: how a record is divided into cells, and how the records
 * of a group divide the numbers of codes among them (format 4.1 to 4.3).
 */
import { ceilDiv, div, XSIDE, xdivider, YSIDE } from "./digits.ts";
import { at, type BoundaryRecord, type Territory } from "./tables.ts";

/** The cells of a grid record and the sub-cells of each cell. */
export interface GridShape {
  divX: number;
  divY: number;
  gridX: number;
  gridY: number;
  stepX: number;
  stepY: number;
  sixWide: boolean;
  swapsPrefix: boolean;
}

/** The grid of a record for codes of `pre` and `post` characters (format 4.1). */
export function gridShape(record: BoundaryRecord, pre: number, post: number): GridShape {
  const standard = record.smartDiv === 1;
  const divY = standard ? at(YSIDE, pre) : record.smartDiv;
  const divX = standard ? at(XSIDE, pre) : div(31 ** pre, divY);
  const gridY = ceilDiv(record.latMax - record.latMin, divY);
  const gridX = ceilDiv(record.lonMax - record.lonMin, divX);
  return {
    divX,
    divY,
    gridX,
    gridY,
    stepX: ceilDiv(gridX, at(XSIDE, post)),
    stepY: ceilDiv(gridY, at(YSIDE, post)),
    sixWide: divX !== divY && pre > 2,
    swapsPrefix: pre === 4 && divX === 961 && divY === 961,
  };
}

/** A run of records: its first index and its length. */
export interface Group {
  first: number;
  length: number;
}

/** The unbroken run of related records around an index. */
function runAround(
  records: readonly BoundaryRecord[],
  index: number,
  belongs: (record: BoundaryRecord) => boolean,
): Group {
  let first = index;
  while (first > 0 && belongs(at(records, first - 1))) first--;
  let end = index + 1;
  while (end < records.length && belongs(at(records, end))) end++;
  return { first, length: end - first };
}

/** The nameless records that share numbers with the one at `index` (format 4.2). */
export function namelessGroup(territory: Territory, index: number): Group {
  const { codex } = at(territory.records, index);
  return runAround(territory.records, index, (r) => r.nameless && r.codex === codex);
}

/**
 * How the areas of a nameless group divide the numbers. With few areas each gets whole values of
 * the first digit; with more, some get half of one; with many, all get equal shares.
 */
export type Dealing =
  | { kind: "digits"; p: number; r: number }
  | { kind: "halves"; whole: number }
  | { kind: "shares"; share: number };

/** Half of the numbers of a first digit: the first number of the second of two areas. */
export const HALF_DIGIT = 16 * 961 * 31;

/** The division for a codex and a number of areas (format 4.2, 7.2). */
export function dealingOf(codex: number, areas: number): Dealing {
  if (codex !== 21 && areas <= 31) return { kind: "digits", p: div(31, areas), r: 31 % areas };
  if (codex !== 21 && areas < 62) return { kind: "halves", whole: 62 - areas };
  const power = codex === 21 ? 961 * 961 : 961 * 961 * 31;
  const share = div(power, areas);
  return { kind: "shares", share: share - (share % 961) };
}

/** Columns and rows of a nameless record of special shape (format 4.2). */
export function specialSize(record: BoundaryRecord): { width: number; height: number } {
  const height = 1 + div(record.latMax - record.latMin, 90);
  return { width: div(record.smartDiv * record.smartDiv, height), height };
}

/** An auto-header record with its share of the numbers of its group (format 4.3). */
export interface HeaderShare {
  record: BoundaryRecord;
  start: number;
  size: number;
  /** Number of blocks of 176 rows; a block holds the values of three digits. */
  blocksHigh: number;
  stepX: number;
  stepY: number;
}

function roundedUp(value: number, unit: number): number {
  return ceilDiv(value, unit) * unit;
}

/** The share of one record, beginning at `start` (format 4.3). */
function headerShare(record: BoundaryRecord, start: number): HeaderShare {
  const latSpan = record.latMax - record.latMin;
  const lonSpan = record.lonMax - record.lonMin;
  const rows = roundedUp(ceilDiv(latSpan, 90), 176);
  const columns = roundedUp(ceilDiv(4 * lonSpan, xdivider(record.latMin, record.latMax)), 168);
  const blocksHigh = div(rows, 176);
  let size = div(columns, 168) * blocksHigh * 961 * 31;
  if (record.recordType === 2) {
    const unit = record.codex >= 23 ? 961 * 961 * 31 : 961 * 961;
    size = roundedUp(start + size, unit) - start;
  }
  const stepX = ceilDiv(lonSpan, columns);
  return { record, start, size, blocksHigh, stepX, stepY: ceilDiv(latSpan, rows) };
}

/** The shares of the auto-header group of the record at `index` (format 4.3). */
export function headerShares(territory: Territory, index: number): HeaderShare[] {
  const { codex } = at(territory.records, index);
  const belongs = (r: BoundaryRecord): boolean => r.recordType > 1 && r.codex === codex;
  const group = runAround(territory.records, index, belongs);
  const shares: HeaderShare[] = [];
  let start = 0;
  for (let i = group.first; i < group.first + group.length; i++) {
    const share = headerShare(at(territory.records, i), start);
    shares.push(share);
    start += share.size;
  }
  return shares;
}
