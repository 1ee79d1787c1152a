import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { createFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { pointLines, savedTasks, withoutRate } from "./batch-files.ts";
import { start } from "./command.ts";
import { failureOf, mapcoded, outputOf, piped, words } from "./command-lines.ts";

const folder = createFolder();
const reason = (value: string) =>
  `The latitude (column lat) '${value}' is not a decimal number of degrees.`;
const names = "lat,lon,territory,mapcode,international,error\n";

/** A table in which every seventh row fails. */
function mixedTable(count: number): string {
  const rows = pointLines(count).trimEnd().split("\n");
  const cells = rows.map((row, at) =>
    at % 7 === 3 ? `"no ""${at}""",${at}` : row.replace(" ", ","),
  );
  return `lat,lon\n${cells.join("\n")}\n`;
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
    const shown = rows.map((row) => row[4].length > 99 || row[4]);
    expect(shown).toEqual(["row", 'x,"5\n5"', true, "6,7,8"]);
    expect(rows[2][4] === `"${"9".repeat(3_000_000)}""",1`).toBe(true);
    const again = await mapcoded`encode ${input} -o ${output} --rejects ${rejects}`;
    expect(again.err).toContain(`'${output}' already exists`);
    const other = mapcoded`encode ${input} -o ${folder.path("other.csv")} --rejects ${rejects}`;
    expect(await failureOf(other)).toContain(`1: The file '${rejects}' already`);
    expect(existsSync(`${rejects}.lock`)).toBe(false);
  });

  it("has the same bytes with threads, and when a run is killed and resumed", async () => {
    const table = mixedTable(300_000);
    const input = folder.write("mixed.csv", table);
    const flags = (name: string) => {
      const path = folder.path(name);
      return words`-q -o ${path}.csv --rejects ${path}-no.csv`;
    };
    const whole = mapcoded`encode ${input} --workers 1 ${flags("one")}`;
    expect(await outputOf(whole)).toBe("");
    await mapcoded`encode ${input} --workers 3 ${flags("many")}`;
    const child = start(words`encode --from csv ${flags("killed")}`);
    child.stdin?.on("error", () => {});
    child.stdin?.write(table.slice(0, 4_000_000));
    await until(
      () => savedTasks(folder.path("killed.csv")) > 0,
      () => "No checkpoint was saved.",
    );
    child.kill("SIGKILL");
    await once(child, "close");
    const resumed = piped(table)`encode --from csv --resume ${flags("killed")}`;
    expect(await outputOf(resumed)).toBe("");
    for (const name of ["one", "many", "killed"]) {
      expect(folder.read(`${name}.csv`) === folder.read("one.csv")).toBe(true);
    }
    const withoutFile = (name: string) =>
      folder.read(`${name}-no.csv`).replaceAll("standard input,", `${input},`);
    expect(withoutFile("many") === withoutFile("one")).toBe(true);
    expect(withoutFile("killed") === withoutFile("one")).toBe(true);
    const rows: string[][] = parse(folder.read("one-no.csv"), { from: 2 });
    expect(rows).toHaveLength(42_857);
    const lines = table.split("\n");
    expect(rows.every(([, line, , , row]) => lines[Number(line) - 1] === row)).toBe(true);
  });

  it("is compressed as its name says, and refuses other formats and the output itself", async () => {
    const input = folder.write("few.csv", "lat,lon\nx,5\n");
    const { out } = await mapcoded`encode ${input} -q --rejects ${folder.path("few.csv.gz")}`;
    expect(out).toBe(names);
    const decoded =
      await mapcoded`encode ${folder.path("few.csv.gz")} --lat-column line --lon-column row -q`;
    expect(decoded.out).toContain(reason("x"));
    for (const flags of ["x.json", "-", "./same.csv -o same.csv", "x.csv --strict"]) {
      const { code } = await mapcoded`encode ${input} --rejects ${flags.split(" ")}`;
      expect(code, flags).toBe(2);
    }
  });
});

