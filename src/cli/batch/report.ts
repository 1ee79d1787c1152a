/** The messages of a batch: its inputs, its progress and its summary. */
import { SingleBar } from "cli-progress";
import { addGroups, type RowCounts } from "../../batch/chunks.ts";
import type { LocatedRowError } from "../../batch/rows/row-errors.ts";
import type { Warning } from "../../batch/sentences.ts";
import type { LocalRuleName } from "../../borders/choice.ts";
import { aboutInput, printWarning } from "../messages.ts";
import { describePath, displayName, formatNamedBy, isGzipName, STANDARD_STREAM } from "./files.ts";
import type { BatchFlags, BatchInput } from "./input.ts";

/** The counts of one input. */
export type InputCounts = RowCounts & { readonly path: string };

/** The plan of each input if it differs from the one before, and names that contradict the compression. */
export function inputLines(inputs: readonly BatchInput[]): readonly string[] {
  let last: string | undefined;
  return inputs.flatMap(({ path, plan, source: { isGzip } }) => {
    const lines: string[] = [];
    const isNamed = isGzipName(path) || formatNamedBy(path) !== undefined;
    if (isNamed && isGzipName(path) !== isGzip) {
      const actual = isGzip ? "compressed with gzip" : "not compressed";
      const rest = "although its name says otherwise. Its bytes decide.";
      lines.push(`${describePath(path)} is ${actual}, ${rest}`);
    }
    const { notice } = plan;
    if (notice !== undefined && notice !== last) lines.push(`${displayName(path)}: ${notice}`);
    last = notice;
    return lines;
  });
}

/**
 * Shows a progress bar on standard error if it is a terminal, unless it would overwrite rows or typed text. If the
 * total size is unknown, as of a pipe, it shows a count.
 * @returns `update` takes the number of bytes read from all inputs, and of rows converted
 */
export function startProgress(
  inputs: readonly BatchInput[],
  { output, quiet }: BatchFlags,
  stream: NodeJS.WriteStream = process.stderr,
) {
  const isTyped = process.stdin.isTTY && inputs.some(({ path }) => path === STANDARD_STREAM);
  const isOverwritten = output === undefined && process.stdout.isTTY;
  const { NO_COLOR = "", TERM } = process.env;
  const isPlain = NO_COLOR !== "" || TERM === "dumb";
  if (quiet || isPlain || !stream.isTTY || isTyped || isOverwritten) return undefined;
  const sizes = inputs.map(({ source: { sizeBytes = Number.NaN } }) => sizeBytes);
  const totalBytes = sizes.reduce((sum, size) => sum + size, 0);
  const format = Number.isNaN(totalBytes)
    ? "{rows} rows  {megabytes} MB read  {duration_formatted}"
    : "{bar} {percentage} %  {rows} rows  {eta_formatted} left";
  const bar = new SingleBar({ stream, hideCursor: true, clearOnComplete: true, format });
  bar.start(totalBytes || 0, 0, { rows: 0, megabytes: "0.0" });
  return {
    update(bytesRead: number, rows: number) {
      const megabytes = (bytesRead / 1e6).toFixed(1);
      bar.update(Math.min(bytesRead, totalBytes || 0), { rows, megabytes });
    },
    stop: () => bar.stop(),
  };
}

/** More names of inputs before a warning would hide it. */
const MAX_NAMES = 3;

/** Returns a function that prints the warnings of inputs: each one once, after the names of all its inputs. */
export function createWarner() {
  const printed = new Set<string>();
  return (inputs: readonly { readonly path: string; readonly warnings: readonly Warning[] }[]) => {
    const namesOf = new Map<string, string[]>();
    for (const { path, warnings } of inputs) {
      for (const { message } of warnings) {
        const text = `${displayName(path)}: ${message}`;
        if (printed.has(text)) continue;
        printed.add(text);
        namesOf.set(message, [...(namesOf.get(message) ?? []), displayName(path)]);
      }
    }
    for (const [message, names] of namesOf) {
      const few = names.slice(0, MAX_NAMES).join(", ");
      const all = names.length > MAX_NAMES ? `${names[0]} and ${names.length - 1} others` : few;
      printWarning(aboutInput(all, message));
    }
  };
}

/** The place and the error of a row: "points.csv, line 4, column lat: The latitude ..." */
export function failureText(error: LocatedRowError & { readonly path: string }): string {
  const { path, line, column, message } = error;
  const columnText = column === undefined ? "" : `, column ${column}`;
  return `${displayName(path)}, line ${line}${columnText}: ${message}`;
}

/** The counts, and failed rows by reason, with the first row of each reason. */
export function summaryLines(
  inputs: readonly InputCounts[],
  elapsedMs: number,
  localRule: LocalRuleName | undefined,
  rejects: string | undefined,
): readonly string[] {
  const [rows, converted, failed] = (["rows", "converted", "failed"] as const).map((name) =>
    inputs.reduce((sum, counts) => sum + counts[name], 0),
  );
  const blank = rows - converted - failed;
  const counts = [
    `${rows} ${rows === 1 ? "row" : "rows"}: ${converted} converted`,
    `${failed} failed${failed > 0 && rejects !== undefined ? ` (in ${rejects})` : ""}`,
    ...(blank > 0 ? [`${blank} blank`] : []),
    `${Math.round((rows * 1000) / Math.max(1, elapsedMs))} rows/s`,
    ...(localRule === "borders" ? ["local mapcodes: by borders"] : []),
    ...(localRule === "shortest" ? ["local mapcodes: the shortest"] : []),
  ];
  const located = inputs.flatMap(({ failures, path }) =>
    failures.map(({ rows, first }) => ({ rows, first: { ...first, path } })),
  );
  const failures = addGroups([], located).toSorted((first, second) => second.rows - first.rows);
  const width = String(failures[0]?.rows ?? "").length;
  return [
    counts.join(", "),
    ...(failures.length > 0 ? ["Failed rows by reason:"] : []),
    ...failures.map(({ rows, first }) => {
      const place = rows === 1 ? "" : "first ";
      return `  ${String(rows).padStart(width)}  ${first.code}: ${place}${failureText(first)}`;
    }),
  ];
}
