/** Words that this project had only for itself, and that were replaced by the field's own. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

interface DroppedWord {
  readonly pattern: RegExp;
  /** What to write in its place. */
  readonly replacement: string;
}

const DROPPED: readonly DroppedWord[] = [
  {
    pattern: /\bstraight(?=\b|[A-Z])/i,
    replacement: "fast path",
  },
  {
    pattern: /\b(un)?usual(ly)?(?=\b|[A-Z]|_)/i,
    replacement: "common or rare; general path for the way that serves all",
  },
  {
    pattern: /\btall(y|ies)|Tall(y|ies)|TALL(Y|IES)/,
    replacement: "RowCounts (rows of a batch) or Metrics (requests of the service)",
  },
  { pattern: /\bsurroundings/i, replacement: "BatchContext" },
  {
    pattern: /\bcomplaint/i,
    replacement: "RowError",
  },
  { pattern: /\b(bury|buried)\b/i, replacement: "onExit" },
  { pattern: /\bheed/i, replacement: "onMessage" },
  { pattern: /\b(MOST|most)(_[A-Z]|[A-Z])/, replacement: "MAX_ or max" },
  { pattern: /\b(LEAST|least)(_[A-Z]|[A-Z])/, replacement: "MIN_ or min" },
  {
    pattern: /\bbulk|[a-z]Bulk/i,
    replacement: "batch",
  },
  { pattern: /\bpinned/i, replacement: "offHeap" },
  { pattern: /\bwhole-?cell/i, replacement: "cellCenter" },
  { pattern: /\bbehind[1-4]\b/, replacement: "suffix1 to suffix4" },
  { pattern: /\bliking/i, replacement: "parseQValues, the quality values of an Accept header" },
  { pattern: /untold/i, replacement: "drainDelta" },
  {
    pattern: /\bextents?\b|Extent/,
    replacement: "row span (RowSpan)",
  },
  {
    // The option --fail-on-refused has the name that its users chose.
    pattern: /(?<!fail-on-)\brefus(al|ed)|(?<!failOn)Refus(al|ed)/,
    replacement: "error, error reply, RowError, HttpError; failed for counts",
  },
  {
    pattern: /\] as number\b/,
    replacement: "the index alone: noUncheckedIndexedAccess is off",
  },
];

/** Every line of the sources, with the place it is at. */
const lines = ["src", "codegen", "scripts", "bench"].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|js|md)$/.test(file) && !file.startsWith("generated"))
    .flatMap((file) => {
      const path = `${folder}/${file}`;
      const text = readFileSync(join(ROOT, path), "utf8");
      return text.split("\n").map((line, index) => ({ path, number: index + 1, line }));
    }),
);

describe("sources", () => {
  it("are read by this test", () => {
    expect(lines.length).toBeGreaterThan(10_000);
  });

  it.each(DROPPED)("do not use $pattern; write $replacement", ({ pattern, replacement }) => {
    const uses = lines
      .filter(({ line }) => pattern.test(line))
      .map(({ path, number, line }) => `${path}:${number}: ${line.trim()} -> ${replacement}`);
    expect(uses).toEqual([]);
  });
});

describe("the patterns of dropped words", () => {
  it.each([
    ["straightEncode", "unusual", "USUAL_CODES", "RowTally", "tallies", "complaintOf"],
    ["MOST_CHARS", "mostChars", "LEAST_X", "leastX", "x[i] as number"],
    ["bulkBytes", "startBulk", "Bulk requests", "BULK"],
    ["wholeCell", "whole-cell", "behind3", "RowExtent", "firstRefusal", "pinnedBytes"],
  ])("match %s, %s and the like", (...words) => {
    const missed = words.filter((word) => !DROPPED.some(({ pattern }) => pattern.test(word)));
    expect(missed).toEqual([]);
  });

  it.each([
    "almost all",
    "at least two",
    "at most MAX",
    "totally",
    "indeed",
    "x as number",
  ])("do not match '%s'", (text) => {
    expect(DROPPED.filter(({ pattern }) => pattern.test(text))).toEqual([]);
  });
});
