/** The command with its input from memory, and inputs for it. */
import { run } from "./command.ts";

/** Runs the command to its end with these bytes as standard input. */
export function runWith(input: string | Uint8Array, args: readonly string[]) {
  return run(args, {}, input);
}

/** Replaces the rate, which depends on the machine. */
export function withoutRate(text: string): string {
  return text.replace(/\d+ rows\/s/g, "N rows/s");
}

/** The summary of a batch, which on a slow machine has lines of progress before it. */
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
