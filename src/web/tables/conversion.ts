/** Converts a table or list in one pass, and keeps points, rows and errors for the page. */
import { BatchError } from "../../batch/errors.ts";
import { FORMATS, formatNamed } from "../../batch/formats/index.ts";
import { decideFormat } from "../../batch/input/format.ts";
import { InputDecoder } from "../../batch/input-decoder.ts";
import type { FormatName } from "../../batch/options/formats.ts";
import { completeOptions } from "../../batch/options/options.ts";
import { COLUMN_OPTIONS, resultNames } from "../../batch/options/roles.ts";
import type { RowObserver } from "../../batch/rows/row-errors.ts";
import type { Message } from "../../batch/sentences.ts";
import { BatchSession } from "../../batch/session.ts";
import { type AlphabetName, findTerritory } from "../../index.ts";
import { fullNameOf, territoriesNamed } from "../engine/names.ts";
import { countText } from "../units.ts";
import { cellsOf, delimiterOf, findRecords, resultText } from "./records.ts";

/** More rows need more memory than phones give a page. */
const MAX_ROWS = 1_000_000;
/** The output has all errors. */
const MAX_SHOWN_ERRORS = 10;
const MAX_PREVIEW_ROWS = 10;
const EARTH_RADIUS_METERS = 6_378_137;
/** The edges of the square map. */
const MAX_LAT_DEG = 85.05112878;
/** Bytes that suffice to recognize the format, and the territories in front of codes. */
const SAMPLE_BYTES = 1 << 16;

/** What the column of a table may hold, and the only role that it may have. */
export const COLUMN_ROLES = [
  "latitude",
  "longitude",
  "coordinates",
  "mapcode",
  "territory",
] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];
/** The role of each column, by its index. */
export type ColumnRoles = Readonly<Record<number, ColumnRole>>;

/** A task for the worker of tables. */
export interface TableTask {
  readonly file: Blob;
  /** The name of the file: its extension decides the format. Empty for pasted rows. */
  readonly name: string;
  readonly to: "csv" | "geojson";
  /** Extra characters of the codes, 0 to 8. */
  readonly precision: number;
  readonly alphabet: AlphabetName;
  readonly bordersUrl: string;
  /** What the user has said of the columns; undefined to find out. */
  readonly roles?: ColumnRoles | undefined;
  /** Whether the user has said that texts with both coordinates begin with the longitude. */
  readonly lonFirst?: boolean | undefined;
  /** The territories that the user means by ambiguous codes: `NLD` for `NL`. */
  readonly territories?: Readonly<Record<string, string>> | undefined;
}

/** Rows of the table, for the user to see how it is read. */
export interface Preview {
  /** Names of the columns; the results are in front in rows. */
  readonly names: readonly string[];
  readonly roles: ColumnRoles;
  /** Whether the user may say what the columns hold. */
  readonly hasMenus: boolean;
  /** Whether a text holds both coordinates, in an order that may be the other one. */
  readonly hasPairs: boolean;
  readonly rows: readonly { readonly result: string; readonly cells: readonly string[] }[];
}

export interface TableResult {
  /** The format of the table and the counts of rows, in sentences. */
  readonly summary: string;
  readonly failed: number;
  /** The first failed rows, numbered as in a spreadsheet. */
  readonly errors: readonly { readonly row: number; readonly message: string }[];
  readonly preview: Preview;
  /** Names in front of codes that mean several territories. */
  readonly ambiguous: readonly Ambiguity[];
  readonly output: Blob;
  /** The converted points in meters of the map: x, y, x, y and so on. */
  readonly points: Float64Array<ArrayBuffer>;
  /** The row of each point, and the offset of each row in a csv output. */
  readonly rows: Uint32Array<ArrayBuffer>;
  readonly starts: Float64Array<ArrayBuffer>;
}

/** A name in front of codes that means several territories. */
export interface Ambiguity {
  readonly name: string;
  /** The code of the territory that it is read as. */
  readonly read: string;
  /** The names of all by their codes. */
  readonly meanings: ReadonlyMap<string, string>;
}

/** A reply of the worker: its progress, an error, or the result. */
export type TableReply =
  | { readonly share: number; readonly rows: number }
  | { readonly error: string; readonly preview?: Preview | undefined }
  | TableResult;

/** The problem with a table, with its first rows. */
export class TableError extends Error {
  readonly preview: Preview | undefined;

  constructor(message: string, preview?: Preview) {
    super(message);
    this.preview = preview;
  }
}

type Operation = "encode" | "decode";

function isRole(role: string | undefined): role is ColumnRole {
  return COLUMN_ROLES.some((one) => one === role);
}

