/** What a batch writes, a batch reads: encoding, decoding and encoding again gives the same codes. */
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ResolvedBatchOptions } from "../../src/batch/batch-options.ts";
import { FORMAT_NAMES, type FormatName } from "../../src/batch/formats/index.ts";
import type { Include } from "../../src/batch/options/conversion.ts";
import { decode } from "../../src/index.ts";
import { type DegreePair, localRule, point, precision, runs } from "../support/arbitraries.ts";
import { ENCODE_BY, localMapcode } from "../support/local-codes.ts";
import { runBatch } from "./run.ts";

/** A point, or undefined for a row that fails. */
type Row = DegreePair | undefined;
type Values = Readonly<Record<string, unknown>>;

const DELIMITERS: Partial<Record<FormatName, string>> = { csv: ",", tsv: "\t" };

function isGeoJson(format: FormatName): boolean {
  return format.startsWith("geojson");
}

function feature(row: Row): string {
  const geometry = row && { type: "Point", coordinates: [row[1], row[0]] };
  return JSON.stringify({ type: "Feature", geometry: geometry ?? null, properties: {} });
}

/** The rows in a format; those that fail have a text instead of a latitude. */
function textOf(rows: readonly Row[], format: FormatName): string {
  const delimiter = DELIMITERS[format];
  if (delimiter !== undefined) {
    const lines = rows.map((row) => (row ?? ["x", 4.9]).join(delimiter));
    return `${[`lat${delimiter}lon`, ...lines].join("\n")}\n`;
  }
  if (format === "plain") return rows.map((row) => `${(row ?? ["x", 4.9]).join(" ")}\n`).join("");
  const objects = rows.map((row) => {
    return isGeoJson(format)
      ? feature(row)
      : JSON.stringify({ lat: row?.[0] ?? "x", lon: row?.[1] ?? 4.9 });
  });
  const all = objects.join(",\n");
  if (format === "json") return `[${all}]`;
  if ((format as string) === "geojson") return `{"type":"FeatureCollection","features":[${all}]}`;
  return `${objects.join("\n")}\n`;
}

/** The rows of an output in plain: their results, which are all that the names of other formats name. */
function plainRows(text: string, results: readonly string[]): Values[] {
  const lines = text.split("\n").slice(0, -1);
  return lines.map((line) => {
    const fields = line.split("\t");
    // An error follows the results.
    const isFailed = /(The |There |A )[^\t]*\.$/.test(line);
    const end = fields.length - (isFailed ? 1 : 0);
    const own = fields.slice(end - results.length, end);
    return Object.fromEntries(results.map((name, index) => [name, own[index] || null]));
  });
}

