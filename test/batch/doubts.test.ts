/**
 * Files as programs and people write them: those without a doubt are converted without a word, and those with a doubt
 * are never converted to other places without a word.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BatchError } from "../../src/batch/index.ts";
import type { BatchOptions } from "../../src/batch/options/options.ts";
import { BatchSession } from "../../src/batch/session.ts";
import { decode } from "../../src/index.ts";
import { runs } from "../support/arbitraries.ts";
import { type Point, pointsOf } from "./input/samples.ts";

type Town = Point;

/** Towns of several continents, all on land. */
const TOWNS = pointsOf(
  "52.09073,5.12142 52.01153,4.71045 53.55034,10.00065 51.34063,12.37471 48.85661,2.35222 40.41678,-3.70379 41.90278,12.49637 52.22968,21.01223 50.07554,14.43781 59.32932,18.06858 -33.86882,151.20929 -22.90685,-43.17289 37.77493,-122.41942 34.69374,135.50217 -1.28638,36.81722",
);

const TOKYO: Town = [35.68952, 139.69172];

/** Towns of one country, in the sea with their coordinates exchanged. */
const GERMAN_TOWNS = pointsOf(
  "53.55034,10.00065 51.34063,12.37471 52.51704,13.38886 53.07582,8.80717 52.37448,9.73857 51.04933,13.73814 54.32271,10.13572 54.09244,12.12866 51.51423,7.46528",
);

type Cells = readonly string[];

/** A column: its name, and its cell for the row of each index. */
interface Column {
  readonly name: string;
  readonly cellOf: (index: number) => string;
}

function columnOf(name: string, ...cells: readonly (string | number)[]): Column {
  return { name, cellOf: (index) => `${cells[index % cells.length]}` };
}

/** Names of latitude and longitude in several languages and programs. */
const NAMES = [
  "lat lon|lat lng|Lat Long|LAT LON|latitude longitude|Latitude Longitude|latitude lon|Lat. Lon.|y x",
  "latitude_deg longitude_deg|decimalLatitude decimalLongitude|GPSLatitude GPSLongitude|stop_lat stop_lon",
  "Breitengrad Längengrad|Latitud Longitud|latitudine longitudine|Широта Долгота|enlem boylam|纬度 经度",
  "lat_degrees lon_degrees|Latitude(Degrees) Longitude(Degrees)|lat.[degs] lon.[degs]",
  "PRIM_LAT_DEC PRIM_LONG_DEC|CurrentLatitude CurrentLongitude|site_lat site_lon|geo_lat geo_lng",
]
  .join("|")
  .split("|")
  .map((names) => names.split(" ") as [string, string]);

/** Groups of columns that stand beside the degrees of good files. */
const ORDINARY: readonly (readonly Column[])[] = [
  [columnOf("id", 1, 2, 3, 4)],
  [columnOf("name", "Dom", "Sint Jan", "Grote Kerk")],
  [columnOf("direction", "N", "W", "S", "E")],
  [columnOf("direction", "W")],
  [columnOf("heading", "N", "E")],
  [columnOf("街道方向", "北", "西")],
  [columnOf("side", "N", "S", "E")],
  [columnOf("wind", "SW", "NE")],
  [columnOf("lat_quality", 1), columnOf("lon_quality", 1)],
  [columnOf("depth", "-", 12)],
  [columnOf("active", "N", "Y")],
  [columnOf("deleted", "N")],
  [columnOf("class", "E", "A", "N")],
  [columnOf("min", 14, 15, 59), columnOf("sec", 30, 0, 12)],
  [columnOf("hour", 9, 10), columnOf("minute", 14, 15)],
  [
    columnOf("lat_min", 50),
    columnOf("lat_max", 54),
    columnOf("lon_min", 4),
    columnOf("lon_max", 8),
  ],
  [columnOf("width", 12.5, 30), columnOf("length", 40, 25)],
  [columnOf("elevation", 12, -3, 250.5), columnOf("accuracy", 5, 3)],
  [columnOf("lat_err", 0.1), columnOf("lon_err", 0.2)],
  [columnOf("size", "52.5x30", "12x8")],
  [columnOf("Point", 1, 2, 3)],
  [columnOf("note", "", "north of the church", "see 52N")],
  [columnOf("", 7, 8, 9)],
];

