/** Inputs that no format reads, by their first bytes, each with the program that converts it. */
import { utf8Text } from "../../characters.ts";
import { BatchError } from "../errors.ts";
import type { Operation } from "../options/roles.ts";
import { sentence } from "../sentences.ts";

/**
 * A kind of files, what to do, and how they begin at an offset. In the advice, `FILE` stands for the input, and
 * `| mapcoded` for a pipe into the command.
 */
type ForeignFile<Start> = readonly [name: string, advice: string, start: Start, offset?: number];

/** The advice for files that ogr2ogr reads. */
export const OGR_ADVICE = "Convert it: ogr2ogr -t_srs EPSG:4326 points.geojson FILE.";
const UNICSV = "-f FILE -o unicsv -F points.csv.";
const WORKBOOK = ["a workbook of a spreadsheet", "Save it as csv."] as const;

/** Zip archives by the name of their first file. */
const ZIPPED_FILES: readonly ForeignFile<RegExp>[] = [
  [...WORKBOOK, /^(?:\[Content_Types\]|_rels\/|docProps\/|xl\/|mimetypeapplication\/vnd\.oasis)/],
  ["KMZ", OGR_ADVICE, /^doc\.kml/],
  ["a zip archive", "Use a pipe: unzip -p FILE | mapcoded.", /^/],
];
const ZIP_START = "PK\x03\x04";
const ZIP_NAME_OFFSET = 30;

/** Binary files by their bytes, one character a byte. */
const BINARY_FILES: readonly ForeignFile<string>[] = [
  [...WORKBOOK, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"],
  ["compressed with bzip2", "Use a pipe: bzip2 -dc FILE | mapcoded.", "1AY&SY", 4],
  ["compressed with xz", "Use a pipe: xz -dc FILE | mapcoded.", "\xfd7zXZ\0"],
  ["compressed with zstd", "Use a pipe: zstd -dc FILE | mapcoded.", "\x28\xb5\x2f\xfd"],
  ["gzip", "Use a pipe: gzip -dc FILE | mapcoded. Or send Content-Encoding: gzip.", "\x1f\x8b"],
  ["a tar archive", "Extract the files: tar -xf FILE.", "ustar", 257],
  ["an SQLite database or a GeoPackage", OGR_ADVICE, "SQLite format 3\0"],
  ["a shapefile", OGR_ADVICE, "\0\0\x27\n"],
  ["FlatGeobuf", OGR_ADVICE, "fgb\x03"],
  ["Parquet", `Name it .parquet, or use a pipe: duckdb -csv -c "FROM 'FILE'" | mapcoded.`, "PAR1"],
];

/** The start of XML up to the name of its root. */
const ROOT = String.raw`^\s*<(?:\?xml\b[^>]*>\s*<)?(?:!--.*?-->\s*<)?`;

const TEXT_FILES: readonly ForeignFile<RegExp>[] = [
  [
    "a track of GPX",
    `Convert it: gpsbabel -t -i gpx ${UNICSV} ogr2ogr does it, too: ogr2ogr points.geojson FILE track_points.`,
    new RegExp(String.raw`${ROOT}gpx\b(?!.*<wpt\b).*<trk\b`, "s"),
  ],
  [
    "GPX",
    `Convert it: gpsbabel -i gpx ${UNICSV} ogr2ogr does it, too: ogr2ogr points.geojson FILE waypoints.`,
    new RegExp(String.raw`${ROOT}gpx\b`, "s"),
  ],
  [
    "TCX, a track",
    `Convert it: gpsbabel -t -i gtrnctr ${UNICSV}`,
    new RegExp(`${ROOT}TrainingCenterDatabase`, "s"),
  ],
  [
    "XML of OpenStreetMap",
    "Convert it: ogr2ogr points.geojson FILE points.",
    new RegExp(String.raw`${ROOT}osm\b`, "s"),
  ],
  ["HTML", "Save its table as csv.", /^\s*<(?:!doctype html|html)\b/i],
  ["TopoJSON", "Convert it: ogr2ogr points.geojson FILE.", /^\s*\{\s*"type"\s*:\s*"Topology"/],
  ["XML", OGR_ADVICE, /^\s*<(?:[?a-z]|!(?:doctype|--))/i],
  [
    "IGC, a flight log",
    `Convert it: gpsbabel -t -i igc ${UNICSV}`,
    /^A[A-Z0-9]{3}[^,;|\t\n]*\n(?:[A-Z][^\n]*\n)*?(?:HFDTE|B\d{13}[NS])/,
  ],
  [
    "NMEA, the log of a receiver",
    `Convert it: gpsbabel -t -i nmea ${UNICSV}`,
    /^\$(?:GP|GN|GL|GA|BD)[A-Z]{3},/,
  ],
];

/** @throws BatchError if the input is of a foreign kind */
function refuse(kind: ForeignFile<unknown> | undefined, operation: Operation): void {
  if (!kind) return;
  const [name, advice] = kind;
  const command = advice.replace("| mapcoded.", `| mapcoded ${operation}.`);
  throw new BatchError(`The input is ${name}. ${command}`, "from");
}

/** Enough for the signature of a tar archive, and for a look at the bytes. */
const HEAD_BYTES = 1024;

/** Whether most of the bytes at even or at odd positions are zero, as in UTF-16. @param first 0 or 1 */
function areMostlyZero(head: Uint8Array, first: number): boolean {
  const bytes = head.filter((_, index) => index % 2 === first);
  return bytes.filter((byte) => byte === 0).length > bytes.length * 0.7;
}

/**
 * Checks that the bytes of an input are a text.
 * @param bytes its first bytes, as they are
 * @param encoding the option, if it is given
 * @throws BatchError if they are not
 */
export function checkIsText(
  bytes: Uint8Array,
  encoding: string | undefined,
  operation: Operation,
): void {
  const head = bytes.subarray(0, HEAD_BYTES);
  const text = String.fromCharCode(...head);
  const kind = text.startsWith(ZIP_START)
    ? ZIPPED_FILES.find(([, , start]) => start.test(text.slice(ZIP_NAME_OFFSET)))
    : BINARY_FILES.find(([, , start, offset]) => text.startsWith(start, offset));
  refuse(kind, operation);
  // The marks of UTF-16 begin with 0xfe or 0xff.
  if (encoding !== undefined || head[0] >= 0xfe || !head.includes(0)) return;
  const [isBigEndian, isLittleEndian] = [0, 1].map((first) => areMostlyZero(head, first));
  if (isBigEndian === isLittleEndian) {
    const message = "The input is not text: it has NUL bytes. Convert it to csv or GeoJSON.";
    throw new BatchError(message, "from");
  }
  const value = isBigEndian ? "utf-16be" : "utf-16le";
  const message = sentence`The input is UTF-16 without a mark. Use the option ${{ option: "encoding", value }}.`;
  throw new BatchError(message, "encoding");
}

/** @param bytes the first bytes of a text @throws BatchError if another program must convert it first */
export function checkIsNotForeign(bytes: Uint8Array, operation: Operation): void {
  const text = utf8Text(bytes.subarray(0, 4 * HEAD_BYTES));
  const kind = TEXT_FILES.find(([, , start]) => start.test(text));
  refuse(kind, operation);
}
