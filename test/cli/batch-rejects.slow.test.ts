import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { createFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { pointLines, runWith, withoutRate } from "./batch-files.ts";
import { run, start } from "./command.ts";

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
    const args = ["encode", input, "-o", output, "--rejects", rejects];
    const { code, err } = await run(args);
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
    expect(rows.map(([file, line, column]) => [file, line, column])).toEqual([
      ["file", "line", "column"],
      [input, "3", "lat"],
      [input, "5", ""],
      [input, "6", ""],
    ]);
    expect(rows.map((row) => row[3])).toEqual([
      "reason",
      reason("x"),
      expect.stringContaining("is longer than 1048576 bytes."),
      expect.stringContaining("fields"),
    ]);
    expect(rows.map((row) => row[4].length > 99 || row[4])).toEqual([
      "row",
      'x,"5\n5"',
      true,
      "6,7,8",
    ]);
    expect(rows[2][4] === `"${"9".repeat(3_000_000)}""",1`).toBe(true);
    const again = await run(args);
    expect(again.err).toContain(`'${output}' already exists`);
    const others = await run([...args.slice(0, 3), folder.path("other.csv"), ...args.slice(4)]);
    expect(others).toMatchObject({ code: 1, err: expect.stringContaining(`'${rejects}' already`) });
    expect(existsSync(`${rejects}.lock`)).toBe(false);
  });

  it("has the same bytes with threads, and when a run is killed and resumed", async () => {
    const table = mixedTable(300_000);
    const input = folder.write("mixed.csv", table);
    const path = (name: string) => folder.path(name);
    const flags = (name: string) => [
      "-o",
      path(`${name}.csv`),
      "--rejects",
      path(`${name}-no.csv`),
    ];
    const whole = await run(["encode", input, "--workers", "1", "-q", ...flags("one")]);
    expect(whole).toEqual({ code: 0, out: "", err: "" });
    await run(["encode", input, "--workers", "3", "-q", ...flags("many")]);
    const child = start(["encode", "--from", "csv", "-q", ...flags("killed")]);
    child.stdin?.on("error", () => {});
    child.stdin?.write(table.slice(0, 4_000_000));
    const saved = () => {
      const file = path("killed.csv.resume");
      if (!existsSync(file)) return 0;
      return (JSON.parse(readFileSync(file, "utf8")) as { tasks: number }).tasks;
    };
    await until(
      () => saved() > 0,
      () => "No checkpoint was saved.",
    );
    child.kill("SIGKILL");
    await once(child, "close");
    const again = ["encode", "--from", "csv", "-q", "--resume", ...flags("killed")];
    expect(await runWith(table, again)).toEqual({ code: 0, out: "", err: "" });
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
    const { out } = await run(["encode", input, "-q", "--rejects", folder.path("few.csv.gz")]);
    expect(out).toBe(names);
    const decoded = await run([
      "encode",
      folder.path("few.csv.gz"),
      "--lat-column",
      "line",
      "--lon-column",
      "row",
      "-q",
    ]);
    expect(decoded.out).toContain(reason("x"));
    for (const flags of [
      ["--rejects", "x.json"],
      ["--rejects", "-"],
      ["-o", "same.csv", "--rejects", "./same.csv"],
      ["--rejects", "x.csv", "--strict"],
    ]) {
      expect((await run(["encode", input, ...flags])).code).toBe(2);
    }
  });
});

