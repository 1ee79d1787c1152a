/** Finds the rows in the bytes of a table, and the cells in the text of a row. */
import { coordinateText } from "../units.ts";

const [QUOTE, LINE_FEED, RETURN] = [0x22, 0x0a, 0x0d];

/** Rows that are not blank. */
export interface Records {
  /** The offset of each in bytes, and the end of the last one. */
  readonly starts: Float64Array<ArrayBuffer>;
  /** The number of each in a spreadsheet, from 1: blank rows count. */
  readonly numbers: Uint32Array<ArrayBuffer>;
}

/** @param hasQuotes whether line ends within quotes belong to a row */
export async function findRecords(file: Blob, hasQuotes: boolean): Promise<Records> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [starts, numbers]: [number[], number[]] = [[], []];
  let [start, number, isOpen, isBlank] = [0, 1, false, true];
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE && hasQuotes) isOpen = !isOpen;
    if (at < bytes.length && (byte !== LINE_FEED || isOpen)) {
      isBlank &&= byte === RETURN || byte === LINE_FEED;
      continue;
    }
    if (!isBlank) {
      starts.push(start);
      numbers.push(number);
    }
    [start, isBlank] = [at + 1, true];
    number++;
  }
  starts.push(bytes.length);
  return { starts: Float64Array.from(starts), numbers: Uint32Array.from(numbers) };
}

/** The cells of a row of csv. */
export function cellsOf(row: string, delimiter: string): string[] {
  const cells: string[] = [];
  let [text, isOpen] = ["", false];
  for (const char of row.replace(/\r?\n$/, "")) {
    if (char === '"') isOpen = !isOpen;
    if (char !== delimiter || isOpen) text += char;
    else {
      cells.push(text);
      text = "";
    }
  }
  return [...cells, text].map((cell) =>
    cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
  );
}

/** The result of a row of a csv output in a few words: its code, its point, or `error`. */
export function resultText(results: readonly string[]): string {
  const error = results[results.length - 1];
  if (error !== "") return "error";
  const values = results.slice(0, -1);
  if (values.length === 2) {
    const [latDeg, lonDeg] = values.map(Number);
    return coordinateText({ latDeg, lonDeg });
  }
  const [territory, code, international] = values;
  return code === "" ? international : `${territory} ${code}`;
}
