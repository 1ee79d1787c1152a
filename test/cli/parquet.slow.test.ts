/** What the command says about Parquet without DuckDB. test/suites/engines converts files with it. */
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createFolder } from "../support/temporary-folder.ts";
import { run } from "./command.ts";

const folder = createFolder();
const input = folder.write("points.parquet", "PAR1");
const output = folder.path("coded.parquet");

describe("Parquet", () => {
  it("needs the package of DuckDB, and says how to install it", async () => {
    for (const args of [["-o", output], ["--to", "csv"], ["--dry-run"]]) {
      expect(await run(["encode", input, ...args])).toEqual({
        code: 1,
        out: "",
        err: "Parquet needs the package @duckdb/node-api, which is not installed. Install it beside mapcoded-cli: npm install --global @duckdb/node-api.\n",
      });
    }
    expect(existsSync(output)).toBe(false);
  });

  const csv = " Omit it, or write another format: --to csv.";
  it.each([
    [
      [],
      "Parquet is written to files only. Name one with --output FILE.parquet, or choose a format of text with --to.",
    ],
    [
      ["-o", output, "--resume"],
      "A batch of Parquet cannot be resumed, as a part of a Parquet file cannot be read. Use --force to start over.",
    ],
    [
      ["-o", output, "--all"],
      `The option --all is not for Parquet: Parquet gets one row for each row of the input.${csv}`,
    ],
    [
      ["-o", output, "--rejects", "r.csv"],
      `The option --rejects is not for Parquet: Parquet gets one row for each row of the input, with its error.${csv}`,
    ],
    [
      ["-o", output, "--null-text", "NULL"],
      `The option --null-text is not for Parquet: Parquet has nulls.${csv}`,
    ],
    [
      ["-o", output, "--no-header"],
      "The option --no-header is about text, and Parquet is none. Omit it.",
    ],
    [
      ["--to", "csv", "--skip", "1"],
      "The option --skip is about text, and Parquet is none. Omit it.",
    ],
    [
      ["--to", "csv", "--decimal-comma"],
      "The option --decimal-comma is about text, and Parquet is none. Omit it.",
    ],
    [[input, "-o", output], `Parquet is converted file by file. Convert '${input}' on its own.`],
  ])("does not go with other files and options: %j", async (args, err) => {
    expect(await run(["encode", input, ...args])).toEqual({ code: 2, out: "", err: `${err}\n` });
  });

  it("is not written from text, with the command that does it", async () => {
    const text = folder.write("points.csv", "lat,lon\n1,2\n");
    const { code, err } = await run(["encode", text, "-o", output]);
    expect(code).toBe(2);
    expect(err).toContain("Parquet is written from Parquet only. DuckDB makes it: duckdb -c");
  });
});
