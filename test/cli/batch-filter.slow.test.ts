import { once } from "node:events";
import { createInterface } from "node:readline";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { start } from "./command.ts";
import { outputOf, pipedHere, withoutRate } from "./command-lines.ts";

describe("the command as a filter", () => {
  it.each([
    ["plain", "1 2", "1 2\t\t\tHHNFC.7V5X"],
    [
      "ndjson",
      "[1,2]",
      '{"row":[1,2],"territory":null,"mapcode":null,"international":"HHNFC.7V5X"}',
    ],
  ])("converts each line of %s before the next one arrives", async (format, line, result) => {
    const child = start(["encode", "--from", format, "--quiet"]);
    const closed = once(child, "close");
    const results = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    for (let turn = 0; turn < 20; turn++) {
      child.stdin?.write(`${line}\n`);
      expect(await once(results, "line")).toEqual([result]);
    }
    child.stdin?.end();
    expect(await closed).toEqual([0, null]);
  });
});

describe("standard input", () => {
  it("may be empty", async () => {
    const { code, out, err } = await pipedHere("")`encode -`;
    const summary = "0 rows: 0 converted, 0 failed, N rows/s, local mapcodes: by borders\n";
    expect({ code, out, err: withoutRate(err) }).toEqual({ code: 0, out: "", err: summary });
  });

  it("is read as its first row says, with a notice, also if it is compressed", async () => {
    const table = "lat\tlon\n52.376514\t4.908543\n";
    const coded =
      "lat\tlon\tterritory\tmapcode\tinternational\terror\n52.376514\t4.908543\tNLD\t49.4V\tVHXGB.1J9J\t\n";
    const notice = "standard input: tsv, latitude from 'lat', longitude from 'lon'\n";
    for (const input of [table, gzipSync(table)]) {
      const { code, out, err } = await pipedHere(input)`encode`;
      expect([code, out, err]).toEqual([0, coded, expect.stringContaining(notice)]);
      expect(await outputOf(pipedHere(input)`encode -q`)).toBe(coded);
    }
    const lines = await pipedHere("52.376514 4.908543\n")`encode`;
    expect(lines.out).toBe("52.376514 4.908543\tNLD\t49.4V\tVHXGB.1J9J\n");
    expect(lines.err).toMatch(/^1 row: /);
    // A header with column names outweighs --from.
    const chosen = await pipedHere(table)`encode --from plain -q`;
    expect(chosen.out).toContain("NLD\t49.4V\tVHXGB.1J9J");
  });
});
