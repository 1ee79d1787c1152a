import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../scripts/paths.js";
import { createFolder } from "../support/temporary-folder.ts";
import { MAIN } from "./command.ts";
import {
  itFails,
  itRefuses,
  mapcodedHere,
  outputOf,
  pipedHere,
  withoutRate,
  words,
} from "./command-lines.ts";

const folder = createFolder();
const table = folder.write("points.csv", 'lat,lon\n1,2\n"3",4\nx,5\n6,7\n');
const names = "lat,lon,territory,mapcode,international,error\n";
const goodRows = '1,2,,,HHNFC.7V5X,\n"3",4,,,JHVGZ.JL9N,\n';
const reason = "The latitude (column lat) 'x' is not a decimal number of degrees.";
const badRow = `x,5,,,,${reason}\n`;

describe("a batch", () => {
  it("is of arguments that are files, also if they could be mapcodes", async () => {
    const named = folder.write("49.4V", "NLD 49.4V\n");
    const decoded = "NLD 49.4V\t52.37651400000124\t4.908543375\n";
    expect(await outputOf(mapcodedHere`decode ${named} --from plain --quiet`)).toBe(decoded);
  });

  it("keeps bad rows in their place and counts them", async () => {
    const { code, out, err } = await mapcodedHere`encode ${table}`;
    expect(out).toBe(`${names}${goodRows}${badRow}6,7,NGA,H0.SL9R,JJ2NG.Z609,\n`);
    expect({ code, err: withoutRate(err) }).toEqual({
      code: 0,
      err:
        `${table}: csv, latitude from 'lat', longitude from 'lon'\n` +
        "4 rows: 3 converted, 1 failed, N rows/s, local mapcodes: by borders\n" +
        `Failed rows by reason:\n  1  invalid-coordinate: ${table}, line 4, column lat: ${reason}\n`,
    });
  });

  it("prints a warning about several files once, after their names", async () => {
    const text = "lat,lon\n0,0\n";
    const paths = [1, 2, 3, 4].map((name) => folder.write(`zero${name}.csv`, text));
    const other = folder.write("zeros.csv", "lat,lon\n0,0\n0,0\n");
    const warningOf = (inputs: string, rows: string) => {
      return `Warning: ${inputs}: ${rows} the point 0,0, in the sea off Ghana: are`;
    };
    const few = await mapcodedHere`encode ${paths.slice(0, 2)} ${other} --quiet`;
    expect(few.err).toBe(
      `${warningOf(`${paths[0]}, ${paths[1]}`, "1 row has")} its values missing?\n` +
        `${warningOf(other, "2 rows have")} their values missing?\n`,
    );
    const many = await mapcodedHere`encode ${paths} --quiet`;
    const inputs = `${paths[0]} and 3 others`;
    expect(many.err).toBe(`${warningOf(inputs, "1 row has")} its values missing?\n`);
  });

  it("ends with --strict before the first bad row, and reports its file and the line in it", async () => {
    const first = folder.write("first.csv", "lat,lon\n1,2\n1,2\n");
    const { code, out, err } = await mapcodedHere`encode ${first} ${table} --strict`;
    expect({ code, err }).toEqual({
      code: 1,
      err: `${first}: csv, latitude from 'lat', longitude from 'lon'\n${table}, line 4, column lat: ${reason}\n`,
    });
    expect(out).toBe(`${names}1,2,,,HHNFC.7V5X,\n1,2,,,HHNFC.7V5X,\n${goodRows}`);
    // Also if rows that are too long cut the next ones off.
    const long = folder.write("long.csv", `lat,lon\nx,5\n"${"9".repeat(2000)}",1\n3,4\n`);
    const ended = await mapcodedHere`encode ${long} --strict --quiet --max-row-bytes 1000`;
    expect([ended.code, ended.out]).toEqual([1, names]);
  });

  it("writes to the file that the shell has opened as /dev/stdout", () => {
    const line = `"${process.execPath}" "${MAIN}" encode "${table}" -q -o /dev/stdout > "${folder.path("opened.csv")}"`;
    execFileSync("sh", ["-c", line]);
    expect(folder.read("opened.csv")).toContain(goodRows);
  });

  it("joins inputs, standard input in its place, and has the header of the first one with rows", async () => {
    const empty = folder.write("empty.csv", "");
    const inputs = [empty, table, "-", table];
    const { out } = await pipedHere("lat,lon\n0,-30\n")`encode ${inputs} --from csv --quiet`;
    const rows = `${goodRows}${badRow}6,7,NGA,H0.SL9R,JJ2NG.Z609,\n`;
    expect(out).toBe(`${names}${rows}0,-30,,,HDX7Y.F0MG,\n${rows}`);
    const none = folder.write("none.json", "[]");
    const array = folder.write("one.json", "[[0,-30]]");
    const joined = await outputOf(
      mapcodedHere`encode ${[none, array, none, array]} --no-lon-first --quiet`,
    );
    const row = { row: [0, -30], territory: null, mapcode: null, international: "HDX7Y.F0MG" };
    expect(JSON.parse(joined)).toEqual([row, row]);
  });

  it("takes options for results and columns, also values that look like points", async () => {
    const years = folder.write("years.csv", "2020,2021,lat,lon\n3,4,1,2\n");
    expect(await outputOf(mapcodedHere`encode ${years} --quiet --columns 2020,2021`)).toBe(
      "2020,2021\n3,4\n",
    );
    const codes = folder.write("codes.tsv", "x\ty\n49.4V\tBEL\n49.4V\t\n");
    const chosen = words`--code-column x --territory-column y --context NLD --include rectangle`;
    const { out } = await mapcodedHere`decode ${codes} ${chosen} --quiet`;
    const [, belgium, netherlands] = out.split("\n");
    expect(belgium).toMatch(/^49\.4V\tBEL\t50\.\d+\t4\.\d+\t/);
    expect(netherlands).toContain("49.4V\t\t52.37651400000124\t4.908543375\t52.37646900000124\t");
  });
});

