import { readFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { INPUTS, outputLines } from "../batch/every-format.ts";
import { createFolder } from "../support/temporary-folder.ts";
import {
  failureOf,
  mapcoded,
  mapcodedHere,
  outputOf,
  piped,
  pipedHere,
  pointLines,
  withoutRate,
} from "./command-lines.ts";

const folder = createFolder();

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

const TABLE = textOf(INPUTS.encode.csv);
const COUNTS = "3 rows: 2 converted, 1 failed, N rows/s";

/** The summary without the lines about the input and the first row that failed. */
function countsIn(err: string): string {
  return withoutRate(err)
    .replace(/^.*: [a-z]+,.*\n/, "")
    .replace(/^Failed rows by reason:\n(?: {2}.*\n)*/m, "");
}

describe("the format of a file", () => {
  it.each([
    ["csv", ".csv", "tsv", ".tab"],
    ["tsv", ".tab", "plain", ".txt"],
    ["plain", ".txt", "ndjson", ".jsonl"],
    ["ndjson", ".ndjson", "csv", ".CSV"],
    ["ndjson", ".geojsonl", "ndjson", ".geojsons"],
  ] as const)("is known by its name: %s in %s to %s in %s", async (from, inName, to, outName) => {
    const input = folder.write(`points${inName}`, textOf(INPUTS.encode[from]));
    const name = `coded-${from}${outName}`;
    const { code, out, err } = await mapcodedHere`encode ${input} -o ${folder.path(name)}`;
    expect([code, out, countsIn(err)]).toEqual([0, "", `${COUNTS}, local mapcodes: by borders\n`]);
    expect(folder.read(name)).toBe(textOf(outputLines("encode", from, to)));
  });

  it("is chosen by options", async () => {
    const input = textOf(INPUTS.decode.ndjson);
    const { code, out, err } = await pipedHere(input)`decode --from ndjson --to csv`;
    expect(out).toBe(textOf(outputLines("decode", "ndjson", "csv")));
    expect({ code, err: countsIn(err) }).toEqual({ code: 0, err: `${COUNTS}\n` });
  });
});

describe("compressed files", () => {
  it("are read to their end and written as their names imply, also without rows", async () => {
    // Several gzip members.
    const members = INPUTS.encode.csv.map((line) => gzipSync(`${line}\n`));
    const input = folder.write("points.csv.GZ", Buffer.concat(members));
    const output = folder.path("coded.ndjson.gz");
    expect((await mapcodedHere`encode ${input} -o ${output}`).code).toBe(0);
    const written = gunzipSync(readFileSync(output)).toString();
    expect(written).toBe(textOf(outputLines("encode", "csv", "ndjson")));
    const again = await mapcodedHere`decode ${output} --code-column international --quiet`;
    expect(again.out.split("\n")).toHaveLength(4);
    const table = folder.path("coded.csv.gz");
    expect((await mapcodedHere`encode ${input} -o ${table}`).code).toBe(0);
    const [header, ...rows] = outputLines("encode", "csv", "csv");
    const frames = [`${header}\n`, textOf(rows)].map((text) => gzipSync(text));
    expect(readFileSync(table), "no empty members").toEqual(Buffer.concat(frames));
    const none = folder.path("none.txt.gz");
    expect((await pipedHere("")`encode -o ${none}`).err).toMatch(/^0 rows: /);
    expect(gunzipSync(readFileSync(none)).toString()).toBe("");
  });

  it("that end early give most of their rows, whole ones, then the error", async () => {
    const damaged = gzipSync(pointLines(50_000)).subarray(0, -9);
    const input = folder.write("damaged.txt.gz", damaged);
    const { out } = await piped(pointLines(50_000))`encode --quiet`;
    const message = "cannot be read: unexpected end of file.\n";
    for (const [ending, subject] of [
      [mapcoded`encode ${input} --quiet --workers 2`, `The file '${input}'`],
      [piped(damaged)`encode --quiet`, "Standard input"],
    ] as const) {
      const coded = await ending;
      expect(coded).toMatchObject({ code: 1, err: `${subject} ${message}` });
      expect(coded.out.endsWith("\n") && out.startsWith(coded.out)).toBe(true);
      // A block of decompressed bytes may be lost.
      expect(coded.out.split("\n").length).toBeGreaterThan(20_000);
    }
  });

  it("are known by their first bytes, not by their names", async () => {
    const expected = textOf(outputLines("encode", "csv", "csv"));
    const plain = folder.write("not-compressed.csv.gz", TABLE);
    const compressed = folder.write("compressed.csv", gzipSync(TABLE));
    const rest = "although its name says otherwise. Its bytes decide.\n";
    for (const [path, found] of [
      [plain, "not compressed"],
      [compressed, "compressed with gzip"],
    ]) {
      const { code, out, err } = await mapcodedHere`encode ${path}`;
      expect([code, out]).toEqual([0, expected]);
      expect(err).toContain(`The file '${path}' is ${found}, ${rest}`);
    }
    expect(await outputOf(mapcodedHere`encode ${compressed} -q`)).toBe(expected);
    expect(await outputOf(pipedHere(gzipSync(TABLE))`encode --from csv -q`)).toBe(expected);
    const empty = folder.write("empty.csv.gz", "");
    expect(await failureOf(mapcodedHere`encode ${empty}`)).toBe(
      `1: The file '${empty}' cannot be read: it is empty, which a compressed file never is.`,
    );
  });
});

describe("inputs of kinds that mapcoded does not read", () => {
  it("are no text if they have NUL bytes, but those of UTF-16", async () => {
    const contents = Buffer.from("lat,lon\n1,\0\x01\n", "latin1");
    const problem = "The input is not text: it has NUL bytes. Convert it to csv or GeoJSON.";
    const file = folder.write("unread.csv", contents);
    expect(await failureOf(mapcodedHere`encode ${file}`)).toBe(`2: The file '${file}': ${problem}`);
    const piping = pipedHere(contents)`encode --from csv`;
    expect(await failureOf(piping)).toBe(`2: Standard input: ${problem}`);
    const wide = folder.write("wide.csv", Buffer.from("lat,lon\n1,2\n", "utf16le"));
    expect(await failureOf(mapcodedHere`encode ${wide}`)).toContain("--encoding utf-16le");
    expect((await mapcodedHere`encode ${wide} --encoding utf-16le -q`).code).toBe(0);
  });

  const zip = (name: string) => `PK\x03\x04${"\0".repeat(26)}${name}`;

  it.each([
    [zip("[Content_Types].xml"), "Save it as csv."],
    [zip("doc.kml"), "ogr2ogr -t_srs EPSG:4326 points.geojson FILE"],
    [zip("points.csv"), "unzip -p FILE | mapcoded encode"],
    ["<?xml version='1.0'?>\n<gpx>", "gpsbabel -i gpx -f FILE -o unicsv -F points.csv"],
    ["<gpx><trk><trkseg>", "ogr2ogr points.geojson FILE track_points"],
    ["<gpx><wpt lat='1' lon='2'/><trk>", "ogr2ogr points.geojson FILE waypoints"],
    ["<?xml version='1.0'?><osm>", "ogr2ogr points.geojson FILE points."],
    ["<TrainingCenterDatabase>", "gpsbabel -t -i gtrnctr"],
    ['{"type":"Topology"}', "Convert it: ogr2ogr points.geojson FILE."],
    ["<kml xmlns='x'>", "ogr2ogr -t_srs EPSG:4326 points.geojson FILE"],
    [`${"\0".repeat(257)}ustar`, "tar -xf FILE"],
    ["\x28\xb5\x2f\xfdlat,lon", "zstd -dc FILE | mapcoded encode"],
    ["BZh91AY&SYlat", "bzip2 -dc FILE | mapcoded encode"],
    ["SQLite format 3\0", "ogr2ogr -t_srs EPSG:4326 points.geojson FILE"],
    ["$GPGGA,1,5222.591,N,00454.513,E", "gpsbabel -t -i nmea -f FILE"],
  ])("are known by their bytes, with a command: %j", async (text, command) => {
    const contents = Buffer.from(text, "latin1");
    const message = await failureOf(mapcodedHere`encode ${folder.write("points.csv", contents)}`);
    expect(message).toMatch(/^2: The file '.*': The input is .*\. /);
    expect(message).toContain(command);
    expect(await failureOf(pipedHere(contents)`encode`)).toContain(command);
  });

  it("are not texts that only begin so, and no names", async () => {
    for (const [name, text] of [
      ["points.csv", "BZh,lat,lon\nPK,1,2\n"],
      ["points.xlsx", "lat,lon\n1,2\n"],
      ["points.dat", "lat,lon\n1,2\n"],
      ["points.zip", "PK,lat,lon\n1,1,2\n"],
    ]) {
      const { code, out } = await mapcodedHere`encode ${folder.write(name, text)} -q`;
      expect([code, out.split("\n")[1]]).toEqual([0, expect.stringContaining("HHNFC.7V5X")]);
    }
  });
});
