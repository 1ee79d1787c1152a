/** Converts a table or list in one pass, and keeps points, rows and errors for the page. */
import { concatAll, NO_BYTES } from "../../batch/chunks.ts";
import { BatchError } from "../../batch/errors.ts";
import { FORMATS } from "../../batch/formats.ts";
import type { InputPlan } from "../../batch/input-plan.ts";
import { FORMAT_FACTS, FORMAT_NAMES } from "../../batch/options/format-facts.ts";
import type { BatchOptions } from "../../batch/options/options.ts";
import { type ByRole, COLUMN_OPTIONS, type Operation, ROLES } from "../../batch/options/roles.ts";
import { outputDelimiter } from "../../batch/output/tables.ts";
import { textOf } from "../../batch/sentences.ts";
import { BatchSession } from "../../batch/session.ts";
import { TableReader } from "../../batch/syntax/fields.ts";
import { Transcoder } from "../../batch/transcoder.ts";
import { findTerritory } from "../../index.ts";
import { findByDisplayName, fullNameOf } from "../engine/names.ts";
import { toMeters } from "../map/projection.ts";
import { countText } from "../wording.ts";
import { swapFixedOrder } from "./fixed-order.ts";
import { findRows, readRow } from "./row-texts.ts";

/** More rows need more memory than phones give a page. */
const MAX_ROWS = 1_000_000;
/** Of rows and of errors: the output has all. */
const MAX_SHOWN_ROWS = 10;

type SharedOption = "precision" | "alphabet" | "joined" | "header" | "encoding" | "lonFirst";

/** A file to convert, and what the user has said of it. */
export interface TableTask extends Pick<BatchOptions, SharedOption> {
  /** Pasted rows have no name. The extension of others proposes the format. */
  readonly file: File;
  /** What is said of the file, in front of the summary; may be empty. */
  readonly note?: string;
  readonly to: "csv" | "geojson";
  readonly maxRows?: number;
  /** The chosen columns, by their names, or by their numbers where names repeat. */
  readonly columns?: ByRole<string>;
  /** The territories that names in the table mean: `NLD` for `NL`. */
  readonly meanings?: Readonly<Record<string, string>>;
  /** The territory of codes without one. */
  readonly territory?: string | undefined;
}

/** A name that means no territory, several ones, or another one than people think. */
export type Ambiguity = ReturnType<typeof ambiguitiesOf>[number];

export interface TableFailure {
  readonly error: string;
  readonly isUnderstood?: false;
  readonly preview?: Preview | undefined;
}

export type TableResult = Awaited<ReturnType<typeof convertAs>>;

type OnProgress = (share: number) => void;

function optionsOf(operation: Operation, task: TableTask): BatchOptions {
  const { alphabet, columns = {}, encoding, header, joined, lonFirst } = task;
  const { meanings = {}, precision, territory, to } = task;
  const named = ROLES[operation].map((role) => [COLUMN_OPTIONS[role], columns[role]]);
  return {
    operation,
    to,
    surface: "page",
    // A list may be a table without a header.
    from: header === false ? "csv" : undefined,
    header,
    encoding,
    meanings: `${Object.entries(meanings).map((pair) => pair.join("="))}`,
    ...Object.fromEntries(named),
    ...(operation === "encode"
      ? { precision, alphabet, joined, lonFirst }
      : { shortDegrees: true, territory }),
  };
}

/** `Read as csv, mapcode from 'code'. 2 rows converted. 1 row could not be converted.` */
function summaryOf({ note = "" }: TableTask, operation: Operation, session: BatchSession): string {
  const { counts, plan, warnings } = session;
  const kind = operation === "encode" ? "points" : "mapcodes";
  const { failed, converted } = counts;
  const parts = [
    note,
    `Read as ${plan?.notice ?? `a list of ${kind}`}.`,
    `${countText(converted, "row")} converted.`,
    failed === 0 ? "" : `${countText(failed, "row")} could not be converted.`,
    ...warnings.map(({ message }) => message),
  ];
  return parts.filter(Boolean).join(" ");
}

