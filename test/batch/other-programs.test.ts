/** Rows as other programs write them: two points, Amsterdam and Rotterdam, which need no option unless it is given here. */
import { describe, expect, it } from "vitest";
import type { FormatName } from "../../src/batch/formats/index.ts";
import { InputDecoder } from "../../src/batch/input-decoder.ts";
import { type BatchOptions, completeOptions } from "../../src/batch/options/options.ts";
import { recognizeFormat } from "../../src/batch/recognize.ts";
import { BatchSession } from "../../src/batch/session.ts";

const CODES = ["49.4V", "98.W0"];

/** Text as Excel and Windows write it: UTF-16, the lower byte first, with a byte order mark. */
function utf16(text: string): Buffer {
  return Buffer.from(`\ufeff${text}`, "utf16le");
}

const CRS84 = '{ "type": "name", "properties": { "name": "urn:ogc:def:crs:OGC:1.3:CRS84" } }';

function ogrFeature(id: number, point: string): string {
  return `{ "type": "Feature", "properties": { "id": ${id} }, "geometry": { "type": "Point", "coordinates": [ ${point} ] } }`;
}

const OGR_FEATURES = [ogrFeature(1, "4.908543, 52.376514"), ogrFeature(2, "4.48, 51.92, 2.0")];

type Shape = readonly [
  program: string,
  format: FormatName,
  text: string | Buffer,
  options?: BatchOptions,
];

const TABLES: readonly Shape[] = [
  [
    "pandas, with its index",
    "csv",
    ",name,latitude,longitude\n0,Amsterdam,52.376514,4.908543\n1,,51.92,4.48\n",
  ],
  ["R, with names of rows", "csv", '"","lat","lon"\n"1",52.376514,4.908543\n"2",51.92,4.48\n'],
  [
    "Excel: semicolons, decimal commas and a byte order mark",
    "csv",
    "\ufeffNaam;Latitude;Longitude\r\nA;52,376514;4,908543\r\n;51,92;4,48\r\n",
  ],
  [
    "Excel, which names its delimiter",
    "csv",
    "sep=;\r\nName;Lat;Lon\r\nA;52.376514;4.908543\r\nB;51.92;4.48\r\n",
  ],
  [
    "Excel: text in Unicode",
    "tsv",
    utf16('Name\tLat\tLon\r\n"A ""x"""\t52.376514\t4.908543\r\nB\t51.92\t4.48\r\n'),
  ],
  [
    "COPY of PostgreSQL",
    "tsv",
    "1\tAmsterdam\t52.376514\t4.908543\n2\t\\N\t51.92\t4.48\n",
    { header: false, latColumn: "3", lonColumn: "4" },
  ],
  [
    "psql --csv with ST_AsText of PostGIS",
    "csv",
    "id,st_astext\n1,POINT(4.908543 52.376514)\n2,POINT(4.48 51.92)\n",
  ],
  [
    "psql --csv with ST_AsEWKT of PostGIS",
    "csv",
    "id,geom\n1,SRID=4326;POINT(4.908543 52.376514)\n2,SRID=4326;POINT(4.48 51.92)\n",
  ],
  [
    "psql --csv with ST_AsGeoJSON of PostGIS",
    "csv",
    'id,st_asgeojson\n1,"{""type"":""Point"",""coordinates"":[4.908543,52.376514]}"\n2,"{""type"":""Point"",""coordinates"":[4.48,51.92]}"\n',
  ],
  [
    "SELECT INTO OUTFILE of MySQL",
    "csv",
    '"1","A, B","52.376514","4.908543"\n"2",\\N,"51.92","4.48"\n',
    { header: false, latColumn: "3", lonColumn: "4" },
  ],
  ["mysql --batch", "tsv", "id\tname\tlat\tlon\n1\tA\t52.376514\t4.908543\n2\tNULL\t51.92\t4.48\n"],
  ["sqlite3 -header", "csv", "id|lat|lon\n1|52.376514|4.908543\n2|51.92|4.48\n"],
  ["Snowflake", "csv", '"ID","LAT","LON"\n"1","52.376514","4.908543"\n"2","51.92","4.48"\n'],
  ["DuckDB", "csv", 'id,name,lat,lon\n1,"A, B",52.376514,4.908543\n2,,51.92,4.48\n'],
  ["geography of BigQuery", "csv", "id,geog\n1,POINT(4.908543 52.376514)\n2,POINT(4.48 51.92)\n"],
  [
    "ogr2ogr -lco GEOMETRY=AS_XY",
    "csv",
    'X,Y,id\n4.90854299999999988,52.37651399999999711,"1"\n4.48,51.92,"2"\n',
  ],
  [
    "ogr2ogr -lco GEOMETRY=AS_WKT",
    "csv",
    'WKT,id\n"POINT Z (4.908543 52.376514 2)",1\n"POINT (4.48 51.92)",2\n',
  ],
  [
    "rows copied from QGIS",
    "csv",
    "wkt_geom\tid\nPoint (4.90854299999999988 52.37651399999999711)\t1\nPoint (4.48 51.92)\t2\n",
  ],
  [
    "GPSLogger",
    "csv",
    "time,lat,lon,elevation\n2020-01-01T00:00:00Z,52.376514,4.908543,3.0\n2020-01-01T00:00:09Z,51.92,4.48,\n",
  ],
  [
    "GPS loggers of Columbus",
    "csv",
    "INDEX,TAG,LATITUDE N/S,LONGITUDE E/W,HEIGHT\r\n1,T,52.376514N,004.908543E,3\r\n2,T,51.920000N,004.480000E,3\r\n",
  ],
  [
    "GPSBabel",
    "csv",
    'No,Latitude,Longitude,Name\r\n1,52.376514,4.908543,"A"\r\n2,51.92,4.48,B\r\n',
  ],
  ["Overpass", "csv", "@id\t@lat\t@lon\tname\n1\t52.376514\t4.908543\tA\n2\t51.92\t4.48\t\n"],
  ["GTFS", "csv", "stop_id,stop_lat,stop_lon\n1,52.376514,4.908543\n2,51.92,4.48\n"],
  [
    "Darwin Core",
    "tsv",
    "gbifID\tdecimalLatitude\tdecimalLongitude\n1\t52.376514\t4.908543\n2\t51.92\t4.48\n",
  ],
];