describe("files of a run that cannot begin", () => {
  const input = folder.write("begin.csv", "lat,lon\n1,2\nx,5\n");

  it("keep their contents if the rejects cannot be written", async () => {
    const kept = folder.write("kept.csv", "old\n");
    const rejects = folder.path("locked.csv");
    folder.write("locked.csv.lock", "not ours\n");
    const forced = await run(["encode", input, "-o", kept, "--force", "--rejects", rejects]);
    expect(forced).toMatchObject({ code: 1, err: expect.stringContaining("is not a lock") });
    expect(folder.read("kept.csv")).toBe("old\n");
    const output = folder.path("unwritten.csv");
    expect((await run(["encode", input, "-o", output, "--rejects", kept])).code).toBe(1);
    expect(existsSync(output)).toBe(false);
    expect(existsSync(`${kept}.lock`)).toBe(false);
  });

  it("keep their contents if the rejects are not those of the interrupted run", async () => {
    const compressed = gzipSync(`lat,lon\nx,5\n${pointLines(90_000).replaceAll(" ", ",")}`);
    const early = folder.write("early.csv.gz", compressed.subarray(0, compressed.length - 9));
    const output = folder.path("early-coded.csv");
    const resumed = async (rejects: string) => {
      return run(["encode", early, "-q", "-o", output, "--rejects", rejects, "--resume"]);
    };
    const rejects = folder.path("early-rejects.csv");
    await run(["encode", early, "-q", "-o", output, "--rejects", rejects]);
    const written = folder.read("early-coded.csv");
    const other = folder.write("other-rejects.csv", "mine\n".repeat(1000));
    expect((await resumed(other)).err).toContain(
      `was started in another way: option --rejects was "early-rejects.csv" and is "other-rejects.csv".`,
    );
    expect(folder.read("other-rejects.csv")).toBe("mine\n".repeat(1000));
    rmSync(rejects);
    expect(await resumed(rejects)).toEqual({
      code: 1,
      out: "",
      err: `There is no file '${rejects}', to which the interrupted run wrote rows that failed. Restore it, or use --force instead of --resume to start over.\n`,
    });
    expect(folder.read("early-coded.csv") === written).toBe(true);
  });
});