/** Names for the user to decide: `NL`, which means several; `UK`, read as Uttarakhand; `FR`, none. */
function ambiguitiesOf(names: Iterable<string>) {
  const ambiguities = Array.from(names, (name) => {
    const territory = findTerritory(name);
    const own = territory ? [{ territory, name: fullNameOf(territory) }] : [];
    const named = [...own, ...findByDisplayName(name)];
    const meanings = new Map(named.map(({ territory, name }) => [territory.alphaCode, name]));
    return { name, readAs: territory?.alphaCode ?? "", meanings };
  });
  // The option separates names by commas and equals signs.
  const decidable = ambiguities.filter(({ name }) => !/[,=]/.test(name));
  return decidable.filter(({ readAs, meanings }) => meanings.size > (readAs === "" ? 0 : 1));
}

/** The first rows of a table, for the user to see how it is read. */
export type Preview = Awaited<ReturnType<typeof previewOf>>;

/** Rows with their results: some failed ones first. */
async function previewOf(plan: InputPlan, table: OutputTable, failed: readonly number[]) {
  const { indexes, members, options } = plan;
  const { from, operation, to } = options;
  const { kind } = FORMAT_FACTS[from];
  // Without the header and the end.
  const starts = table.starts.subarray(1, -1).subarray(0, MAX_SHOWN_ROWS);
  const first = Array.from(starts, (_, index) => index + 1);
  const numbers = to === "csv" ? new Set([...failed.slice(0, MAX_SHOWN_ROWS / 2), ...first]) : [];
  const shown = [...numbers].slice(0, MAX_SHOWN_ROWS);
  const paths = Object.entries(members).map(([role, path]) => [role, table.names.indexOf(path)]);
  const roles: ByRole<number> = kind === "object" ? Object.fromEntries(paths) : indexes;
  return {
    names: table.names,
    roles,
    /** The kind of rows: the user may say what the columns of tables and members of objects hold. */
    kind,
    /** Whether a text holds both coordinates, in an order that may be the other one. */
    hasPairs: operation === "encode" && (indexes.latitude ?? members.latitude) === undefined,
    lonFirst: options.lonFirst,
    rows: await Promise.all(shown.map((row) => readRow(table, row))),
  };
}

/** The preview of a table whose columns are in doubt, or the order of its pairs. */
function sampledPreview(error: BatchError, { columns = {} }: TableTask): Preview | undefined {
  if (!error.sample) return undefined;
  const { names: header, rows, from, indexes } = error.sample;
  const isOrderInDoubt = error.option === "lonFirst";
  const width = Math.max(header.length, rows[0]?.length ?? 0);
  const names = Array.from({ length: width }, (_, at) => header[at] || `column${at + 1}`);
  if (names.length === 0 && !isOrderInDoubt) return undefined;
  const { kind } = FORMAT_FACTS[from];
  const indexOf = (column: string) =>
    names.includes(column) ? names.indexOf(column) : Number(column) - 1;
  const chosen = Object.entries(columns).map(([role, column]) => [role, indexOf(column)]);
  const roles: ByRole<number> = { ...Object.fromEntries(chosen), ...indexes };
  return {
    names,
    roles,
    kind,
    hasPairs: isOrderInDoubt || kind === "line" || roles.coordinates !== undefined,
    lonFirst: undefined,
    rows: rows.slice(0, MAX_SHOWN_ROWS).map((cells) => ({ result: "", cells: [...cells] })),
  };
}

async function convertFile(file: Blob, session: BatchSession, onProgress: OnProgress) {
  const output: Uint8Array<ArrayBuffer>[] = [];
  const reader = file.stream().getReader();
  let readBytes = 0;
  for (let part = await reader.read(); part.value; part = await reader.read()) {
    readBytes += part.value.length;
    for (const bytes of session.push(part.value)) {
      output.push(bytes);
      onProgress(readBytes / file.size);
    }
  }
  return [...output, ...session.end()];
}

