/** The examples in the doc comments of src give the values in their comments. */
import assert from "node:assert";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { SOURCES } from "../../scripts/paths.js";
import * as batch from "../../src/batch/index.ts";
import * as borders from "../../src/borders/index.ts";
import * as library from "../../src/index.ts";
import * as into from "../../src/into.ts";
import "../../src/loaders/disk-borders.ts";
import { blocks, plain, withChecks } from "./examples.ts";

/** The entries, with the folders that define their exports. Other folders have exports of the same names. */
const ENTRIES = [
  { entry: "mapcoded", exports: library, folders: /^(library|codec|tables|loaders)\// },
  { entry: "mapcoded/into", exports: into, folders: /^(library|codec)\// },
  { entry: "mapcoded/batch", exports: batch, folders: /^batch\// },
  { entry: "mapcoded/borders", exports: borders, folders: /^borders\// },
];
/** The modules that examples may import. Our own names need no import. */
const MODULES = Object.fromEntries(ENTRIES.map(({ entry, exports }) => [entry, exports]));
const NAMES = { ...library, ...into, ...batch, ...borders };

/** The exported functions, classes and constants of src, with the doc comment above each. */
const documented = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.startsWith("generated"))
  .flatMap((file) => {
    const found = readFileSync(join(SOURCES, file), "utf8").matchAll(
      /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?export (?:async |abstract )?(?:function\*?|class|const) (\w+)/g,
    );
    return Array.from(found, ([, comment = "", name = ""]) => {
      const text = comment.replace(/^ \* ?/gm, "");
      return { file, name, text, examples: blocks("ts", text) };
    });
  });

/** The functions and classes of all entries, with their comments in the API reference. */
const publicExports = ENTRIES.flatMap(({ entry, exports, folders }) =>
  Object.entries(exports)
    .filter(([, value]) => typeof value === "function")
    .map(([name]) => {
      const own = documented.filter((one) => one.name === name && folders.test(one.file));
      // The library may wrap and document a function of the engine with the same name.
      return { entry, name, text: own.find(({ text }) => text.includes("@example"))?.text ?? "" };
    }),
);

it("the functions and classes of the entries are found", () => {
  expect(publicExports.length).toBeGreaterThan(30);
});

it.each(publicExports)("$name of $entry has an example, and a line for each error", ({ text }) => {
  expect(text).toContain("@example\n```ts\n");
  const lines = text.split("\n").filter((line) => line.startsWith("@throws"));
  expect(lines.filter((line) => !/^@throws \w+Error (if|when) /.test(line))).toEqual([]);
});

const examples = documented.flatMap(({ name, examples }) =>
  examples.map((snippet) => ({ name, snippet })),
);

it.each(examples)("an example of $name gives the values in its comments", async ({ snippet }) => {
  let checks = 0;
  const check = (actual: unknown, expected: unknown) => {
    checks++;
    assert.deepStrictEqual(plain(actual), expected);
  };
  // Imports become calls of `load`. The names of the public entries are arguments.
  const importing = /^import (\{[^}]*\}) from ("[^"]+");$/gm;
  const body = withChecks(snippet).replace(importing, "const $1 = await load($2);");
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const run = new AsyncFunction("check", "load", ...Object.keys(NAMES), `{ ${body} }`);
  const load = (name: string) => MODULES[name] ?? import(name);
  await run(check, load, ...Object.values(NAMES));
  expect(checks).toBeGreaterThan(0);
});
