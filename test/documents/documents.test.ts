/** Whatever the documents name exists: files, links and npm scripts. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../scripts/paths.js";
import { FORMATS } from "../../src/batch/formats/index.ts";
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

/** Files that only exist after a build, or only on a user's machine. */
const MADE = /^(src\/generated|docs\/api)(\/|$)/;

describe("the documents", () => {
  it("are found", () => {
    expect(DOCUMENTS).toContain("README.md");
    expect(DOCUMENTS).toContain("docs/architecture.md");
    expect(DOCUMENTS.length).toBeGreaterThan(10);
  });

  it.each(DOCUMENTS)("%s links to files that exist", (document) => {
    const links = matchesOf(document, /\]\((?!https?:|#)([^)#\s]+)/g);
    const isBroken = (link: string) => !existsSync(join(ROOT, dirname(document), link));
    expect(links.filter(isBroken)).toEqual([]);
  });

  it.each(DOCUMENTS)("%s names files and folders that exist", (document) => {
    const paths = matchesOf(
      document,
      /`((?:src|test|codegen|scripts|bench|data|docs)\/[\w./-]*)`/g,
    );
    const isMissing = (path: string) => !MADE.test(path) && !existsSync(join(ROOT, path));
    expect(paths.filter(isMissing)).toEqual([]);
  });

  it.each(DOCUMENTS)("%s names npm scripts that exist", (document) => {
    const names = matchesOf(document, /npm run ([\w:-]+)/g);
    expect(names.filter((name) => scripts[name] === undefined)).toEqual([]);
  });
});

describe("CONTRIBUTING.md", () => {
  it("names every npm script that people run", () => {
    const named = matchesOf("CONTRIBUTING.md", /`npm (?:run )?([\w:-]+)/g);
    const isBefore = (name: string) => scripts[name.replace(/^pre/, "")] !== undefined;
    const missing = Object.keys(scripts).filter(
      (name) => !named.includes(name) && !(name.startsWith("pre") && isBefore(name)),
    );
    expect(missing).toEqual([]);
  });
});

describe("the table of batch formats", () => {
  it("has a row for each format, with its file names and media types", () => {
    const text = readFileSync(join(ROOT, "docs/batches.md"), "utf8");
    for (const { name, extensions, mediaTypes } of FORMATS) {
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

describe("the document of the library", () => {
  it("names every entry of the package where it says what runs where", () => {
    const text = readFileSync(join(ROOT, "docs/library.md"), "utf8");
    const [section = ""] = /^## Where it runs\n.*?(?=^## )/ms.exec(text) ?? [];
    const names = Object.keys(entries).map((entry) => join("mapcoded", entry));
    expect(names.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
  });
});

describe("the settings of the API reference", () => {
  it("name files that exist", () => {
    const text = readFileSync(join(ROOT, "typedoc.json"), "utf8");
    const paths = Array.from(text.matchAll(/"(src\/[\w./-]+)/g), ([, path]) => path);
    expect(paths.length).toBeGreaterThan(3);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

describe("the figures of docs/performance.md beside other libraries", () => {
  it("are those of the record", () => {
    const { peers } = JSON.parse(readFileSync(join(ROOT, "bench/record.json"), "utf8"));
    const text = readFileSync(join(ROOT, "docs/performance.md"), "utf8");
    const [section = ""] = /(?<=<!-- peers -->\n).*(?=<!-- end of peers -->)/s.exec(text) ?? [];
    const rows = section
      .split("\n")
      .filter((line) => line.startsWith("| "))
      .slice(2);
    const expected = peers.map((peer: object) => `| ${Object.values(peer).join(" | ")} |`);
    expect(rows).toEqual(expected);
    expect(rows.length).toBeGreaterThan(5);
  });
});
