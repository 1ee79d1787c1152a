/** Inputs for batches, and what the command says of them. */

/** Replaces the rate, which depends on the machine. */
export function withoutRate(text: string): string {
  return text.replace(/\d+ rows\/s/g, "N rows/s");
}

/** The summary of a batch. */
export function summaryIn(err: string): string | undefined {
  return withoutRate(err)
    .split("\n")
    .find((line) => line.includes(" rows: "));
}

/** Plain lines of points; the same count gives the same points. */
export function pointLines(count: number): string {
  const lines: string[] = [];
  for (let at = 0; at < count; at++) {
    // Steps that do not soon add up to a full circle.
    const lat = ((at * 37.123457) % 180) - 90;
    const lon = ((at * 101.654321) % 360) - 180;
    lines.push(`${lat.toFixed(6)} ${lon.toFixed(6)}`);
  }
  return `${lines.join("\n")}\n`;
}
