/**
 * `npm run bench:readme`: copies the figures of a record into docs/performance.md, and those of the engine
 * into README.md, each between its marks.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { engineFigures, figures } from "./readme-figures.ts";
import type { Results } from "./results.ts";

const ROOT = new URL("../", import.meta.url);
const RECORDS = new URL("bench/records/", ROOT);

/** Replaces the text between the marks `<!-- figures -->` and `<!-- end of figures -->` of a document. */
function copyInto(document: string, text: string): void {
  const path = fileURLToPath(new URL(document, ROOT));
  const before = readFileSync(path, "utf8");
  const between = /(?<=<!-- figures -->\n).*(?=<!-- end of figures -->)/s;
  if (!between.test(before)) throw new Error(`${document} has no marks for figures.`);
  writeFileSync(path, before.replace(between, text));
}

const requested = process.argv[2];
const newest = readdirSync(RECORDS).toSorted().at(-1) as string;
const name = requested?.split("/").at(-1) ?? newest;
const results = JSON.parse(readFileSync(new URL(name, RECORDS), "utf8")) as Results;
copyInto("README.md", engineFigures(results, `bench/records/${name}`));
copyInto("docs/performance.md", figures(results, `../bench/records/${name}`));
