/** The examples in the doc comments of src do what their comments say. */
import assert from "node:assert";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import * as batch from "../../src/batch/index.ts";
import * as borders from "../../src/borders/index.ts";
import * as library from "../../src/index.ts";
import "../../src/loaders/disk-borders.ts";
import { plain, withChecks } from "./snippets.ts";

const SRC = fileURLToPath(new URL("../../src", import.meta.url));

/** The modules that examples may import from; the names of ours are there without. */
const MODULES: Readonly<Record<string, object>> = {
  mapcoded: library,
  "mapcoded/batch": batch,
  "mapcoded/borders": borders,
};

interface Documented {
  readonly file: string;
  readonly name: string;
  readonly comment: string;
}

/** The exported functions, classes and constants of a file with the doc comment above each. */
function documentedExports(file: string): Documented[] {
  const text = readFileSync(join(SRC, file), "utf8");
  const found = text.matchAll(
    /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?export (?:async |abstract )?(?:function\*?|class|const) (\w+)/g,
  );
  return Array.from(found, ([, comment = "", name = ""]) => {
    return { file, name, comment: comment.replace(/^ \* ?/gm, "") };
  });
}

const documented = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.startsWith("generated"))
  .flatMap(documentedExports);

const examples = documented.flatMap(({ file, name, comment }) => {
  const found = comment.matchAll(/^@example\n```ts\n([\s\S]*?)^```/gm);
  return Array.from(found, ([, snippet = ""]) => ({ file, name, snippet }));
});

type Run = (check: typeof assert.deepStrictEqual, load: (name: string) => unknown) => Promise<void>;

/** Compiles an example: its imports become loads, and the names of the public entries are known. */
function compiled(snippet: string): Run {
  const body = withChecks(snippet).replace(
    /^import (\{[^}]*\}) from ("[^"]+");$/gm,
    "const $1 = await load($2);",
  );
  const exports = { ...library, ...batch, ...borders };
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const run = new AsyncFunction("check", "load", ...Object.keys(exports), `{ ${body} }`);
  return (check, load) => run(check, load, ...Object.values(exports));
}

/** The entries that users import, with the folders that may define their exports: others have the same names. */
const ENTRIES = [
  { entry: "mapcoded", exports: library, folders: /^(library|codec|tables|loaders)\// },
  { entry: "mapcoded/batch", exports: batch, folders: /^batch\// },
  { entry: "mapcoded/borders", exports: borders, folders: /^borders\// },
];

/** The functions and classes of all entries, with the comments that the API reference shows. */
const publicExports = ENTRIES.flatMap(({ entry, exports, folders }) =>
  Object.entries(exports).flatMap(([name, value]) => {
    if (typeof value !== "function") return [];
    const comments = documented
      .filter((one) => one.name === name && folders.test(one.file))
      .map(({ comment }) => comment);
    // The engine may have a function of the same name, which the library wraps and documents.
    return [{ entry, name, comment: comments.find((text) => text.includes("@example")) ?? "" }];
  }),
);

describe("the functions and classes of the entries", () => {
  it("are found by this test", () => {
    expect(publicExports.length).toBeGreaterThan(30);
  });

  it.each(publicExports)("have an example: $name of $entry", ({ comment }) => {
    expect(comment).toContain("@example\n```ts\n");
  });

  it.each(publicExports)("name each error they throw on a line of its own: $name of $entry", ({
    comment,
  }) => {
    const lines = comment.split("\n").filter((line) => line.startsWith("@throws"));
    expect(lines.filter((line) => !/^@throws \w+Error (if|when) /.test(line))).toEqual([]);
  });
});

describe("an example in a doc comment", () => {
  it.each(examples)("gives the values in its comments: $name", async ({ snippet }) => {
    let checks = 0;
    const check: typeof assert.deepStrictEqual = (actual, expected) => {
      checks++;
      assert.deepStrictEqual(plain(actual), expected);
    };
    await compiled(snippet)(check, (name) => MODULES[name] ?? import(name));
    expect(checks).toBeGreaterThan(0);
  });
});
