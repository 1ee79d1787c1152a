/** Reads the reference answers of test/vectors row by row. */
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";

export type VectorRow = Readonly<Record<string, string>>;

/** All rows of a file, by column. Throws for a truncated row. */
export function readVectors(file: string): VectorRow[] {
  const text = readFileSync(new URL(`../vectors/${file}`, import.meta.url));
  return parse(text, { columns: true, delimiter: "\t", quote: null });
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
