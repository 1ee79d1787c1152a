/** Errors and notices name options as their readers know them: in code, on the command line, and in requests. */
import { describe, expect, it } from "vitest";
import { DEFAULT_BATCH_OPTIONS, type ResolvedBatchOptions } from "../../src/batch/batch-options.ts";
import { BatchError, BatchLimitError } from "../../src/batch/errors.ts";
import { planBatchFor } from "../../src/batch/plan.ts";
import { nameFlag } from "../../src/cli/terminal.ts";
import { nameParameter } from "../../src/http/batch/parameters.ts";
import { messageOf, messageText, type NameOption, nameSetting } from "../../src/internal.ts";
import { thrownBy } from "../support/errors.ts";

const READERS = [nameSetting, nameFlag, nameParameter];

function plan(input: string, options: Partial<ResolvedBatchOptions>, nameOption: NameOption) {
  const settings: ResolvedBatchOptions = {
    ...DEFAULT_BATCH_OPTIONS,
    from: "csv",
    to: "csv",
    ...options,
  };
  return planBatchFor(new TextEncoder().encode(input), settings, {}, nameOption);
}

/** The message of the error for an input, as all readers get it. */
function errorTexts(input: string, options: Partial<ResolvedBatchOptions>): readonly string[] {
  const error = thrownBy(BatchError, () => plan(input, options, nameSetting));
  expect(error.message).toBe(messageText(messageOf(error), nameSetting));
  return READERS.map((reader) => messageText(messageOf(error), reader));
}

describe("errors that end a batch name options for their readers", () => {
  it.each<[string, Partial<ResolvedBatchOptions>, string, string, string]>([
    ["a,b\n", {}, "option latColumn", "option --lat-column", "parameter latColumn"],
    [
      "52,4\n",
      {},
      "option header with false, the option latColumn with 1 and the option lonColumn with 2",
      "option --no-header, the option --lat-column 1 and the option --lon-column 2",
      "parameter header with false, the parameter latColumn with 1 and the parameter lonColumn with 2",
    ],
    [
      "2759794,A,52.37403,4.88969,7\n",
      {},
      "the option latColumn with 3 and the option lonColumn with 4",
      "the option --lat-column 3 and the option --lon-column 4",
      "the parameter latColumn with 3 and the parameter lonColumn with 4",
    ],
    [
      "1,49.4V,NLD\n",
      { operation: "decode" },
      "looks like a row. If the table has no header, use the option header with false and the option codeColumn with 2.",
      "option --no-header and the option --code-column 2.",
      "parameter header with false and the parameter codeColumn with 2.",
    ],
    [
      "name,code.2,NLD\n",
      { operation: "decode" },
      "No mapcode column in: name, code.2, NLD.",
      "use the option --code-column.",
      "use the parameter codeColumn.",
    ],
    [
      "",
      { maxRowBytes: 0 },
      "The option maxRowBytes 0 is not",
      "The option --max-row-bytes 0 is not",
      "The option --max-row-bytes of the command line 0 is not",
    ],
    [
      "",
      { territory: "FR" },
      "option country with 'FR'",
      "option country with 'FR'",
      "option country with 'FR'",
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

describe("a member that an option names and the first row lacks", () => {
  const notice = (use: string, meant: string, role: string) => {
    return `The first row does not have the ${use}.${meant} Rows without it are converted without that ${role}.`;
  };
  const point = { type: "Point", coordinates: [4.9, 52.1] };
  const feature = { type: "Feature", geometry: point, properties: { state: "NLD" } };

  it.each<[object, Partial<ResolvedBatchOptions>, string]>([
    [
      feature,
      { from: "geojson", territoryColumn: "sttae" },
      notice(
        "property of the option --territory-column sttae",
        " Did you mean state?",
        "territory",
      ),
    ],
    [
      { lat: 52.1, lon: 4.9, at: { land: "NL" } },
      { from: "ndjson", countryColumn: "at.country" },
      notice("member of the option --country-column at.country", "", "country"),
    ],
    [
      { code: "49.4V", terr: "NLD" },
      { from: "json", operation: "decode", territoryColumn: "ter" },
      notice("member of the option --territory-column ter", " Did you mean terr?", "territory"),
    ],
  ])("is noticed in %j with %j", (row, options, text) => {
    expect(plan(JSON.stringify(row), { to: "ndjson", ...options }, nameFlag).notices).toEqual([
      text,
    ]);
  });

  it("is not noticed if it has it, also within members", () => {
    const rows = '{"lat":1,"lon":2,"at":{"land":null}}\n';
    const options = { from: "ndjson", to: "ndjson", countryColumn: "at.land" } as const;
    expect(plan(rows, options, nameFlag).notices).toEqual([]);
  });
});
