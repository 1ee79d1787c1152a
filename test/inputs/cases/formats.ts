/** Formats by bytes and names, and quotes. */
import { AMSTERDAM, FAILS, failsWith, GOUDA, type RightCase, UTRECHT } from "./case.ts";

export const FORMATS: readonly RightCase[] = [
  // Names that say nothing, or another format.
  { file: "lonlat.txt", rows: [UTRECHT, GOUDA] },
  { file: "lonlat-tab.txt", rows: [UTRECHT, GOUDA] },
  { file: "stops.txt", rows: [UTRECHT, GOUDA] },
  { file: "features.ndjson", rows: [UTRECHT, GOUDA] },
  { file: "rows-in.csv", rows: [UTRECHT, GOUDA] },
  { file: "table.dat", rows: [UTRECHT, GOUDA] },
  { file: "creeks.txt", rows: [UTRECHT, GOUDA] },
  {
    file: "creeks.txt",
    options: "--lat-column PRIM_LAT_DEC --lon-column PRIM_LONG_DEC",
    rows: [UTRECHT, GOUDA],
  },
  { file: "features-member.ndjson", options: "--from ndjson", rows: [UTRECHT, GOUDA] },
  { file: "points.txt", rows: [UTRECHT, GOUDA, AMSTERDAM] },
  { file: "codes.txt", decode: true, rows: ["52.090774 5.121368875", "52.011542 4.7104595"] },

  // What mapcoded does not read.
  { file: "track.gpx.xml", stops: [/gpsbabel|ogr2ogr/] },
  { file: "glider.igc", stops: [/gpsbabel/] },
  { file: "points.zip", stops: [/unzip -p/], piped: [UTRECHT] },
  { file: "points.csv.xz", stops: [/xz -dc/], piped: [UTRECHT] },
  { file: "points.csv.bz2", stops: [/bzip2 -dc/], piped: [UTRECHT] },

  // Quotes are characters between tabs, and go over lines in csv.
  {
    file: "quotes-two-rows.tsv",
    rows: [UTRECHT, GOUDA, "NLD QJM.5P VHVNB.T0NR", "NLD 4GK.JJ VHVNV.FTZK"],
  },
  {
    file: "names-no-header.txt",
    options: "--from tsv --no-header --lat-column 4 --lon-column 5",
    rows: ["NLD 2F.LK VHXG9.PLVF", UTRECHT, GOUDA],
  },
  {
    file: "quoted-lines.tsv",
    rows: [UTRECHT, failsWith("csv.*delimiter.{1,8}tab"), GOUDA],
    mayWarn: true,
    advised: { options: "--from csv --delimiter tab", rows: [UTRECHT, GOUDA] },
  },
  { file: "tab-in-field.csv", rows: [UTRECHT, GOUDA] },
  { file: "line-in-quotes.csv", rows: [UTRECHT, GOUDA] },
  { file: "quotes-within.csv", rows: [UTRECHT, GOUDA, GOUDA] },
  { file: "occurrences.csv", rows: ["AU-QLD 9RB.7C BX3YC.826P", "AUT 3BJ.2M VJGWV.MW8T"] },

  // Fields too few or too many.
  { file: "short-rows.csv", rows: [UTRECHT, GOUDA, FAILS] },
  { file: "delimiter-after-header.csv", rows: [UTRECHT, GOUDA] },
  { file: "delimiter-after-rows.csv", rows: [UTRECHT, GOUDA, FAILS] },
  { file: "row-names.csv", rows: [FAILS, FAILS] },
  { file: "bars.csv", rows: [UTRECHT, GOUDA] },
  { file: "mark-and-sep.csv", rows: [UTRECHT] },
  { file: "colons.csv", rows: [UTRECHT], orStops: { options: "--delimiter :", rows: [UTRECHT] } },
];
