/** Inputs that no format reads, by their first bytes, each with the command that converts it. */
import { utf8Text } from "../../characters.ts";
import { BatchError } from "../errors.ts";
import type { Operation } from "../options/roles.ts";
import { sentence } from "../sentences.ts";

/** A kind of files. */
interface ForeignKind {
  readonly name: string;
  /** What to do; `FILE` stands for the input, `| mapcoded` for a pipe into the command. */
  readonly advice: string;
}

const OGR = "Convert it: ogr2ogr -t_srs EPSG:4326 points.geojson FILE";
const WORKBOOK = { name: "a workbook of a spreadsheet", advice: "Save it as csv." };

function piped(name: string, program: string): ForeignKind {
  return { name, advice: `Use a pipe: ${program} FILE | mapcoded.` };
}

/** Binary files by a text at an offset, one character a byte; the first one that suits. */
const BINARY: readonly (ForeignKind & { readonly text: string; readonly at?: number })[] = [
  ...["[Content_Types]", "_rels/", "docProps/", "xl/", "mimetypeapplication/vnd.oasis"].map(
    (text) => ({ text, at: 30, ...WORKBOOK }),
  ),
  { text: "doc.kml", at: 30, name: "KMZ", advice: `${OGR}.` },
  { text: "PK\x03\x04", ...piped("a zip archive", "unzip -p") },
  { text: "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", ...WORKBOOK },
  ...Array.from("123456789", (level) => ({
    text: `BZh${level}1AY&SY`,
    ...piped("compressed with bzip2", "bzip2 -dc"),
  })),
  { text: "\xfd7zXZ\0", ...piped("compressed with xz", "xz -dc") },
  { text: "\x28\xb5\x2f\xfd", ...piped("compressed with zstd", "zstd -dc") },
  { text: "\x1f\x8b", ...piped("compressed with gzip", "gzip -dc") },
  { text: "SQLite format 3\0", name: "an SQLite database or a GeoPackage", advice: `${OGR}.` },
  {
    text: "PAR1",
    name: "Parquet",
    advice: `Name it .parquet, or use a pipe: duckdb -csv -c "FROM 'FILE'" | mapcoded.`,
  },
  { text: "\0\0\x27\n", name: "a shapefile", advice: `${OGR}.` },
  { text: "fgb\x03", name: "FlatGeobuf", advice: `${OGR}.` },
  {
    text: "ustar",
    at: 257,
    name: "a tar archive",
    advice: "Extract the files: tar -xf FILE.",
  },
];

const GPSBABEL = "Convert it: gpsbabel -t -i FORMAT -f FILE -o unicsv -F points.csv.";

const TEXTS: readonly (ForeignKind & { readonly start: RegExp })[] = [
  {
    start: /^\s*<(?:\?xml\b[^>]*>\s*<)?(?:!--.*?-->\s*<)?gpx\b/s,
    name: "GPX",
    advice: `Convert it: gpsbabel -i gpx -f FILE -o unicsv -F points.csv. ogr2ogr does it, too: ogr2ogr points.geojson FILE waypoints.`,
  },
  { start: /^\s*<(?:!doctype html|html)\b/i, name: "HTML", advice: "Save its table as csv." },
  { start: /^\s*\{\s*"type"\s*:\s*"Topology"/, name: "TopoJSON", advice: `${OGR}.` },
  { start: /^\s*<(?:[?a-z]|!(?:doctype|--))/i, name: "XML", advice: `${OGR}.` },
  {
    start: /^A[A-Z0-9]{3}[^,;|\t\n]*\n(?:[A-Z][^\n]*\n)*?(?:HFDTE|B\d{13}[NS])/,
    name: "IGC, the log of a flight",
    advice: GPSBABEL.replace("FORMAT", "igc"),
  },
  {
    start: /^\$(?:GP|GN|GL|GA|BD)[A-Z]{3},/,
    name: "NMEA, the log of a receiver",
    advice: GPSBABEL.replace("FORMAT", "nmea"),
  },
];

function foreignError({ name, advice }: ForeignKind, operation: Operation): BatchError {
  const command = advice.replace("| mapcoded.", `| mapcoded ${operation}.`);
  const message = `The input is ${name}. ${command}`;
  return new BatchError(message, "from");
}

/** Enough for the signature of a tar archive, and for a look at the bytes. */
const HEAD_BYTES = 1024;

/** Whether most of the bytes at even or at odd positions are zero, as in UTF-16. @param first 0 or 1 */
function hasZeros(head: Uint8Array, first: number): boolean {
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
  const kind = BINARY.find((one) => text.startsWith(one.text, one.at ?? 0));
  if (kind && (kind.at !== 30 || text.startsWith("PK"))) throw foreignError(kind, operation);
  // The marks of UTF-16 begin with 0xfe or 0xff.
  if (encoding !== undefined || head[0] >= 0xfe || !head.includes(0)) return;
  const name = hasZeros(head, 0) ? "utf-16be" : "utf-16le";
  const isUtf16 = hasZeros(head, 0) !== hasZeros(head, 1);
  throw new BatchError(
    isUtf16
      ? sentence`The input is UTF-16 without a mark. Use the option ${{ option: "encoding", value: name }}.`
      : "The input is not text: it has NUL bytes. Convert it to csv or GeoJSON.",
    isUtf16 ? "encoding" : "from",
  );
}

/** Checks that a text is not of a kind with a converter. @param bytes its first bytes @throws BatchError if it is */
export function checkIsNotForeign(bytes: Uint8Array, operation: Operation): void {
  const text = utf8Text(bytes.subarray(0, 4 * HEAD_BYTES));
  const kind = TEXTS.find(({ start }) => start.test(text));
  if (kind) throw foreignError(kind, operation);
}
