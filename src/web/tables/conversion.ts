/** Converts a table or list in one pass, and keeps of its rows what the page shows. */
import { formatNamed } from "../../batch/formats/index.ts";
import type { RowObserver } from "../../batch/rows/row-errors.ts";
import { BatchSession } from "../../batch/session.ts";
import type { AlphabetName } from "../../index.ts";
import { readingOf, type TableReading } from "./reading.ts";

/** More rows need more memory than phones give a page. */
const MAX_ROWS = 1_000_000;
/** The output has all errors. */
const MAX_SHOWN_ERRORS = 10;
const EARTH_RADIUS_METERS = 6_378_137;

/** What the page asks the worker of tables. */
export interface TableTask {
  readonly file: Blob;
  /** The name of the file, whose extension tells the format; empty for pasted rows. */
  readonly name: string;
  readonly to: "csv" | "geojson";
  /** Extra characters of the codes, 0 to 8. */
  readonly precision: number;
  readonly alphabet: AlphabetName;
  readonly bordersUrl: string;
}

export interface TableResult extends TableReading {
  readonly counts: { readonly converted: number; readonly failed: number };
  /** How it was read; undefined of a list. */
  readonly notice: string | undefined;
  /** The first rows that could not be converted, from 1, without the header. */
  readonly errors: readonly { readonly row: number; readonly message: string }[];
  readonly output: Blob;
  /** The converted points in meters of the map: x, y, x, y and so on. */
  readonly points: Float64Array<ArrayBuffer>;
}

/** What the worker answers: how far it is, or the result, or why there is none. */
export type TableReply =
  | { readonly share: number; readonly rows: number }
  | { readonly error: string }
  | TableResult;

/**
 * Converts a table. @param loadBorders is called before points are converted, as their local codes depend on the borders
 * @throws BatchError if the input cannot be read, or has too many rows
 */
export async function convertTable(
  { file, name, to, precision, alphabet }: Omit<TableTask, "bordersUrl">,
  loadBorders: () => Promise<void>,
  onProgress: (share: number, rows: number) => void,
  maxRows: number = MAX_ROWS,
): Promise<TableResult> {
  const reading = await readingOf(file, name);
  const { operation, format } = reading;
  if (operation === "encode") await loadBorders();
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
  const encoding = operation === "encode" ? { precision, alphabet } : {};
  const options = { operation, from: format, to, ...encoding } as const;
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
  const { converted, failed } = session.counts;
  return {
    operation,
    format,
    counts: { converted, failed },
    notice: session.notice,
    errors,
    output: new Blob(output, { type: formatNamed(to).mediaTypes[0] }),
    points: Float64Array.from(points),
  };
}
