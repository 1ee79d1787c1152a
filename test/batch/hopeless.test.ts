/** Inputs that cannot be meant, as their first rows all fail. */
import { describe, expect, it } from "vitest";
import { BatchError } from "../../src/batch/errors.ts";
import type { BatchOptions } from "../../src/batch/options/options.ts";
import { thrownBy } from "../support/errors.ts";
import { convertInParts } from "./run.ts";

function convert(input: string, options?: BatchOptions, parts?: Uint8Array[]): string {
  return convertInParts(input, { from: "csv", ...options }, [500], parts).text;
}

function errorOf(input: string, parts?: Uint8Array[]): BatchError {
  return thrownBy(BatchError, () => convert(input, {}, parts));
}

describe("a batch whose first rows all fail", () => {
  it("stops behind the rows so far, with the most frequent error", () => {
    const rows = `north,4.9\n${"463000,155000\n".repeat(3)}`;
    const parts: Uint8Array[] = [];
    const { code, message } = errorOf(`lat,lon\n${rows}`, parts);
    expect(code).toBe("no-row-converted");
    expect(message).toBe(
      "The first 4 rows all fail. Line 3: The latitude '463000' is not from -90 to 90. The point looks projected: ogr2ogr -t_srs EPSG:4326.",
    );
    expect(Buffer.concat(parts).toString().split("\n")).toHaveLength(6);
    expect(errorOf("lat,lon\n151.21,-33.86\n").message).toContain(
      "The first row fails. Line 2: The latitude '151.21' is not from -90 to 90. Are latitude and longitude swapped?",
    );
  });

  it("stops after a thousand rows, whatever follows", () => {
    const good = "52.4,4.9\n";
    const bad = (count: number) => `lat,lon\n${"463000,155000\n".repeat(count)}`;
    expect(errorOf(`${bad(3000)}${good}`).code).toBe("no-row-converted");
    expect(convert(`${bad(999)}${good}`)).toContain("52.4,4.9,NLD,");
    expect(convert(`lat,lon\n${good}${bad(3000).slice(8)}`)).toContain("52.4,4.9,NLD,");
  });

  it("does not count rows without a value", () => {
    const empty = `lat,lon\n${",\n\\N,\\N\n".repeat(2000)}`;
    expect(convert(`${empty}52.4,4.9\n`)).toContain("52.4,4.9,NLD,");
    expect(convert(empty)).toContain("The row has no latitude (column lat).");
    expect(convert('{"lat":1,"lon":2}\n{"lat":null,"lon":2}\n', { from: "ndjson" })).toContain(
      '"error":"The row has no latitude (column lat)."',
    );
  });

  it("takes a point without a mapcode in its territory for a good one", () => {
    const rows = `lat,lon\n52.4,4.9\n${"north,1\n".repeat(2000)}`;
    expect(convert(rows, { territory: "BEL" })).toContain("has no mapcode in BEL.");
  });
});