/** A csv output with the names of the columns of its input, and where its rows start: the header, all others, the end. */
export type OutputTable = ReturnType<typeof outputTable>;

function outputTable(parts: Uint8Array<ArrayBuffer>[], plan: InputPlan) {
  const { header, to } = plan.options;
  const delimiter = outputDelimiter(plan);
  const columns = [...plan.columns, ...plan.resultNames];
  const reader = new TableReader({ ...plan, columns, delimiter, quotesSpanLines: true });
  const { starts } = findRows(to === "csv" ? concatAll(parts) : NO_BYTES, reader);
  const output = new Blob(parts, { type: FORMAT_FACTS[to].mediaTypes[0] });
  const rowStarts = Float64Array.from(header ? starts : [0, ...starts]);
  return { names: plan.columns, output, delimiter, starts: rowStarts };
}

async function convertAs(operation: Operation, task: TableTask, onProgress: OnProgress) {
  const { maxRows = MAX_ROWS } = task;
  let { encoding, file } = task;
  const isExtension = (end: string) => file.name.toLowerCase().endsWith(end);
  const proposed = FORMAT_NAMES.find((format) => FORMAT_FACTS[format].extensions.some(isExtension));
  const [points, rows]: [number[], number[]] = [[], []];
  const errors: { row: number; readonly message: string }[] = [];
  const observer: ConstructorParameters<typeof BatchSession>[2] = {
    onRow({ row, point, error }) {
      if (error && errors.length < MAX_SHOWN_ROWS) errors.push({ row, message: error.message });
      if (error || !point) return;
      points.push(...toMeters(point));
      rows.push(row);
    },
  };
  const options = optionsOf(operation, task);
  if (options.lonFirst) {
    [file, encoding] = [await swapFixedOrder(file, options, proposed), undefined];
  }
  const session = new BatchSession({ ...options, encoding }, { maxRows }, observer, proposed);
  const parts = await convertFile(file, session, onProgress);
  const { counts, plan } = session;
  const count = counts.converted + counts.failed;
  if (!plan || count === 0) throw new BatchError("The table has no rows.");
  const table = outputTable(parts, plan);
  const failed = errors.map(({ row }) => row);
  const preview = await previewOf(plan, table, failed);
  if (errors.length > 0 && ["table", "line"].includes(preview.kind)) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const reader = FORMATS[plan.options.from].createReader(plan);
    const { numbers } = findRows(new Transcoder(encoding).push(bytes, true), reader);
    // From the end, as a header may be before the rows.
    for (const error of errors) error.row = numbers.at(error.row - count - 1) ?? 0;
  }
  return {
    ...table,
    operation,
    preview,
    summary: summaryOf(task, operation, session),
    failed: counts.failed,
    /** Whether the rows are points or mapcodes, though perhaps not of a known territory. */
    isUnderstood:
      counts.converted > 0 ||
      counts.failures.some(({ first }) => /^unknown-|^no-mapcode$/.test(first.code)),
    errors,
    ambiguous: ambiguitiesOf(session.territoryNames),
    /** The converted points in meters of the map: x, y, x, y and so on. */
    points: Float64Array.from(points),
    rows: Uint32Array.from(rows),
  };
}

/** Converts a table of points, or else of mapcodes. The borders must be loaded. */
export async function convertTable(task: TableTask, onProgress: OnProgress) {
  const attempt = async (operation: Operation): Promise<TableResult | TableFailure> => {
    try {
      return await convertAs(operation, task, onProgress);
    } catch (error) {
      if (!(error instanceof BatchError)) throw error;
      return { error: textOf(error.messageParts, "page"), preview: sampledPreview(error, task) };
    }
  };
  const { mapcode, latitude, longitude, coordinates } = task.columns ?? {};
  if (mapcode !== undefined) return attempt("decode");
  const encoded = await attempt("encode");
  const hasPoints = (latitude ?? longitude ?? coordinates) !== undefined;
  if (hasPoints || encoded.isUnderstood) return encoded;
  const decoded = await attempt("decode");
  return decoded.isUnderstood ? decoded : encoded;
}
