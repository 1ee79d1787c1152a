/** The tables of results: as they are printed, and as documents have them. */

/** A table of results. */
export interface Table {
  /** What was measured, in which unit. */
  readonly title: string;
  readonly head: readonly string[];
  /** How many columns come before the numbers. */
  readonly names: number;
  readonly rows: readonly (readonly string[])[];
}

/** Lines up the cells of each column: the first `names` columns to the left, numbers to the right. */
export function table(rows: readonly (readonly string[])[], names: number): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
    }
  }
  return rows
    .map((row) =>
      row
        .map((cell, index) =>
          index < names ? cell.padEnd(widths[index]) : cell.padStart(widths[index]),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** A table for the terminal. */
export function tableText({ title, head, names, rows }: Table): string {
  return `${title}\n${table([head, ...rows], names)}`;
}

/** A table for a document. */
export function markdownTable({ title, head, rows }: Table): string {
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return [title, "", ...lines].join("\n");
}
