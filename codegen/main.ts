/** `npm run codegen`: packs the tables in data/ into the table file, or reports what is wrong with them. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type SectionSize, sectionSizes, tableFile } from "./emit.ts";
import { TableError } from "./errors.ts";
import { packTables } from "./pack.ts";
import { readManifest, readTables } from "./read.ts";

const DATA = new URL("../data/", import.meta.url);
const OUTPUT = new URL("../src/generated/tables.bin", import.meta.url);

const HELP = `Usage: npm run codegen [-- OPTION]

Checks the tables in data/ and packs them into src/generated/tables.bin.

  --check   write nothing; exit with 1 if the file does not match data/
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
  if (values.seal) seal();
  const sections = packTables(readTables(DATA));
  const file = tableFile(sections);
  if (values.sizes) printSizes(sectionSizes(sections));
  const isCurrent = existsSync(OUTPUT) && readFileSync(OUTPUT).equals(file);
  if (values.check) {
    if (isCurrent) return 0;
    console.error("src/generated/tables.bin does not match data/. Run `npm run codegen`.");
    return 1;
  }
  if (!isCurrent) {
    mkdirSync(new URL(".", OUTPUT), { recursive: true });
    // Renamed into place, as another build may be reading it.
    const unfinished = new URL(`tables.bin.${process.pid}`, OUTPUT);
    writeFileSync(unfinished, file);
    renameSync(unfinished, OUTPUT);
  }
  return 0;
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
