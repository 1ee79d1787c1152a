import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sectionSizes } from "../../codegen/emit.ts";
import { packTables } from "../../codegen/pack.ts";
import { readTables } from "../../codegen/read.ts";
import { BORDER_FILE } from "../../src/borders/layout.ts";
import type { Service } from "../../src/service/serve.ts";
import { arrayFileBytes, viewArrays } from "../../src/tables/array-file.ts";
import { TABLE_FILE } from "../../src/tables/layout/sections.ts";
import { MAIN } from "../cli/command.ts";
import { startService } from "../http/both-transports.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { plain, withChecks } from "./snippets.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The documents for users; all examples in them are run. */
const DOCUMENTS = [
  "README.md",
  ...readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const TEXT = DOCUMENTS.map((name) => readFileSync(join(ROOT, name), "utf8")).join("\n");

function blocks(language: string): string[] {
  const found = TEXT.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"));
  return Array.from(found, ([, text]) => text);
}

/** Commands of the console blocks with the output shown below each. */
const examples = blocks("console").flatMap((block) =>
  block
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const end = text.indexOf("\n");
      return { command: text.slice(0, end), output: text.slice(end + 1) };
    }),
);

describe("the documents' library snippets", () => {
  // A folder in which snippets can import the package by its name.
  const folder = temporaryFolder();

  beforeAll(() => {
    execFileSync("mkdir", [join(folder, "node_modules")]);
    symlinkSync(ROOT, join(folder, "node_modules", "mapcoded"), "dir");
  });

  const snippets = blocks("js").map((snippet, index) => ({ snippet, number: index + 1 }));

  it("are found by this test", () => {
    expect(snippets.length).toBeGreaterThan(0);
  });

  it.each(snippets)("give the values in their comments: snippet $number", ({ snippet }) => {
    const script = [
      'import { deepStrictEqual } from "node:assert";',
      "let checks = 0;",
      `${plain}`,
      "const check = (value, expected) => { deepStrictEqual(plain(value), expected); checks++; };",
      withChecks(snippet),
      "console.log(checks);",
    ];
    const file = join(folder, "snippet.mjs");
    writeFileSync(file, script.join("\n"));
    const checks = Number(execFileSync(process.execPath, [file], { encoding: "utf8" }));
    expect(checks).toBeGreaterThan(2);
  });
});

describe("the documents' commands", () => {
  let service: Service;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  /** Sends the request of a curl command: a GET, or a POST with `--data-binary` and headers. */
  async function curl(command: string): Promise<string> {
    const words = Array.from(
      command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g),
      ([, single, double, word]) => single ?? double ?? word,
    );
    const valuesOf = (flag: string) => words.filter((_, index) => words[index - 1] === flag);
    const pairs = valuesOf("-H").map((header) => header.split(": "));
    const [body] = valuesOf("--data-binary");
    const url = words.at(-1)?.replace("http://127.0.0.1:8080/mapcode", service.address) as string;
    const reply = await request(url, {
      method: body === undefined ? "GET" : "POST",
      headers: Object.fromEntries(pairs),
      body: body ?? null,
    });
    return reply.body.text();
  }

  it("are found by this test", () => {
    expect(examples.length).toBeGreaterThan(0);
  });

  it.each(examples)("$command prints what it shows", async ({ command, output }) => {
    const [program] = command.split(" ");
    if (program === "curl") {
      const text = await curl(command);
      // After a reply without a line end, the next prompt would follow on the same line.
      expect(text.endsWith("\n") ? text : `${text}\n`).toBe(output);
      return;
    }
    expect(["mapcoded", "printf"]).toContain(program);
    const mapcoded = `mapcoded() { "${process.execPath}" "${MAIN}" "$@"; }`;
    const shown = execFileSync("bash", ["-c", `${mapcoded}; ${command}`], { stdio: "pipe" });
    expect(shown.toString()).toBe(output);
  });
});

describe("the figures of docs/performance.md", () => {
  it("name their record and a table", () => {
    const text = readFileSync(join(ROOT, "docs/performance.md"), "utf8");
    const [figures = ""] = /(?<=<!-- figures -->\n).*(?=<!-- end of figures -->)/s.exec(text) ?? [];
    const [, record = ""] = /\[record\]\(([^)]*)\)/.exec(figures) ?? [];
    expect(existsSync(join(ROOT, "docs", record))).toBe(true);
    expect(figures).toMatch(/^\| --- \|/m);
  });
});

describe("the generator's README", () => {
  it("lists the sizes of all arrays", () => {
    const text = readFileSync(join(ROOT, "codegen/README.md"), "utf8");
    const tables = packTables(readTables(new URL("../../data/", import.meta.url)));
    const borders = viewArrays(BORDER_FILE, new ArrayBuffer(arrayFileBytes(BORDER_FILE)));
    for (const sizes of [sectionSizes(tables, TABLE_FILE), sectionSizes(borders, BORDER_FILE)]) {
      for (const { name, type, length, bytes } of sizes) {
        expect(text).toContain(`| ${name} | ${type} | ${length} | ${bytes} |`);
      }
      expect(text).toContain(`| all | | | ${sizes.reduce((sum, { bytes }) => sum + bytes, 0)} |`);
    }
  });
});
