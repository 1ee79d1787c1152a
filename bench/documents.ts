/** `npm run bench:readme`: copies tables of the newest record, or of the named one, into the documents. */
import { readFileSync, writeFileSync } from "node:fs";
import type { Part } from "./options.ts";
import { markdownTable } from "./report.ts";
import { type BenchRecord, readRecord } from "./results.ts";

/** The documents with figures, their parts, and the path of the records from there. */
const DOCUMENTS: readonly { document: string; records: string; part: Part }[] = [
  { document: "README.md", records: "bench/records/", part: "engine" },
  { document: "docs/performance.md", records: "../bench/records/", part: "http" },
];

/** The part of a document between the two marks. */
const FIGURES = /(?<=<!-- figures -->\n).*(?=<!-- end of figures -->)/s;

/**
 * @param path of the record, as the document links to it
 * @throws Error when the record lacks the part
 */
function figuresOf({ machine, parts }: BenchRecord, part: Part, path: string): string {
  const measured = parts[part];
  if (measured?.tables === undefined) {
    throw new Error(
      `The record has no tables of '${part}'. Add them by \`npm run bench -- --record --only ${part}\`.`,
    );
  }
  const { cpu, cores, node } = machine;
  const on = `On ${cpu}, ${cores} cores, Node ${node}, by \`${measured.run.command}\` ([record](${path})).`;
  return `${[on, ...measured.tables.map(markdownTable)].join("\n\n")}\n`;
}

const { name, record } = readRecord(process.argv[2]);
for (const { document, records, part } of DOCUMENTS) {
  const url = new URL(`../${document}`, import.meta.url);
  const before = readFileSync(url, "utf8");
  const figures = figuresOf(record, part, records + name);
  if (!FIGURES.test(before)) throw new Error(`${document} has no marks around its figures.`);
  writeFileSync(
    url,
    before.replace(FIGURES, () => figures),
  );
}
