/** Conversions of files from other programs, by their names and as standard input. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { BatchError } from "../../src/batch/errors.ts";
import { FORMATS, type FormatName } from "../../src/batch/formats/index.ts";
import { InputDecoder } from "../../src/batch/input-decoder.ts";
import { type BatchOptions, completeOptions } from "../../src/batch/options/options.ts";
import { recognizeFormat } from "../../src/batch/recognize.ts";
import { ambiguityNotice } from "../../src/cli/messages.ts";
import { convertInParts, NDJSON } from "./run.ts";

const UTRECHT = "NLD QS.P4 VHXHS.QQC3";
const GOUDA = "NLD LP1.XYQ VHWLH.LPLT";
const AMSTERDAM = "NLD 49.4W VHXGB.1JBM";
const [HOME, ATLANTA] = ["52.376514 4.908543", "33.773350 -84.426016"];
const INDIANA = "39.730560 -86.109744";
const FAILS = undefined;

function formatOf(file: string): FormatName {
  const found = FORMATS.find(({ extensions }) => extensions.some((end) => file.endsWith(end)));
  return found?.name ?? "plain";
}

const CASES = new URL("../cases/", import.meta.url);

function bytesOf(file: string): Uint8Array {
  return readFileSync(new URL(file, CASES));
}

/** The outputs of all rows, and the error that ends the batch. */
function convert(file: string, options: BatchOptions) {
  const parts: Uint8Array[] = [];
  let error: unknown;
  let names: readonly string[] = [];
  try {
    const all = { from: formatOf(file), to: "ndjson", ...options } as const;
    names = convertInParts(bytesOf(file), all, [1 << 16], parts).counts.ambiguousNames;
  } catch (caught) {
    error = caught;
  }
  const lines = Buffer.concat(parts).toString().split("\n").slice(0, -1);
  const rows = lines.map((line): Readonly<Record<string, unknown>> => {
    const { properties, geometry, ...row } = JSON.parse(line);
    return { ...row, ...properties, geometry };
  });
  return { rows, error, names };
}

/** The codes of an encoded row; FAILS if it failed. */
function codesOf(row: Readonly<Record<string, unknown>>) {
  const codes = ["territory", "mapcode", "international"].map(
    (name) => row[`${name}_2`] ?? row[name],
  );
  return row.error === undefined ? codes.map(String).join(" ") : FAILS;
}

describe("points in files of other people", () => {
  it.each<[string, readonly (string | undefined)[], BatchOptions?]>([
    ["bus.csv", [UTRECHT, GOUDA]],
    ["orders.csv", [UTRECHT, GOUDA]],
    ["clock.csv", [UTRECHT, GOUDA]],
    ["box.csv", [UTRECHT, GOUDA]],
    ["lonlat.txt", [UTRECHT, GOUDA]],
    ["lonlat-tab.txt", [UTRECHT, GOUDA]],
    ["stops.txt", [UTRECHT, GOUDA]],
    ["features.ndjson", [UTRECHT, GOUDA]],
    ["features.ndjson", [UTRECHT, GOUDA], { from: "json" }],
    ["points.txt", [UTRECHT, GOUDA, AMSTERDAM]],
    ["quotes-two-rows.tsv", [UTRECHT, GOUDA, "NLD QJM.5P VHVNB.T0NR", "NLD 4GK.JJ VHVNV.FTZK"]],
    [
      "names-no-header.txt",
      ["NLD 2F.LK VHXG9.PLVF", UTRECHT, GOUDA],
      { from: "tsv", header: false, latColumn: "4", lonColumn: "5" },
    ],
    ["line-in-quotes.csv", [UTRECHT, GOUDA]],
    ["quotes-within.csv", [UTRECHT, GOUDA, GOUDA]],
    ["occurrences.csv", ["AU-QLD 9RB.7C BX3YC.826P", "AUT 3BJ.2M VJGWV.MW8T"]],
    [
      "namibia.csv",
      ["NAM CH.0V BJZDQ.M1ZQ", UTRECHT, "NOR HN.HY XJG5M.559P"],
      { countryColumn: "Country" },
    ],
    ["ordinal-sign.csv", [AMSTERDAM, AMSTERDAM]],
    ["modifier-primes.tsv", [AMSTERDAM, AMSTERDAM]],
    ["dms-quotes.csv", [AMSTERDAM, "ITA TY.7PT SJQHF.Y6HG"]],
    ["exiftool-dms.csv", ["FIN HP.RD XKMVH.WM58", "NZL J4.73 6ZJGB.C641"]],
    ["exponents.csv", ["DEU C3K.6Z VJHPB.L29Y", "AU-NSW HF.6P 7XHRK.B6VB"]],
    ["grouped-digits.csv", [FAILS, FAILS]],
    ["packed-degrees.csv", [FAILS, FAILS]],
    ["short-rows.csv", [UTRECHT, GOUDA, FAILS]],
    ["delimiter-after-header.csv", [UTRECHT, GOUDA]],
    ["delimiter-after-rows.csv", [UTRECHT, GOUDA, FAILS]],
    ["row-names.csv", [FAILS, FAILS]],
    ["position.csv", ["NZL J4.73 6ZJGB.C641"], { coordinatesColumn: "GPSPosition" }],
    ["location-wkt.csv", [UTRECHT, GOUDA], { coordinatesColumn: "location" }],
    ["wkb.csv", [FAILS, FAILS]],
    ["geojson-cells.csv", [FAILS, FAILS, GOUDA], { coordinatesColumn: "route" }],
    ["xy-beside-latlon.csv", [UTRECHT]],
    ["header-blanks.csv", [UTRECHT, GOUDA]],
    ["bars.csv", [UTRECHT, GOUDA]],
    ["mark-and-sep.csv", [UTRECHT]],
    ["empty-coordinates.csv", [UTRECHT, FAILS, FAILS, FAILS, FAILS, "null null HHHHC.X0KG"]],
    ["tags.csv", [FAILS, "SLE FJ.RK KGCDK.3R6K"]],
    ["nan.ndjson", [UTRECHT, FAILS, GOUDA]],
    ["nan.geojson", [FAILS, GOUDA]],
    ["big-integers.geojson", [UTRECHT]],
    ["no-point.geojson", [FAILS, FAILS, GOUDA]],
    ["type-last.geojson", [GOUDA]],
    ["text-coordinates.geojson", [UTRECHT]],
    ["mongo.ndjson", [UTRECHT]],
    ["separators.geojsonl", [UTRECHT, GOUDA]],
  ])("%s become %j %o", (file, expected, options = {}) => {
    const { rows } = convert(file, options);
    expect(rows.map(codesOf)).toEqual(expected);
  });
});

