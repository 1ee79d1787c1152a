/** Messages about Parquet without DuckDB. test/suites/engines converts files with it. */
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createFolder } from "../support/temporary-folder.ts";
import { failureOf, itFails, mapcodedHere } from "./command-lines.ts";

const folder = createFolder();
const input = folder.write("points.parquet", "PAR1");
const output = folder.path("coded.parquet");

describe("Parquet", () => {
  it("needs the package of DuckDB, and says how to install it", async () => {
    expect(await failureOf(mapcodedHere`encode ${input} -o ${output}`)).toBe(
      "1: Parquet needs the package @duckdb/node-api, which is not installed. Install it beside mapcoded-cli: npm install --global @duckdb/node-api.",
    );
    expect(existsSync(output)).toBe(false);
  });

  const encode = `encode ${input}`;
  const only = `2: Parquet is converted to Parquet only: use --output FILE.parquet. For text: duckdb -csv -c "FROM '${input}'" | mapcoded encode --from csv.`;
  itFails("does not go with other files and options", {
    [encode]: only,
    [`${encode} --to csv`]: only,
    [`${encode} -o ${folder.path("coded.csv")}`]: only,
    [`${encode} -o ${output} --all`]: "2: The option --all cannot be used with Parquet. Omit it.",
    [`${encode} -o ${output} --rejects r.csv`]:
      "2: The option --rejects cannot be used with Parquet. Omit it.",
    [`${encode} -o ${output} --no-header`]:
      "2: The option --no-header cannot be used with Parquet. Omit it.",
    [`${encode} -o ${output} --skip 1`]:
      "2: The option --skip cannot be used with Parquet. Omit it.",
    [`${encode} ${input} -o ${output}`]: `2: Parquet is converted file by file. Convert '${input}' on its own.`,
  });

  it("is not written from text or standard input", async () => {
    const text = folder.write("points.csv", "lat,lon\n1,2\n");
    for (const input of [text, "-"]) {
      const { code, err } = await mapcodedHere`encode ${input} -o ${output}`;
      expect(code).toBe(2);
      expect(err).toContain("only from files named .parquet, not from standard input.");
    }
  });
});
