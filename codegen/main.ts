/**
 * `npm run codegen`: packs the tables and borders in data/ into files of arrays, or reports the first problem.
 * With `-- --check`, writes nothing, and exits with 1 if a file does not match data/. With `-- --seal`, first writes
 * the checksums of the files in data/ to data/manifest.json.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { Command, Option } from "commander";
import { BORDER_SECTIONS } from "../src/borders/layout.ts";
import { SECTIONS } from "../src/tables/layout/sections.ts";
import { packBorders } from "./borders/pack-borders.ts";
import { BORDER_SOURCE, readBorders } from "./borders/read-borders.ts";
import { compactText } from "./compact.ts";
import { arrayFile, lengthsSource, nameTypesSource, textSource } from "./emit.ts";
import { packTables } from "./pack.ts";
import { readManifest, readPinned, readTables, sha256Of, TableError } from "./read.ts";

const DATA = new URL("../data/", import.meta.url);
const SRC = new URL("../src/", import.meta.url);

function sealFiles(): void {
  const { dataVersion, files } = readManifest(DATA);
  const sealed = Object.keys(files).map((file) => {
    return [file, sha256Of(readFileSync(new URL(file, DATA)))];
  });
  const manifest = { dataVersion, files: Object.fromEntries(sealed) };
  writeFileSync(new URL("manifest.json", DATA), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The generated files, by their paths in src. */
function makeFiles(): Readonly<Record<string, string | Uint8Array>> {
  const tables = readTables(DATA);
  const sections = packTables(tables);
  const borders = packBorders(readBorders(readPinned(DATA, BORDER_SOURCE)), tables);
  const borderFile = arrayFile(borders, BORDER_SECTIONS);
  const base64 = Buffer.from(borderFile).toString("base64");
  return {
    "generated/table-lengths.ts": lengthsSource(sections, SECTIONS),
    "generated/name-types.ts": nameTypesSource(tables),
    "generated/tables.bin": arrayFile(sections, SECTIONS),
    "generated/embedded-tables.ts": textSource("EMBEDDED_TABLES", compactText(tables, sections)),
    "generated/border-lengths.ts": lengthsSource(borders, BORDER_SECTIONS),
    "generated/borders.bin": borderFile,
    "generated/embedded-borders.ts": textSource("EMBEDDED_BORDERS", base64),
  };
}

/** Writes a file atomically, as another build may be reading it. */
function write(url: URL, content: Uint8Array): void {
  mkdirSync(new URL(".", url), { recursive: true });
  const unfinished = new URL(`${url.href}.${process.pid}`);
  writeFileSync(unfinished, content);
  renameSync(unfinished, url);
}

const { check, seal } = new Command("npm run codegen --")
  .option("--check", "write nothing, and exit with 1 if a file does not match data/")
  .addOption(new Option("--seal", "accept changed files in data/").conflicts("check"))
  .parse()
  .opts<{ check?: boolean; seal?: boolean }>();
try {
  if (seal) sealFiles();
  for (const [path, made] of Object.entries(makeFiles())) {
    const url = new URL(path, SRC);
    const content = Buffer.from(made);
    if (existsSync(url) && readFileSync(url).equals(content)) continue;
    if (!check) write(url, content);
    else {
      console.error(`src/${path} does not match data/. Run \`npm run codegen\`.`);
      process.exitCode = 1;
    }
  }
} catch (error) {
  if (!(error instanceof TableError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
