import { describe, expect, it } from "vitest";
import type { FailedRow } from "../../src/batch/rows/results.ts";
import { runBatch } from "./run.ts";

/** Converts with an observer of failed rows. */
function convert(from: "csv" | "json", input: string) {
  const rejected: FailedRow[] = [];
  const observer = { onFailed: (row: FailedRow) => rejected.push(row) };
  const { text, failed, converted } = runBatch(input, { from, to: from }, { observer });
  const rows = rejected.map(({ bytes, row, line, column }) => {
    return [row, line, column, Buffer.from(bytes).toString()];
  });
  return { rows, text, failed, converted };
}

describe("an observer of failed rows", () => {
  it("receives them as they were, with their lines, and the output lacks them", () => {
    expect(convert("csv", 'lat,lon\nx,"1\n2"\n1,2\r\n1,y\r\n')).toEqual({
      rows: [
        [1, 1, "lat", 'x,"1\n2"'],
        [3, 4, "lon", "1,y"],
      ],
      text: "lat,lon,territory,mapcode,international,error\n1,2,,,HHNFC.7V5X,\r\n",
      failed: 2,
      converted: 1,
    });
  });

  it("leaves no separator behind in an array", () => {
    const { rows, text } = convert("json", '[ "x" ,[1,2],{"a":1},[3,4],0]');
    expect(rows.map(([, , , row]) => row)).toEqual(['"x"', '{"a":1}', "0"]);
    expect(JSON.parse(text)).toHaveLength(2);
  });
});