describe("--limit", () => {
  const table = mixedTable(60_000);
  it.each([0, 4, 40_001, 70_000])("ends after %i rows", async (limit) => {
    const input = folder.write("limited.csv", table);
    const args = ["encode", input, "--limit", `${limit}`, "--workers", "2"];
    const { code, out, err } = await run(args);
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

  it("with --statistics counts rows by territory, and always failed rows by reason", async () => {
    const { err } = await run(["encode", input, "--statistics", "-o", folder.path("counted.csv")]);
    expect(withoutRate(err).split("\n").slice(-8)).toEqual([
      "4 rows: 3 converted, 1 failed, N rows/s, local mapcodes: by borders",
      "Failed rows by reason:",
      `  1  invalid-coordinate: ${input}, line 3, column lat: ${reason("x")}`,
      "Rows by territory:",
      "  1  NLD",
      "  1  NGA",
      "  1  AAA",
      "",
    ]);
    const decoded = await runWith("NLD 49.4V\nVHXGB.1J9J\nnld 49.4V\nUSA 49.4V\n", [
      "decode",
      "--quiet",
      "--statistics",
    ]);
    expect(decoded.err.split("\n").slice(0, 3)).toEqual([
      "Rows by territory:",
      "  2  NLD",
      "  1  AAA",
    ]);
  });

  it("with --statistics counts a territory once, whatever name or alphabet it is written in", async () => {
    const codes = "mapcode,territory\n49.4V,NLD\n49.4V,Netherlands\nΝΛΔ 49.4Φ,\nVHXGB.1J9J,NLD\n";
    const decoded = await runWith(codes, ["decode", "--from", "csv", "-q", "--statistics"]);
    expect(decoded.err).toBe("Rows by territory:\n  3  NLD\n  1  AAA\n");
    const greek = ["encode", "-q", "--statistics", "--alphabet", "greek"];
    const encoded = await runWith("52.376514 4.908543\n", greek);
    expect(encoded.err).toBe("Rows by territory:\n  1  NLD\n");
  });

  it("with --fail-on-errors exits with 1 if a row failed", async () => {
    expect((await run(["encode", input, "-q", "--fail-on-errors"])).code).toBe(1);
    expect((await run(["encode", input, "-q", "--fail-on-refused"])).code).toBe(1);
    expect((await run(["encode", input, "-q"])).code).toBe(0);
    const { code } = await runWith("1 2\n", ["encode", "-q", "--fail-on-errors"]);
    expect(code).toBe(0);
  });

  it("exits with 1 if all rows failed, and with 0 if there are none", async () => {
    for (const rows of ["x,1\n", "x,1\ny,2\n"]) {
      const args = ["encode", "--from", "csv", "-q"];
      expect((await runWith(`lat,lon\n${rows}`, args)).code).toBe(1);
      const rejects = ["--rejects", folder.path("all.csv"), "-f"];
      expect((await runWith(`lat,lon\n${rows}`, [...args, ...rejects])).code).toBe(1);
    }
    expect((await runWith("lat,lon\n", ["encode", "--from", "csv", "-q"])).code).toBe(0);
  });

  it("whose coordinates are swapped exits with 2 and names the columns", async () => {
    const path = folder.write("swapped.csv", "id,lat,lon\n1,151.2,-33.8\n2,144.9,-37.8\n");
    const output = folder.path("swapped-coded.csv");
    const { code, err } = await run(["encode", path, "-o", output]);
    expect({ code, exists: existsSync(output) }).toEqual({ code: 2, exists: false });
    expect(err).toContain(`The file '${path}': The first 2 points are out of range`);
    expect(err).toContain("Use the option --lat-column lon and the option --lon-column lat.");
    const right = await run(["encode", path, "-q", "--lat-column", "lon", "--lon-column", "lat"]);
    expect(right).toMatchObject({ code: 0, out: expect.stringContaining("AU-NSW") });
  });

  it("with --dry-run counts the failures of its first thousands of rows, and points that look swapped", async () => {
    const rows = `${"52.4,4.9\n".repeat(3000)}${"151.2,-33.8\n".repeat(40)}x,1\n`;
    const { out } = await runWith(`lat,lon\n${rows}`, ["encode", "--from", "csv", "--dry-run"]);
    expect(out).toContain("  first rows: 3041, of which 3000 are converted and 41 fail\n");
    expect(out).toContain("latitudes from 52.4 to 151.2, longitudes from -33.8 to 4.9\n");
    expect(out).toContain("    40  out-of-range: first standard input, line 3002, column lat: ");
    expect(out).toContain("     1  invalid-coordinate: standard input, line 3042, column lat: ");
    expect(out).toContain("  note: 40 of the points look swapped: the longitude first.\n");
  });

  it("with --dry-run says what it understood and writes nothing", async () => {
    const output = folder.path("dry.csv");
    const { code, out } = await run(["encode", input, "-o", output, "--dry-run"]);
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
    const path = folder.path("members.ndjson");
    writeFileSync(
      path,
      `${'{"id":1,"lat":0,"lon":0}\n'.repeat(90_000)}{"lat":0,"lon":0,"city":2}\n`,
    );
    const encode = ["encode", path, "--columns", "idd,city,mapcode"];
    const sentence = "has the column 'idd' of --columns. Did you mean id?";
    const { code, err } = await run([
      ...encode,
      "-o",
      folder.path("members.csv"),
      "--workers",
      "2",
    ]);
    expect({ code, last: err.trimEnd().split("\n").at(-1) }).toEqual({
      code: 0,
      last: `No row ${sentence}`,
    });
    const dry = await run([...encode, "--dry-run"]);
    const notes = dry.out.split("\n").filter((line) => line.startsWith("  note:"));
    expect(notes).toEqual([
      `  note: None of the first rows ${sentence}`,
      "  note: None of the first rows has the column 'city' of --columns.",
    ]);
  });

  it("with -o - writes to standard output", async () => {
    const { out } = await run(["encode", input, "-o", "-", "-q", "--limit", "1"]);
    expect(out.split("\n")).toHaveLength(3);
    expect(existsSync("-")).toBe(false);
  });

  it.each(["x.parquet", "x.csv.bz2", "x.xyz", "x.xlsx.gz"])("refuses to write %s", async (name) => {
    const { code, err } = await run(["encode", input, "-o", folder.path(name)]);
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringMatching(
        /^mapcoded does not write .*\. Give the output a name that ends with \.csv, \.tsv, /,
      ),
    });
    expect(existsSync(folder.path(name))).toBe(false);
  });
});

describe("a quote that does not close within the length of a row", () => {
  it("ends the batch at its line, as the next lines may be rows or belong to its field", async () => {
    const field = `"${"a line\n".repeat(200_000)}"`;
    const path = folder.write("open.csv", `id,note,lat,lon\n0,x,1,2\n1,${field},52,4\n2,x,52,4\n`);
    const output = ["-o", folder.path("open-coded.csv"), "-f"];
    const { code, err } = await run(["encode", path, "-q", ...output]);
    expect({ code, err }).toEqual({
      code: 2,
      err: `The file '${path}': A quote that opens in line 3 does not close within 1,048,576 bytes. Close the quote, or raise the limit with the option --max-row-bytes.\n`,
    });
    const longer = ["--max-row-bytes", "2000000", "-q"];
    expect((await run(["encode", path, ...output, ...longer])).code).toBe(0);
    expect(folder.read("open-coded.csv").split("\n").at(-2)).toBe(
      "2,x,52,4,NLD,KM2.LWL,VHTR6.9Z0P,",
    );
  });
});
