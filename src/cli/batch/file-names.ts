/**
 * The format and compression that a file name implies, and the names of files in messages. Conversions of one
 * point load this file too, so it imports nothing that only batches need.
 */
import { extname } from "node:path";
import { FORMAT_FACTS, FORMAT_NAMES, type FormatName } from "../../batch/options/formats.ts";
import { formatList } from "../../internal.ts";

export type Compression = "gzip" | "zstd";

/** The format of each file name extension. */
const FORMAT_OF_EXTENSION = new Map<string, FormatName>(
  FORMAT_NAMES.flatMap((name) => {
    return FORMAT_FACTS[name].extensions.map((extension) => [extension, name] as const);
  }),
);

/** All file name extensions that imply a format, in a message. */
function formatExtensions(): string {
  return formatList(Array.from(FORMAT_OF_EXTENSION.keys()), "or");
}

const COMPRESSIONS: Readonly<Record<string, Compression>> = { ".gz": "gzip", ".zst": "zstd" };

/** A name without the extension of a compression. */
function withoutCompression(path: string): string {
  const extension = extname(path);
  return COMPRESSIONS[extension.toLowerCase()] ? path.slice(0, -extension.length) : path;
}

/** The argument that stands for standard input. */
export const STANDARD_INPUT = "-";

/** The value of `--output` that stands for standard output. */
export const STANDARD_OUTPUT = "-";

export interface FileKind {
  readonly format: FormatName | undefined;
  readonly compression: Compression | undefined;
}

/**
 * The format and the compression that a file name implies.
 * @param path such as `points.csv` or `points.csv.gz`, in any case
 */
export function fileKindOf(path: string): FileKind {
  const compression = COMPRESSIONS[extname(path).toLowerCase()];
  const extension = extname(withoutCompression(path)).toLowerCase();
  return { format: FORMAT_OF_EXTENSION.get(extension), compression };
}

/** Whether a file is Parquet by its name. */
export function isParquetName(path: string): boolean {
  return extname(path).toLowerCase() === ".parquet";
}

/** Formats that people ask for and that mapcoded neither reads nor writes, by their extensions. */
const UNSUPPORTED = {
  ".parquet": "Parquet",
  ".xlsx": "Excel",
  ".xls": "Excel",
  ".ods": "OpenDocument",
  ".shp": "Shapefile",
  ".gpkg": "GeoPackage",
  ".fgb": "FlatGeobuf",
  ".gml": "GML",
  ".kml": "KML",
  ".kmz": "KML",
  ".gpx": "GPX",
  ".xml": "XML",
  ".tar": "tar",
  ".tgz": "tar",
  ".bz2": "bzip2",
  ".xz": "xz",
  ".zip": "ZIP",
  ".7z": "7-Zip",
  ".lz4": "LZ4",
  ".br": "Brotli",
} as const;

export type UnsupportedKind = (typeof UNSUPPORTED)[keyof typeof UNSUPPORTED];

function unsupportedKind(extension: string): UnsupportedKind | undefined {
  return Object.entries(UNSUPPORTED).find(([name]) => name === extension)?.[1];
}

/** Commands that write the contents of a file to their standard output. */
const DECOMPRESSORS: Readonly<Partial<Record<UnsupportedKind, string>>> = {
  bzip2: "bzip2 -dc",
  xz: "xz -dc",
  ZIP: "unzip -p",
  "7-Zip": "7z x -so",
  LZ4: "lz4 -dc",
  Brotli: "brotli -dc",
};

const OFFICE = "LibreOffice converts it: libreoffice --headless --convert-to csv FILE.";
const OGR = "ogr2ogr converts it: ogr2ogr -t_srs EPSG:4326 points.geojson FILE.";

/** How other programs convert formats that mapcoded neither reads nor writes. */
const CONVERSIONS: Readonly<Partial<Record<UnsupportedKind, string>>> = {
  Excel: OFFICE,
  OpenDocument: OFFICE,
  Shapefile: OGR,
  GeoPackage: OGR,
  FlatGeobuf: OGR,
  GML: OGR,
  KML: OGR,
  XML: `If it is GPX, KML or GML, ${OGR}`,
  GPX: "ogr2ogr converts it: ogr2ogr points.geojson FILE waypoints.",
  tar: "tar takes the files out of it: tar -xf FILE.",
  Parquet: "Only files whose names end with .parquet are read as Parquet.",
};

function conversionAdvice(kind: UnsupportedKind): string {
  const decompressor = DECOMPRESSORS[kind];
  if (decompressor) {
    return `Pipe its contents to mapcoded, which reads standard input: ${decompressor} FILE.`;
  }
  return CONVERSIONS[kind] ?? "Other programs convert it.";
}

/** How to get a file of a format that mapcoded does not write. */
function writingAdvice(kind: UnsupportedKind): string {
  if (kind !== "Parquet") return "Other programs convert these.";
  return "Parquet is written from Parquet only. DuckDB makes it: duckdb -c \"COPY (SELECT * FROM 'out.csv') TO 'out.parquet'\".";
}

/** What is wrong with the name of an input whose format nothing else tells, and what to do. */
export function inputNameError(path: string): string {
  const extension = extname(withoutCompression(path)).toLowerCase();
  const unsupported = unsupportedKind(extension);
  const reason = `its name does not end with ${formatExtensions()}`;
  return unsupported === undefined
    ? `The format of the file '${path}' is unknown: ${reason}. Use --from to set it.`
    : `mapcoded does not read ${unsupported} (${extension}): '${path}'. ${conversionAdvice(unsupported)}`;
}

/**
 * What is wrong with an input whose contents are of a kind that mapcoded does not read, and what to do.
 * @param found by its contents; its name may say more, as Excel's files are ZIP files
 */
export function inputKindError(path: string, found: UnsupportedKind): string {
  const named = unsupportedKind(extname(path).toLowerCase());
  const kind = found === "ZIP" && named ? named : found;
  return `${describePath(path)} is ${kind}, which mapcoded does not read. ${conversionAdvice(kind)}`;
}

/**
 * What is wrong with the extension of an output, and what to do.
 * @param isFormatGiven whether an option names the format
 * @returns undefined if the output can be written
 */
export function outputNameError(path: string, isFormatGiven: boolean): string | undefined {
  const extension = extname(withoutCompression(path)).toLowerCase();
  const unsupported = unsupportedKind(extension);
  const isUnknown = extension !== "" && fileKindOf(path).format === undefined && !isFormatGiven;
  if (unsupported === undefined && !isUnknown) return undefined;
  const kind = unsupported === undefined ? extension : `${unsupported} (${extension})`;
  const advice = `Give the output a name that ends with ${formatExtensions()}, optionally followed by .gz or .zst`;
  return unsupported === undefined
    ? `mapcoded does not write ${kind}. ${advice}, or set the format with --to.`
    : `mapcoded does not write ${kind}. ${advice}. ${writingAdvice(unsupported)}`;
}

/** A file or standard input in a list. */
export function displayName(path: string): string {
  return path === STANDARD_INPUT ? "standard input" : path;
}

/** A file or standard input at the start of a message. */
export function describePath(path: string): string {
  return path === STANDARD_INPUT ? "Standard input" : `The file '${path}'`;
}