const missing = folder.path("none.csv");
const extensions =
  ".csv, .tsv, .tab, .ndjson, .jsonl, .geojsonl, .ndgeojson, .geojsons, .geojsonseq, .json, .txt or .geojson";
const lines = folder.write("points.txt", "1 2\n");
const semicolons = folder.write("semicolons.csv", "lon;id;lat\r\n2;a,b;1\r\n");
const commas = folder.write("commas.csv", "id,lat,lon\n7,1,2\n");
const turned = folder.write("turned.csv", "Lat,lon,id\n1,2,7\n");
const swapped = folder.write("swapped.csv", `coordinates\n${'"4.9,52.3"\n'.repeat(8)}`);
const link = folder.path("link.csv");
symlinkSync(folder.path("nowhere"), link);
const other = folder.write("other.csv", "lat,lon,name\n1,2,x\n");

it("inputs may differ in delimiter and order, and are written as the first one", async () => {
  expect(await outputOf(mapcodedHere`encode ${commas} ${semicolons} -q --max-row-bytes 4MiB`)).toBe(
    'id,lat,lon,territory,mapcode,international,error\n7,1,2,,,HHNFC.7V5X,\n"a,b",1,2,,,HHNFC.7V5X,\n',
  );
  const tabs = folder.write("tabs.tsv", "lat\tid\tlon\n1\tx\t2\n");
  expect(await outputOf(mapcodedHere`encode ${tabs} ${commas} -q --columns lat,id`)).toBe(
    "lat\tid\n1\tx\n1\t7\n",
  );
  expect(await outputOf(mapcodedHere`encode ${semicolons} ${commas} -q --columns lat,id`)).toBe(
    "lat;id\r\n1;a,b\r\n1;7\r\n",
  );
});

