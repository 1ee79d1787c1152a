/** Codegen: it always packs the same file, and reads only tables that are as published. */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { arrayFile } from "../../codegen/emit.ts";
import { packTables } from "../../codegen/pack.ts";
import { readTables } from "../../codegen/read.ts";
import { SECTIONS } from "../../src/tables/layout/sections.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const DATA = new URL("../../data/", import.meta.url);
const tables = readTables(DATA);

describe("the table file", () => {
  it("is the same every time, and the one that the engine loads", () => {
    const file = arrayFile(packTables(tables), SECTIONS);
    const again = arrayFile(packTables(readTables(DATA)), SECTIONS);
    expect(Buffer.compare(again, file)).toBe(0);
    const loaded = readFileSync(new URL("../../src/generated/tables.bin", import.meta.url));
    expect(loaded.equals(file)).toBe(true);
  });
});

describe("reading a table rejects", () => {
  const folder = temporaryFolder();
  const url = pathToFileURL(`${folder}/`);

  /** Copies data/ and replaces one text. */
  function copyWith(file: string, from: string, to: string): void {
    cpSync(DATA, url, { recursive: true });
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    expect(text).toContain(from);
    writeFileSync(path, text.replace(from, to));
  }

  /** Corrects the checksum of a changed file in the manifest. */
  function seal(file: string): void {
    const path = join(folder, "manifest.json");
    try {
      readTables(url);
    } catch (error) {
      const [, found = "", wanted = ""] = /is (\w{64}), expected (\w{64})/.exec(`${error}`) ?? [];
      writeFileSync(path, readFileSync(path, "utf8").replace(wanted, found));
      return;
    }
    throw new Error(`${file} is as it was`);
  }

  it("a file that is not the published one", () => {
    copyWith("countries.csv", "NL,NLD,NLD", "NL,NLD,DEU");
    expect(() => readTables(url)).toThrow(/^countries.csv: its SHA-256 is .* --seal/);
  });

  it.each([
    ["boundaries.csv", "VAT,12433114,", "VAT,12.4,", "boundaries.csv:2: lonMin is '12.4'"],
    ["boundaries.csv", "VAT,5850000,", "VAX,5850000,", "boundaries.csv:3: territory is 'VAX'"],
    ["alphabets.csv", "U+0391", "0391", "alphabets.csv:3: A is '0391'"],
    ["characters.csv", "roman", "Roman", "characters.csv:2: roman is 'undefined'"],
  ])("a wrong cell of %s, with its line", (file, from, to, message) => {
    copyWith(file, from, to);
    seal(file);
    expect(() => readTables(url)).toThrow(message);
  });
});
