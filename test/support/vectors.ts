/** Reads the reference answers of test/vectors row by row. */
import { readFileSync } from "node:fs";

/** The number of rows of each file, and of those in which our answer overrides that of the reference. */
const VECTOR_FILES = {
  "encode.tsv": { rows: 9_200, ours: 0 },
  "decode.tsv": { rows: 20_000, ours: 52 },
  "decode-errors.tsv": { rows: 2_000, ours: 365 },
  "territory-lookup.tsv": { rows: 9_612, ours: 5 },
  "alphabet.tsv": { rows: 3_000, ours: 67 },
} as const;

export type VectorRow = Readonly<Record<string, string>>;

/** All rows of a file, by column. Throws if the file does not have the expected number of rows. */
export function readVectors(file: keyof typeof VECTOR_FILES): VectorRow[] {
  const text = readFileSync(new URL(`../vectors/${file}`, import.meta.url), "utf8");
  const [header = "", ...lines] = text.split("\n");
  if (lines.pop() !== "") throw new Error(`${file} does not end with a line end`);
  const columns = header.split("\t");
  const rows = lines.map((line) => {
    const cells = line.split("\t");
    if (cells.length !== columns.length) throw new Error(`${file}: ${cells.length} cells: ${line}`);
    return Object.fromEntries(columns.map((column, index) => [column, cells[index]]));
  });
  const { rows: expected, ours } = VECTOR_FILES[file];
  if (rows.length !== expected) throw new Error(`${file} has ${rows.length} rows, not ${expected}`);
  const changed = rows.filter((row) => row.reason !== undefined && row.reason !== "").length;
  if (changed !== ours) throw new Error(`${file} has ${changed} rows with a reason, not ${ours}`);
  return rows;
}

/**
 * Answers every row and collects the mismatches, so that one test reports all of them.
 * @param answer our answer and the expected one, both as text
 */
export function mismatches(
  rows: readonly VectorRow[],
  answer: (row: VectorRow) => { readonly ours: string; readonly expected: string },
): string[] {
  const found: string[] = [];
  for (const row of rows) {
    const { ours, expected } = answer(row);
    if (ours !== expected) found.push(`${JSON.stringify(row)}: ${ours} instead of ${expected}`);
  }
  return found;
}