/** How the page writes an option: columns have menus. Others are not on the page. */
function optionText(option: string | undefined): string {
  if (option === "lonFirst") return 'the button "Swap latitude and longitude"';
  const [role] = Object.entries(COLUMN_OPTIONS).find(([, name]) => name === option) ?? [];
  return isRole(role)
    ? `the choice "${role === "coordinates" ? "both" : role}" above the column`
    : "\0";
}

/** A message in terms of the page, without advice that the page does not offer. */
function pageText(message: Message): string {
  const parts = [message].flat().map((part) => {
    if (typeof part === "string")
      return part.replace(/\bthe option (\w+)/g, (_, name) => optionText(name));
    return optionText(part.option);
  });
  const sentences = parts
    .join("")
    .replaceAll(/the option (?=the |\0)/g, "")
    .split(/(?<=[.?!])\s/);
  const shown = sentences.map((one) => one.replace(/[,;] (?:or|and) [^,;]*\0.*$/, "."));
  return shown.filter((one) => !one.includes("\0")).join(" ");
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

/** The format of a file: its extension chooses among those that its first bytes allow. */
async function formatOf(file: Blob, name: string, operation: Operation): Promise<FormatName> {
  const lower = name.toLowerCase();
  const named = FORMATS.find(({ extensions }) => extensions.some((end) => lower.endsWith(end)));
  const bytes = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
  const text = new InputDecoder().push(bytes, true);
  return decideFormat(text, completeOptions({ operation }), named?.name, true).from;
}

/** The options for the columns that the user has chosen, by their names, or their numbers where names repeat. */
function columnOptions(roles: ColumnRoles, names: readonly string[]) {
  const options = Object.entries(roles).map(([index, role]) => {
    const name = names[Number(index)];
    const isUnique = names.filter((one) => one === name).length === 1;
    return [COLUMN_OPTIONS[role], isUnique ? name : `${Number(index) + 1}`];
  });
  return Object.fromEntries(options);
}

/** The first rows as they are, of a table that cannot be converted. */
async function rawPreview(
  file: Blob,
  from: FormatName,
  roles: ColumnRoles,
): Promise<Preview | undefined> {
  if (from !== "csv" && from !== "tsv") return undefined;
  const [first = "", ...rows] = (await file.slice(0, SAMPLE_BYTES).text()).split(/\r?\n/);
  const delimiter = delimiterOf(first);
  const preview = rows.filter(Boolean).slice(0, MAX_PREVIEW_ROWS);
  return {
    names: cellsOf(first, delimiter),
    roles,
    hasMenus: true,
    hasPairs: Object.values(roles).includes("coordinates"),
    rows: preview.map((row) => ({ result: "", cells: cellsOf(row, delimiter) })),
  };
}

/** The roles that the user has chosen, and others that a session has found, from its notice. */
function allRoles(chosen: ColumnRoles, notice = "", names: readonly string[]): ColumnRoles {
  const roles: Record<number, ColumnRole> = { ...chosen };
  const taken = Object.values(chosen);
  for (const [, role, name] of notice.matchAll(/(\w+) from '(.*?)'(?=,|$)/g)) {
    if (isRole(role) && !taken.includes(role)) roles[names.indexOf(name)] ??= role;
  }
  return roles;
}

/** Names in front of codes that mean several territories, such as `NL`, or another one than people say: `UK`. */
function ambiguitiesIn(table: string): Ambiguity[] {
  const names = Array.from(table.matchAll(CODES), ([, name]) => name.toUpperCase());
  return [...new Set(names)].flatMap((name) => {
    const read = findTerritory(name);
    if (!read) return [];
    const { called } = territoriesNamed(name, MAX_PREVIEW_ROWS);
    const named = [{ territory: read, name: fullNameOf(read) }, ...called];
    const meanings = new Map(named.map(({ territory, name }) => [territory.alphaCode, name]));
    return meanings.size > 1 ? [{ name, read: read.alphaCode, meanings }] : [];
  });
}

/** Codes with a short territory: the beginning of a cell. */
const CODES = /(?<=^|[",;|\t\n])([a-z]{2,3})(?=\s+\w{2,5}\.\w{2,4})/gi;

async function convertAs(
  operation: Operation,
  task: TableTask,
  onProgress: (share: number, rows: number) => void,
  maxRows: number,
): Promise<TableResult & { readonly converted: number }> {
  const { file, name, to, precision, alphabet, roles = {}, lonFirst, territories = {} } = task;
  const points: number[] = [];
  const rows: number[] = [];
  const errors: { row: number; message: string }[] = [];
  const failures: number[] = [];
  let count = 0;
  const onRow: RowObserver["onRow"] = ({ point, error }) => {
    count++;
    if (error && errors.length < MAX_SHOWN_ERRORS)
      errors.push({ row: count, message: pageText(error.message) });
    if (error && failures.length < MAX_PREVIEW_ROWS / 2) failures.push(count);
    if (error || !point) return;
    const latDeg = Math.max(-MAX_LAT_DEG, Math.min(MAX_LAT_DEG, point.latDeg));
    const [x, y] = [point.lonDeg, latDeg].map((degrees) => (degrees * Math.PI) / 180);
    points.push(EARTH_RADIUS_METERS * x, EARTH_RADIUS_METERS * Math.asinh(Math.tan(y)));
    rows.push(count);
  };
  const from = await formatOf(file, name, operation);
  const isTable = from === "csv" || from === "tsv";
  const names = (await rawPreview(file, from, {}))?.names ?? [];
  const pairs = lonFirst === undefined ? {} : { lonFirst };
  const chosen = Object.entries(territories).map((pair) => pair.join("="));
  const meanings = chosen.length > 0 ? { meanings: chosen.join() } : {};
  const own = operation === "encode" ? { precision, alphabet, ...pairs } : meanings;
  const options = { operation, from, to, ...own, ...columnOptions(roles, names) };
  const session = new BatchSession(options, { maxRows }, { onRow });
  const output: Uint8Array<ArrayBuffer>[] = [];
  let readBytes = 0;
  try {
    const reader = file.stream().getReader();
    for (let part = await reader.read(); part.value; part = await reader.read()) {
      readBytes += part.value.length;
      for (const bytes of session.push(part.value)) {
        output.push(bytes);
        onProgress(readBytes / file.size, count);
      }
    }
    output.push(...session.end());
  } catch (error) {
    if (!(error instanceof BatchError)) throw error;
    const found = allRoles(roles, session.notice, names);
    throw new TableError(pageText(error.sentence), await rawPreview(file, from, found));
  }
  const blob = new Blob(output, { type: formatNamed(to).mediaTypes[0] });
  const { starts } = to === "csv" ? await findRecords(blob, true) : { starts: new Float64Array(0) };
  const rowText = (row: number) => blob.slice(starts[row], starts[row + 1]).text();
  const header = starts.length > 1 ? cellsOf(await rowText(0)) : [];
  const results = resultNames({ operation, all: false, include: [] }).length + 1;
  const inputCount = Math.max(0, header.length - results);
  const shown = failures.length + MAX_PREVIEW_ROWS > count ? count : MAX_PREVIEW_ROWS;
  const first = Array.from({ length: shown }, (_, index) => index + 1);
  const previewed = [...new Set([...failures, ...first])].slice(0, MAX_PREVIEW_ROWS);
  const found = allRoles(roles, session.notice, header);
  const hasPairs = Object.values(found).includes("coordinates") || from === "plain";
  const preview: Preview = {
    names: header.slice(0, inputCount),
    roles: found,
    hasMenus: isTable,
    hasPairs: operation === "encode" && hasPairs,
    rows: await Promise.all(
      (to === "csv" ? previewed : []).map(async (row) => {
        const cells = cellsOf(await rowText(row));
        const result = resultText(cells.slice(inputCount));
        return { result, cells: cells.slice(0, inputCount) };
      }),
    ),
  };
  const lines = from === "plain" || isTable ? errors.length : 0;
  if (lines > 0) {
    const { numbers } = await findRecords(file, from === "csv");
    for (const error of errors) error.row = numbers[numbers.length - count + error.row - 1];
  }
  return {
    summary: summaryOf(operation, session),
    failed: session.counts.failed,
    converted: session.counts.converted,
    errors,
    preview,
    ambiguous: operation === "decode" ? ambiguitiesIn(await file.text()) : [],
    output: blob,
    points: Float64Array.from(points),
    rows: Uint32Array.from(rows),
    starts,
  };
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
  const chosen = Object.values(task.roles ?? {});
  if (chosen.includes("mapcode")) return attempt("decode");
  if (chosen.some((role) => role !== "territory")) return attempt("encode");
  const encoded = await attempt("encode").catch((error: TableError) => error);
  if ("converted" in encoded && encoded.converted > 0) return encoded;
  const decoded = await attempt("decode").catch(() => undefined);
  if (decoded && decoded.converted > 0) return decoded;
  if (encoded instanceof Error) throw encoded;
  const { errors, failed, preview } = encoded;
  if (errors.length === 0) return encoded;
  const first = `Row ${errors[0].row}: ${errors[0].message}`;
  throw new TableError(`None of ${countText(failed, "row")} could be converted. ${first}`, preview);
}
