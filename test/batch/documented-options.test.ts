/** The documents describe every option of batches. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DECLARED_OPTIONS } from "../../src/batch/batch-options.ts";

const DOCUMENTS = ["batches.md", "command-line.md"]
  .map((name) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8"))
  .join("\n");

/** The long names of options, as in `-t, --territory <name>`. */
const LONG_NAME = /--[a-z-]+/;

describe("the documents of batches", () => {
  it.each(
    DECLARED_OPTIONS.flatMap(([name, { flag }]) => {
      const flags = typeof flag === "string" ? [flag] : Object.values(flag ?? {});
      return flags.map((text) => ({ name, long: LONG_NAME.exec(text)?.[0] ?? "" }));
    }),
  )("describe $long, the option $name", ({ name, long }) => {
    const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    expect([`--${kebab}`, `--no-${kebab}`]).toContain(long);
    expect(DOCUMENTS).toContain(long);
  });
});
