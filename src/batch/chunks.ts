/** Chunks of complete rows, their results and their counts. Plain data, so that worker threads can receive it. */

import type { Coordinate } from "../index.ts";
import { BatchError } from "./errors.ts";
import type { Mistake } from "./input/area.ts";
import { type LocatedRowError, placeOf, type RowErrorCode } from "./rows/row-errors.ts";
import type { Surface } from "./sentences.ts";

/** Complete rows of an input, or the error of one unreadable row with the number of its line feeds. */
export interface Chunk {
  readonly bytes: Uint8Array;
  readonly error?: {
    readonly code: RowErrorCode;
    readonly message: string;
    readonly lines: number;
  };
}

/** The rows that failed with errors of one code, or have points that one mistake explains. */
export interface FailureGroup<First = LocatedRowError> {
  /** The number of these rows. */
  readonly rows: number;
  /** The error of the first one, or its point. */
  readonly first: First;
}

/** A point that is not in the area of most others. */
export interface StrayPoint extends Coordinate, Pick<LocatedRowError, "row" | "line"> {
  readonly code: Mistake;
}

/** Counts of rows by outcome. */
export interface RowCounts {
  /** All rows. Blank lines of `plain` count, but neither as converted nor as failed. */
  readonly rows: number;
  /** Rows without an error. */
  readonly converted: number;
  /** Rows with an error. Most have no result; no-mapcode has the international one. */
  readonly failed: number;
  /** Rows that fail before the first good row. Rows without a value are not counted. */
  readonly failedBeforeGood: number;
  /** The failed rows by the codes of their errors, in the order of their first rows. */
  readonly failures: readonly FailureGroup[];
  /** Names in the rows that mean several territories: `Georgia` is US-GA, not GEO; `WA` is US-WA, not AU-WA. */
  readonly ambiguousNames: readonly string[];
}

/** Counts of rows, for messages and warnings. */
export interface CountedRows extends RowCounts {
  /** The number of line feeds. */
  readonly lines: number;
  /** The numbers of the territories in a column whose names have one meaning. */
  readonly certainTerritories: readonly number[];
  /** The number of values with blanks in place of tabs and line ends. */
  readonly valuesWithBlanks: number;
  /** The number of rows with the point 0,0. */
  readonly zeroPoints: number;
  /** The points at sea that are not in the area of most others, by the mistakes that explain it. */
  readonly strays: readonly FailureGroup<StrayPoint>[];
  /** Whether the input ends without a line end, in a number that seems to be cut. */
  readonly isCut: boolean;
  /** Whether the input writes decimal commas and the output decimal points. */
  readonly hasMixedDecimals: boolean;
}

/** Rows of a chunk with results. It counts rows and lines from its own start. */
export interface ConvertedPart extends CountedRows {
  /** The rows with their results, valid until the next part. */
  readonly bytes: Uint8Array;
  /** The length of `bytes` before the first failed row; undefined if there is none. */
  readonly bytesBeforeError: number | undefined;
  /** Whether the chunk has more rows than requested. It is the last part. */
  readonly hasMoreRows: boolean;
}

/** Adds the numbers of rows by their codes. The first row of each code stays. */
export function addGroups<First extends { readonly code: string }>(
  groups: readonly FailureGroup<First>[],
  added: readonly FailureGroup<First>[],
): readonly FailureGroup<First>[] {
  const byCode = new Map(groups.map((group) => [group.first.code, group]));
  for (const { rows, first } of added) {
    const known = byCode.get(first.code);
    byCode.set(first.code, known ? { ...known, rows: known.rows + rows } : { rows, first });
  }
  return [...byCode.values()];
}

/** Whether any row has a good point or mapcode. A point without a mapcode in its territory is good. */
export function hasGoodRow(counts: Pick<RowCounts, "converted" | "failures">): boolean {
  return counts.converted > 0 || counts.failures.some(({ first }) => first.code === "no-mapcode");
}

/** Whether rows with values fail, and none is good. */
export function haveAllFailed(counts: RowCounts): boolean {
  return counts.failedBeforeGood > 0 && !hasGoodRow(counts);
}

/** The message about an input whose rows all fail, with the first rows of three kinds of errors. */
export function noRowMessage(failures: RowCounts["failures"], surface?: Surface): string {
  const shown = failures.slice(0, 3);
  const first = shown.map(({ first }) => ` ${placeOf(first, surface)}: ${first.message}`);
  return `No row is converted.${first.join("")}`;
}

/** The error of an input whose rows all fail. */
export function noRowError({ failures }: RowCounts): BatchError {
  return new BatchError(noRowMessage(failures), undefined, "no-row-converted");
}

export const NO_ROWS: CountedRows = {
  rows: 0,
  converted: 0,
  failed: 0,
  failedBeforeGood: 0,
  failures: [],
  ambiguousNames: [],
  certainTerritories: [],
  lines: 0,
  valuesWithBlanks: 0,
  zeroPoints: 0,
  strays: [],
  isCut: false,
  hasMixedDecimals: false,
};

/** Adds the counts of the next chunk. Row and line numbers in it begin at its own start. */
export function addCounts(before: CountedRows, added: CountedRows): CountedRows {
  const located = <First extends StrayPoint | LocatedRowError>(
    groups: readonly FailureGroup<First>[],
  ) =>
    groups.map(({ rows, first }) => {
      const place = { row: before.rows + first.row, line: before.lines + first.line };
      return { rows, first: { ...first, ...place } };
    });
  const names = [...before.ambiguousNames, ...added.ambiguousNames];
  const capitals = names.map((name) => name.toUpperCase());
  return {
    rows: before.rows + added.rows,
    converted: before.converted + added.converted,
    failed: before.failed + added.failed,
    failedBeforeGood: before.failedBeforeGood + (hasGoodRow(before) ? 0 : added.failedBeforeGood),
    failures: addGroups(before.failures, located(added.failures)),
    ambiguousNames: names.filter((_, index) => capitals.indexOf(capitals[index]) === index),
    certainTerritories: [...new Set([...before.certainTerritories, ...added.certainTerritories])],
    lines: before.lines + added.lines,
    valuesWithBlanks: before.valuesWithBlanks + added.valuesWithBlanks,
    zeroPoints: before.zeroPoints + added.zeroPoints,
    strays: addGroups(before.strays, located(added.strays)),
    isCut: before.isCut || added.isCut,
    hasMixedDecimals: before.hasMixedDecimals || added.hasMixedDecimals,
  };
}

/** Bytes whose buffer is not a SharedArrayBuffer. `Uint8Array` takes a type argument only from TypeScript 5.7 on. */
export type OwnBytes = ReturnType<Uint8Array["slice"]>;

export const NO_BYTES: OwnBytes = new Uint8Array(0);

/** Concatenates two arrays, without a copy if the first one is empty. */
export function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  return first.length === 0 ? second : concatAll([first, second]);
}

/** Concatenates any number of arrays. */
export function concatAll(parts: readonly Uint8Array[]): OwnBytes {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
