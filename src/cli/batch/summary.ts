/** What a batch says when it has ended. */
import type { LocatedRowError } from "../../batch/rows.ts";
import type { BatchCounts } from "./checkpoint.ts";
import { STANDARD_INPUT } from "./file-names.ts";
import { rateText } from "./progress.ts";
import { type BatchStatistics, statisticsLines } from "./statistics.ts";

/** A complete batch. */
export interface BatchSummary {
  readonly counts: BatchCounts;
  readonly newRows: number;
  readonly elapsedMs: number;
  /** The file of the rows that failed. */
  readonly rejectsPath: string | undefined;
  readonly statistics: BatchStatistics | undefined;
}

/** The place and the error of a row: "points.csv, line 4, column lat: The latitude ..." */
export function failureText(
  path: string,
  { line, column, message }: Pick<LocatedRowError, "line" | "column" | "message">,
): string {
  const file = path === STANDARD_INPUT ? "standard input" : path;
  const columnText = column === undefined ? "" : `, column ${column}`;
  return `${file}, line ${line}${columnText}: ${message}`;
}

/** The counts: "4 rows: 2 converted, 1 failed, 1 blank, 5000 rows/s". */
function countsText({ counts, newRows, elapsedMs, rejectsPath }: BatchSummary): string {
  const { rows, converted, failed, clamped } = counts;
  const blank = rows - converted - failed;
  const parts = [
    `${converted} converted`,
    failed > 0 && rejectsPath !== undefined
      ? `${failed} failed (in ${rejectsPath})`
      : `${failed} failed`,
    clamped > 0 ? `${clamped} clamped` : "",
    blank > 0 ? `${blank} blank` : "",
    rateText(newRows, elapsedMs),
  ];
  return `${rows} ${rows === 1 ? "row" : "rows"}: ${parts.filter(Boolean).join(", ")}`;
}

/** The counts and the first row that failed, as lines for the terminal. */
export function summaryLines(summary: BatchSummary): readonly string[] {
  const { firstFailure } = summary.counts;
  const first = firstFailure && `First failed row: ${failureText(firstFailure.path, firstFailure)}`;
  return first ? [countsText(summary), first] : [countsText(summary)];
}

/** The statistics of a batch, as lines for the terminal. */
export function summaryStatistics({ statistics }: BatchSummary): readonly string[] {
  return statistics ? statisticsLines(statistics) : [];
}
