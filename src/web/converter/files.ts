/** Makes tables of files that a batch does not read: Excel workbooks, KML and GPX. Says of others what they are. */
import type Feature from "ol/Feature.js";
import type Geometry from "ol/geom/Geometry.js";
import { GeometryCollection, SimpleGeometry } from "ol/geom.js";
import { createElementNS } from "ol/xml.js";
import { quotedField } from "../../batch/byte-texts.ts";
import type { TableTask } from "./conversion.ts";

const OGR = "Convert it with GDAL: ogr2ogr -f GeoJSON points.geojson NAME";

/** Kinds of files, by their name and, in the next line, their first bytes as Latin-1; what to do with each. */
const KINDS: readonly (readonly [kind: RegExp, advice: string])[] = [
  [
    /^.*\.(?:od[st]|docx|numbers)\nPK/i,
    "This is another kind of document. Save it as xlsx or csv.",
  ],
  [/^.*\.kmz\nPK/i, "This is a compressed KML. Unpack it, and drop the kml file in it."],
  [/^.*(?<!\.xls[xm])\nPK[^\s!-~]/i, "This is a zip archive. Unpack it, and drop a file of it."],
  [/^.*\n\xd0\xcf/, "This is an Excel workbook of before 2007. Save it as xlsx or csv."],
  [/^.*\.(?:[gx]z|bz2|zst|7z|rar|tgz)\n/i, "This file is compressed. Unpack it first."],
  [/^.*\n%PDF/, "This is a PDF. Copy the rows of its table, and paste them here."],
  [/^.*\n(?:.PNG|\xff\xd8|GIF8|RIFF)/, "This is a picture, not a table."],
  [/^.*\nSQLite format 3/, `This is a database. ${OGR}`],
  [/^.*\nPAR1/, `This is a Parquet file. ${OGR}`],
  [/^.*\.(?:shp|shx|dbf)\n/i, `This is a part of a shapefile. ${OGR}`],
];

function csvOf(rows: readonly (readonly unknown[])[], name: string): File {
  const cell = (value: unknown) =>
    quotedField(value instanceof Date ? value.toISOString() : `${value ?? ""}`, ",");
  const text = rows.map((row) => row.map(cell).join()).join("\n");
  return new File([`${text}\n`], name.replace(/\.\w+$/, ".csv"));
}

/** The longitude and latitude of each point of a geometry. */
function pointsOf(geometry: Geometry | undefined): number[][] {
  if (geometry instanceof GeometryCollection) return geometry.getGeometries().flatMap(pointsOf);
  if (!(geometry instanceof SimpleGeometry)) return [];
  const [flat, stride] = [geometry.getFlatCoordinates(), geometry.getStride()];
  const at = (index: number) => flat.slice(index * stride, index * stride + 2);
  return Array.from({ length: flat.length / stride }, (_, index) => at(index));
}

const COORDINATES = ["latitude", "longitude"];

/** The points of features with their properties, lines by each of their points. */
function csvOfFeatures(features: readonly Feature[], name: string): File {
  const properties = features.flatMap((feature) => Object.entries(feature.getProperties()));
  // Without the geometry, and what belongs to it.
  const texts = properties.filter(([, value]) => value !== undefined && typeof value !== "object");
  const names = new Set(["name", ...texts.map(([name]) => name)]);
  const columns = [...names].filter((name) => !COORDINATES.includes(name));
  const rows = features.flatMap((feature) => {
    const values = columns.map((column) => feature.get(column));
    return pointsOf(feature.getGeometry()).map(([lon, lat]) => [...values, lat, lon]);
  });
  if (rows.length === 0) throw new Error("This file has no points.");
  return csvOf([[...columns, ...COORDINATES], ...rows], name);
}

async function csvOfWorkbook(file: File) {
  const { default: readWorkbook } = await import("read-excel-file/universal");
  const sheets = await readWorkbook(file).catch((error: unknown) => {
    throw new Error(`This workbook cannot be read. Save it as csv. (${error})`);
  });
  const [first, ...others] = sheets.filter(({ data }) => data.length > 0);
  const note = `Only the sheet ${first?.sheet} is read, the first of ${1 + others.length}.`;
  return { file: csvOf(first?.data ?? [], file.name), note: others.length > 0 ? note : "" };
}

/** A file that a batch reads: this one, or a csv file of it with a note. @throws Error with what to do instead */
export async function readableFile(file: File): Promise<Pick<TableTask, "file" | "note">> {
  const { name } = file;
  const start = new TextDecoder("latin1").decode(await file.slice(0, 4096).arrayBuffer());
  const [, advice] = KINDS.find(([kind]) => kind.test(`${name}\n${start}`)) ?? [];
  if (advice) throw new Error(advice.replace("NAME", () => name));
  if (/\.xls[xm]$/i.test(name)) return csvOfWorkbook(file);
  if (!/^(?:\xef\xbb\xbf)?\s*</.test(start)) return { file };
  const [, kind] = /<(?:\w+:)?(kml|gpx)\b/.exec(start) ?? [];
  if (!kind) throw new Error("This is an XML or HTML file. Of these, the page reads KML and GPX.");
  const text = await file.text();
  // Parsing a document would show errors of XML by styles, which the policy forbids.
  const root = createElementNS("", "root");
  try {
    root.innerHTML = text.replace(/^.*?(?=<(?:\w+:)?(?:kml|gpx)\b)/s, "");
  } catch {
    throw new Error(`This ${kind.toUpperCase()} file is damaged: it is not valid XML.`);
  }
  const { default: Format } = await (kind === "kml"
    ? import("ol/format/KML.js")
    : import("ol/format/GPX.js"));
  const features = new Format({ extractStyles: false }).readFeatures(root.firstElementChild);
  return { file: csvOfFeatures(features, name) };
}