interface File {
  readonly text: string;
  readonly options: BatchOptions;
  readonly towns: readonly Town[];
}

/** Writes a table. */
function tableOf(columns: readonly Column[], rows: number, delimiter: string): string {
  const quoted = (cell: string) => (cell.includes(delimiter) ? `"${cell}"` : cell);
  const line = (cells: Cells) => cells.map(quoted).join(delimiter);
  const indexes = Array.from({ length: rows }, (_, index) => index);
  const header = line(columns.map(({ name }) => name));
  const body = indexes.map((index) => line(columns.map(({ cellOf }) => cellOf(index))));
  return `${[header, ...body].join("\n")}\n`;
}

/** Writes JSON rows. Columns without a name are left out. */
function jsonOf(columns: readonly Column[], rows: number, isArray: boolean): string {
  const named = columns.filter(({ name }) => name !== "");
  const objects = Array.from({ length: rows }, (_, index) => {
    const members = named.map(({ name, cellOf }) => {
      const cell = cellOf(index);
      return [name, /^-?\d+(?:\.\d+)?$/.test(cell) ? Number(cell) : cell];
    });
    return JSON.stringify(Object.fromEntries(members));
  });
  return isArray ? `[${objects.join(",\n")}]\n` : `${objects.join("\n")}\n`;
}

/** How a file is written: its delimiter, or JSON. */
const SYNTAX = fc.constantFrom(",", ";", "\t", "|", "ndjson", "json");

function fileOf(
  columns: readonly Column[],
  towns: readonly Town[],
  syntax: string,
  options: BatchOptions = {},
): File {
  const isJson = syntax.includes("json");
  const text = isJson
    ? jsonOf(columns, towns.length, syntax === "json")
    : tableOf(columns, towns.length, syntax);
  return { text, options, towns };
}

/** The places of an output, in the order of its rows; undefined for rows that fail. */
function placesOf(output: string): readonly (Town | undefined)[] {
  return output
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const row = JSON.parse(line);
      const code = Object.entries(row).find(([name]) => /^international/.test(name))?.[1];
      if (typeof code !== "string") return undefined;
      const { latDeg, lonDeg } = decode(code);
      return [latDeg, lonDeg];
    });
}

function isNear(one: Town, other: Town): boolean {
  return Math.abs(one[0] - other[0]) < 0.001 && Math.abs(one[1] - other[1]) < 0.001;
}

/** Converts a file. @returns its places, and what is said about it */
function convert({ text, options }: File) {
  const session = new BatchSession({ ...options, to: "ndjson" });
  let output = "";
  const decoder = new TextDecoder();
  try {
    for (const part of session.push(Buffer.from(text))) output += decoder.decode(part);
    for (const part of session.end()) output += decoder.decode(part);
  } catch (error) {
    if (!(error instanceof BatchError)) throw error;
    return { places: [], said: [error.message] };
  }
  return { places: placesOf(output), said: session.warnings.map(({ message }) => message) };
}

// Generators

const towns = fc.shuffledSubarray([...TOWNS], { minLength: 1 });
const groups = fc.shuffledSubarray([...ORDINARY], { maxLength: 4 });

/** The columns of a place among others, in any order. */
const placed = fc.record({
  names: fc.constantFrom(...NAMES),
  before: groups,
  after: groups,
  isLonFirst: fc.boolean(),
  syntax: SYNTAX,
  towns,
});

type Placed = typeof placed extends fc.Arbitrary<infer Value> ? Value : never;

function degrees({ isLonFirst, names, towns: places }: Placed): readonly Column[] {
  const columns = names.map((name, axis) => columnOf(name, ...places.map((town) => town[axis])));
  return isLonFirst ? columns.toReversed() : columns;
}

/** Other columns before or after the degrees, each name once. */
function around({ before, after }: Placed, inner: readonly Column[]): readonly Column[] {
  const seen = new Set(inner.map(({ name }) => name));
  const fresh = (one: readonly (readonly Column[])[]) =>
    one
      .filter((group) => group.every(({ name }) => !seen.has(name)))
      .flatMap((group) => {
        for (const { name } of group) seen.add(name);
        return group;
      });
  return [...fresh(before), ...inner, ...fresh(after)];
}

