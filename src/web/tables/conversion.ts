/** Converts a table or list in one pass, and keeps points and errors for the page. */
import { FORMATS, formatNamed } from "../../batch/formats/index.ts";
import { InputDecoder } from "../../batch/input-decoder.ts";
import { completeOptions } from "../../batch/options/options.ts";
import { recognizeFormat } from "../../batch/recognize.ts";
import type { RowObserver } from "../../batch/rows/row-errors.ts";
import { BatchSession } from "../../batch/session.ts";
import type { AlphabetName } from "../../index.ts";
import { countText } from "../units.ts";

/** More rows need more memory than phones give a page. */
const MAX_ROWS = 1_000_000;
/** The output has all errors. */
const MAX_SHOWN_ERRORS = 10;
const EARTH_RADIUS_METERS = 6_378_137;
/** Bytes that suffice to recognize the format. */
const SAMPLE_BYTES = 1 << 16;

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
}

export interface TableResult {
  /** The format of the table and the counts of rows, in sentences. */
  readonly summary: string;
  readonly failed: number;
  /** The first failed rows, numbered from 1 without the header. */
  readonly errors: readonly { readonly row: number; readonly message: string }[];
  readonly output: Blob;
  /** The converted points in meters of the map: x, y, x, y and so on. */
  readonly points: Float64Array<ArrayBuffer>;
}

/** A reply of the worker: its progress, an error, or the result. */
export type TableReply =
  | { readonly share: number; readonly rows: number }
  | { readonly error: string }
  | TableResult;

type Operation = "encode" | "decode";

/** `Read as csv, mapcode from 'code'. 2 rows converted. 1 row could not be.` */
function summaryOf(operation: Operation, { counts, notice }: BatchSession): string {
  const kind = operation === "encode" ? "points" : "mapcodes";
  const reading = `Read as ${notice ?? `a list of ${kind}`}.`;
  const failed = counts.failed === 0 ? "" : ` ${countText(counts.failed, "row")} could not be.`;
  return `${reading} ${countText(counts.converted, "row")} converted.${failed}`;
}

/** The format of a file, by its extension or else by its first bytes. */
async function formatOf(file: Blob, name: string, operation: Operation) {
  const lower = name.toLowerCase();
  const named = FORMATS.find(({ extensions }) => extensions.some((end) => lower.endsWith(end)));
  const bytes = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
  const options = completeOptions({ operation, from: "plain", to: "csv" });
  return named?.name ?? recognizeFormat(new InputDecoder().push(bytes, true), options, true);
}

async function convertAs(
  operation: Operation,
  { file, name, to, precision, alphabet }: TableTask,
  onProgress: (share: number, rows: number) => void,
  maxRows: number,
): Promise<TableResult> {
  const points: number[] = [];
  const errors: { row: number; message: string }[] = [];
  let rows = 0;
  const onRow: RowObserver["onRow"] = ({ row, point, error }) => {
    rows = row;
    if (error && errors.length < MAX_SHOWN_ERRORS) errors.push({ row, message: error.message });
    if (error || !point) return;
    const [x, y] = [point.lonDeg, point.latDeg].map((degrees) => (degrees * Math.PI) / 180);
    points.push(EARTH_RADIUS_METERS * x, EARTH_RADIUS_METERS * Math.asinh(Math.tan(y)));
  };
  const from = await formatOf(file, name, operation);
  const encoding = operation === "encode" ? { precision, alphabet } : {};
  const options = { operation, from, to, ...encoding };
  const session = new BatchSession(options, { maxRows }, { onRow });
  const output: Uint8Array<ArrayBuffer>[] = [];
  let readBytes = 0;
  const reader = file.stream().getReader();
  for (let part = await reader.read(); part.value; part = await reader.read()) {
    readBytes += part.value.length;
    for (const bytes of session.push(part.value)) {
      output.push(bytes);
      onProgress(readBytes / file.size, rows);
    }
  }
  output.push(...session.end());
  return {
    summary: summaryOf(operation, session),
    failed: session.counts.failed,
    errors,
    output: new Blob(output, { type: formatNamed(to).mediaTypes[0] }),
    points: Float64Array.from(points),
  };
}

/**
 * Converts a table of points, or else of mapcodes: a session ends early if its first rows all fail. The borders must be
 * loaded: the local codes of points depend on them.
 * @throws BatchError if the rows are neither, with the problem of points; or if there are too many
 */
export async function convertTable(
  task: TableTask,
  onProgress: (share: number, rows: number) => void,
  maxRows: number = MAX_ROWS,
): Promise<TableResult> {
  try {
    return await convertAs("encode", task, onProgress, maxRows);
  } catch (error) {
    return convertAs("decode", task, onProgress, maxRows).catch(() => Promise.reject(error));
  }
}
