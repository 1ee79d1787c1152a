/** Rows from other programs: two points, Amsterdam and Rotterdam. They need no options but those given here. */
import { expect, it } from "vitest";
import { decideFormat } from "../../src/batch/input/format.ts";
import type { FormatName } from "../../src/batch/options/format-facts.ts";
import { type BatchOptions, completeOptions } from "../../src/batch/options/options.ts";
import { BatchSession } from "../../src/batch/session.ts";

const CODES = ["49.4V", "98.W0"];

/** The texts in place of $id, $lat and $lon for both points. $p and $members stand for both numbers. */
const POINTS = [
  { id: "1", lat: "52.376514", lon: "4.908543" },
  { id: "2", lat: "51.92", lon: "4.48" },
];

/** A program, its format, the text before its rows, a row, the second row if it differs, and options. */
type Shape = readonly [string, FormatName, string, string, string?, BatchOptions?];

const THIRD: BatchOptions = { header: false, latColumn: "3", lonColumn: "4" };
const WKT = "POINT($lon $lat)";
const CRS84 = '{ "type": "name", "properties": { "name": "urn:ogc:def:crs:OGC:1.3:CRS84" } }';
const COLLECTION = `{\n"type": "FeatureCollection",\n"name": "points",\n"crs": ${CRS84},\n"features": [\n`;
const OGR_ADVICE =
  '{ "type": "Feature", "properties": { "id": $id }, "geometry": { "type": "Point", "coordinates": [ $lon, $lat ] } }';
const GEO_POINT = '{"type":"Point","coordinates":[$lon,$lat]}';
const MONGO = `{"_id":{"$oid":"5f"},"loc":${GEO_POINT}}`;
const CRS_POINT = GEO_POINT.replace(
  '"Point",',
  '"Point","crs":{"type":"name","properties":{"name":"EPSG:4326"}},',
);

