/** The files, links and npm scripts in the documents exist. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../scripts/paths.js";
import { FORMAT_FACTS } from "../../src/batch/options/format-facts.ts";
import { DECLARED_OPTIONS } from "../../src/batch/options/options.ts";

const FOLDERS = [".", "bench", "codegen", "data", "docs", "test/vectors"];
const DOCUMENTS = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name)),
);
const { scripts, exports: entries } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

function matchesOf(document: string, pattern: RegExp): string[] {
  const text = readFileSync(join(ROOT, document), "utf8");
  return Array.from(text.matchAll(pattern), ([, found]) => found);
}

/** Files that only a build makes. */
const MADE = /^(src\/generated|docs\/api)(\/|$)/;

describe.each(DOCUMENTS)("%s", (document) => {
  it("links to files that exist", () => {
    const links = matchesOf(document, /\]\((?!https?:|#)([^)#\s]+)/g);
    const isBroken = (link: string) => !existsSync(join(ROOT, dirname(document), link));
    expect(links.filter(isBroken)).toEqual([]);
  });

  it("names files, folders and npm scripts that exist", () => {
    const path = /`((?:src|test|codegen|scripts|bench|data|docs)\/[\w./-]*)`/g;
    const isMissing = (path: string) => !MADE.test(path) && !existsSync(join(ROOT, path));
    expect(matchesOf(document, path).filter(isMissing)).toEqual([]);
    const names = matchesOf(document, /npm run ([\w:-]+)/g);
    expect(names.filter((name) => scripts[name] === undefined)).toEqual([]);
  });
});

it("CONTRIBUTING.md names every npm script that people run", () => {
  const named = matchesOf("CONTRIBUTING.md", /`npm (?:run )?([\w:-]+)/g);
  const missing = Object.keys(scripts).filter((name) => {
    const isBefore = name.startsWith("pre") && scripts[name.slice(3)] !== undefined;
    return !named.includes(name) && !isBefore;
  });
  expect(missing).toEqual([]);
});

describe("the table of batch formats", () => {
  it("has a row for each format, with its file names and media types", () => {
    const text = readFileSync(join(ROOT, "docs/batches.md"), "utf8");
    for (const [name, { extensions, mediaTypes }] of Object.entries(FORMAT_FACTS)) {
      const [row = ""] = text.match(new RegExp(`^\\| \`${name}\` \\|.*$`, "m")) ?? [];
      const cells = row.split("|").map((cell) => cell.trim());
      expect(cells[2]).toBe(extensions.map((extension) => `\`${extension}\``).join(" "));
      expect(cells[3]).toBe(mediaTypes.map((type) => `\`${type}\``).join(", "));
    }
  });
});

describe("the documents of batches", () => {
  const names = ["batches.md", "command-line.md"].flatMap((document) =>
    matchesOf(join("docs", document), /(--[a-z-]+)/g),
  );

  it.each(
    DECLARED_OPTIONS.filter(([, { hidden }]) => hidden !== "everywhere"),
  )("describe the option %s", (name, declared) => {
    const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    expect(names).toContain(`--${declared.default === true ? "no-" : ""}${kebab}`);
  });
});

it('the document of the library names every entry under "Where it runs"', () => {
  const [section] = matchesOf("docs/library.md", /^(## Where it runs\n.*?)(?=^## )/gms);
  const names = Object.keys(entries).map((entry) => join("mapcoded", entry));
  expect(names.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
});

it("the settings of the API reference name files that exist", () => {
  const paths = matchesOf("typedoc.json", /"(src\/[\w./-]+)/g);
  expect(paths.length).toBeGreaterThan(3);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it("the picture of times beside other libraries has the figures of the table in docs/performance.md", () => {
  const [section] = matchesOf("docs/performance.md", /(?<=<!-- peers -->\n)(.*)(?=<!-- end of)/gs);
  const figures = Array.from(section.matchAll(/(?<=\| )\d+(?= \|)/g), ([ns]) => `${ns} ns`);
  expect(matchesOf("docs/speed.svg", />(\d+ ns)</g)).toEqual(figures);
  expect(figures.length).toBeGreaterThan(10);
});
