/** Every file with our version has the version of the library. RELEASING.md uses this test to find them. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { ROOT } from "../../scripts/paths.js";

const { version } = packageJson;

/** Each file, with a pattern for the version. */
const NAMING: readonly (readonly [file: string, pattern: RegExp])[] = [
  ["packages/cli/package.json", /^ {2}"version": "(.*)"/gm],
  ["package-lock.json", /^ {2}"version": "(.*)"/gm],
  ["CHANGELOG.md", /^# Changelog\n\n## (\S+)/g],
  ["README.md", /\bmapcoded(?:-cli)?-(\d+\.\d+\.\d+)/g],
  ["docs/operations.md", /\bmapcoded(?:-cli)?-(\d+\.\d+\.\d+)/g],
  ["deploy/compose.yaml", /image: mapcoded:(\S+)/g],
  ["deploy/kubernetes.yaml", /image: mapcoded:(\S+)/g],
  ["deploy/postgresql/mapcoded.control", /^default_version = '(.*)'$/gm],
  ["deploy/postgresql/mapcoded_postgis.control", /^default_version = '(.*)'$/gm],
];

it.each(NAMING)("%s names the version of the library", (file, pattern) => {
  const text = readFileSync(join(ROOT, file), "utf8");
  const named = Array.from(text.matchAll(pattern), ([, found]) => found);
  expect([...new Set(named)]).toEqual([version]);
});

it("the extensions of PostgreSQL have scripts of the version", () => {
  for (const name of ["mapcoded", "mapcoded_postgis"]) {
    expect(existsSync(join(ROOT, `deploy/postgresql/${name}--${version}.sql`))).toBe(true);
  }
});
