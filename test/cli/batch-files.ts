/** Files for tests of batches, and the command with its input from memory. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { run } from "./command.ts";

export interface Folder {
  path(name: string): string;
  /** @returns the path */
  write(name: string, content: string | Uint8Array): string;
  read(name: string): string;
}

/** A folder for the tests of one file. */
export function createFolder(): Folder {
  const folder = mkdtempSync(join(tmpdir(), "mapcoded-batch-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const path = (name: string) => join(folder, name);
  return {
    path,
    write(name, content) {
      writeFileSync(path(name), content);
      return path(name);
    },
    read: (name) => readFileSync(path(name), "utf8"),
  };
}

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
