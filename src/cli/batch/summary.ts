/** What a batch says when it has ended. */
import type { RowCounts } from "../../batch/chunks.ts";
import type { BatchPlan } from "../../batch/plan.ts";
import type { LocatedRowError } from "../../batch/rows/results.ts";
import type { LocalRuleName } from "../../borders/choice.ts";
import { didYouMean, quoted } from "../../internal.ts";
import type { BatchCounts } from "./checkpoint.ts";
import { displayName } from "./file-names.ts";
import { rateText } from "./progress.ts";

/** A complete batch. */
export interface BatchSummary {
  /** The rule that has chosen local mapcodes; undefined of a batch that decodes. */
  readonly localRule: LocalRuleName | undefined;
  readonly counts: BatchCounts;
  /** The chosen columns that no row had, with what may have been meant. */
  readonly absentColumns: readonly string[];
  readonly newRows: number;
  readonly elapsedMs: number;
  /** The file of the rows that failed. */
  readonly rejectsPath: string | undefined;
}

/** The place and the error of a row: "points.csv, line 4, column lat: The latitude ..." */
export function failureText(
  path: string,
  { line, column, message }: Pick<LocatedRowError, "line" | "column" | "message">,
): string {
  const columnText = column === undefined ? "" : `, column ${column}`;
  return `${displayName(path)}, line ${line}${columnText}: ${message}`;
}

/**
 * The chosen columns that rows lack, as sentences with the nearest name that is known.
 * @param rows begins the sentences, to be read before "has"
 * @param plans of all inputs
 */
export function absentColumnTexts(
  rows: string,
  columns: RowCounts["absentColumns"] = [],
  plans: readonly BatchPlan[],
): readonly string[] {
  const known = new Set(plans.flatMap(({ names, added }) => [...names, ...added]));
  return columns
    .filter((name) => !known.has(name))
    .map(
      (name) => `${rows} has the column ${quoted(name)} of --columns.${didYouMean(name, known)}`,
    );
}

/** How local mapcodes are chosen. */
export const LOCAL_RULE_TEXTS: Readonly<Record<LocalRuleName, string>> = {
  borders: "local mapcodes: by borders",
  shortest: "local mapcodes: the shortest",
};

/** The counts: "4 rows: 2 converted, 1 failed, 1 blank, 5000 rows/s, local mapcodes: by borders". */
function countsText(summary: BatchSummary): string {
  const { counts, localRule, newRows, elapsedMs, rejectsPath } = summary;
  const { rows, converted, failed } = counts;
  const blank = rows - converted - failed;
  const parts = [
    `${converted} converted`,
    failed > 0 && rejectsPath !== undefined
      ? `${failed} failed (in ${rejectsPath})`
      : `${failed} failed`,
    blank > 0 ? `${blank} blank` : "",
    rateText(newRows, elapsedMs),
    localRule ? LOCAL_RULE_TEXTS[localRule] : "",
  ];
  return `${rows} ${rows === 1 ? "row" : "rows"}: ${parts.filter(Boolean).join(", ")}`;
}

/** A count, and what it counts. */
type CountLine = readonly [count: number, text: string];

/** Counts under a title, the greatest first; none without counts. */
function countLines(title: string, counts: readonly CountLine[]): readonly string[] {
  if (counts.length === 0) return [];
  const sorted = counts.toSorted(([one], [other]) => other - one);
  const width = String(sorted[0][0]).length;
  return [title, ...sorted.map(([count, text]) => `  ${String(count).padStart(width)}  ${text}`)];
}

/** The rows that failed by reason, with the first row of each reason; none if no row failed. */
export function failureLines({ failures }: Pick<BatchCounts, "failures">): readonly string[] {
  const counts = failures.map(({ rows, first }): CountLine => {
    const place = rows === 1 ? "" : "first ";
    return [rows, `${first.code}: ${place}${failureText(first.path, first)}`];
  });
  return countLines("Failed rows by reason:", counts);
}

/** The counts, the rows that failed, and columns that no row had, as lines for the terminal. */
export function summaryLines(summary: BatchSummary): readonly string[] {
  return [countsText(summary), ...failureLines(summary.counts), ...summary.absentColumns];
}