describe("mapcodes in files of other people", () => {
  it.each<[string, readonly (string | undefined)[], BatchOptions?]>([
    ["codes.txt", ["52.090774 5.121369", "52.011542 4.710459"]],
    ["number-codes.csv", ["52.387637 4.655348", "51.935984 4.480146"], { typedNumbers: true }],
    ["georgia.csv", [ATLANTA, HOME, ATLANTA, "41.748158 44.729760"]],
    ["two-letters.csv", [INDIANA, "16.890110 -99.837673", "33.720160 -84.343072", INDIANA]],
    ["codes.csv", [HOME, HOME, HOME, "52.376504 4.908535", FAILS, FAILS]],
  ])("%s become %j", (file, expected, options = {}) => {
    const { rows } = convert(file, { operation: "decode", ...options });
    const points = rows.map(({ error, latitude, longitude }) => {
      const degrees = [latitude, longitude].map((value) => Number(value).toFixed(6));
      return error === undefined ? degrees.join(" ") : FAILS;
    });
    expect(points).toEqual(expected);
  });

  it.each<[string, readonly (readonly [string, string, string])[]]>([
    ["georgia.csv", [["Georgia", "US-GA", "GEO"]]],
    [
      "two-letters.csv",
      [
        ["IN", "US-IN", "IND"],
        ["GR", "MX-GRO", "GRC"],
        ["GA", "US-GA", "GAB"],
      ],
    ],
    ["codes.csv", []],
  ])("of %s have names with two meanings: %j", (file, expected) => {
    const { names } = convert(file, { operation: "decode" });
    expect(names).toEqual(expected.map(([name]) => name));
    for (const [name, taken, country] of expected) {
      const notice = ambiguityNotice(name);
      expect(notice).toContain(`'${name}' is taken for ${taken},`);
      expect(notice).toMatch(new RegExp(`write ${country}\\.$`));
    }
  });

  it("stay texts that look like numbers, as quotes between tabs are characters", () => {
    const { rows } = convert("number-codes.csv", { operation: "decode", typedNumbers: true });
    expect(rows.map(({ mapcode }) => mapcode)).toEqual(["49.0E7", "99.E9"]);
    expect(convert("quotes-two-rows.tsv", {}).rows[0].alt).toBe('"Domstad');
  });
});

describe("files that cannot be meant", () => {
  it.each<[string, RegExp]>([
    ["photos.csv", /'GPSL(?:at|ong)itudeRef'.*33\.857S/],
    ["photos.json", /'GPSL(?:at|ong)itudeRef'/],
    ["direction.csv", /'l(?:at|on)_dir'/],
    ["hemisphere.tsv", /'l(?:at|ong)itude_hemisphere'/],
    ["degrees-minutes.csv", /'l(?:at|on)(?:min|sec)'.*decimal degrees/],
    ["position.csv", /GPSPosition.*option coordinatesColumn/],
    ["location-wkt.csv", /location.*option coordinatesColumn/],
    ["two-latitudes.csv", /'lat'.*option latColumn/],
    ["start-end.csv", /No latitude column/],
    ["takeout.json", /'locations'.*jq -c '\.locations\[\]'/],
    ["overpass.json", /'elements'.*jq -c '\.elements\[\]'/],
  ])("%s stops with %s, before any row", (file, message) => {
    const { rows, error } = convert(file, {});
    expect(error).toBeInstanceOf(BatchError);
    expect((error as BatchError).message).toMatch(message);
    expect(rows).toEqual([]);
  });

  it.each([1, 7, 100])("have the same error in parts of %i bytes", (size) => {
    const input = '{"lat":52,"lon"\n:[4.9]}\n{"lat":52,"lon":4.9}\n';
    const options = { operation: "encode", ...NDJSON } as const;
    expect(() => convertInParts(input, options, [size])).toThrow(/'lon'.*jq -c '\.lon\[\]'/);
  });

  it.each([
    ["nan.ndjson", 1, "NaN"],
    ["nan.geojson", 0, "NaN"],
    ["wkb.csv", 0, "ST_AsText"],
    ["empty-coordinates.csv", 1, "column lat"],
  ])("%s has an error of row %i that says what its value is: %s", (file, row, part) => {
    expect(convert(file, {}).rows[row].error).toContain(part);
  });
});

describe("a file without its name", () => {
  const files = readdirSync(CASES).filter((file) => !/\.(?:http|md)$/.test(file));

  it.each(files)("gives the answers of %s", (file) => {
    const operation = /codes|georgia|letters/.test(file) ? "decode" : "encode";
    const start = new InputDecoder().push(bytesOf(file), true);
    const from = recognizeFormat(start, completeOptions({ operation }), true);
    expect(convert(file, { operation, from })).toEqual(convert(file, { operation }));
  });
});
