/** Reads files of arrays from disk. */
import { closeSync, openSync, readSync } from "node:fs";
import { TablesError } from "../tables/tables-error.ts";

export const REMEDY =
  "install the package again; in a bundle, import mapcoded/embedded; in a clone, run `npm run build`";

/** What permits reading, by the name or the code of the error for programs that may not read. */
const PERMISSIONS: ReadonlyMap<unknown, string> = new Map([
  ["NotCapable", "--allow-read"],
  ["PermissionDenied", "--allow-read"],
  ["ERR_ACCESS_DENIED", "--allow-fs-read"],
]);

function remedyFor({ name, code }: NodeJS.ErrnoException): string {
  const flag = PERMISSIONS.get(name) ?? PERMISSIONS.get(code);
  if (flag === undefined) return REMEDY;
  return `run the program with ${flag}, or import mapcoded/embedded, which reads no files`;
}

/**
 * Reads a file into the arrays of the engine; a copy of it would take 2 ms more.
 * @returns its length
 * @throws TablesError if it cannot be read
 */
export function readFileInto(path: string, bytes: Uint8Array): number {
  try {
    return readWhole(path, bytes);
  } catch (cause) {
    const remedy = remedyFor(cause as NodeJS.ErrnoException);
    const message = `The tables cannot be read (${path}): ${remedy}.`;
    throw new TablesError("tables-unreadable", message, { cause });
  }
}

function readWhole(path: string, bytes: Uint8Array): number {
  const file = openSync(path, "r");
  try {
    let length = 0;
    for (;;) {
      const count = readSync(file, bytes, length, bytes.length - length, null);
      length += count;
      if (count === 0 || length === bytes.length) return length;
    }
  } finally {
    closeSync(file);
  }
}
