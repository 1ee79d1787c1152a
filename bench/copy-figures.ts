/** `npm run bench:readme`: copies the figures of a record into README.md, between its marks. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readmeFigures } from "./readme-figures.ts";
import type { Results } from "./results.ts";

const README = fileURLToPath(new URL("../README.md", import.meta.url));
const RECORDS = new URL("records/", import.meta.url);

/** What stands between the two marks is this script's. */
const FIGURES = /(?<=<!-- figures -->\n).*(?=<!-- end of figures -->)/s;

const given = process.argv[2];
const newest = readdirSync(RECORDS).toSorted().at(-1) as string;
const name = given?.split("/").at(-1) ?? newest;
const results = JSON.parse(readFileSync(new URL(name, RECORDS), "utf8")) as Results;
const readme = readFileSync(README, "utf8");
if (!FIGURES.test(readme)) throw new Error("README.md has no marks for figures.");
writeFileSync(README, readme.replace(FIGURES, readmeFigures(results, `bench/records/${name}`)));
