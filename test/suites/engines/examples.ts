/** The examples of docs/engines.md, and the place for the results of the tests. */
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";

const FILE = new URL("../../../docs/engines.md", import.meta.url);

/** The text of the section about an engine. */
function sectionOf(title: string): string {
  const sections = readFileSync(FILE, "utf8").split(/^## /m);
  const section = sections.find((text) => text.startsWith(`${title}\n`));
  if (section === undefined) throw new Error(`docs/engines.md has no section ${title}.`);
  return section;
}

/** The blocks of a language in the section about an engine. */
export function blocksOf(title: string, language: string): readonly string[] {
  const blocks = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms");
  const found = sectionOf(title).matchAll(blocks);
  return Array.from(found, ([, text]) => text);
}

/** The SQL statements of a section, without those of blocks that say `sql by contract`: no test can run them. */
export function sqlExamples(title: string): readonly string[] {
  const statements = blocksOf(title, "sql").flatMap((block) => block.split(/;\n/));
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== "");
}

/** The rows of engines in the table of speeds: all below those of the program itself. */
const RESULTS = /(?<=^\| mapcoded .*\n)\|(?! mapcoded ).*?(?=\n<!-- End -->)/ms;
const MACHINE = /(?<=^## Speeds\n\n).*$/m;

/** Writes the rows of engines, and what machine they are from, into the table of speeds. */
export function writeSpeeds(rows: string): void {
  const text = readFileSync(FILE, "utf8");
  if (!RESULTS.test(text)) throw new Error("docs/engines.md has no place for the results.");
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}`;
  writeFileSync(
    FILE,
    text.replace(RESULTS, () => `${rows}\n`).replace(MACHINE, () => `On ${machine}:`),
  );
}