const SHAPES: readonly Shape[] = [
  ["pandas", "csv", ",name,latitude,longitude\n", "$id,A,$p\n", "1,,$p\n"],
  ["R, with names of rows", "csv", '"","lat","lon"\n', '"$id",$p\n'],
  [
    "Excel",
    "csv",
    "\ufeffNaam;Latitude;Longitude\r\n",
    "A;52,376514;4,908543\r\n",
    ";51,92;4,48\r\n",
  ],
  ["Excel, which names its delimiter", "csv", "sep=;\r\nName;Lat;Lon\r\n", "A;$lat;$lon\r\n"],
  [
    "Unicode text of Excel",
    "tsv",
    "\ufeffName\tLat\tLon\r\n",
    '"A ""x"""\t$lat\t$lon\r\n',
    "B\t$lat\t$lon\r\n",
  ],
  ["COPY of PostgreSQL", "tsv", "", "1\tA\t$lat\t$lon\n", "2\t\\N\t$lat\t$lon\n", THIRD],
  ["psql --csv with ST_AsText of PostGIS", "csv", "id,st_astext\n", `$id,${WKT}\n`],
  ["psql --csv with ST_AsEWKT of PostGIS", "csv", "id,geom\n", `$id,SRID=4326;${WKT}\n`],
  ["ST_AsGeoJSON", "csv", "id,st_asgeojson\n", `$id,"${GEO_POINT.replaceAll('"', '""')}"\n`],
  ["MySQL", "csv", "", '"1","A, B","$lat","$lon"\n', '"2",\\N,"$lat","$lon"\n', THIRD],
  ["mysql --batch", "tsv", "id\tname\tlat\tlon\n", "1\tA\t$lat\t$lon\n", "2\tNULL\t$lat\t$lon\n"],
  ["sqlite3 -header", "csv", "id|lat|lon\n", "$id|$lat|$lon\n"],
  ["Snowflake", "csv", '"ID","LAT","LON"\n', '"$id","$lat","$lon"\n'],
  ["DuckDB", "csv", "id,name,lat,lon\n", '1,"A, B",$p\n', "2,,$p\n"],
  ["geography of BigQuery", "csv", "id,geog\n", `$id,${WKT}\n`],
  [
    "ogr2ogr AS_XY",
    "csv",
    "X,Y,id\n",
    '4.90854299999999988,52.37651399999999711,"1"\n',
    '$lon,$lat,"2"\n',
  ],
  ["ogr2ogr AS_WKT", "csv", "WKT,id\n", '"POINT Z ($lon $lat 2)",1\n', '"POINT ($lon $lat)",2\n'],
  ["rows copied from QGIS", "csv", "wkt_geom\tid\n", "Point ($lon $lat)\t$id\n"],
  ["GPSLogger", "csv", "time,lat,lon,elevation\n", "2020-01-01,$p,3.0\n", "2020-01-02,$p,\n"],
  [
    "Columbus",
    "csv",
    "INDEX,TAG,LATITUDE N/S,LONGITUDE E/W,HEIGHT\r\n",
    "$id,T,$latN,00$lonE,3\r\n",
  ],
  ["GPSBabel", "csv", "No,Latitude,Longitude,Name\r\n", '1,$p,"A"\r\n', "2,$p,B\r\n"],
  ["Overpass", "csv", "@id\t@lat\t@lon\tname\n", "1\t$lat\t$lon\tA\n", "2\t$lat\t$lon\t\n"],
  ["GTFS", "csv", "stop_id,stop_lat,stop_lon\n", "$id,$p\n"],
  ["Darwin Core", "tsv", "gbifID\tdecimalLatitude\tdecimalLongitude\n", "$id\t$lat\t$lon\n"],
  ["pandas", "json", "[", '{"name":"A",$members}', ',{"name":null,$members}]'],
  ["COPY TO of DuckDB", "json", "", '{"id":$id,$members}\n'],
  ["DuckDB, ARRAY", "json", "[\n\t", '{"id":1,$members}', ',\n\t{"id":2,$members}\n]\n'],
  ["jq -c '[.lat, .lon]'", "ndjson", "", "[$p]\n"],
  ["BigQuery, whose integers are texts", "ndjson", "", '{"id":"$id","lat":"$lat","lon":"$lon"}\n'],
  ["geography of BigQuery", "ndjson", "", `{"id":"$id","place":"${WKT}"}\n`],
  ["elasticdump", "ndjson", "", '{"_id":"$id","_source":{"location":{$members}}}\n'],
  ["elasticdump", "ndjson", "", '{"_id":"$id","_source":{"location":"$p"}}\n'],
  ["mongoexport", "ndjson", "", `${MONGO}\n`],
  ["mongoexport --jsonArray", "json", "[", `${MONGO}`, `,\n${MONGO}]\n`],
  [
    "ogr2ogr",
    "geojson",
    COLLECTION,
    OGR_ADVICE,
    `,\n${OGR_ADVICE.replace("$lat", "$lat, 2.0")}\n]\n}\n`,
  ],
  ["ogr2ogr to GeoJSONSeq", "ndjson", "", `${OGR_ADVICE}\n`],
  ["ogr2ogr to GeoJSONSeq with RS=YES", "ndjson", "", `\u001e${OGR_ADVICE}\n`],
  [
    "ST_AsGeoJSON of PostGIS",
    "ndjson",
    "",
    `{"type": "Feature", "geometry": ${CRS_POINT}, "properties": {"id": $id}}\n`,
  ],
];

function inputOf([, , start, row, second = row]: Shape): string {
  const rows = [row, second].map((text, index) => {
    const { id, lat, lon } = POINTS[index];
    const whole = text.replace("$p", "$lat,$lon").replace("$members", '"lat":$lat,"lon":$lon');
    return whole.replaceAll("$id", id).replaceAll("$lat", lat).replaceAll("$lon", lon);
  });
  return start + rows.join("");
}

function codesOf(bytes: Uint8Array, options: BatchOptions): readonly unknown[] {
  const session = new BatchSession({ ...options, to: "ndjson" });
  const parts = [...session.push(bytes), ...session.end()];
  const lines = Buffer.concat(parts).toString().trimEnd().split("\n");
  return lines.map((line) => {
    const { mapcode, properties } = JSON.parse(line);
    return mapcode ?? properties?.mapcode;
  });
}

const CASES = SHAPES.map((shape) => ({ program: shape[0], format: shape[1], shape }));

