/** Finds out how to read an input that has no name, or a name that says little: by trying its first rows. */

import { completeOptions } from "../../batch/batch-options.ts";
import { FORMATS, formatNamed } from "../../batch/formats/index.ts";
import { BatchError, BatchLimitError, type FormatName } from "../../batch/index.ts";
import { COLUMN_OPTIONS } from "../../batch/options/conversion.ts";
import { type BatchPlan, planBatch } from "../../batch/plan.ts";
import { recognizeFormat } from "../../batch/recognize.ts";
import { BatchSession } from "../../batch/session.ts";
import { quoted } from "../../internal.ts";
import type { PreviewRequest, TablePreview, TableReading } from "./messages.ts";

/** The part of an input that the first rows are read from. */
const SAMPLE_BYTES = 1 << 16;
const SAMPLE_ROWS = 40;
/** The rows of a preview. */
const SHOWN_ROWS = 4;
/** The longest part of a line that a message shows. */
const SHOWN_CHARS = 60;

/** A bracket, behind spaces or the marks of encodings and records. */
const JSON_START = /^[^\w"']*?[[{]/;

/** The first rows of an input. */
interface Sample {
  readonly bytes: Uint8Array;
  /** Whether these are all. */
  readonly isWhole: boolean;
}

export async function readSample(file: Blob): Promise<Sample> {
  const bytes = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
  return { bytes, isWhole: file.size <= SAMPLE_BYTES };
}

function sampleOptions(reading: TableReading) {
  // Which code is chosen makes no difference here, and the borders may not be loaded.
  const rule = reading.operation === "encode" ? ({ local: "shortest" } as const) : {};
  return { ...reading, ...rule, to: "ndjson" } as const;
}

interface Converted {
  readonly count: number;
  /** Rows of newline-delimited JSON. */
  readonly text: string;
}

/** Converts the first rows. @throws BatchError if the input cannot be read this way */
function convertSample({ bytes, isWhole }: Sample, reading: TableReading): Converted {
  const session = new BatchSession(sampleOptions(reading), { maxRows: SAMPLE_ROWS });
  const decoder = new TextDecoder();
  let text = "";
  const read = (parts: Iterable<Uint8Array>) => {
    for (const part of parts) text += decoder.decode(part, { stream: true });
  };
  try {
    read(session.push(bytes));
    if (isWhole) read(session.end());
  } catch (error) {
    if (!(error instanceof BatchLimitError)) throw error;
  }
  return { count: session.counts.converted, text };
}

/** The formats to try for an operation: the ones that the extension implies, then the one that the text has. */
function candidateFormats(
  { bytes, isWhole }: Sample,
  name: string,
  operation: TableReading["operation"],
): readonly FormatName[] {
  const lower = name.toLowerCase();
  const named = FORMATS.filter(({ extensions }) => extensions.some((end) => lower.endsWith(end)));
  const options = completeOptions(sampleOptions({ from: "plain", operation }));
  const recognized = recognizeFormat(bytes, options, isWhole) ?? "plain";
  return [...new Set([...named.map((format) => format.name), recognized])];
}

/** The reading that converts most of the first rows; undefined if none converts one. */
function bestReading(sample: Sample, name: string): TableReading | undefined {
  let best: TableReading | undefined;
  let bestCount = 0;
  for (const operation of ["encode", "decode"] as const) {
    for (const from of candidateFormats(sample, name, operation)) {
      const reading = { from, operation };
      try {
        const { count } = convertSample(sample, reading);
        if (count > bestCount) best = reading;
        bestCount = Math.max(bestCount, count);
      } catch (error) {
        if (!(error instanceof BatchError)) throw error;
        if (isSwapped(error)) best ??= reading;
      }
    }
  }
  return best;
}

/** Whether the first rows fail as their latitudes and longitudes seem to be swapped. */
function isSwapped({ message }: BatchError): boolean {
  return message.endsWith("Are latitude and longitude swapped?");
}

function canPlan(sample: Sample, reading: TableReading): boolean {
  try {
    planOf(sample, reading);
    return true;
  } catch (error) {
    if (error instanceof BatchError) return false;
    throw error;
  }
}

/** How a table is read whose columns have unusual names. The user then chooses columns. Undefined for other inputs. */
function readingByChoice(sample: Sample, text: string): TableReading | undefined {
  const [firstLine] = text.split("\n", 1);
  // Cells of spreadsheets are pasted with tabs.
  const from = firstLine.includes("\t") ? "tsv" : "csv";
  const reading = { from, operation: "encode", latColumn: "1", lonColumn: "2" } as const;
  if (JSON_START.test(text) || !canPlan(sample, reading)) return undefined;
  return convertSample(sample, reading).text === "" ? undefined : reading;
}

function planOf({ bytes }: Sample, reading: TableReading) {
  return planBatch(bytes, completeOptions(sampleOptions(reading)));
}

/**
 * Finds the format of an input and whether it has points or mapcodes.
 * @throws BatchError if no reading converts a row, and there are no columns to choose
 */
export async function findReading(file: Blob, name: string): Promise<TableReading> {
  const sample = await readSample(file);
  const text = new TextDecoder().decode(sample.bytes);
  const reading = bestReading(sample, name) ?? readingByChoice(sample, text);
  if (reading) return reading;
  const line = text
    .trim()
    .split(/[\r\n]/, 1)[0]
    .slice(0, SHOWN_CHARS);
  throw new BatchError(
    `Found neither points nor mapcodes; the first line is ${quoted(line)}. ` +
      "Name their columns lat and lon, or mapcode, or write one point or mapcode a line.",
  );
}

/** The columns that a plan uses, by the options that choose them. */
function chosenColumns({ indexes, members, columns }: BatchPlan): TablePreview["chosen"] {
  const chosen = Object.entries(COLUMN_OPTIONS).map(([name, choice]) => {
    const role = name as keyof typeof COLUMN_OPTIONS;
    const index = indexes[role];
    return [choice, members[role] ?? (index === undefined ? undefined : columns[index])];
  });
  return Object.fromEntries(chosen.filter(([, column]) => column !== undefined));
}

/** Values as people read them. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : `${value}`;
}

/** The first rows of an input, converted. @throws BatchError if the input has neither rows nor columns to choose */
export async function previewTable({
  file,
  name,
  reading: given,
}: PreviewRequest): Promise<TablePreview> {
  const reading = given ?? (await findReading(file, name));
  const sample = await readSample(file);
  let plan: BatchPlan | undefined;
  try {
    plan = planOf(sample, reading);
    const { text, count } = convertSample(sample, reading);
    const rows = text.split("\n").filter(Boolean).slice(0, SHOWN_ROWS).map(parseRow);
    const problem =
      count === 0 ? "None of the first rows can be converted. Choose other columns." : "";
    return { ...describe(plan, reading, rows), problem, isSwapped: false };
  } catch (error) {
    if (!(error instanceof BatchError) || !plan) throw error;
    const problem = isSwapped(error)
      ? "Latitudes are out of range. Are the columns swapped?"
      : error.message;
    return { ...describe(plan, reading, []), problem, isSwapped: isSwapped(error) };
  }
}

/** An object of a row; features have their values in their properties. */
function parseRow(line: string): Readonly<Record<string, unknown>> {
  const { properties, ...row } = JSON.parse(line) as Record<string, unknown>;
  return { ...row, ...(typeof properties === "object" ? properties : {}) };
}

function describe(
  plan: BatchPlan,
  reading: TableReading,
  rows: readonly Readonly<Record<string, unknown>>[],
): Pick<TablePreview, "reading" | "columns" | "chosen" | "names" | "rows"> {
  const { kind } = formatNamed(reading.from);
  const names = rows.length === 0 ? plan.names : [...new Set(rows.flatMap(Object.keys))];
  return {
    reading,
    columns: kind === "table" || kind === "object" ? plan.names : [],
    chosen: chosenColumns(plan),
    names,
    rows: rows.map((row) => names.map((name) => cellText(row[name]))),
  };
}
