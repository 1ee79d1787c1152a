/** Converts a table or list in one pass, and keeps points, rows and errors for the page. */
import type { BatchPlan } from "../../batch/batch-plan.ts";
import { BatchError } from "../../batch/errors.ts";
import { FORMATS, formatNamed } from "../../batch/formats/index.ts";
import type { BatchOptions } from "../../batch/options/options.ts";
import { COLUMN_OPTIONS, type Operation, ROLES } from "../../batch/options/roles.ts";
import type { RowObserver } from "../../batch/rows/row-errors.ts";
import { BatchSession } from "../../batch/session.ts";
import { findTerritory } from "../../index.ts";
import { fullNameOf, territoriesNamed } from "../engine/names.ts";
import { toMeters } from "../map/projection.ts";
import { countText } from "../units.ts";
import { pageText } from "./messages.ts";
import { MAX_PREVIEW_ROWS, previewOf, startOf } from "./preview.ts";
import { findRecords } from "./records.ts";
import type { Ambiguity, Preview, TableResult, TableTask } from "./task.ts";

/** More rows need more memory than phones give a page. */
const MAX_ROWS = 1_000_000;
/** The output has all errors. */
const MAX_SHOWN_ERRORS = 10;

/** The problem with a table, with its first rows. */
export class TableError extends Error {
  readonly preview: Preview | undefined;

  constructor(message: string, preview?: Preview) {
    super(message);
    this.preview = preview;
  }
}

function optionsOf(operation: Operation, task: TableTask): BatchOptions {
  const { alphabet, columns = {}, joined = false, lonFirst, meanings = {}, precision, to } = task;
  const named = ROLES[operation].map((role) => [COLUMN_OPTIONS[role], columns[role]]);
  const meant = Object.entries(meanings).map((pair) => pair.join("="));
  return {
    ...{ operation, to, ...Object.fromEntries(named) },
    ...(operation === "encode" && { precision, alphabet, joined, lonFirst }),
    ...(operation === "decode" && { shortDegrees: true }),
    ...(operation === "decode" && meant.length > 0 && { meanings: meant.join() }),
  };
}

/** `Read as csv, mapcode from 'code'. 2 rows converted. 1 row could not be converted.` */
function summaryOf(operation: Operation, { counts, notice, warnings }: BatchSession): string {
  const kind = operation === "encode" ? "points" : "mapcodes";
  const reading = `Read as ${notice ?? `a list of ${kind}`}.`;
  const { failed, converted } = counts;
  const failure = failed === 0 ? "" : ` ${countText(failed, "row")} could not be converted.`;
  const doubts = warnings.map(({ message }) => ` ${pageText(message)}`);
  return `${reading} ${countText(converted, "row")} converted.${failure}${doubts.join("")}`;
}

