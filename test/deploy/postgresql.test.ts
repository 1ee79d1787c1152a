/** The extension of PostgreSQL has our version, and the script that makes it. `npm run test:engines` runs it. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../scripts/freshness.js";

const { version } = JSON.parse(readFileSync(join(ROOT, "packages/cli/package.json"), "utf8"));

it.each([
  "mapcoded",
  "mapcoded_postgis",
])("the extension %s has the version of the command", (name) => {
  const folder = join(ROOT, "deploy/postgresql");
  const control = readFileSync(join(folder, `${name}.control`), "utf8");
  expect(/^default_version = '(.*)'$/m.exec(control)?.[1]).toBe(version);
  expect(existsSync(join(folder, `${name}--${version}.sql`))).toBe(true);
});
