/** `npm run codegen`: packs the tables in data/ into the table file, or reports what is wrong with them. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { BORDER_FILE, type BorderSections } from "../src/borders/layout.ts";
import { type Sections, TABLE_FILE } from "../src/tables/layout/sections.ts";
import { packBorders } from "./borders/pack-borders.ts";
import { BORDERS_FILE, readBorders } from "./borders/read-borders.ts";
import { checkCompact, compactContent, embeddedSource } from "./compact.ts";
import {
  arrayFile,
  lengthsSource,
  nameTypesSource,
  type SectionSize,
  sectionSizes,
} from "./emit.ts";
import { packTables } from "./pack.ts";
import { readManifest, readTables, type Tables } from "./read.ts";
import { TableError } from "./table-error.ts";

const DATA = new URL("../data/", import.meta.url);
const SRC = new URL("../src/", import.meta.url);

const HELP = `Usage: npm run codegen [-- OPTION]

Checks the tables and borders in data/ and packs them into files of src/generated: all arrays, a compact form
to derive the arrays of the tables from, and the types of codes and names. The lengths of the arrays are written to
src/tables/layout/lengths.ts and src/borders/lengths.ts.

  --check   write nothing; exit with 1 if a file does not match data/
  --sizes   list the arrays and their sizes
  --seal    first write the row counts and checksums of data/*.csv to data/manifest.json
  --help    show this text
`;

function printSizes(sizes: readonly SectionSize[]): void {
  for (const { name, type, length, bytes } of sizes) {
    console.log(`| ${name} | ${type} | ${length} | ${bytes} |`);
  }
  console.log(`| all | | | ${sizes.reduce((sum, { bytes }) => sum + bytes, 0)} |`);
}

function seal(): void {
  const { dataVersion, files } = readManifest(DATA);
  const sealed: Record<string, { rows: number; sha256: string }> = {};
  for (const file of Object.keys(files)) {
    const bytes = readFileSync(new URL(file, DATA));
    // No cell of these tables contains a line break, so every line but the first is a row.
    const rows = bytes.toString("utf8").trimEnd().split("\n").length - 1;
    sealed[file] = { rows, sha256: createHash("sha256").update(bytes).digest("hex") };
  }
  const text = `${JSON.stringify({ dataVersion, files: sealed }, null, 2)}\n`;
  writeFileSync(new URL("manifest.json", DATA), text);
}

/** The files that codegen writes, by their paths in src. */
function filesOf(
  tables: Tables,
  sections: Sections,
  borders: BorderSections,
): ReadonlyMap<string, Uint8Array> {
  const compact = compactContent(tables, sections);
  checkCompact(compact, sections);
  const borderFile = arrayFile(borders, BORDER_FILE);
  const encoder = new TextEncoder();
  return new Map([
    ["tables/layout/lengths.ts", encoder.encode(lengthsSource(sections, TABLE_FILE))],
    ["generated/names.ts", encoder.encode(nameTypesSource(tables))],
    ["generated/tables.bin", arrayFile(sections, TABLE_FILE)],
    ["generated/embedded-tables.ts", encoder.encode(embeddedSource(compact))],
    ["borders/lengths.ts", encoder.encode(lengthsSource(borders, BORDER_FILE))],
    ["generated/borders.bin", borderFile],
    ["generated/embedded-borders.ts", encoder.encode(embeddedBordersSource(borderFile))],
  ]);
}

/** The source of a module that contains the border file, for the entry with embedded tables. */
function embeddedBordersSource(file: Uint8Array): string {
  return `/** Written by \`npm run codegen\`: the border file in base64. */
export const EMBEDDED_BORDERS: string =
  "${Buffer.from(file).toString("base64")}";
`;
}

function isCurrent(path: string, content: Uint8Array): boolean {
  const url = new URL(path, SRC);
  return existsSync(url) && readFileSync(url).equals(content);
}

/** Renames the file into place, as another build may be reading it. */
function write(path: string, content: Uint8Array): void {
  const url = new URL(path, SRC);
  mkdirSync(new URL(".", url), { recursive: true });
  const unfinished = new URL(`${url.href}.${process.pid}`);
  writeFileSync(unfinished, content);
  renameSync(unfinished, url);
}

function main(): number {
  const { values } = parseArgs({
    options: {
      check: { type: "boolean" },
      sizes: { type: "boolean" },
      seal: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  if (values.seal && values.check) {
    console.error("--seal writes the manifest, and --check writes nothing. Use one of them.");
    return 2;
  }
  if (values.seal) seal();
  const tables = readTables(DATA);
  const sections = packTables(tables);
  const borders = packBorders(readBorders(readFileSync(new URL(BORDERS_FILE, DATA))), tables);
  if (values.sizes) {
    printSizes(sectionSizes(sections, TABLE_FILE));
    printSizes(sectionSizes(borders, BORDER_FILE));
  }
  let exitCode = 0;
  for (const [path, content] of filesOf(tables, sections, borders)) {
    if (isCurrent(path, content)) continue;
    if (values.check) {
      console.error(`src/${path} does not match data/. Run \`npm run codegen\`.`);
      exitCode = 1;
    } else {
      write(path, content);
    }
  }
  return exitCode;
}

try {
  process.exitCode = main();
} catch (error) {
  const isTableError = error instanceof TableError;
  const isUsage =
    error instanceof Error && "code" in error && `${error.code}`.startsWith("ERR_PARSE");
  if (!isTableError && !isUsage) throw error;
  console.error(error.message);
  process.exitCode = isUsage ? 2 : 1;
}