/** Two places in each row, of which the user chooses one. */
const chosen = placed.map((place) => {
  const others = [columnOf("start_lat", 1.5), columnOf("start_lon", 2.5)];
  const mine = [
    columnOf("end_lat", ...place.towns.map(([lat]) => lat)),
    columnOf("end_lon", ...place.towns.map(([, lon]) => lon)),
  ];
  const options = { latColumn: "end_lat", lonColumn: "end_lon" };
  return fileOf(around(place, [...others, ...mine]), place.towns, place.syntax, options);
});

/** Both coordinates in one value that tells its order. */
const told = placed.map((place) => {
  const forms: readonly (readonly [string, (town: Town) => string])[] = [
    ["lonlat", ([lat, lon]) => `${lon},${lat}`],
    ["lat_lon", ([lat, lon]) => `${lat}, ${lon}`],
    ["geo_point_2d", ([lat, lon]) => `${lat}, ${lon}`],
    ["Geo Point", ([lat, lon]) => `${lat}, ${lon}`],
    ["wkt", ([lat, lon]) => `POINT(${lon} ${lat})`],
    [
      "coordinates",
      ([lat, lon]) =>
        `${Math.abs(lat)}${lat < 0 ? "S" : "N"} ${Math.abs(lon)}${lon < 0 ? "W" : "E"}`,
    ],
    ["coordinates", ([lat, lon]) => `geo:${lat},${lon}`],
  ];
  const [name, write] = forms[place.towns.length % forms.length];
  // One column alone with commas in its cells would be two.
  const columns = [columnOf("key", 1, 2), columnOf(name, ...place.towns.map(write))];
  return fileOf(around(place, columns), place.towns, place.syntax);
});

const plain = placed.map((place) =>
  fileOf(around(place, degrees(place)), place.towns, place.syntax),
);

describe("a file without a doubt", () => {
  it("is converted without a word", () => {
    fc.assert(
      fc.property(fc.oneof({ weight: 4, arbitrary: plain }, told, chosen), (file) => {
        const { places, said } = convert(file);
        expect(said, file.text).toEqual([]);
        expect(places, file.text).toHaveLength(file.towns.length);
        for (const [index, place] of places.entries()) {
          expect(place && isNear(place, file.towns[index]), file.text).toBe(true);
        }
      }),
      runs(400),
    );
  });
});

// Doubts

/** Degrees without a sign, beside a column with the hemispheres. */
const hemispheres = fc
  .tuple(placed, fc.constantFrom("ref ref", "_dir _dir", "NS EW", " hemisphere  hemisphere", " "))
  .map(([place, ends]) => {
    const columns = place.names.flatMap((name, axis) => {
      const end = ends.split(" ")[axis] ?? "";
      const letters = axis === 0 ? ["N", "S"] : ["E", "W"];
      const beside = end === "NS" || end === "EW" || end === "" ? end : name + end;
      return [
        columnOf(name, ...place.towns.map((town) => Math.abs(town[axis]))),
        columnOf(beside, ...place.towns.map((town) => letters[Number(town[axis] < 0)])),
      ];
    });
    // JSON has no members without names.
    const syntax = ends === " " ? ";" : place.syntax;
    return fileOf(around(place, columns), place.towns, syntax);
  });

/** Whole degrees, beside columns with minutes and perhaps seconds. */
const minutes = fc
  .tuple(placed, fc.constantFrom("min", "_min", "_mn", ""), fc.boolean())
  .map(([place, end, hasSeconds]) => {
    const columns = place.names.flatMap((name, axis) => {
      const sizes = place.towns.map((town) => Math.abs(town[axis]));
      const degree = (index: number) => Math.trunc(place.towns[index][axis]);
      const minute = (index: number) => (sizes[index] % 1) * 60;
      const second = (index: number) => (minute(index) % 1) * 60;
      const named = end === "" ? "" : name + end;
      const all = place.towns.map((_, index) => index);
      const parts = hasSeconds
        ? [
            columnOf(named, ...all.map((index) => Math.floor(minute(index)))),
            columnOf(
              end === "" ? "" : `${name}sec`,
              ...all.map((index) => second(index).toFixed(1)),
            ),
          ]
        : [columnOf(named, ...all.map((index) => minute(index).toFixed(3)))];
      return [columnOf(name, ...all.map(degree)), ...parts];
    });
    const syntax = end === "" ? ";" : place.syntax;
    return fileOf(around(place, columns), place.towns, syntax);
  });

