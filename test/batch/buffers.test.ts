/** Rows are written whole, wherever they are when the buffer for them is full. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { ResolvedBatchOptions } from "../../src/batch/options/options.ts";
import { runs } from "../support/arbitraries.ts";
import { runBatch } from "./run.ts";

/** The room of a new buffer. */
const BUFFER_BYTES = 1 << 16;

const ROW = '{"note":"a \\"b\\", c","lat":52.376514,"lon":4.908543}';
const FEATURE =
  '{"type":"Feature","properties":{"note":"a"},"geometry":{"type":"Point","coordinates":[4.908543,52.376514]}}';
const CODE = '{"note":"a","code":"NLD 49.4V"}';

it.each<[string, Partial<ResolvedBatchOptions>]>([
  [ROW, { to: "json" }],
  [ROW, { to: "ndjson", include: ["offset", "names"] }],
  [ROW, { to: "csv" }],
  [ROW, { to: "tsv", onlyResults: true }],
  [ROW, { to: "geojson" }],
  [FEATURE, { to: "ndjson" }],
  [FEATURE, { to: "geojson" }],
  [CODE, { operation: "decode", to: "geojson" }],
  [CODE, { operation: "decode", to: "csv" }],
])("after rows of any length: %s %j", (row, options) => {
  const convert = (filler: string) => {
    const rows = [row.replace('"a', `"${filler}`), row, row.replace("5", "x"), row];
    return runBatch(rows.join("\n"), { from: "ndjson", ...options }).text;
  };
  const expected = convert("@");
  fc.assert(
    fc.property(fc.nat(expected.length), (left) => {
      const filler = "x".repeat(BUFFER_BYTES - left);
      expect(convert(filler) === expected.replace("@", filler)).toBe(true);
    }),
    runs(150),
  );
});
