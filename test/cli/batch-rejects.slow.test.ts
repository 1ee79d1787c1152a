import { once } from "node:events";
import { existsSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { createFolder } from "../support/temporary-folder.ts";
import { start } from "./command.ts";
import {
  failureOf,
  mapcoded,
  mapcodedHere,
  outputOf,
  piped,
  pipedHere,
  pointLines,
  withoutRate,
  words,
} from "./command-lines.ts";

const folder = createFolder();
const reason = (value: string) =>
  `The latitude (column lat) '${value}' is not a decimal number of degrees.`;
const names = "lat,lon,territory,mapcode,international,error\n";

/** A table where every seventh row fails, and all near the end of each 75,000. These take far longer. */
function mixedTable(count: number): string {
  const rows = pointLines(count).trimEnd().split("\n");
  const cells = rows.map((row, at) => {
    const fails = at % 7 === 3 || at % 75_000 > 55_000;
    return fails ? `"no ""${at}""",${at}\n` : `${row.replace(" ", ",")}\n`;
  });
  return `lat,lon\n${cells.join("")}`;
}

describe("--rejects", () => {
  it("takes rows that fail out of the output, as they were", async () => {
    const long = `${"9".repeat(3_000_000)}"`;
    const table = `lat,lon\r\n1,2\r\nx,"5\n5"\r\n"${long}",1\r\n6,7,8\r\n3,4\r\n`;
    const input = folder.write(
      "rows.csv",
      table.replace(`${long}"`, `${long.replace('"', '""')}"`),
    );
    const output = folder.path("rows-coded.csv");
    const rejects = folder.path("rejects.csv");
    const { code, err } = await mapcoded`encode ${input} -o ${output} --rejects ${rejects}`;
    expect({ code, err: withoutRate(err) }).toEqual({
      code: 0,
      err:
        `${input}: csv, latitude from 'lat', longitude from 'lon'\n` +
        `5 rows: 2 converted, 3 failed (in ${rejects}), N rows/s, local mapcodes: by borders\n` +
        `Failed rows by reason:\n  1  invalid-coordinate: ${input}, line 3, column lat: ${reason("x")}\n` +
        `  1  row-too-long: ${input}, line 5: The row '"${"9".repeat(99)}...' is longer than 1048576 bytes.\n` +
        `  1  malformed-row: ${input}, line 6: The row '6,7,8' has 3 fields; expected 2 as in the first row.\n`,
    });
    expect(folder.read("rows-coded.csv")).toBe(
      `${names.replace("\n", "\r\n")}1,2,,,HHNFC.7V5X,\r\n3,4,,,JHVGZ.JL9N,\r\n`,
    );
    const rows: string[][] = parse(folder.read("rejects.csv"));
    expect(rows.map(([file, line, column, why]) => [file, line, column, why])).toEqual([
      ["file", "line", "column", "reason"],
      [input, "3", "lat", reason("x")],
      [input, "5", "", expect.stringContaining("is longer than 1048576 bytes.")],
      [input, "6", "", expect.stringContaining("fields")],
    ]);
    // Of a row above the length limit, only the reason has a part: its beginning.
    expect(rows.map((row) => row[4])).toEqual(["row", 'x,"5\n5"', "", "6,7,8"]);
    const again = await mapcoded`encode ${input} -o ${output} --rejects ${rejects}`;
    expect(again.err).toContain(`'${output}' already exists`);
    const other = folder.path("other.csv");
    expect(await failureOf(mapcoded`encode ${input} -o ${other} --rejects ${rejects}`)).toContain(
      `1: The file '${rejects}' already`,
    );
    expect(existsSync(other)).toBe(false);
  });

  it("has the same bytes with threads and from pipes, and the lines of the input", async () => {
    const table = mixedTable(150_000);
    const input = folder.write("mixed.csv", table);
    const [coded, rejects] = ["mixed-coded.csv", "mixed-rejects.csv"].map(folder.path);
    const encode = words`encode --from csv -f -q -o ${coded} --rejects ${rejects} --workers`;
    const written: string[] = [];
    for (const ending of [
      () => mapcoded`${encode} 1 ${input}`,
      () => mapcoded`${encode} 3 ${input}`,
      () => piped(table)`${encode} 3`,
    ]) {
      expect(await outputOf(ending())).toBe("");
      const failed = folder.read("mixed-rejects.csv").replaceAll("standard input", input);
      written.push(folder.read("mixed-coded.csv") + failed);
    }
    expect(written.every((text) => text === written[0])).toBe(true);
    const rows: string[][] = parse(folder.read("mixed-rejects.csv"), { from: 2 });
    expect(rows.length).toBeGreaterThan(50_000);
    const lines = table.split("\n");
    expect(rows.every(([, line, , , row]) => lines[Number(line) - 1] === row)).toBe(true);
    const good = lines.slice(1, -1).filter((line) => !line.startsWith('"'));
    const kept = folder.read("mixed-coded.csv").split("\n").slice(1, -1);
    expect(kept.every((row, at) => row.startsWith(`${good[at]},`))).toBe(true);
    expect(kept.length).toBe(good.length);
  });

  it("is compressed as its name says", async () => {
    const input = folder.write("few.csv", "lat,lon\nx,5\n");
    const rejects = folder.path("few.csv.gz");
    expect((await mapcodedHere`encode ${input} -q --rejects ${rejects}`).out).toBe(names);
    const { out } = await mapcodedHere`encode ${rejects} --lat-column line --lon-column row -q`;
    expect(out).toContain(reason("x"));
  });
});

describe("--limit", () => {
  const table = mixedTable(60_000);
  it.each([0, 4, 40_001, 70_000])("ends after %i rows", async (limit) => {
    const input = folder.write("limited.csv", table);
    const { code, out, err } = await mapcoded`encode ${input} --limit ${limit} --workers 2`;
    const rows = out.trimEnd().split("\n");
    const count = Math.min(limit, 60_000);
    expect({ code, rows: rows.length }).toEqual({ code: 0, rows: count + 1 });
    expect(err).toMatch(new RegExp(`^${count} rows?: `, "m"));
    const lines = table.split("\n").slice(1, count + 1);
    expect(rows.slice(1).every((row, at) => row.startsWith(`${lines[at]},`))).toBe(true);
  });

  it("does not wait for more input", async () => {
    const child = start(["encode", "--limit", "2", "-q"]);
    const parts: Buffer[] = [];
    child.stdout?.on("data", (data: Buffer) => parts.push(data));
    child.stdin?.write("1 2\n3 4\n5 6\n");
    expect(await once(child, "close")).toEqual([0, null]);
    expect(Buffer.concat(parts).toString()).toBe("1 2\t\t\tHHNFC.7V5X\n3 4\t\t\tJHVGZ.JL9N\n");
    child.stdin?.destroy();
  });
});

it.each([
  [1, "lat,lon\n1,2\nx,1\n", "--fail-on-errors"],
  [0, "lat,lon\n1,2\nx,1\n", ""],
  [0, "lat,lon\n1,2\n", "--fail-on-errors"],
  [1, "lat,lon\nx,1\n", ""],
  [1, "lat,lon\nx,1\ny,2\n", `-f --rejects ${folder.path("all.csv")}`],
  [0, "lat,lon\n", "-o -"],
])("a batch exits with %i for %j and %s", async (code, rows, flags) => {
  const args = flags.split(" ").filter(Boolean);
  const ended = await pipedHere(rows)`encode --from csv -q ${args}`;
  expect(ended).toMatchObject({ code, out: expect.stringContaining(names) });
  expect(existsSync("-")).toBe(false);
});

it("a quote that does not close ends the batch at its line, as the next lines may belong to its field", async () => {
  const field = `"${"a line\n".repeat(200_000)}"`;
  const path = folder.write("open.csv", `id,note,lat,lon\n0,x,1,2\n1,${field},52,4\n2,x,52,4\n`);
  const encode = words`encode ${path} -q -f -o ${folder.path("open-coded.csv")}`;
  expect(await failureOf(mapcodedHere`${encode}`)).toBe(
    `2: The file '${path}': A quote that opens in line 3 does not close within 1,048,576 bytes. Close the quote, or raise the limit with the option --max-row-bytes. The rows so far are in ${folder.path("open-coded.csv.partial")}.`,
  );
  expect(await outputOf(mapcodedHere`${encode} --max-row-bytes 2000000`)).toBe("");
  expect(folder.read("open-coded.csv").split("\n").at(-2)).toBe("2,x,52,4,NLD,KM2.LWL,VHTR6.9Z0P,");
});