/** Codes with a short territory: the beginning of a cell. */
const CODES = /(?<=^|[",;|\t\n])([a-z]{2,3})(?=\s+\w{2,5}\.\w{2,4})/gi;

/** Names in front of codes for the user to decide: `NL`, which means several; `UK`, read as Uttarakhand; `FR`, none. */
function ambiguitiesIn(table: string): Ambiguity[] {
  const names = Array.from(table.matchAll(CODES), ([, name]) => name.toUpperCase());
  return [...new Set(names)].flatMap((name) => {
    const territory = findTerritory(name);
    const { called } = territoriesNamed(name, MAX_PREVIEW_ROWS);
    const named = [...(territory ? [{ territory, name: fullNameOf(territory) }] : []), ...called];
    const meanings = new Map(named.map(({ territory, name }) => [territory.alphaCode, name]));
    const read = territory?.alphaCode ?? "";
    return meanings.size > (read === "" ? 0 : 1) ? [{ name, read, meanings }] : [];
  });
}

/** Keeps what the page shows of rows. They have numbers from 1. */
class ShownRows {
  readonly points: number[] = [];
  readonly rows: number[] = [];
  readonly errors: { row: number; readonly message: string }[] = [];
  count = 0;

  readonly add: NonNullable<RowObserver["onRow"]> = ({ row, point, error }) => {
    this.count = row;
    if (error && this.errors.length < MAX_SHOWN_ERRORS) {
      this.errors.push({ row, message: pageText(error.message) });
    }
    if (error || !point) return;
    this.points.push(...toMeters(point));
    this.rows.push(row);
  };
}

/** Sends a file through a batch. @returns the output */
async function pass(
  { file }: TableTask,
  session: BatchSession,
  onProgress: (share: number, rows: number) => void,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const output: Uint8Array<ArrayBuffer>[] = [];
  const reader = file.stream().getReader();
  let readBytes = 0;
  for (let part = await reader.read(); part.value; part = await reader.read()) {
    readBytes += part.value.length;
    for (const bytes of session.push(part.value)) {
      output.push(bytes);
      onProgress(readBytes / file.size, session.counts.rows);
    }
  }
  return [...output, ...session.end()];
}

/** Gives errors the numbers of a spreadsheet, which counts the header and blank rows. */
async function numberErrors({ file }: TableTask, { options }: BatchPlan, shown: ShownRows) {
  const { kind } = formatNamed(options.from);
  if (shown.errors.length === 0 || (kind !== "table" && kind !== "line")) return;
  const { numbers } = await findRecords(file, options.from === "csv");
  for (const error of shown.errors)
    error.row = numbers[numbers.length - shown.count + error.row - 1];
}

async function convertAs(
  operation: Operation,
  task: TableTask,
  onProgress: (share: number, rows: number) => void,
  maxRows: number,
) {
  const { file, to } = task;
  const name = task.name.toLowerCase();
  const proposed = FORMATS.find(({ extensions }) => extensions.some((end) => name.endsWith(end)));
  const options = optionsOf(operation, task);
  const shown = new ShownRows();
  const session = new BatchSession(options, { maxRows }, { onRow: shown.add }, proposed?.name);
  let parts: Uint8Array<ArrayBuffer>[];
  try {
    parts = await pass(task, session, onProgress);
  } catch (error) {
    if (!(error instanceof BatchError)) throw error;
    throw new TableError(pageText(error.sentence), await startOf(file, options, proposed?.name));
  }
  const { counts, plan } = session;
  if (!plan) throw new TableError("The table is empty.");
  const output = new Blob(parts, { type: formatNamed(to).mediaTypes[0] });
  const delimiter = formatNamed("csv").outputDelimiter?.(plan) ?? ",";
  const { starts } =
    to === "csv" ? await findRecords(output, true) : { starts: new Float64Array(0) };
  const preview = await previewOf(plan, { output, starts, delimiter }, shown);
  await numberErrors(task, plan, shown);
  const result: TableResult = {
    ...{ operation, preview, output, delimiter, starts, errors: shown.errors },
    ...{ summary: summaryOf(operation, session), failed: counts.failed },
    ambiguous: operation === "decode" ? ambiguitiesIn(await file.text()) : [],
    points: Float64Array.from(shown.points),
    rows: Uint32Array.from(shown.rows),
  };
  return { result, counts };
}

/**
 * Converts a table of points, or else of mapcodes. The borders must be loaded: the local codes of points depend on
 * them.
 * @throws TableError if the rows are neither, with the problem of points; or if there are too many
 */
export async function convertTable(
  task: TableTask,
  onProgress: (share: number, rows: number) => void,
  maxRows: number = MAX_ROWS,
): Promise<TableResult> {
  const attempt = (operation: Operation) => convertAs(operation, task, onProgress, maxRows);
  const { mapcode, latitude, longitude, coordinates } = task.columns ?? {};
  if (mapcode !== undefined) return (await attempt("decode")).result;
  if ((latitude ?? longitude ?? coordinates) !== undefined) return (await attempt("encode")).result;
  const encoded = await attempt("encode").catch((error: TableError) => error);
  if (!(encoded instanceof Error) && encoded.counts.converted > 0) return encoded.result;
  const decoded = await attempt("decode").catch(() => undefined);
  // A row with an unknown code is a mapcode nevertheless.
  const codes = decoded?.counts.failures.some(({ first }) => first.code.startsWith("unknown-"));
  if (decoded && (codes || decoded.counts.converted > 0)) return decoded.result;
  if (encoded instanceof Error) throw encoded;
  const { errors, failed, preview } = encoded.result;
  const [first] = errors;
  const message = `None of ${countText(failed, "row")} could be converted. Row ${first?.row}: ${first?.message}`;
  throw new TableError(message, preview);
}
