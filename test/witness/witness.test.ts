/**
 * The published C tool as an independent witness: it makes random points and prints their mapcodes,
 * and every line must be ours as well. Run by `npm run test:witness`; the tool is Debian's package
 * `mapcode`.
 */
import { spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { encode } from "../../src/index.ts";

const POINTS = 200_000;
const SEED = 20_261_121;
const SHOWN = 10;

interface Witnessed {
  points: number;
  codes: number;
  differences: string[];
}

/** A block of the tool's output: how many codes, the point, and a line for each code. */
function difference(count: number, lat: number, lon: number, lines: string[], precision: number) {
  // The tool leaves the territory of the international code out.
  const ours = encode(lat, lon, { precision }).map(({ territory, code }) =>
    territory === "AAA" ? code : `${territory} ${code}`,
  );
  const isEqual = ours.length === count && ours.every((line, index) => line === lines[index]);
  return isEqual ? undefined : `${lat} ${lon}: ours ${ours.join(", ")}; its ${lines.join(", ")}`;
}

async function compare(precision: number): Promise<Witnessed> {
  const args = ["-r", `${POINTS}`, `${precision}`, `${SEED}`];
  const tool = spawn("mapcode", args, { stdio: ["ignore", "pipe", "ignore"] });
  const witnessed: Witnessed = { points: 0, codes: 0, differences: [] };
  let head: [count: number, lat: number, lon: number] | undefined;
  let lines: string[] = [];
  for await (const line of createInterface({ input: tool.stdout })) {
    if (line === "") continue;
    if (head === undefined) {
      const [count = 0, lat = 0, lon = 0] = line.split(" ").map(Number);
      head = [count, lat, lon];
      lines = [];
      continue;
    }
    lines.push(line);
    if (lines.length < head[0]) continue;
    const found = difference(...head, lines, precision);
    if (found !== undefined && witnessed.differences.length < SHOWN)
      witnessed.differences.push(found);
    witnessed.points++;
    witnessed.codes += lines.length;
    head = undefined;
  }
  return witnessed;
}

const isInstalled = spawnSync("mapcode", ["--help"]).error === undefined;

describe("the published C tool", () => {
  it("is installed (Debian's package mapcode), or there is nothing to compare with", () => {
    expect(isInstalled).toBe(true);
  });

  it.each([0, 8])("agrees on every code of 200,000 points at precision %i", async (precision) => {
    const { points, codes, differences } = await compare(precision);
    expect(differences).toEqual([]);
    expect(points).toBe(POINTS);
    expect(codes).toBeGreaterThan(2 * POINTS);
  });
});