it.each(CASES)("rows of $program are read as $format, with or without its name", ({
  program,
  format,
  shape,
}) => {
  const [, , , , , options = {}] = shape;
  // Excel and Windows write UTF-16LE with a byte order mark.
  const bytes = Buffer.from(inputOf(shape), program.includes("Unicode") ? "utf16le" : "utf8");
  expect(codesOf(bytes, { ...options, from: format })).toEqual(CODES);
  expect(codesOf(bytes, options)).toEqual(CODES);
});

const DECODE: BatchOptions = { operation: "decode" };

function formatOf(input: string, options: BatchOptions = {}, proposed?: FormatName) {
  const first = { bytes: Buffer.from(input), isWhole: true, maxRows: 200 };
  return decideFormat({ ...first, options: completeOptions(options), proposed }).format;
}

it.each<[format: string, input: string, options?: BatchOptions]>([
  ["plain", "52.37 4.9\n"],
  ["plain", "52.37,4.9\n0,0\n"],
  ["plain", "52\t4\n"],
  ["plain", "52°22'35\" N 4°54'31\" E\n"],
  ["plain", "hello\n"],
  ["plain", ""],
  ["plain", "\n\n"],
  ["csv", "lat,lon\n52,4\n"],
  ["csv", "lat:lon\n52:4\n"],
  ["tsv", "lat\tlon\n52\t4\n"],
  ["csv", "a title, of words\nlat,lon\n52,4\n", { skip: 1 }],
  ["plain", "NLD 49.4V\n", DECODE],
  ["plain", "49.4V\n", { ...DECODE, territory: "NLD" }],
  ["csv", "# made by x\nlat,lon\n52,4\n", { comment: "#" }],
  ["csv", "made by x\nlat,lon\n52,4\n", { skip: 1 }],
  ["csv", "north,east\n52,4\n", { latColumn: "north", lonColumn: "east" }],
  ["csv", "1,52,4\n", { header: false, latColumn: "2", lonColumn: "3" }],
  ["csv", "1,52;4\n", { decimalComma: true, header: false, coordinatesColumn: "1" }],
  ["csv", "mapcode,x\nNLD 49.4V,1\n", DECODE],
  ["csv", "X_4326,Y_4326\n4,52\n"],
  ["csv", "pm10;pm2.5\n4;52\n"],
  ["plain", "N52.1,E4.9\n52,4\n"],
  ["plain", "NLD 49.4V,NLD 49.4V\n", DECODE],
  ["ndjson", '{"lat":52,"lon":4}\n'],
  ["ndjson", "[52,4]\n[1,2]\n"],
  ["ndjson", '{"features":["tower"],"lat":52,"lon":4}\n'],
  ["json", "[[52,4],[1,2]]"],
  ["json", "[NaN]"],
  ["geojson", '{"features":[],"type":"FeatureCollection"}'],
  ["geojson", '{"features":[{"type":"Feature"},{"ty'],
])("an input without a name is %s: %j", (format, input, options) => {
  const { skip = 0 } = options ?? {};
  expect(formatOf(skip > 0 ? input.slice(input.indexOf("\n") + 1) : input, options)).toBe(format);
});

it.each<[FormatName, string, string]>([
  ["ndjson", '{"lat":52,"lon":4}\n', "csv"],
  ["json", '[{"lat":52,"lon":4}]\n', "plain"],
  ["geojson", '{"type":"FeatureCollection","features":[]}', "tsv"],
  ["csv", "lat,lon\n52,4\n", "json"],
  ["csv", "lat,lon\n52,4\n", "tsv"],
  ["csv", "lat\tlon\n52\t4\n", "csv"],
  ["plain", "52 4\n1 2\n", "geojson"],
  ["geojson", '{"type":"Feature","geometry":null}', "geojson"],
  ["json", '{"lat":52,"lon":4}\n', "json"],
])("the bytes are %s: %j, though a name says %s", (format, input, proposed) => {
  expect(formatOf(input, {}, proposed as FormatName)).toBe(format);
});

it.each(["csv", "ndjson", "plain", "json"] as const)("the option from with %s is final", (from) => {
  for (const input of ['{"type":"FeatureCollection","features":[]}', "lat;lon\n", "<gpx/>"]) {
    expect(formatOf(input, { from }, "tsv")).toBe(from);
  }
});
