/** The kinds of files that people have and mapcoded does not read: how to recognize them, and what to do then. */

const OFFICE = "LibreOffice converts it: libreoffice --headless --convert-to csv FILE.";
const OGR = "ogr2ogr converts it: ogr2ogr -t_srs EPSG:4326 points.geojson FILE.";

/** @param command writes the contents of a file to its standard output */
function pipe(command: string): string {
  return `Pipe its contents to mapcoded, which reads standard input: ${command} FILE.`;
}

/** Stands for any byte in a magic number. No byte of Latin 1 is it. */
const ANY = "…";

const MAX_MAGIC_BYTES = 16;

/** A magic number is the first bytes in Latin 1. No text begins like one of these. */
type UnreadKind = readonly [
  name: string,
  extensions: readonly string[],
  advice: string,
  magic?: string,
];

export const PARQUET = "Parquet";
const PARQUET_ADVICE = "Only files whose names end with .parquet are read as Parquet.";
const GPX_ADVICE = "ogr2ogr converts it: ogr2ogr points.geojson FILE waypoints.";

const UNREAD_KINDS: readonly UnreadKind[] = [
  [PARQUET, [".parquet"], PARQUET_ADVICE, "PAR1\x15"],
  ["Excel", [".xlsx", ".xls"], OFFICE, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"],
  ["OpenDocument", [".ods"], OFFICE],
  ["Shapefile", [".shp"], OGR],
  ["GeoPackage", [".gpkg"], OGR],
  ["FlatGeobuf", [".fgb"], OGR],
  ["GML", [".gml"], OGR],
  ["KML", [".kml", ".kmz"], OGR],
  ["GPX", [".gpx"], GPX_ADVICE],
  ["XML", [".xml"], `If it is GPX, KML or GML, ${OGR}`, "<?xml "],
  ["tar", [".tar", ".tgz"], "tar takes the files out of it: tar -xf FILE."],
  ["bzip2", [".bz2"], pipe("bzip2 -dc"), `BZh${ANY}1AY&SY`],
  ["xz", [".xz"], pipe("xz -dc"), "\xfd7zXZ\0"],
  ["ZIP", [".zip"], pipe("unzip -p"), "PK\x03\x04"],
  ["7-Zip", [".7z"], pipe("7z x -so"), "7z\xbc\xaf'\x1c"],
  ["LZ4", [".lz4"], pipe("lz4 -dc"), '\x04"M\x18'],
  ["Brotli", [".br"], pipe("brotli -dc")],
];

/** The kind of files that an extension names, with a dot and in lower case; undefined if it is none of these. */
export function unreadKindNamed(extension: string): UnreadKind | undefined {
  return UNREAD_KINDS.find(([, extensions]) => extensions.includes(extension));
}

/** The kind of a file by its first bytes. */
export function unreadKindOf(start: Uint8Array): UnreadKind | undefined {
  const text = String.fromCharCode(...start.subarray(0, MAX_MAGIC_BYTES));
  const beginsWith = (magic: string) => {
    return Array.from(magic).every((byte, at) => byte === ANY || byte === text[at]);
  };
  return UNREAD_KINDS.find(([, , , magic]) => magic !== undefined && beginsWith(magic));
}
