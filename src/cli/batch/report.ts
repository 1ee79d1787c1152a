/** What a batch says of its inputs when it begins, and of its rows when it has ended. */
import { type Failures, hopelessError, type RowCounts, withFailures } from "../../batch/chunks.ts";
import type { LocatedRowError } from "../../batch/rows/results.ts";
import type { LocalRuleName } from "../../borders/choice.ts";
import { ambiguityNotice } from "../ambiguous-names.ts";
import { describePath, displayName, isGzipName, STANDARD_INPUT } from "./files.ts";
import type { BatchInput } from "./input.ts";

/** An error of a row of one of the inputs. */
export interface InputRowError extends LocatedRowError {
  readonly path: string;
}

/** A complete batch. */
export interface BatchSummary {
  readonly rows: number;
  readonly converted: number;
  readonly failed: number;
  /** The rows that failed by the codes of their errors. */
  readonly failures: readonly Failures<InputRowError>[];
  /** Names in rows that are a territory and a country. */
  readonly ambiguousNames: readonly string[];
  /** What is wrong with inputs whose rows all failed. */
  readonly hopeless: readonly string[];
  readonly elapsedMs: number;
  /** The rule that has chosen local mapcodes; undefined of a batch that decodes. */
  readonly localRule: LocalRuleName | undefined;
  /** The file of the rows that failed. */
  readonly rejectsPath: string | undefined;
}

/** The rows of all inputs. */
export function totalsOf(
  counts: ReadonlyMap<BatchInput, RowCounts>,
): Pick<
  BatchSummary,
  "rows" | "converted" | "failed" | "failures" | "ambiguousNames" | "hopeless"
> {
  const totals = { rows: 0, converted: 0, failed: 0 };
  const hopeless: string[] = [];
  const names = new Set<string>();
  let failures: readonly Failures<InputRowError>[] = [];
  for (const [{ path }, ofInput] of counts) {
    totals.rows += ofInput.rows;
    totals.converted += ofInput.converted;
    totals.failed += ofInput.failed;
    for (const name of ofInput.ambiguousNames) names.add(name);
    const located = ofInput.failures.map(({ rows, first }) => ({
      rows,
      first: { ...first, path },
    }));
    failures = withFailures(failures, located);
    const error = hopelessError(ofInput, true);
    if (error) hopeless.push(`${describePath(path)}: ${error.message}`);
  }
  return { ...totals, failures, ambiguousNames: [...names], hopeless };
}

/** How each input is understood, where it differs from the one before, and names that are wrong about compression. */
export function inputLines(inputs: readonly BatchInput[]): readonly string[] {
  let last = "";
  return inputs.flatMap(({ path, isGzip, plan }) => {
    const lines: string[] = [];
    if (path !== STANDARD_INPUT && isGzipName(path) !== isGzip) {
      const actual = isGzip ? "compressed with gzip" : "not compressed";
      const rest = "although its name says otherwise. It is read as it is.";
      lines.push(`${describePath(path)} is ${actual}, ${rest}`);
    }
    const notice = plan.notices.join(" ");
    if (notice !== "" && notice !== last) lines.push(`${describePath(path)}: ${notice}`);
    last = notice;
    return lines;
  });
}

/** The place and the error of a row: "points.csv, line 4, column lat: The latitude ..." */
export function failureText({ path, line, column, message }: InputRowError): string {
  const columnText = column === undefined ? "" : `, column ${column}`;
  return `${displayName(path)}, line ${line}${columnText}: ${message}`;
}

const LOCAL_RULE_TEXTS: Readonly<Record<LocalRuleName, string>> = {
  borders: "local mapcodes: by borders",
  shortest: "local mapcodes: the shortest",
};

/** The counts: "4 rows: 2 converted, 1 failed, 1 blank, 5000 rows/s, local mapcodes: by borders". */
function countsText(summary: BatchSummary): string {
  const { rows, converted, failed, localRule, elapsedMs, rejectsPath } = summary;
  const blank = rows - converted - failed;
  const parts = [
    `${converted} converted`,
    failed > 0 && rejectsPath !== undefined
      ? `${failed} failed (in ${rejectsPath})`
      : `${failed} failed`,
    blank > 0 ? `${blank} blank` : "",
    `${Math.round((rows * 1000) / Math.max(1, elapsedMs))} rows/s`,
    localRule ? LOCAL_RULE_TEXTS[localRule] : "",
  ];
  return `${rows} ${rows === 1 ? "row" : "rows"}: ${parts.filter(Boolean).join(", ")}`;
}

/** More would hide the counts. */
const MAX_NAME_NOTICES = 5;

/** How names that are a territory and a country have been read. */
function nameLines(names: readonly string[]): readonly string[] {
  const notices = names.slice(0, MAX_NAME_NOTICES).flatMap((name) => ambiguityNotice(name) ?? []);
  const others = names.slice(MAX_NAME_NOTICES).join(", ");
  return others === "" ? notices : [...notices, `So are other names of countries: ${others}.`];
}

/** The counts, names with two meanings, and the rows that failed by reason, with the first row of each reason. */
export function summaryLines(summary: BatchSummary): readonly string[] {
  const failures = summary.failures.toSorted((one, other) => other.rows - one.rows);
  const width = String(failures[0]?.rows ?? "").length;
  const reasons = failures.map(({ rows, first }) => {
    const place = rows === 1 ? "" : "first ";
    return `  ${String(rows).padStart(width)}  ${first.code}: ${place}${failureText(first)}`;
  });
  const title = failures.length > 0 ? ["Failed rows by reason:"] : [];
  return [countsText(summary), ...nameLines(summary.ambiguousNames), ...title, ...reasons];
}
