/** Errors and notices name options as their readers know them: in code, on the command line, and in requests. */
import { describe, expect, it } from "vitest";
import { BatchError, BatchLimitError } from "../../src/batch/errors.ts";
import { type BatchOptions, DEFAULT_BATCH_OPTIONS } from "../../src/batch/options.ts";
import { planBatchFor } from "../../src/batch/plan.ts";
import { nameFlag } from "../../src/cli/terminal.ts";
import { nameParameter } from "../../src/http/batch-parameters.ts";
import { messageOf, messageText, type NameOption, nameSetting } from "../../src/internal.ts";

const READERS = [nameSetting, nameFlag, nameParameter];

function plan(input: string, options: Partial<BatchOptions>, nameOption: NameOption) {
  const settings: BatchOptions = { ...DEFAULT_BATCH_OPTIONS, from: "csv", to: "csv", ...options };
  return planBatchFor(new TextEncoder().encode(input), settings, {}, nameOption);
}

/** The message of the error for an input, as all readers get it. */
function errorTexts(input: string, options: Partial<BatchOptions>): readonly string[] {
  try {
    plan(input, options, nameSetting);
  } catch (error) {
    if (!(error instanceof BatchError)) throw error;
    expect(error.message).toBe(messageText(messageOf(error), nameSetting));
    return READERS.map((reader) => messageText(messageOf(error), reader));
  }
  throw new Error("The input has no error.");
}

describe("errors that end a batch name options for their readers", () => {
  it.each<[string, Partial<BatchOptions>, string, string, string]>([
    ["a,b\n", {}, "option latColumn", "option --lat-column", "parameter latColumn"],
    [
      "52,4\n",
      {},
      "option header with false, the option latColumn with 1 and the option lonColumn with 2",
      "option --no-header, the option --lat-column 1 and the option --lon-column 2",
      "parameter header with false, the parameter latColumn with 1 and the parameter lonColumn with 2",
    ],
    [
      "",
      { maxRowBytes: 0 },
      "The option maxRowBytes 0 is not",
      "The option --max-row-bytes 0 is not",
      "The parameter maxRowBytes 0 is not",
    ],
    [
      "",
      { territory: "FR" },
      "option country with 'FR'",
      "option --country 'FR'",
      "parameter country with 'FR'",
    ],
    [
      "",
      { columns: [{ name: "a" }], onlyResults: true },
      "The option columns and the option onlyResults exclude",
      "The option --columns and the option --only-results exclude",
      "The parameter columns and the parameter onlyResults exclude",
    ],
    [
      '{"type":"FeatureCollection","features":[]}',
      { from: "ndjson" },
      "option from with geojson.",
      "option --from geojson.",
      "header Content-Type with application/geo+json.",
    ],
    [
      "52 4\n",
      { from: "json" },
      "option from with ndjson.",
      "option --from ndjson.",
      "header Content-Type with application/x-ndjson.",
    ],
  ])("%j %j", (input, options, ...expected) => {
    errorTexts(input, options).forEach((text, reader) => {
      expect(text).toContain(expected[reader]);
    });
  });

  it("limits", () => {
    const error = new BatchLimitError("maxRowBytes", 5);
    expect(messageText(messageOf(error), nameFlag)).toContain("the option --max-row-bytes.");
    expect(error.message).toContain("the option maxRowBytes.");
  });
});

it("notices name options for their readers", () => {
  const notices = READERS.map((reader) => plan("lat;lon\n", {}, reader).notices);
  expect(notices).toEqual(
    ["option delimiter", "option --delimiter", "parameter delimiter"].map((name) => [
      `The fields are separated by ';', as in the first row. Use the ${name} for another one.`,
    ]),
  );
});
