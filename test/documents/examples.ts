/** The examples in the documents for users, and tests that run them: with a clone, or with what users install. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { request } from "undici";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../scripts/paths.js";
import { plain, withChecks } from "./snippets.ts";

/** What the examples run with. */
export interface Installation {
  /** A folder whose node_modules has the library. */
  readonly folder: string;
  /** The program of the command line. */
  readonly program: string;
  /** The address of a running service. */
  readonly address: string;
}

/** The documents for users; all examples in them are run. */
const DOCUMENTS = [
  "README.md",
  ...readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const TEXT = DOCUMENTS.map((name) => readFileSync(join(ROOT, name), "utf8")).join("\n");

/** The blocks of a text that are in a language. */
export function blocks(language: string, text = TEXT): string[] {
  const found = text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"));
  return Array.from(found, ([, block = ""]) => block);
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

const snippets = blocks("js").map((snippet, index) => ({ snippet, number: index + 1 }));

/** Runs a snippet as a program. @returns how many values it has compared */
function runSnippet({ folder }: Installation, snippet: string): number {
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
  return Number(execFileSync(process.execPath, [file], { encoding: "utf8" }));
}

/** Sends the request of a curl command: a GET, or a POST with `--data-binary` and headers. */
async function curl({ address }: Installation, command: string): Promise<string> {
  const words = Array.from(
    command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g),
    ([, single, double, word]) => single ?? double ?? word,
  );
  const valuesOf = (flag: string) => words.filter((_, index) => words[index - 1] === flag);
  const pairs = valuesOf("-H").map((header) => header.split(": "));
  const [body] = valuesOf("--data-binary");
  const url = words.at(-1)?.replace("http://127.0.0.1:8080/mapcode", address) as string;
  const reply = await request(url, {
    method: body === undefined ? "GET" : "POST",
    headers: Object.fromEntries(pairs),
    body: body ?? null,
  });
  return reply.body.text();
}

/** Tests that run all examples. @param installed what is there when the tests run */
export function testExamples(installed: () => Installation): void {
  describe("the documents' library snippets", () => {
    it("are found by this test", () => {
      expect(snippets.length).toBeGreaterThan(0);
    });

    it.each(snippets)("give the values in their comments: snippet $number", ({ snippet }) => {
      expect(runSnippet(installed(), snippet)).toBeGreaterThan(2);
    });
  });

  describe("the documents' commands", () => {
    it("are found by this test", () => {
      expect(examples.length).toBeGreaterThan(0);
    });

    it.each(examples)("$command prints what it shows", async ({ command, output }) => {
      const [program] = command.split(" ");
      if (program === "curl") {
        const text = await curl(installed(), command);
        // After a reply without a line end, the next prompt would follow on the same line.
        expect(text.endsWith("\n") ? text : `${text}\n`).toBe(output);
        return;
      }
      expect(["mapcoded", "printf"]).toContain(program);
      const mapcoded = `mapcoded() { "${process.execPath}" "${installed().program}" "$@"; }`;
      const shown = execFileSync("bash", ["-c", `${mapcoded}; ${command}`], { stdio: "pipe" });
      expect(shown.toString()).toBe(output);
    });
  });
}