const ROWS: readonly (readonly [extension: string, header: string, row: string])[] = [
  ["csv", "lat,lon", "1,2"],
  ["tsv", "lat\tlon", "1\t2"],
  ["ndjson", "", '{"lat":1,"lon":2}'],
];

it.each([
  "--to csv",
  "--to csv --columns lon,lat",
  "--to csv --only-results",
  "--to tsv",
])("with %s, inputs with several kinds of line ends get the kind of the first one", async (options) => {
  const inputs = ["\n", "\r\n"].flatMap((end) =>
    ROWS.map(([extension, header, row]) => {
      const lines = [header, row, row].filter((line) => line !== "");
      const name = `ends${end.length}.${extension}`;
      return { end, path: folder.write(name, lines.map((line) => line + end).join("")) };
    }),
  );
  const empty = folder.write("empty.csv", "");
  for (const { end, path } of inputs.filter(({ path }) => !path.endsWith("2.ndjson"))) {
    const paths = [empty, path, ...inputs.map((input) => input.path)];
    const out = await outputOf(mapcodedHere`encode ${paths} -q ${options.split(" ")}`);
    const lines = out.split(end);
    expect([lines.length, lines.some((line) => /[\r\n]/.test(line))]).toEqual([16, false]);
  }
});

it("a collection has the members around its features that the first input has", async () => {
  const feature =
    '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[2,1]}}';
  const collection = (type: string, end: string) => `{${type}"features":[${feature}]${end}}`;
  const sequence = folder.write("one.geojsonl", `${feature}\n`);
  const named = folder.write(
    "named.geojson",
    collection("", ',"type":"FeatureCollection","name":"b"'),
  );
  const typed = folder.write(
    "typed.geojson",
    collection('"type":"FeatureCollection",', ',"bbox":[]'),
  );
  for (const [first, members] of [
    [sequence, ["type", "features"]],
    [named, ["features", "type", "name"]],
    [typed, ["type", "features", "bbox"]],
  ] as const) {
    for (const limit of [[], ["--limit", "2"]]) {
      const paths = [first, sequence, named, typed];
      const out = await outputOf(mapcodedHere`encode ${paths} -q --to geojson ${limit}`);
      const shown = out.replace(/\{"type":"Feature",.*/g, "").matchAll(/"(\w+)":/g);
      expect(Array.from(shown, ([, name]) => name)).toEqual(members);
      expect(JSON.parse(out).features).toHaveLength(limit.length === 0 ? 4 : 2);
    }
  }
});

it.each([
  ["csv", /^lat([,;])lon\n(?:1\1[2]\n){4}$/],
  ["tsv", /^lat(\t)lon\n(?:1\1[2]\n){4}$/],
])("inputs of several formats are written as %s with one delimiter, whichever is first", async (to, table) => {
  const inputs = [
    folder.write("rows.csv", "lat;lon\n1;2\n"),
    folder.write("rows.tsv", "lat\tlon\n1\t2\n"),
    folder.write("turned.tsv", "lon\tlat\n2\t1\n"),
    folder.write("rows.ndjson", '{"lat":1,"lon":2}\n'),
  ];
  for (const first of inputs) {
    const all = new Set([first, ...inputs]);
    const written = outputOf(mapcodedHere`encode ${[...all]} -q --columns lat,lon --to ${to}`);
    expect(await written).toMatch(table);
  }
});

it.each([
  "ndjson",
  "json",
  "geojson",
])("inputs of several formats are written as %s", async (to) => {
  const codes = folder.write("codes.csv", "mapcode,territory\n49.4V,NLD\n");
  const others = folder.write("codes.txt", "NLD 49.4V\n");
  const { err } = await mapcodedHere`decode ${codes} ${others}`;
  expect(err).toContain(`--to ${to}`);
  const out = await outputOf(mapcodedHere`decode ${codes} ${others} --to ${to} --quiet`);
  expect(out.match(/52\.37651400000124/g)).toHaveLength(2);
});

it("inputs with other columns are written in the format that the message names", async () => {
  const { err } = await mapcodedHere`encode ${table} ${other}`;
  const [, option = ""] = /or use (.*)\.\n/.exec(err) ?? [];
  const out = await outputOf(mapcodedHere`encode ${table} ${other} ${option.split(" ")} --quiet`);
  expect(out.split("\n").length).toBeGreaterThan(5);
});

describe("a batch that cannot start", () => {
  itFails("says why in one line", {
    [`decode ${missing}`]: `1: There is no file '${missing}'. Check its name.`,
    [`encode ${table} none.csv`]: "1: There is no file 'none.csv'. Check its name.",
    [`decode ${table} NLD`]: `2: '${table}' is a file, and 'NLD' is not. Convert each on its own.`,
    [`encode ${table} ${lines}`]:
      "2: The inputs have several formats: csv, plain. Use --to ndjson, --to json or --to geojson.",
    "encode - -": "2: Standard input (-) can only be read once. Name it once.",
    [`encode ${table} --lat-column y`]: `2: The file '${table}': There is no latitude column 'y'. Choose one of 'lat', 'lon', or a number from 1 to 2.`,
    [`encode ${table} -o ${table} --force`]: `2: The file '${table}' is an input and the output. Name another file.`,
    [`encode ${table} --rejects ${table} --force`]: `2: The file '${table}' is an input and the file of --rejects. Name another file.`,
    [`encode ${table} -o ${lines}`]: `1: The file '${lines}' already exists. Use --force to overwrite it.`,
    [`encode ${table} -o /nowhere/x.csv`]:
      "1: The file '/nowhere/x.csv' cannot be written: no such file or directory.",
    [`encode ${table} ${other}`]: `1: The file '${other}' has the columns lat,lon,name, not lat,lon as in ${table}. Convert each separately, or use --to ndjson.`,
    [`encode ${commas} ${turned}`]: `1: The file '${turned}' has the columns Lat,lon,id, not id,lat,lon as in ${commas}. Convert each separately, or use --to ndjson.`,
    [`encode ${commas} ${semicolons} --lat-column 2 --lon-column 3`]: `1: The column of the latitude is 'id' in ${semicolons}, and another one in ${commas}. Choose it by its name.`,
    [`encode ${table} ${swapped} --to csv`]: `2: The file '${swapped}': Are latitude and longitude swapped? With the latitude first in 'coordinates', 8 of 8 points are in no country; swapped, none. Use the option --lon-first if the longitude comes first, or --no-lon-first if the latitude does.`,
    [`encode ${table} -o ${link}`]: `1: The file '${link}' already exists. Use --force to overwrite it.`,
    "encode / --from csv": "1: '/' is a directory. Name the files in it: /*.csv.",
  });

  itRefuses("for a wrong option, or without a column of degrees", {
    [`encode ${table} --code-column x`]: "unknown option '--code-column'",
    [`encode ${table} --max-row-bytes 0`]:
      "Expected a number of bytes from 1 to 9007199254740991, also with K, M or G after it",
    [`encode ${table} --workers 0`]: "Expected auto or an integer from 1 to 256.",
    [`encode ${table} --rejects x --strict`]: "cannot be used with option '--strict'",
    [`encode ${table} --rejects x.json`]: "--rejects writes a csv file.",
    [`encode ${table} --rejects -`]: "--rejects writes a csv file.",
    [`encode ${table} --rejects ./x.csv -o x.csv`]: "--rejects and --output name the same file.",
    [`encode ${table} -o x.csv.bz2`]: `does not write .bz2 files. Give the output a name that ends with ${extensions},`,
    [`encode ${table} -o x.xyz`]: "mapcoded does not write .xyz files.",
    [`encode ${join(ROOT, "test/cases/photos.csv")}`]: "'GPSLatitudeRef'",
    [`encode ${join(ROOT, "test/cases/two-latitudes.csv")}`]: "by its number: --lat-column 1",
  });
});
