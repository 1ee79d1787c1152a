/**
 * The published C tool as an independent witness: it prints the mapcodes of random points, and
 * encode() must give the same. Run by `npm run test:witness`; install the Debian package `mapcode`.
 */
import { spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { encode } from "../../../src/index.ts";

const POINTS = 200_000;
const SEED = 20_261_121;
const MAX_SHOWN = 10;

interface Comparison {
  points: number;
  codes: number;
  differences: string[];
}

/**
 * Compares one point of the tool's output with encode().
 * @returns a line to show, or undefined if all codes are equal
 */
function difference(count: number, lat: number, lon: number, lines: string[], precision: number) {
  // The tool prints the international code without its territory.
  const ours = encode(lat, lon, { precision }).map(({ territory, code }) =>
    territory === "AAA" ? code : `${territory} ${code}`,
  );
  const isEqual = ours.length === count && ours.every((line, index) => line === lines[index]);
  return isEqual ? undefined : `${lat} ${lon}: encode ${ours.join(", ")}; tool ${lines.join(", ")}`;
}

/** Reads the output of the tool: for each point a line with its number of codes, then the codes. */
async function compare(precision: number): Promise<Comparison> {
  const args = ["-r", `${POINTS}`, `${precision}`, `${SEED}`];
  const tool = spawn("mapcode", args, { stdio: ["ignore", "pipe", "ignore"] });
  const comparison: Comparison = { points: 0, codes: 0, differences: [] };
  let point: [count: number, lat: number, lon: number] | undefined;
  let lines: string[] = [];
  for await (const line of createInterface({ input: tool.stdout })) {
    if (line === "") continue;
    if (point === undefined) {
      const [count = 0, lat = 0, lon = 0] = line.split(" ").map(Number);
      point = [count, lat, lon];
      lines = [];
      continue;
    }
    lines.push(line);
    if (lines.length < point[0]) continue;
    const shown = difference(...point, lines, precision);
    if (shown !== undefined && comparison.differences.length < MAX_SHOWN)
      comparison.differences.push(shown);
    comparison.points++;
    comparison.codes += lines.length;
    point = undefined;
  }
  return comparison;
}

const isInstalled = spawnSync("mapcode", ["--help"]).error === undefined;

describe("the published C tool", () => {
  it("is installed (Debian package mapcode)", () => {
    expect(isInstalled).toBe(true);
  });

  it.each([0, 8])("prints the same codes for 200,000 points at precision %i", async (precision) => {
    const { points, codes, differences } = await compare(precision);
    expect(differences).toEqual([]);
    expect(points).toBe(POINTS);
    expect(codes).toBeGreaterThan(2 * POINTS);
  });
});
