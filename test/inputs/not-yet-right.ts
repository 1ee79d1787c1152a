/** Tests of behaviour that is still to come. */
import { readFileSync } from "node:fs";
import { afterAll, expect, it } from "vitest";

const LIST = new URL("not-yet-right.txt", import.meta.url);

/** The names that the list has. A line that begins with # is a comment. */
const MARKED = readFileSync(LIST, "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

/**
 * Declares tests whose marked ones must fail, so that a mark goes with the change that makes it wrong.
 * @param group begins the names of its tests in the list, as in `file: photos.csv`
 */
export function testsOf(group: string) {
  const declared = new Set<string>();
  afterAll(() => {
    const unknown = MARKED.filter((name) => name.startsWith(`${group}: `) && !declared.has(name));
    expect(unknown, "names in not-yet-right.txt that no test has").toEqual([]);
  });
  return (title: string, test: () => void | Promise<void>): void => {
    const name = `${group}: ${title}`;
    declared.add(name);
    (MARKED.includes(name) ? it.fails : it)(name, test);
  };
}
