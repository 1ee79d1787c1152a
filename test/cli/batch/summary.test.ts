import { describe, expect, it } from "vitest";
import { DEFAULT_BATCH_OPTIONS } from "../../../src/batch/batch-options.ts";
import { planBatch } from "../../../src/batch/plan.ts";
import { absentColumnTexts } from "../../../src/cli/batch/summary.ts";

function planOf(firstRow: string) {
  const options = { ...DEFAULT_BATCH_OPTIONS, from: "ndjson", to: "ndjson" } as const;
  return planBatch(Buffer.from(`${firstRow}\n`), options);
}

describe("the columns that no row had", () => {
  const plans = [planOf('{"city":"x","lat":0,"lon":0}'), planOf('{"zip":1,"lat":0,"lon":0}')];

  it("are named with the nearest member or result of all inputs", () => {
    expect(absentColumnTexts("No row", ["citty", "Zip", "mapcod", "other"], plans)).toEqual([
      "No row has the column 'citty' of --columns. Did you mean city?",
      "No row has the column 'Zip' of --columns. Did you mean zip?",
      "No row has the column 'mapcod' of --columns. Did you mean mapcode?",
      "No row has the column 'other' of --columns.",
    ]);
  });

  it("are not those of an input that has not been read", () => {
    expect(absentColumnTexts("None of the first rows", ["zip"], plans)).toEqual([]);
    expect(absentColumnTexts("No row", undefined, plans)).toEqual([]);
  });
});
