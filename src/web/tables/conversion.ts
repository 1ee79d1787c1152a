/** Converts a table or list in one pass, and keeps of its rows what the page shows. */

import { completeOptions } from "../../batch/batch-options.ts";
import { formatNamed } from "../../batch/formats/index.ts";
import { BatchError, type RowError } from "../../batch/index.ts";
import { planBatch } from "../../batch/plan.ts";
import type { ObservedRow, RowObserver } from "../../batch/rows/results.ts";
import { BatchSession } from "../../batch/session.ts";
import type { Coordinate } from "../../index.ts";
import { worldX, worldY } from "../map/mercator.ts";
import type {
  ConvertedRow,
  FailedRow,
  TableReading,
  TableRequest,
  TableResult,
} from "./messages.ts";
import { readSample } from "./reading.ts";

/** More rows need more memory than phones give a page. */
const MAX_ROWS = 1_000_000;
/** Longer lists are read by nobody; the output has the others. */
const MAX_LISTED_ROWS = 50;
const MAX_LISTED_ERRORS = 100;

/** Keeps points, the first rows, and the first errors. */
class RowKeeper implements RowObserver {
  /** x, y, x, y and so on. */
  readonly points: number[] = [];
  readonly firstRows: ConvertedRow[] = [];
  readonly firstErrors: FailedRow[] = [];
  /** How many rows there were. */
  rows = 0;

  readonly onRow = ({ point, territory, code, error }: ObservedRow): void => {
    this.rows++;
    if (error) this.#addError(error);
    else if (point) this.#addPoint(point, [territory, code].filter(Boolean).join(" "));
  };

  #addPoint({ latDeg, lonDeg }: Coordinate, mapcode: string): void {
    this.points.push(worldX(lonDeg), worldY(latDeg));
    if (this.firstRows.length >= MAX_LISTED_ROWS) return;
    this.firstRows.push({ row: this.rows, mapcode, latDeg, lonDeg });
  }

  #addError({ message }: RowError): void {
    if (this.firstErrors.length >= MAX_LISTED_ERRORS) return;
    this.firstErrors.push({ row: this.rows, message });
  }
}

/** Converts a whole file. @param onOutput gets the output in parts, and which share of the file has been read */
async function pushFile(
  file: Blob,
  session: BatchSession,
  onOutput: (part: Uint8Array<ArrayBuffer>, share: number) => void,
): Promise<void> {
  let readBytes = 0;
  const take = (parts: Iterable<Uint8Array<ArrayBuffer>>) => {
    for (const part of parts) onOutput(part, readBytes / file.size);
  };
  const reader = file.stream().getReader();
  for (let part = await reader.read(); part.value; part = await reader.read()) {
    readBytes += part.value.length;
    take(session.push(part.value));
  }
  take(session.end());
}

/**
 * Converts an input.
 * @param onProgress is told which share of the input has been read, and how many rows
 * @param maxRows more rows end the conversion
 * @throws BatchError if the input cannot be read, or has too many rows
 */
export async function convertTable(
  { file, to, reading, precision, alphabet }: TableRequest,
  onProgress: (share: number, rows: number) => void,
  maxRows: number = MAX_ROWS,
): Promise<TableResult> {
  const keeper = new RowKeeper();
  const encoding = reading.operation === "encode" ? { precision, alphabet } : {};
  const session = new BatchSession({ ...reading, to, ...encoding }, { maxRows }, keeper);
  const output: Uint8Array<ArrayBuffer>[] = [];
  await pushFile(file, session, (part, share) => {
    output.push(part);
    onProgress(share, keeper.rows);
  });
  return {
    reading,
    counts: session.counts,
    notices: session.notices,
    output: new Blob(output, { type: formatNamed(to).mediaTypes[0] }),
    points: Float64Array.from(keeper.points),
    firstRows: keeper.firstRows,
    firstErrors: keeper.firstErrors,
  };
}

/**
 * The rows of an input that cannot be converted, in the format of the input: to correct them, and to convert them again.
 * @throws BatchError if the input cannot be read
 */
export async function failedRows({ file, reading }: TableRequest): Promise<Blob> {
  const { opening, between, closing } = await frameOf(file, reading);
  const parts: BlobPart[] = [opening];
  let isEmpty = true;
  const onFailed: RowObserver["onFailed"] = ({ bytes, isFirst }) => {
    if (isFirst && !isEmpty) parts.push(between);
    isEmpty = false;
    parts.push(bytes.slice());
  };
  const session = new BatchSession({ ...reading, to: reading.from }, {}, { onFailed });
  try {
    await pushFile(file, session, () => {});
  } catch (error) {
    if (!(error instanceof BatchError) || error.code !== "no-row-converted") throw error;
  }
  return new Blob([...parts, closing], { type: formatNamed(reading.from).mediaTypes[0] });
}

/** What is around the rows of an input: the header of a table, or the brackets of JSON. */
async function frameOf(file: Blob, reading: TableReading) {
  const { bytes } = await readSample(file);
  const plan = planBatch(bytes, completeOptions({ ...reading, to: reading.from }));
  const { opening, between, closing, preambleBytes } = plan;
  const { kind } = formatNamed(reading.from);
  if (kind === "table") {
    const header = bytes.slice(0, preambleBytes);
    return { opening: header, between: "\n", closing: "\n" };
  }
  // Formats of one row a line have no frame.
  if (opening.length === 0) return { opening: "", between: "\n", closing: "\n" };
  return { opening: opening.slice(), between: between.slice(), closing: closing.slice() };
}
