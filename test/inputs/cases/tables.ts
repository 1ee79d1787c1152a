/** Tables: which columns have the point, and where the header is. */
import { FAILS, failsWith, GOUDA, type RightCase, UTRECHT } from "./case.ts";

const BOTH = [UTRECHT, GOUDA];

const COLUMNS: readonly RightCase[] = [
  // Other words.
  { file: "german.csv", rows: BOTH, warns: [/Breite|Länge/] },
  { file: "polish.csv", rows: [UTRECHT], warns: [/Szerokość|Długość/] },
  {
    file: "german-latin1.csv",
    rows: [UTRECHT],
    warns: [/Breite|Länge/],
    orStops: { options: "--encoding latin1", rows: [UTRECHT] },
  },
  { file: "spanish.csv", rows: [UTRECHT] },
  { file: "italian.tsv", rows: [UTRECHT] },
  { file: "russian.csv", rows: [UTRECHT] },
  { file: "number-point.csv", rows: [UTRECHT] },
  { file: "ground.csv", rows: BOTH },
  { file: "header-blanks.csv", rows: BOTH },
  { file: "weather.csv", rows: [UTRECHT] },

  // Several pairs.
  {
    file: "two-families.csv",
    stops: [/\blat\b/, /\blatitude\b/],
    chosen: { options: "--lat-column lat --lon-column lon", rows: [UTRECHT] },
  },
  { file: "two-families-same.csv", rows: [UTRECHT] },
  { file: "observed.csv", rows: BOTH },
  { file: "verbatim.csv", rows: BOTH },
  { file: "xy-beside-latlon.csv", rows: [UTRECHT] },
  { file: "xy-box.csv", rows: [UTRECHT] },
  { file: "two-latitudes.csv", stops: [/\blat\b/, /--lat-column/] },
  { file: "start-end.csv", stops: [/start_lat/, /end_lat/] },

  // No pair.
  { file: "lat-and-x.csv", stops: [/longitude/] },
  { file: "survey.csv", stops: [/Northing|Easting/], never: /'Point'/ },

  // A pair in one column.
  {
    file: "position.csv",
    stops: [/GPSPosition/, /--coordinates-column/],
    advised: { options: "--coordinates-column GPSPosition", rows: ["NZL J4.73 6ZJGB.C641"] },
  },
  {
    file: "location-wkt.csv",
    stops: [/location/, /--coordinates-column/],
    advised: { options: "--coordinates-column location", rows: BOTH },
  },
  {
    file: "wkb.csv",
    rows: [failsWith("WKB.*(?:ST_AsText|ST_X)"), failsWith("WKB.*(?:ST_AsText|ST_X)")],
  },
  { file: "geojson-cells.csv", options: "--coordinates-column route", rows: [FAILS, FAILS, GOUDA] },

  // The wrong names.
  {
    file: "swapped.csv",
    warns: [/swapped/, /latitude/],
    advised: {
      options: "--lat-column longitude --lon-column latitude",
      rows: [
        ...["936.Y1", "BJ.05", "MGK.W0", "NKS.DN", "R9L.SW", "SHH.2R"],
        ...["DL.TGJ", "KL.FKR", "HDF.6Z"],
      ].map((code) => `DEU ${code}`),
    },
  },
];

const HEADERS: readonly RightCase[] = [
  {
    file: "title.csv",
    stops: [/--skip\b.{0,8}\b1\b/],
    advised: { options: "--skip 1", rows: BOTH },
  },
  {
    file: "wifi.csv",
    stops: [/--skip\b.{0,8}\b1\b/],
    advised: { options: "--skip 1", rows: BOTH },
  },
  { file: "blanks-lonlat.txt", rows: BOTH },
  { file: "blanks-marked.txt", rows: BOTH },
  { file: "remark.csv", rows: [UTRECHT] },
  { file: "remark.tsv", options: "--no-header --lat-column 3 --lon-column 4", rows: BOTH },
  {
    file: "headless.csv",
    options: "--lat-column 2 --lon-column 3",
    stops: [/--no-header/],
    advised: { options: "--no-header", rows: BOTH },
  },
  {
    file: "headless-codes.csv",
    decode: true,
    options: "--code-column 1 --territory-column 2",
    stops: [/--no-header/],
    advised: { options: "--no-header", rows: ["52.090774 5.121368875", "52.0115215 4.710403"] },
  },
  {
    file: "skip-one.csv",
    options: "--skip 1 --lat-column 1 --lon-column 2",
    stops: [/--no-header/],
    advised: { options: "--no-header", rows: BOTH },
  },
];

export const TABLES: readonly RightCase[] = [...COLUMNS, ...HEADERS];
