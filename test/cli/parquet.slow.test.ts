/** What the command says about Parquet without DuckDB. test/suites/engines converts files with it. */
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createFolder } from "../support/temporary-folder.ts";
import { failureOf, itFails, mapcoded } from "./command-lines.ts";

const folder = createFolder();
const input = folder.write("points.parquet", "PAR1");
const output = folder.path("coded.parquet");

describe("Parquet", () => {
  it("needs the package of DuckDB, and says how to install it", async () => {
    for (const args of [["-o", output], ["--to", "csv"], ["--dry-run"]]) {
      expect(await failureOf(mapcoded`encode ${input} ${args}`)).toBe(
        "1: Parquet needs the package @duckdb/node-api, which is not installed. Install it beside mapcoded-cli: npm install --global @duckdb/node-api.",
      );
    }
    expect(existsSync(output)).toBe(false);
  });

  const csv = " Omit it, or write another format: --to csv.";
  const noText = "is about text, and Parquet is none. Omit it.";
  const encode = `encode ${input}`;
  itFails("does not go with other files and options", {
    [encode]:
      "2: Parquet is written to files only. Name one with --output FILE.parquet, or choose a format of text with --to.",
    [`${encode} -o ${output} --resume`]:
      "2: A batch of Parquet cannot be resumed, as a part of a Parquet file cannot be read. Use --force to start over.",
    [`${encode} -o ${output} --all`]: `2: The option --all is not for Parquet: Parquet gets one row for each row of the input.${csv}`,
    [`${encode} -o ${output} --rejects r.csv`]: `2: The option --rejects is not for Parquet: Parquet gets one row for each row of the input, with its error.${csv}`,
    [`${encode} -o ${output} --null-text NULL`]: `2: The option --null-text is not for Parquet: Parquet has nulls.${csv}`,
    [`${encode} -o ${output} --no-header`]: `2: The option --no-header ${noText}`,
    [`${encode} --to csv --skip 1`]: `2: The option --skip ${noText}`,
    [`${encode} --to csv --decimal-comma`]: `2: The option --decimal-comma ${noText}`,
    [`${encode} ${input} -o ${output}`]: `2: Parquet is converted file by file. Convert '${input}' on its own.`,
  });

  it("is not written from text, with the command that does it", async () => {
    const text = folder.write("points.csv", "lat,lon\n1,2\n");
    const { code, err } = await mapcoded`encode ${text} -o ${output}`;
    expect(code).toBe(2);
    expect(err).toContain("Parquet is written from Parquet only. DuckDB makes it: duckdb -c");
  });
});
