/** Finds out how to read an input that has no name, or a name that says little: by trying its first rows. */

import { FORMATS } from "../../batch/formats/index.ts";
import { BatchError, BatchLimitError, type FormatName } from "../../batch/index.ts";
import { BatchSession } from "../../batch/session.ts";
import { quoted } from "../../internal.ts";
import type { TableReading } from "./messages.ts";

const SAMPLE_BYTES = 1 << 16;
const SAMPLE_ROWS = 40;
/** The longest part of a line that a message shows. */
const SHOWN_CHARS = 60;

/** Formats of texts that begin with a bracket, and of others. */
const JSON_FORMATS: readonly FormatName[] = ["geojson", "json", "ndjson", "geojsonl", "geojsonseq"];
const LINE_FORMATS: readonly FormatName[] = ["csv", "plain"];
/** Cells of spreadsheets are pasted with tabs. */
const TAB_FORMATS: readonly FormatName[] = ["tsv", "plain"];

/** A bracket, behind spaces or the marks of encodings and records. */
const JSON_START = /^[^\w"']*?[[{]/;

/** The formats to try: the one that the extension implies, then those that the text may have. */
function candidateFormats(name: string, text: string): readonly FormatName[] {
  const lower = name.toLowerCase();
  const named = FORMATS.filter(({ extensions }) => extensions.some((end) => lower.endsWith(end)));
  const [firstLine] = text.split("\n", 1);
  const lines = firstLine.includes("\t") ? TAB_FORMATS : LINE_FORMATS;
  const likely = JSON_START.test(text) ? JSON_FORMATS : lines;
  return [...new Set([...named.map((format) => format.name), ...likely])];
}

/** How many of the first rows can be converted. @throws BatchError if the input cannot be read this way */
function countConverted(sample: Uint8Array, isWhole: boolean, reading: TableReading): number {
  // Which code is chosen makes no difference here, and the borders may not be loaded.
  const rule = reading.operation === "encode" ? ({ local: "shortest" } as const) : {};
  const session = new BatchSession({ ...reading, ...rule, to: "ndjson" }, { maxRows: SAMPLE_ROWS });
  const read = (parts: Iterable<unknown>) => {
    for (const _ of parts);
  };
  try {
    read(session.push(sample));
    if (isWhole) read(session.end());
  } catch (error) {
    if (!(error instanceof BatchLimitError)) throw error;
  }
  return session.counts.converted;
}

/**
 * Finds the format of an input and whether it has points or mapcodes.
 * @throws BatchError if no reading converts a row
 */
export async function findReading(file: Blob, name: string): Promise<TableReading> {
  const sample = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
  const isWhole = file.size <= SAMPLE_BYTES;
  const text = new TextDecoder().decode(sample);
  const formats = candidateFormats(name, text);
  let best: TableReading | undefined;
  let bestCount = 0;
  for (const from of formats) {
    for (const operation of ["encode", "decode"] as const) {
      const reading = { from, operation };
      try {
        const count = countConverted(sample, isWhole, reading);
        if (count > bestCount) best = reading;
        bestCount = Math.max(bestCount, count);
      } catch (error) {
        if (!(error instanceof BatchError)) throw error;
      }
    }
  }
  if (best) return best;
  const line = text
    .trim()
    .split(/[\r\n]/, 1)[0]
    .slice(0, SHOWN_CHARS);
  throw new BatchError(
    `Found neither points nor mapcodes; the first line is ${quoted(line)}. ` +
      "Name their columns lat and lon, or mapcode, or write one point or mapcode a line.",
  );
}
