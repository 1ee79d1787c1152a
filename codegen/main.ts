/** `npm run codegen`: packs the tables in data/ into files of arrays, or reports what is wrong with them. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { BORDER_SECTIONS } from "../src/borders/layout.ts";
import { SECTIONS } from "../src/tables/layout/sections.ts";
import { packBorders } from "./borders/pack-borders.ts";
import { BORDERS_FILE, readBorders } from "./borders/read-borders.ts";
import { compactText } from "./compact.ts";
import { arrayFile, lengthsSource, nameTypesSource, textSource } from "./emit.ts";
import { packTables } from "./pack.ts";
import { readManifest, readPinned, readTables, sha256Of } from "./read.ts";
import { TableError } from "./table-error.ts";

const DATA = new URL("../data/", import.meta.url);
const SRC = new URL("../src/", import.meta.url);

const HELP = `Usage: npm run codegen [-- OPTION]

Checks the tables and borders in data/ and packs them into files of src/generated: all arrays, a compact form
to derive the arrays of the tables from, and the types of codes and names. The lengths of the arrays are written to
src/tables/layout/lengths.ts and src/borders/lengths.ts.

  --check   write nothing; exit with 1 if a file does not match data/
  --seal    first write the checksums of the files in data/ to data/manifest.json
  --help    show this text
`;

function seal(): void {
  const { dataVersion, files } = readManifest(DATA);
  const sealed = Object.keys(files).map((file) => {
    return [file, sha256Of(readFileSync(new URL(file, DATA)))];
  });
  const manifest = { dataVersion, files: Object.fromEntries(sealed) };
  writeFileSync(new URL("manifest.json", DATA), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The files that codegen writes, by their paths in src. */
function makeFiles(): Readonly<Record<string, string | Uint8Array>> {
  const tables = readTables(DATA);
  const sections = packTables(tables);
  const borders = packBorders(readBorders(readPinned(DATA, BORDERS_FILE)), tables);
  const borderFile = arrayFile(borders, BORDER_SECTIONS);
  const base64 = Buffer.from(borderFile).toString("base64");
  return {
    "tables/layout/lengths.ts": lengthsSource(sections, SECTIONS),
    "generated/names.ts": nameTypesSource(tables),
    "generated/tables.bin": arrayFile(sections, SECTIONS),
    "generated/embedded-tables.ts": textSource("EMBEDDED_TABLES", compactText(tables, sections)),
    "borders/lengths.ts": lengthsSource(borders, BORDER_SECTIONS),
    "generated/borders.bin": borderFile,
    "generated/embedded-borders.ts": textSource("EMBEDDED_BORDERS", base64),
  };
}

/** Renames the file into place, as another build may be reading it. */
function write(url: URL, content: Uint8Array): void {
  mkdirSync(new URL(".", url), { recursive: true });
  const unfinished = new URL(`${url.href}.${process.pid}`);
  writeFileSync(unfinished, content);
  renameSync(unfinished, url);
}

/** Writes the files that are not current, or reports them. @returns whether all were current */
function update(isCheck: boolean): boolean {
  let areCurrent = true;
  for (const [path, made] of Object.entries(makeFiles())) {
    const url = new URL(path, SRC);
    const content = Buffer.from(made);
    if (existsSync(url) && readFileSync(url).equals(content)) continue;
    areCurrent = false;
    if (isCheck) console.error(`src/${path} does not match data/. Run \`npm run codegen\`.`);
    else write(url, content);
  }
  return areCurrent;
}

function main(): number {
  const { values } = parseArgs({
    options: {
      check: { type: "boolean", default: false },
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
  return update(values.check) || !values.check ? 0 : 1;
}

try {
  process.exitCode = main();
} catch (error) {
  const isUsage =
    error instanceof Error && "code" in error && `${error.code}`.startsWith("ERR_PARSE");
  if (!(error instanceof TableError) && !isUsage) throw error;
  console.error(error.message);
  process.exitCode = isUsage ? 2 : 1;
}
