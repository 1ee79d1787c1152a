/** The types that users see, beside the types of the last release. */
import { execFileSync } from "node:child_process";
import { relative } from "node:path";
import { expect, it } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { ROOT } from "../../../scripts/freshness.js";
import { lostLines, mayBreak, PUBLIC_TYPES, publicTypes } from "../../../scripts/public-types.ts";

const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: "pipe" }).trim();

/** The tag of the last release before this version; undefined if there is none. */
function lastRelease(): string | undefined {
  const tags = git("tag", "--merged", "HEAD", "--list", "v*", "--sort=-version:refname");
  return tags.split("\n").find((tag) => tag !== "" && tag !== `v${packageJson.version}`);
}

it("No public type is lost since the last release, unless the version may break programs", ({
  skip,
}) => {
  const tag = lastRelease();
  if (tag === undefined) return skip("There is no tag of an earlier release.");
  const lost = lostLines(git("show", `${tag}:${relative(ROOT, PUBLIC_TYPES)}`), publicTypes());
  if (!mayBreak(tag.slice(1), packageJson.version)) expect(lost).toEqual([]);
});
