/** Folders for the tests of a file or a group. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll } from "vitest";

/** @returns the path of a new folder; removed after the tests */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "mapcoded-test-"));
  // As the cleanup of a first `beforeAll`, this runs last: after the programs that still write there have ended.
  beforeAll(() => () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A temporary folder, with access to files by name. */
export function createFolder() {
  const folder = temporaryFolder();
  const path = (name: string): string => join(folder, name);
  return {
    path,
    /** @returns the path */
    write(name: string, content: string | Uint8Array): string {
      writeFileSync(path(name), content);
      return path(name);
    },
    read: (name: string): string => readFileSync(path(name), "utf8"),
  };
}