const JSON_ROWS: readonly Shape[] = [
  [
    "to_json(orient='records') of pandas",
    "json",
    '[{"name":"A","lat":52.376514,"lon":4.908543},{"name":null,"lat":51.92,"lon":4.48}]',
  ],
  [
    "COPY TO of DuckDB",
    "json",
    '{"id":1,"lat":52.376514,"lon":4.908543}\n{"id":2,"lat":51.92,"lon":4.48}\n',
  ],
  [
    "COPY TO of DuckDB with ARRAY",
    "json",
    '[\n\t{"id":1,"lat":52.376514,"lon":4.908543},\n\t{"id":2,"lat":51.92,"lon":4.48}\n]\n',
  ],
  ["jq -c '[.lat, .lon]'", "ndjson", "[52.376514,4.908543]\n[51.92,4.48]\n"],
  [
    "BigQuery, whose integers are texts",
    "ndjson",
    '{"id":"1","lat":"52.376514","lon":"4.908543"}\n{"id":"2","lat":"51.92","lon":"4.48"}\n',
  ],
  [
    "geography of BigQuery",
    "ndjson",
    '{"id":"1","place":"POINT(4.908543 52.376514)"}\n{"id":"2","place":"POINT(4.48 51.92)"}\n',
  ],
  [
    "elasticdump with geo_point as an object",
    "ndjson",
    '{"_id":"1","_source":{"location":{"lat":52.376514,"lon":4.908543}}}\n{"_id":"2","_source":{"location":{"lat":51.92,"lon":4.48}}}\n',
  ],
  [
    "elasticdump with geo_point as a text",
    "ndjson",
    '{"_id":"1","_source":{"location":"52.376514,4.908543"}}\n{"_id":"2","_source":{"location":"51.92,4.48"}}\n',
  ],
  [
    "mongoexport",
    "ndjson",
    '{"_id":{"$oid":"5f"},"loc":{"type":"Point","coordinates":[4.908543,52.376514]}}\n{"_id":{"$oid":"5e"},"loc":{"type":"Point","coordinates":[4.48,51.92]}}\n',
  ],
  [
    "mongoexport --jsonArray",
    "json",
    '[{"_id":{"$oid":"5f"},"loc":{"type":"Point","coordinates":[4.908543,52.376514]}},\n{"_id":{"$oid":"5e"},"loc":{"type":"Point","coordinates":[4.48,51.92]}}]\n',
  ],
  [
    "ogr2ogr to GeoJSON",
    "geojson",
    `{\n"type": "FeatureCollection",\n"name": "points",\n"crs": ${CRS84},\n"features": [\n${OGR_FEATURES.join(",\n")}\n]\n}\n`,
  ],
  ["ogr2ogr to GeoJSONSeq", "ndjson", `${OGR_FEATURES.join("\n")}\n`],
  [
    "ogr2ogr to GeoJSONSeq with RS=YES",
    "ndjson",
    OGR_FEATURES.map((text) => `\u001e${text}\n`).join(""),
  ],
  [
    "ST_AsGeoJSON of rows of PostGIS",
    "ndjson",
    '{"type": "Feature", "geometry": {"type":"Point","coordinates":[4.908543,52.376514]}, "properties": {"id": 1}}\n{"type": "Feature", "geometry": {"type":"Point","crs":{"type":"name","properties":{"name":"EPSG:4326"}},"coordinates":[4.48,51.92]}, "properties": {"id": 2}}\n',
  ],
];

function codesOf(bytes: Uint8Array, options: BatchOptions): readonly unknown[] {
  const session = new BatchSession({ ...options, to: "ndjson" });
  const parts = [...session.push(bytes), ...session.end()];
  const lines = Buffer.concat(parts).toString().trimEnd().split("\n");
  return lines.map((line) => {
    const { mapcode, properties } = JSON.parse(line);
    return mapcode ?? properties?.mapcode;
  });
}

const SHAPES = [...TABLES, ...JSON_ROWS].map(([program, format, text, options = {}]) => {
  return { program, format, bytes: typeof text === "string" ? Buffer.from(text) : text, options };
});

describe.each(SHAPES)("Rows of $program", ({ format, bytes, options }) => {
  it(`are read as ${format}`, () => {
    expect(codesOf(bytes, { ...options, from: format })).toEqual(CODES);
  });

  it("are read as what their first row shows", () => {
    const decoder = new InputDecoder(undefined);
    const decoded = Buffer.concat([decoder.push(bytes), decoder.end()]);
    const from = recognizeFormat(decoded, completeOptions(options), true);
    expect(codesOf(bytes, { ...options, from })).toEqual(CODES);
  });
});
