/** The examples in the documents for users, and tests that run them with a clone or an installed package. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { request } from "undici";
import { expect, it } from "vitest";
import { ROOT } from "../../scripts/paths.js";

/** The library, command and service for the examples. */
export interface Installation {
  /** A folder whose node_modules has the library. */
  readonly folder: string;
  /** The program of the command line. */
  readonly program: string;
  /** The address of a running service. */
  readonly address: string;
}

/** The code blocks of a text in a language. */
export function blocks(language: string, text: string): string[] {
  const found = text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"));
  return Array.from(found, ([, block = ""]) => block);
}

/** Turns each line `expression; // value` into `check(expression, value)`. */
export function withChecks(snippet: string): string {
  return snippet.replace(/^(.*); \/\/ (.*)$/gm, "check($1, $2);");
}

/**
 * Turns mapcodes into plain objects: deepStrictEqual compares prototypes, and a mapcode's has a toString.
 * The examples of documents run in a separate process, with the source of this function.
 */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  const isMapcode =
    typeof value === "object" && value !== null && "territory" in value && "code" in value;
  return isMapcode ? { ...value } : value;
}

/** All documents for users. */
const TEXT = ["README.md", ...readdirSync(join(ROOT, "docs")).map((name) => `docs/${name}`)]
  .filter((name) => name.endsWith(".md"))
  .map((name) => readFileSync(join(ROOT, name), "utf8"))
  .join("\n");

/** Commands of the console blocks, each with its output. */
const commands = blocks("console", TEXT)
  .flatMap((block) => block.split(/^\$ /m).slice(1))
  .map((text) => /^(?<command>.*)\n(?<output>[\s\S]*)/.exec(text)?.groups ?? {});

/** Runs a snippet as a program. @returns the number of compared values */
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

/** Defines the tests of all examples. @param installed called when the tests run */
export function testExamples(installed: () => Installation): void {
  it.each(
    blocks("js", TEXT),
  )("a snippet of the documents gives the values in its comments: %s", (snippet) => {
    expect(runSnippet(installed(), snippet)).toBeGreaterThan(2);
  });

  it.each(commands)("$command prints the output in the documents", async ({ command, output }) => {
    if (command.startsWith("curl ")) {
      const text = await curl(installed(), command);
      // After a reply without a line end, the next prompt would follow on the same line.
      expect(text.endsWith("\n") ? text : `${text}\n`).toBe(output);
      return;
    }
    expect(command).toMatch(/^(mapcoded|printf) /);
    const mapcoded = `mapcoded() { "${process.execPath}" "${installed().program}" "$@"; }`;
    const shown = execFileSync("bash", ["-c", `${mapcoded}; ${command}`], { stdio: "pipe" });
    expect(shown.toString()).toBe(output);
  });

  it("are found by these tests", () => {
    expect(blocks("js", TEXT).length).toBeGreaterThan(0);
    expect(commands.length).toBeGreaterThan(0);
  });
}
