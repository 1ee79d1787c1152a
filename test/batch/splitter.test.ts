import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FORMAT_NAMES, type FormatName, formatNamed } from "../../src/batch/formats/index.ts";
import { completeOptions } from "../../src/batch/options/options.ts";
import { runs } from "../support/arbitraries.ts";
import { partSizes } from "../support/parts.ts";
import { runBatch } from "./run.ts";

/** Fragments that form good and bad rows of all kinds. */
const FRAGMENTS: Readonly<Record<FormatName, readonly string[]>> = {
  csv: ["0,-30,a\n", '0,-30,"a\n""b"""\r\n', '"', "\n", ",", "x", "é", `${"long".repeat(20)}\n`],
  tsv: ["0\t-30\ta\n", '0\t-30\t"a\nb"\n', '"', "\n", "\t", "x", "é", `${"long".repeat(20)}\n`],
  ndjson: [
    '{"lat":0,"lon":-30}\n',
    '{"lat":0,"lon":-30}',
    '{\n  "lat": 0,\n',
    '  "lon": [\n-30\n]}\n',
    '{"lat":{}\n',
    '{"type":"Point","coordinates":[-30,0]}\n',
    "\x1e",
    "[0,-30]\n",
    "\r\n",
    "{",
    "}",
    '"',
    "7",
    "é",
    `"${"long".repeat(20)}"\n`,
  ],
  json: [
    '{"lat":0,\n"lon":-30}',
    "[0,-30]",
    ",",
    ",\n",
    "{",
    "]",
    '"',
    "é",
    `"${"long".repeat(20)}"`,
  ],
  geojson: [
    '{"type":"Point",\n"coordinates":[-30,0]}',
    ",",
    "{",
    "]",
    '"',
    ',"name":"x"}',
    "é",
    "long".repeat(20),
  ],
  plain: ["0 -30\n", "52.376514,4.908543\r\n", "\n", " ", "x", "é", `${"long".repeat(20)}\n`],
};
const PREAMBLES: Readonly<Record<FormatName, string>> = {
  csv: "\ufefflat,lon,name\n",
  tsv: "lat\tlon\tname\r\n",
  ndjson: '\n{"lat":0,"lon":-30}\n',
  json: ' [{"lat":0,"lon":-30},',
  geojson: '{"type":"FeatureCollection", "features": [{"type":"Point","coordinates":[-30,0]},',
  plain: "\ufeff",
};

describe.each(FORMAT_NAMES)("an input of %s", (format) => {
  const body = fc.array(fc.constantFrom(...FRAGMENTS[format]), { maxLength: 30 });

  it("gives the same output in parts of any size as at once", () => {
    fc.assert(
      fc.property(body, partSizes(40), fc.constantFrom(60, 1000), (parts, cut, maxRowBytes) => {
        const input = PREAMBLES[format] + parts.join("");
        const options = { from: format, to: format, maxRowBytes } as const;
        const whole = runBatch(input, options);
        expect(runBatch(input, options, { sizes: cut })).toEqual(whole);
      }),
      runs(500),
    );
  });

  it("has its first row once its first line or element is complete", () => {
    // Formats read what is behind the mark.
    const preamble = Buffer.from(PREAMBLES[format].replace("\ufeff", ""));
    const hasFirstRow = (bytes: Uint8Array) => {
      const options = completeOptions({ from: format });
      return formatNamed(format).readStart(bytes, options, false) !== undefined;
    };
    expect(hasFirstRow(preamble)).toBe(true);
    const isWhole = Array.from(preamble, (_, length) => hasFirstRow(preamble.subarray(0, length)));
    expect(isWhole).toEqual(isWhole.map(() => format === "plain"));
  });
});
