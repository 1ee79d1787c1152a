/** Finds out how to read an input: its format by its name or its bytes, and whether it has points or mapcodes. */

import { FORMATS } from "../../batch/formats/index.ts";
import { BatchError, BatchLimitError, type FormatName } from "../../batch/index.ts";
import { completeOptions } from "../../batch/options/options.ts";
import { recognizeFormat } from "../../batch/recognize.ts";
import { BatchSession } from "../../batch/session.ts";

/** The part of an input that tells what it has. */
const SAMPLE_BYTES = 1 << 16;
const SAMPLE_ROWS = 1000;

export interface TableReading {
  readonly format: FormatName;
  readonly operation: "encode" | "decode";
}

/** Whether some of the first rows can be converted. @throws BatchError if the input cannot be read this way */
function convertsRows(bytes: Uint8Array, isWhole: boolean, reading: TableReading): boolean {
  const { format, operation } = reading;
  // Which code is chosen makes no difference here, and the borders may not be loaded.
  const rule = operation === "encode" ? ({ local: "shortest" } as const) : {};
  const options = { from: format, to: "csv", operation, ...rule } as const;
  const session = new BatchSession(options, { maxRows: SAMPLE_ROWS });
  try {
    for (const _ of session.push(bytes));
    if (isWhole) for (const _ of session.end());
  } catch (error) {
    if (!(error instanceof BatchLimitError)) throw error;
  }
  return session.counts.converted > 0;
}

/**
 * How to read an input: as points if some of its first rows are, else as mapcodes.
 * @throws BatchError why the rows are no points, if they are no mapcodes either
 */
export async function readingOf(file: Blob, name: string): Promise<TableReading> {
  const bytes = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
  const isWhole = file.size <= SAMPLE_BYTES;
  const lower = name.toLowerCase();
  const named = FORMATS.find(({ extensions }) => extensions.some((end) => lower.endsWith(end)));
  const readings = (["encode", "decode"] as const).map((operation) => {
    const options = completeOptions({ from: "plain", to: "csv", operation });
    const format = named?.name ?? recognizeFormat(bytes, options, isWhole) ?? "plain";
    return { format, operation };
  });
  const reasons: BatchError[] = [];
  for (const reading of readings) {
    try {
      if (convertsRows(bytes, isWhole, reading)) return reading;
    } catch (error) {
      if (!(error instanceof BatchError)) throw error;
      reasons.push(error);
    }
  }
  if (reasons.length > 0) throw reasons[0];
  return readings[0];
}
