/** Round trips: encoding, decoding and encoding again gives the same bytes. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FORMAT_NAMES, type FormatName } from "../../src/batch/options/format-facts.ts";
import type { ResolvedBatchOptions } from "../../src/batch/options/options.ts";
import { decode } from "../../src/index.ts";
import { type DegreePair, localRule, point, precision, runs } from "../support/arbitraries.ts";
import { ENCODE_BY, localMapcode } from "../support/local-codes.ts";
import { runBatch } from "./run.ts";

/** A point; undefined for a row that fails. */
type Row = DegreePair | undefined;

function feature(row: Row): string {
  const geometry = row && { type: "Point", coordinates: [row[1], row[0]] };
  return JSON.stringify({ type: "Feature", geometry: geometry ?? null, properties: {} });
}

/** The rows in a format. Rows that fail have a text instead of a latitude. */
function textOf(rows: readonly Row[], format: FormatName): string {
  const values = rows.map((row) => row ?? ["x", 4.9]);
  const lines = (between: string) => values.map((row) => `${row.join(between)}\n`).join("");
  if (format === "csv") return `lat,lon\n${lines(",")}`;
  if (format === "tsv") return `lat\tlon\n${lines("\t")}`;
  if (format === "plain") return lines(" ");
  if (format === "geojson") {
    return `{"type":"FeatureCollection","features":[${rows.map(feature).join(",\n")}]}`;
  }
  const objects = values.map(([lat, lon]) => JSON.stringify({ lat, lon }));
  return format === "json" ? `[${objects.join(",\n")}]` : `${objects.join("\n")}\n`;
}

const settings: fc.Arbitrary<Partial<ResolvedBatchOptions>> = fc.record(
  {
    precision,
    // Greek cannot write all codes with extra digits.
    alphabet: fc.constantFrom("DEVANAGARI", "ARABIC"),
    local: localRule,
  },
  { requiredKeys: [] },
);

/** A point that survives a round trip. Next to a border, the search may take several steps. */
function settled(
  start: DegreePair,
  { local = "borders", precision: digits }: Partial<ResolvedBatchOptions>,
): Row {
  let [latDeg, lonDeg] = start;
  for (let step = 0; step < 10; step++) {
    const options = { precision: digits };
    const code = localMapcode(local, latDeg, lonDeg, options);
    const found = decode(`${code ?? ENCODE_BY[local](latDeg, lonDeg, options).at(-1)}`);
    if (found.latDeg === latDeg && found.lonDeg === lonDeg) return [latDeg, lonDeg];
    [latDeg, lonDeg] = [found.latDeg, found.lonDeg];
  }
  return undefined;
}

// Not to plain: its results begin with the territory, but a line to decode with the whole mapcode.
const pairs = FORMAT_NAMES.flatMap((from) => {
  return FORMAT_NAMES.filter((to) => to !== "plain").map((to) => [from, to] as const);
});

describe("encoding, decoding and encoding again", () => {
  it.each(pairs)("from %s to %s and back gives the same codes", (from, to) => {
    const rows = fc.array(fc.option(point, { nil: undefined }), { maxLength: 6 });
    fc.assert(
      fc.property(point, rows, settings, (first, others, options) => {
        const points = [first, ...others].map((row) => row && settled(row, options));
        // The first row names the columns, so it must be a point.
        if (points[0] === undefined) return;
        const only = { onlyResults: true };
        const encoded = runBatch(textOf(points, from), { from, to, ...options, ...only });
        const back = { operation: "decode", from: to, to: from, ...only } as const;
        const decoded = runBatch(encoded.text, back);
        const again = runBatch(decoded.text, { from, to, ...options, ...only });
        const failed = points.filter((row) => row === undefined).length;
        expect([encoded.failed, decoded.failed, again.failed]).toEqual([failed, failed, failed]);
        if (failed === 0) expect(again.text).toBe(encoded.text);
      }),
      runs(8),
    );
  });
});
