/** Reads the reference answers of test/vectors row by row. */
import { readFileSync } from "node:fs";

export type VectorRow = Readonly<Record<string, string>>;

/** All rows of a file, by column. Throws if the file is cut short. */
export function readVectors(file: string): VectorRow[] {
  const text = readFileSync(new URL(`../vectors/${file}`, import.meta.url), "utf8");
  const [columns = [], ...lines] = text.split("\n").map((line) => line.split("\t"));
  if (`${lines.pop()}` !== "") throw new Error(`${file} does not end with a line end`);
  return lines.map((cells) => {
    if (cells.length !== columns.length)
      throw new Error(`${file}: ${cells.length} cells: ${cells}`);
    return Object.fromEntries(columns.map((column, index) => [column, cells[index]]));
  });
}

/**
 * Answers every row and collects the mismatches, so that one test reports all of them.
 * @param answer our answer and the expected one, both as text
 */
export function mismatches(
  rows: readonly VectorRow[],
  answer: (row: VectorRow) => { readonly ours: string; readonly expected: string },
): string[] {
  return rows.flatMap((row) => {
    const { ours, expected } = answer(row);
    return ours === expected ? [] : `${JSON.stringify(row)}: ${ours} instead of ${expected}`;
  });
}
