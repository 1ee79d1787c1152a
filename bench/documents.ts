/** `npm run bench:readme`: copies tables of the newest record, or of the named one, into the documents, and draws. */
import { readFileSync, writeFileSync } from "node:fs";
import type { Part } from "./options.ts";
import { pictureOf } from "./picture.ts";
import { markdownTable, type Table } from "./report.ts";
import { type BenchRecord, readRecord } from "./results.ts";

/** The documents with figures, their parts, and the path of the records from there. */
const DOCUMENTS: readonly { document: string; records: string; parts: readonly Part[] }[] = [
  { document: "README.md", records: "bench/records/", parts: ["peers"] },
  {
    document: "docs/performance.md",
    records: "../bench/records/",
    parts: ["engine", "batch", "http"],
  },
];
const PICTURE = "docs/speed.svg";
const PICTURE_LINE = `![Time to encode a point and to decode a code, beside other libraries](${PICTURE})`;

/** The part of a document between the two marks. */
const FIGURES = /(?<=<!-- figures -->\n).*(?=<!-- end of figures -->)/s;

/** @throws Error when the record lacks the part */
function tablesOf({ parts }: BenchRecord, part: Part): readonly Table[] {
  const tables = parts[part]?.tables;
  if (tables !== undefined) return tables;
  const command = `npm run bench -- --record --only ${part}`;
  throw new Error(`The record has no tables of '${part}'. Add them by \`${command}\`.`);
}

function write(path: string, textOf: (before: string) => string): void {
  const url = new URL(`../${path}`, import.meta.url);
  writeFileSync(url, textOf(readFileSync(url, "utf8")));
}

const { name, record } = readRecord(process.argv[2]);
const { cpu, cores, node } = record.machine;
const machine = `${cpu}, ${cores} cores, Node ${node}`;
for (const { document, records, parts } of DOCUMENTS) {
  const command = record.parts[parts[0]]?.run.command;
  const on = `On ${machine}, by \`${command}\` ([record](${records}${name})).`;
  const tables = parts.flatMap((part) => tablesOf(record, part)).map(markdownTable);
  const picture = parts.includes("peers") ? [PICTURE_LINE] : [];
  write(document, (before) => {
    if (!FIGURES.test(before)) throw new Error(`${document} has no marks around its figures.`);
    return before.replace(FIGURES, () => `${[on, ...picture, ...tables].join("\n\n")}\n`);
  });
}
writeFileSync(
  new URL(`../${PICTURE}`, import.meta.url),
  pictureOf(tablesOf(record, "peers")[0], machine),
);
