/** Finds the rows in the bytes of a table, and the cells in the text of a row. */
import { coordinateText } from "../units.ts";

const [QUOTE, LINE_FEED, RETURN] = [0x22, 0x0a, 0x0d];

/**
 * Finds the rows that are not blank. @param hasQuotes whether line ends within quotes belong to a row
 * @returns starts: the offset of each in bytes, and the end of the last one. numbers: the number of each in a
 *   spreadsheet, from 1, where blank rows count
 */
export async function findRecords(file: Blob, hasQuotes: boolean) {
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

/** A csv output with the names of the columns of its input. */
export interface OutputTable {
  readonly names: readonly string[];
  readonly output: Blob;
  readonly delimiter: string;
  /** The offset of each row. */
  readonly starts: Float64Array<ArrayBuffer>;
}

/** Reads a row by its number, from 1. @returns the cells of the input; the result in a few words, or `error` */
export async function readRow(table: OutputTable, row: number) {
  const { names, output, delimiter, starts } = table;
  const cells = cellsOf(await output.slice(starts[row], starts[row + 1]).text(), delimiter);
  const results = cells.splice(names.length);
  if (results.pop() !== "") return { cells, result: "error" };
  const [territory, code, international] = results;
  const [latDeg, lonDeg] = results.map(Number);
  // A mapcode becomes a latitude and a longitude.
  if (results.length === 2) return { cells, result: coordinateText({ latDeg, lonDeg }) };
  return { cells, result: code === "" ? international : `${territory} ${code}` };
}