function rowsOf(text: string, format: FormatName, results: readonly string[]): Values[] {
  const delimiter = DELIMITERS[format];
  if (delimiter !== undefined)
    return parse(text, { delimiter, columns: true, relax_column_count: true });
  if (format === "plain") return plainRows(text, results);
  if (format === "json") return JSON.parse(text);
  if ((format as string) === "geojson") {
    return JSON.parse(text).features.map(({ properties }: { properties: Values }) => properties);
  }
  const rows = text
    .replaceAll("\x1e", "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  return isGeoJson(format) ? rows.map(({ properties }) => properties) : rows;
}

/** The value that was added last under a name: an earlier one has the name without the number. */
function latest(row: Values, name: string): unknown {
  const names = Object.keys(row).filter((key) => key.replace(/_\d+$/, "") === name);
  const [last = name] = names.toSorted(
    (one, other) => other.length - one.length || (one < other ? 1 : -1),
  );
  return row[last] === "" ? null : row[last];
}

/** All codes of an output, in order: `NLD 49.4V`, and null for a row without any. */
function codesOf(
  text: string,
  format: FormatName,
  options: Partial<ResolvedBatchOptions>,
): unknown[] {
  const names = options.all ? ["territory", "mapcode"] : ["territory", "mapcode", "international"];
  const extras = options.include?.length ? ["offset_meters", "south", "west", "north", "east"] : [];
  return rowsOf(text, format, [...names, ...extras]).flatMap((row) => {
    const list = latest(row, "mapcodes");
    if (Array.isArray(list)) return list.map(({ territory, mapcode }) => `${territory} ${mapcode}`);
    const [territory, mapcode, international] = names.map((name) => latest(row, name));
    if (options.all) return [mapcode === null ? null : `${territory} ${mapcode}`];
    return [`${territory} ${mapcode} ${international}`];
  });
}

const include: readonly Include[] = ["offset", "rectangle"];
const settings: fc.Arbitrary<Partial<ResolvedBatchOptions>> = fc.record(
  {
    precision,
    include: fc.constant(include),
    all: fc.constant(true),
    // Greek cannot write all codes with extra digits.
    alphabet: fc.constantFrom("DEVANAGARI", "ARABIC"),
    local: localRule,
  },
  { requiredKeys: [] },
);

/** The point that the codes of a point decode to: the first one with `all`, otherwise the local one. */
function decodedPoint(
  [latDeg, lonDeg]: DegreePair,
  { all, local = "borders", precision }: Partial<ResolvedBatchOptions>,
): DegreePair {
  const codes = ENCODE_BY[local](latDeg, lonDeg, { precision });
  const chosen = all ? codes[0] : localMapcode(local, latDeg, lonDeg, { precision });
  const found = decode(`${chosen ?? codes[codes.length - 1]}`);
  return [found.latDeg, found.lonDeg];
}

/** A point that its own code decodes to. Next to a border, that may take several steps. */
function settled(start: DegreePair, options: Partial<ResolvedBatchOptions>): Row {
  let current = start;
  for (let step = 0; step < 10; step++) {
    const next = decodedPoint(current, options);
    if (next[0] === current[0] && next[1] === current[1]) return current;
    current = next;
  }
  return undefined;
}

/** The name of the column that a batch has added last for a value. */
function addedName(text: string, format: FormatName, name: string): string {
  const [first = {}] = rowsOf(text, format, []);
  const names = Object.keys(first).filter((key) => key.replace(/_\d+$/, "") === name);
  return names[names.length - 1];
}

/** The columns of a decoded table or list, by which the next batch finds the point. */
function pointColumns(text: string, format: FormatName): Partial<ResolvedBatchOptions> {
  if (format === "plain" || isGeoJson(format)) return {};
  return {
    latColumn: addedName(text, format, "latitude"),
    lonColumn: addedName(text, format, "longitude"),
  };
}

const pairs = FORMAT_NAMES.flatMap((from) => FORMAT_NAMES.map((to) => [from, to] as const));

describe("encoding, decoding and encoding again", () => {
  it.each(pairs)("from %s to %s and back gives the same codes", (from, to) => {
    const rows = fc.array(fc.oneof({ weight: 4, arbitrary: point }, fc.constant(undefined)), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(rows, settings, (all, options) => {
        const points = all.map((row) => row && settled(row, options));
        // The first row of a stream names its columns, so it must be a point.
        if (points[0] === undefined) return;
        const encoded = runBatch(textOf(points, from), { from, to, ...options });
        const decoded = runBatch(encoded.text, { operation: "decode", from: to, to: from });
        const columns = pointColumns(decoded.text, from);
        const again = runBatch(decoded.text, { from, to, ...options, ...columns });
        const failed = points.filter((row) => row === undefined).length;
        expect([encoded.failed, decoded.failed, again.failed]).toEqual([failed, failed, failed]);
        const codes = codesOf(encoded.text, to, options);
        const found = codesOf(again.text, to, options);
        if (!options.all || codes.length === encoded.rows) expect(found).toEqual(codes);
        else expect(found).toEqual(expect.arrayContaining(codes));
      }),
      runs(5),
    );
  });
});

describe("results of a batch are read by the next one", () => {
  const encode = { operation: "encode" } as const;
  const decode = { operation: "decode" } as const;
  const steps = (text: string, ...all: readonly Partial<ResolvedBatchOptions>[]) => {
    return all.reduce((input, options) => runBatch(input, options).text, text);
  };

  it.each(["csv", "tsv", "plain", "ndjson"] as const)("with only the results, in %s", (format) => {
    const point = textOf(
      [
        [52, 4],
        [0, -30],
      ],
      format,
    );
    const only = { from: format, to: format, onlyResults: true };
    const encoded = steps(point, { ...encode, ...only });
    expect(steps(encoded, { ...decode, ...only }, { ...encode, ...only })).toBe(encoded);
  });

  it("with a text of absent values in plain lines", () => {
    const plain = { from: "plain", to: "plain", nullText: "\\N" } as const;
    expect(steps("0 -30\nx\n", { ...encode, ...plain }, { ...decode, ...plain })).toBe(
      "0 -30\t\\N\t\\N\tHDX7Y.F0MG\t-0.000002\t-29.999991\n" +
        "x\t\\N\t\\N\t\\N\tThe line 'x' is not a point; expected a latitude and a longitude." +
        "\t\\N\t\\N\tThe mapcode 'x' is not of the form [TERRITORY ]PREFIX.SUFFIX[-EXTENSION], such as 'NLD 49.4V'.\n",
    );
  });

  it("with tabs, line ends and backslashes in the fields of a table that becomes plain lines", () => {
    const table = 'lat,lon,note\n52,4,"a\tb\r\nc\\"\n';
    const encoded = steps(table, { ...encode, from: "csv", to: "plain" });
    expect(encoded).toBe('52,4,"a\\tb\\r\\nc\\\\"\tNLD\tKM2.LWL\tVHTR6.9Z0P\n');
    const decoded = steps(encoded, { ...decode, from: "plain", to: "plain" });
    expect(decoded).toBe(`${encoded.trimEnd()}\t51.999987499999996\t4.000015\n`);
  });

  it("with tabs that separate the fields in front of them, and with white space of JSON", () => {
    const plain = { ...decode, from: "plain", to: "plain" } as const;
    const result = "\tNLD\tKM2.LWL\tVHTR6.9Z0P\t51.999987499999996\t4.000015\n";
    const table = steps("id\tlat\tlon\n7\t52\t4\n", { ...encode, from: "tsv", to: "plain" }, plain);
    expect(table).toBe(`7\t52\t4${result}`);
    const json = steps('{"lat":52,\t"lon":4}\n', { ...encode, from: "ndjson", to: "plain" }, plain);
    expect(json).toBe(`{"lat":52, "lon":4}${result}`);
  });

  it("by their numbers, where no column has the plain name", () => {
    const csv = { from: "csv", to: "csv", onlyResults: true } as const;
    const table = "id,latitude_3,longitude_3,latitude_2,longitude_2\n7,1,1,0,-30\n";
    expect(steps(table, { ...encode, ...csv })).toContain("\n,,HDX7Y.F0MG,\n");
    const codes = "territory,territory_2,mapcode_2\nBEL,NLD,49.4V\n";
    expect(steps(codes, { ...decode, ...csv })).toContain("52.37651400000124,4.908543375");
    const member = '{"territory_2":null,"mapcode_2":null,"international_2":"HDX7Y.F0MG"}\n';
    expect(steps(member, { ...decode, from: "ndjson", to: "csv", onlyResults: true })).toContain(
      "-0.000002,-29.999991",
    );
  });
});
