import { describe, expect, it } from "vitest";
import { completeOptions } from "../../src/batch/batch-options.ts";
import { RowCounter } from "../../src/batch/chunks.ts";
import { createConverter } from "../../src/batch/converter.ts";
import { planBatch } from "../../src/batch/plan.ts";
import type { FailedRow } from "../../src/batch/rows/results.ts";
import { createSplitter } from "../../src/batch/session.ts";

/** Converts with an observer of failed rows, as many bytes at a time as given. */
function convert(from: "csv" | "json" | "plain", input: string) {
  const bytes = new TextEncoder().encode(input);
  const plan = planBatch(bytes, completeOptions({ from, maxRowBytes: 40 }));
  const failed: FailedRow[] = [];
  const converter = createConverter(plan, { onFailed: (row) => failed.push(row) });
  const splitter = createSplitter(plan);
  const counter = new RowCounter(plan.preambleLines);
  let output = "";
  for (const chunk of [...splitter.push(bytes), ...splitter.end()]) {
    const result = converter.convert(chunk);
    counter.add(result);
    output += Buffer.from(result.bytes);
  }
  const rows = failed.map(({ bytes, row, line, column }) => {
    return [row, line, column, Buffer.from(bytes).toString()];
  });
  return { rows, output, failed: counter.failed, converted: counter.converted };
}

describe("an observer of failed rows", () => {
  it("receives them as they were, with their lines, and the output lacks them", () => {
    expect(convert("csv", 'lat,lon\nx,"1\n2"\n1,2\r\n1,y\r\n')).toEqual({
      rows: [
        [1, 1, "lat", 'x,"1\n2"'],
        [3, 4, "lon", "1,y"],
      ],
      output: "1,2,,,HHNFC.7V5X,\r\n",
      failed: 2,
      converted: 1,
    });
  });

  it("leaves no separator behind in an array", () => {
    const { rows, output } = convert("json", '[ "x" ,[1,2],{"a":1},[3,4],0]');
    expect(rows.map(([, , , text]) => text)).toEqual(['"x"', '{"a":1}', "0"]);
    expect(JSON.parse(`[${output}]`)).toHaveLength(2);
  });
});
