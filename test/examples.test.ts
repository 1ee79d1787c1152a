/** The examples in the doc comments of src do what their comments say. */
import assert from "node:assert";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import * as batch from "../src/batch/index.ts";
import * as library from "../src/index.ts";
import { plain, withChecks } from "./snippets.ts";

const SRC = fileURLToPath(new URL("../src", import.meta.url));

/** The modules that examples may import from; all names of the first two are there without. */
const MODULES: Readonly<Record<string, object>> = {
  mapcoded: library,
  "mapcoded/batch": batch,
};

interface Documented {
  readonly file: string;
  readonly name: string;
  readonly comment: string;
}

/** The exported functions of a file with the doc comment above each. */
function documentedFunctions(file: string): Documented[] {
  const text = readFileSync(join(SRC, file), "utf8");
  const found = text.matchAll(
    /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?export (?:async )?function\*? (\w+)/g,
  );
  return Array.from(found, ([, comment = "", name = ""]) => {
    return { file, name, comment: comment.replace(/^ \* ?/gm, "") };
  });
}

const functions = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.startsWith("generated"))
  .flatMap(documentedFunctions);

const examples = functions.flatMap(({ file, name, comment }) => {
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
  const names = Object.keys({ ...library, ...batch });
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const run = new AsyncFunction("check", "load", ...names, `{ ${body} }`);
  return (check, load) => run(check, load, ...Object.values({ ...library, ...batch }));
}

describe("the functions that take and return objects and strings", () => {
  const isPublic = ({ name }: Documented) => Object.hasOwn(library, name);
  const objectFunctions = functions.filter(
    (one) => one.file.startsWith("library/") && isPublic(one),
  );

  it("are found by this test", () => {
    expect(objectFunctions.length).toBeGreaterThan(20);
  });

  it.each(objectFunctions)("have an example: $name", ({ comment }) => {
    expect(comment).toContain("@example\n```ts\n");
  });

  it.each(objectFunctions)("name each error they throw on a line of its own: $name", ({
    comment,
  }) => {
    const lines = comment.split("\n").filter((line) => line.startsWith("@throws"));
    expect(lines.filter((line) => !/^@throws \w+Error if /.test(line))).toEqual([]);
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
