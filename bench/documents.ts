/** `npm run bench:documents`: copies the tables of the newest record, or of the named one, into a document, and draws. */
import { readFileSync, writeFileSync } from "node:fs";
import type { Part } from "./options.ts";
import { pictureOf } from "./picture.ts";
import { markdownTable, type Table } from "./report.ts";
import { type BenchRecord, readRecord } from "./results.ts";

/** The document with the tables, and their parts. */
const DOCUMENT = "docs/performance.md";
const PARTS: readonly Part[] = ["peers", "engine", "batch", "python", "http"];
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
const tables = PARTS.flatMap((part) => tablesOf(record, part));
const on = `On ${machine} ([record](../bench/records/${name})).`;
const text = readFileSync(urlOf(DOCUMENT), "utf8");
if (!FIGURES.test(text)) throw new Error(`${DOCUMENT} has no marks around its figures.`);
const figures = `${[on, ...tables.map(markdownTable)].join("\n\n")}\n`;
writeFileSync(
  urlOf(DOCUMENT),
  text.replace(FIGURES, () => figures),
);
writeFileSync(urlOf(PICTURE), pictureOf(tables[0], machine));