describe("files of a run that cannot begin", () => {
  const input = folder.write("begin.csv", "lat,lon\n1,2\nx,5\n");

  it("keep their contents if the rejects cannot be written", async () => {
    const kept = folder.write("kept.csv", "old\n");
    const rejects = folder.path("locked.csv");
    folder.write("locked.csv.lock", "not ours\n");
    const forced = mapcoded`encode ${input} -o ${kept} --force --rejects ${rejects}`;
    expect(await failureOf(forced)).toMatch(/^1: .*is not a lock/);
    expect(folder.read("kept.csv")).toBe("old\n");
    const output = folder.path("unwritten.csv");
    expect((await mapcoded`encode ${input} -o ${output} --rejects ${kept}`).code).toBe(1);
    expect(existsSync(output)).toBe(false);
    expect(existsSync(`${kept}.lock`)).toBe(false);
  });

  it("keep their contents if the rejects are not those of the interrupted run", async () => {
    const compressed = gzipSync(`lat,lon\nx,5\n${pointLines(90_000).replaceAll(" ", ",")}`);
    const early = folder.write("early.csv.gz", compressed.subarray(0, compressed.length - 9));
    const output = folder.path("early-coded.csv");
    const resumed = async (rejects: string) => {
      return mapcoded`encode ${early} -q -o ${output} --rejects ${rejects} --resume`;
    };
    const rejects = folder.path("early-rejects.csv");
    await mapcoded`encode ${early} -q -o ${output} --rejects ${rejects}`;
    const written = folder.read("early-coded.csv");
    const other = folder.write("other-rejects.csv", "mine\n".repeat(1000));
    expect((await resumed(other)).err).toContain(
      `was started in another way: option --rejects was "early-rejects.csv" and is "other-rejects.csv".`,
    );
    expect(folder.read("other-rejects.csv")).toBe("mine\n".repeat(1000));
    rmSync(rejects);
    expect(await failureOf(resumed(rejects))).toBe(
      `1: There is no file '${rejects}', to which the interrupted run wrote rows that failed. Restore it, or use --force instead of --resume to start over.`,
    );
    expect(folder.read("early-coded.csv") === written).toBe(true);
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
    expect(err).toMatch(new RegExp(`^${count} rows?: `));
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

describe("a batch", () => {
  const input = folder.write(
    "four.csv",
    "id;lat;lon\n1;52.376514;4.908543\n2;x;5\n3;6;7\n4;0;-30\n",
  );

  it("counts failed rows by reason", async () => {
    const { err } = await mapcoded`encode ${input} -o ${folder.path("counted.csv")}`;
    expect(withoutRate(err).split("\n").slice(-4)).toEqual([
      "4 rows: 3 converted, 1 failed, N rows/s, local mapcodes: by borders",
      "Failed rows by reason:",
      `  1  invalid-coordinate: ${input}, line 3, column lat: ${reason("x")}`,
      "",
    ]);
  });

  it("with --fail-on-errors exits with 1 if a row failed", async () => {
    expect((await mapcoded`encode ${input} -q --fail-on-errors`).code).toBe(1);
    expect((await mapcoded`encode ${input} -q`).code).toBe(0);
    const { code } = await piped("1 2\n")`encode -q --fail-on-errors`;
    expect(code).toBe(0);
  });

  it("exits with 1 if all rows failed, and with 0 if there are none", async () => {
    const rejects = words`--rejects ${folder.path("all.csv")} -f`;
    for (const rows of ["x,1\n", "x,1\ny,2\n"]) {
      const encode = piped(`lat,lon\n${rows}`);
      expect((await encode`encode --from csv -q`).code).toBe(1);
      expect((await encode`encode --from csv -q ${rejects}`).code).toBe(1);
    }
    expect((await piped("lat,lon\n")`encode --from csv -q`).code).toBe(0);
  });

  it("whose coordinates are swapped exits with 2 and names the columns", async () => {
    const path = folder.write("swapped.csv", "id,lat,lon\n1,151.2,-33.8\n2,144.9,-37.8\n");
    const output = folder.path("swapped-coded.csv");
    const failed = await failureOf(mapcoded`encode ${path} -o ${output}`);
    expect(existsSync(output)).toBe(false);
    expect(failed).toContain(`2: The file '${path}': The first 2 points are out of range`);
    expect(failed).toContain("Use the option --lat-column lon and the option --lon-column lat.");
    const right = mapcoded`encode ${path} -q --lat-column lon --lon-column lat`;
    expect(await outputOf(right)).toContain("AU-NSW");
  });

  it("with --dry-run counts the failures of its first thousands of rows, and points that look swapped", async () => {
    const rows = `${"52.4,4.9\n".repeat(3000)}${"151.2,-33.8\n".repeat(40)}x,1\n`;
    const { out } = await piped(`lat,lon\n${rows}`)`encode --from csv --dry-run`;
    expect(out).toContain("  first rows: 3041, of which 3000 are converted and 41 fail\n");
    expect(out).toContain("latitudes from 52.4 to 151.2, longitudes from -33.8 to 4.9\n");
    expect(out).toContain("    40  out-of-range: first standard input, line 3002, column lat: ");
    expect(out).toContain("     1  invalid-coordinate: standard input, line 3042, column lat: ");
    expect(out).toContain("  note: 40 of the points look swapped: the longitude first.\n");
  });

  it("with --dry-run says what it understood and writes nothing", async () => {
    const output = folder.path("dry.csv");
    const { code, out } = await mapcoded`encode ${input} -o ${output} --dry-run`;
    expect({ code, exists: existsSync(output) }).toEqual({ code: 0, exists: false });
    expect(out.split("\n").filter((line) => !line.startsWith("  note:"))).toEqual([
      input,
      "  format: csv (table with commas, or other delimiters)",
      "  delimiter: semicolon (;)",
      "  header: yes",
      "  columns: id, lat (latitude), lon (longitude)",
      "  added: territory, mapcode, international, error",
      "  local mapcodes: by borders",
      "  first rows: 4, of which 3 are converted and 1 fail",
      "  points: latitudes from 0 to 52.376514, longitudes from -30 to 7",
      "  Failed rows by reason:",
      `    1  invalid-coordinate: ${input}, line 3, column lat: ${reason("x")}`,
      `${output}: csv, nothing is written`,
      "  id;lat;lon;territory;mapcode;international;error",
      "  1;52.376514;4.908543;NLD;49.4V;VHXGB.1J9J;",
      `  2;x;5;;;;${reason("x")}`,
      "  3;6;7;NGA;H0.SL9R;JJ2NG.Z609;",
      "",
    ]);
  });

  it("with --columns names those that no row had, and what may have been meant", async () => {
    const rows = '{"id":1,"lat":0,"lon":0}\n'.repeat(90_000);
    const path = folder.write("members.ndjson", `${rows}{"lat":0,"lon":0,"city":2}\n`);
    const encode = words`encode ${path} --columns idd,city,mapcode`;
    const sentence = "has the column 'idd' of --columns. Did you mean id?";
    const { code, err } = await mapcoded`${encode} -o ${folder.path("members.csv")} --workers 2`;
    expect([code, err.split("\n").at(-2)]).toEqual([0, `No row ${sentence}`]);
    const dry = await mapcoded`${encode} --dry-run`;
    const notes = dry.out.split("\n").filter((line) => line.startsWith("  note:"));
    expect(notes).toEqual([
      `  note: None of the first rows ${sentence}`,
      "  note: None of the first rows has the column 'city' of --columns.",
    ]);
  });

  it("with -o - writes to standard output", async () => {
    const { out } = await mapcoded`encode ${input} -o - -q --limit 1`;
    expect(out.split("\n")).toHaveLength(3);
    expect(existsSync("-")).toBe(false);
  });

  it.each(["x.parquet", "x.csv.bz2", "x.xyz", "x.xlsx.gz"])("refuses to write %s", async (name) => {
    expect(await failureOf(mapcoded`encode ${input} -o ${folder.path(name)}`)).toMatch(
      /^2: mapcoded does not write .*\. Give the output a name that ends with \.csv, \.tsv, /,
    );
    expect(existsSync(folder.path(name))).toBe(false);
  });
});

describe("a quote that does not close within the length of a row", () => {
  it("ends the batch at its line, as the next lines may be rows or belong to its field", async () => {
    const field = `"${"a line\n".repeat(200_000)}"`;
    const path = folder.write("open.csv", `id,note,lat,lon\n0,x,1,2\n1,${field},52,4\n2,x,52,4\n`);
    const encode = words`encode ${path} -q -f -o ${folder.path("open-coded.csv")}`;
    expect(await failureOf(mapcoded`${encode}`)).toBe(
      `2: The file '${path}': A quote that opens in line 3 does not close within 1,048,576 bytes. Close the quote, or raise the limit with the option --max-row-bytes.`,
    );
    expect(await outputOf(mapcoded`${encode} --max-row-bytes 2000000`)).toBe("");
    expect(folder.read("open-coded.csv").split("\n").at(-2)).toBe(
      "2,x,52,4,NLD,KM2.LWL,VHTR6.9Z0P,",
    );
  });
});