/** Degrees without a sign, whose names or one other column have the hemispheres. */
const namedHemispheres = fc.tuple(placed, fc.boolean()).map(([place, isColumn]) => {
  const south = place.towns.filter(([lat, lon]) => lat < 0 && lon < 0);
  const all = south.length > 0 ? south : ([[-22.90685, -43.17289]] as const);
  const names = isColumn ? place.names : ["Lat (S)", "Long_W"];
  const sizes = names.map((name, axis) => {
    return columnOf(name, ...all.map((town) => Math.abs(town[axis])));
  });
  const columns = isColumn ? [...sizes, columnOf("hemisphere", "SW")] : sizes;
  return fileOf(around(place, columns), all, place.syntax);
});

/** Pairs with the longitude first in a column whose name does not say it, or mixed with others. */
const pairs = fc.tuple(placed, fc.boolean()).map(([place, isMixed]) => {
  // Tokyo tells the order of its row. If all rows that tell it have one order, so do the others.
  const all = isMixed ? [TOKYO, TOKYO, ...place.towns] : place.towns;
  const texts = all.map(([lat, lon], index) => {
    return isMixed && index % 2 === 1 ? `${lat},${lon}` : `${lon},${lat}`;
  });
  const columns = [columnOf("key", 1, 2), columnOf("coordinates", ...texts)];
  return fileOf(around(place, columns), all, place.syntax);
});

/** Latitudes under the name of longitudes. */
const exchanged = placed.map((place) => {
  const all = [...GERMAN_TOWNS];
  const columns = degrees({ ...place, names: [place.names[1], place.names[0]], towns: all });
  return fileOf(around(place, columns), all, place.syntax);
});

/** Two complete pairs with other places, the right one last. */
const twice = placed.map((place) => {
  const wrong = [columnOf("lat", 48.1), columnOf("lon", 11.5)];
  const right = degrees({ ...place, names: ["latitude", "longitude"] });
  return fileOf(around(place, [...wrong, ...right]), place.towns, place.syntax);
});

/** Rows without a header, whose columns are chosen by number. */
const headless = placed
  .filter(({ syntax }) => !syntax.includes("json"))
  .map((place) => {
    const columns = [columnOf("id", 1, 2, 3), ...degrees({ ...place, isLonFirst: false })];
    const { text } = fileOf(columns, place.towns, place.syntax);
    const options = { latColumn: "2", lonColumn: "3" };
    return { text: text.slice(text.indexOf("\n") + 1), options, towns: place.towns };
  });

/** A download of JSON that broke off within its last row. */
const cut = placed.map((place) => {
  const file = fileOf(around(place, degrees(place)), place.towns, "json");
  return { ...file, text: file.text.slice(0, file.text.lastIndexOf("}") - 3) };
});

/** A table without its last line end. @param decimals of its last number */
function cutAt(decimals: number): File {
  const rows = TOWNS.map(([lat, lon], index) => `${index},${lat.toFixed(5)},${lon.toFixed(5)}`);
  const text = ["id,lat,lon", ...rows].join("\n");
  return { text: text.slice(0, text.lastIndexOf(".") + 1 + decimals), options: {}, towns: TOWNS };
}

/** A download of a table that broke off within its last number. */
const cutTable = fc.nat(3).map(cutAt);

describe("a file with a doubt", () => {
  it.each<[string, fc.Arbitrary<File>]>([
    ["hemispheres beside the degrees", hemispheres],
    ["hemispheres in names or one column", namedHemispheres],
    ["minutes beside the degrees", minutes],
    ["pairs without an order", pairs],
    ["exchanged columns", exchanged],
    ["two places in each row", twice],
    ["no header", headless],
    ["no end", cut],
    ["no end of its last number", cutTable],
  ])("such as %s is never converted to other places without a word", (_, files) => {
    fc.assert(
      fc.property(files, (file) => {
        const { places, said } = convert(file);
        if (said.length > 0) return;
        expect(places, file.text).toHaveLength(file.towns.length);
        for (const [index, place] of places.entries()) {
          if (place) expect(isNear(place, file.towns[index]), file.text).toBe(true);
        }
      }),
      runs(50),
    );
  });
});

it.each([
  4, 5,
])("a table with %d decimals in its last number, and five in others, may be whole", (decimals) => {
  expect(convert(cutAt(decimals)).said).toEqual([]);
});
