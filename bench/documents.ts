/** `npm run bench:documents`: copies the tables of the newest record, or of the named one, into documents, and draws. */
import { readFileSync, writeFileSync } from "node:fs";
import type { Part } from "./options.ts";
import { pictureOf } from "./picture.ts";
import { markdownTable, type Table } from "./report.ts";
import { type BenchRecord, readRecord } from "./results.ts";

/** The documents with tables, and the parts of each. */
const DOCUMENTS: Readonly<Record<string, readonly Part[]>> = {
  "docs/performance.md": ["peers", "engine", "batch", "http"],
};
const PICTURE = "docs/speed.svg";

/** The part of a document between the two marks. */
const FIGURES = /(?<=<!-- figures -->\n).*(?=<!-- end of figures -->)/s;

/** @throws Error when the record lacks the part */
function tablesOf({ parts }: BenchRecord, part: Part): readonly Table[] {
  const tables = parts[part]?.tables;
  if (tables !== undefined) return tables;
  const command = `npm run bench -- --record --only ${part}`;
  throw new Error(`The record has no tables of '${part}'. Add them by \`${command}\`.`);
}

const urlOf = (path: string): URL => new URL(`../${path}`, import.meta.url);

const { name, record } = readRecord(process.argv[2]);
const { cpu, cores, node } = record.machine;
const machine = `${cpu}, ${cores} cores, Node ${node}`;
const on = `On ${machine} ([record](../bench/records/${name})).`;
for (const [document, parts] of Object.entries(DOCUMENTS)) {
  const tables = parts.flatMap((part) => tablesOf(record, part));
  const text = readFileSync(urlOf(document), "utf8");
  if (!FIGURES.test(text)) throw new Error(`${document} has no marks around its figures.`);
  const figures = `${[on, ...tables.map(markdownTable)].join("\n\n")}\n`;
  writeFileSync(
    urlOf(document),
    text.replace(FIGURES, () => figures),
  );
}
const [peers] = tablesOf(record, "peers");
writeFileSync(urlOf(PICTURE), pictureOf(peers, machine));
