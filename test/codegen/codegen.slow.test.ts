/** Codegen always packs the same file, and reads only the published tables. */
import { cpSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { arrayFile } from "../../codegen/emit.ts";
import { packTables } from "../../codegen/pack.ts";
import { readTables, TableError } from "../../codegen/read.ts";
import { SECTIONS } from "../../src/tables/layout/sections.ts";
import { thrownBy } from "../support/errors.ts";
import { createFolder } from "../support/temporary-folder.ts";

const DATA = new URL("../../data/", import.meta.url);
const folder = createFolder();
const url = pathToFileURL(folder.path("/"));
const messageOf = () => thrownBy(TableError, () => readTables(url)).message;

/** Replaces a text in a file of the copy of data/. */
function change(file: string, from: string, to: string): void {
  expect(folder.read(file)).toContain(from);
  folder.write(file, folder.read(file).replace(from, to));
}

it("the table file is the same as another process made of the same tables for the engine", () => {
  const file = arrayFile(packTables(readTables(DATA)), SECTIONS);
  const loaded = readFileSync(new URL("../../src/generated/tables.bin", import.meta.url));
  expect(loaded.equals(file)).toBe(true);
});

it.each([
  ["boundaries.csv", "VAT,12433114,", "VAT,12.4,", "boundaries.csv:2: lonMin is '12.4'"],
  ["boundaries.csv", "VAT,5850000,", "VAX,5850000,", "boundaries.csv:3: territory is 'VAX'"],
  ["boundaries.csv", "VAT,12433114,", "VAT,", "boundaries.csv: Invalid Record Length"],
  [
    "boundaries.csv",
    "41938434,22,0,",
    "41938434,22,yes,",
    "boundaries.csv:2: nameless is 'yes', expected 0 or 1",
  ],
  ["alphabets.csv", "U+0391", "0391", "alphabets.csv:3: A is '0391'"],
  ["characters.csv", "roman", "Roman", "characters.csv:2: roman is 'undefined'"],
])("reading rejects a changed %s, also with its checksum in the manifest: %s", (file, from, to, message) => {
  cpSync(DATA, url, { recursive: true });
  change(file, from, to);
  const [, name, found = "", wanted = ""] =
    /^(.*): its SHA-256 is (\w{64}), expected (\w{64}).* --seal/.exec(messageOf()) ?? [];
  expect(name).toBe(file);
  change("manifest.json", wanted, found);
  expect(messageOf()).toContain(message);
});
