/** Values: codes and territories, notations, the order of pairs, numbers that are not degrees, missing values. */
import { AMSTERDAM, FAILS, failsWith, GOUDA, type RightCase, UTRECHT } from "./case.ts";

const HOME = "52.376514 4.908543375";
const ATLANTA = "33.77335 -84.426016";
const INDIANA = "39.73056 -86.109744";

const CODES: readonly RightCase[] = [
  {
    file: "number-codes.csv",
    decode: true,
    rows: ["52.387637 4.6553485", "51.935984 4.480146125"],
  },
  {
    file: "georgia.csv",
    decode: true,
    rows: [ATLANTA, HOME, ATLANTA, "41.748158 44.72976"],
    warns: [/Georgia.*US-GA.*GEO/],
  },
  {
    file: "two-letters.csv",
    decode: true,
    rows: [INDIANA, "16.89011 -99.837673", "33.72016 -84.343072", INDIANA],
    warns: [/IN\b.*US-IN.*IND/, /GR\b.*MX-GRO.*GRC/, /GA\b.*US-GA.*GAB/],
  },
  {
    file: "codes.csv",
    decode: true,
    rows: [HOME, HOME, HOME, "52.376504 4.9085355", FAILS, FAILS],
  },
  {
    file: "namibia.csv",
    options: "--country-column Country",
    rows: ["NAM CH.0V BJZDQ.M1ZQ", UTRECHT, "NOR HN.HY XJG5M.559P"],
  },
];

const NOTATIONS: readonly RightCase[] = [
  { file: "ordinal-sign.csv", rows: [AMSTERDAM, AMSTERDAM] },
  { file: "modifier-primes.tsv", rows: [AMSTERDAM, AMSTERDAM] },
  { file: "dms-quotes.csv", rows: [AMSTERDAM, "ITA TY.7PT SJQHF.Y6HG"] },
  { file: "exiftool-dms.csv", rows: ["FIN HP.RD XKMVH.WM58", "NZL J4.73 6ZJGB.C641"] },
  { file: "exponents.csv", rows: ["DEU C3K.6Z VJHPB.L29Y", "AU-NSW HF.6P 7XHRK.B6VB"] },
  { file: "grouped-digits.csv", rows: [FAILS, FAILS] },
  { file: "front-letters.csv", rows: [UTRECHT, "AU-WA PD.9Q 7TG35.D4X0"] },
  { file: "stages.csv", rows: [UTRECHT, GOUDA] },
  { file: "packed-degrees.csv", rows: [FAILS, FAILS] },
  { file: "sixty.csv", rows: ["NLD LP2.M8Y VHWLH.FZ2P"] },
];

const SHIPS_FIRST = { options: "--lon-first", rows: [UTRECHT, GOUDA] };
const TOWNS = ["6JF.M6", "RJC.GY", "1F9.0J", "2JJ.T7", "V7Q.FZ", "BFF.DY", "FGD.JW"];

const ORDERS: readonly RightCase[] = [
  { file: "lonlat.ndjson", rows: [UTRECHT, GOUDA] },
  { file: "lng-lat.csv", options: "--coordinates-column lng_lat", rows: [UTRECHT, GOUDA] },
  { file: "airports.csv", rows: ["JPN 0JB.5L RW51C.SZ4D", UTRECHT] },
  { file: "ports.csv", warns: [/--lon-first/], advised: SHIPS_FIRST },
  {
    file: "geocoder.csv",
    options: "--no-header --coordinates-column 6",
    rows: ["US-CA 9N6.MY S4YYS.7JFR", "US-DC BM.QK S8VXZ.49X7", FAILS],
  },
  {
    file: "pg-point.csv",
    options: "--coordinates-column location",
    warns: [/--lon-first/],
    advised: SHIPS_FIRST,
  },
  {
    file: "towns-pair.csv",
    stops: [/--lon-first/, /--no-lon-first/],
    advised: {
      options: "--lon-first",
      rows: [UTRECHT, GOUDA, ...TOWNS.map((code) => `NLD ${code}`)],
    },
  },
  { file: "kml-cells.csv", rows: ["JPN 0JB.5L RW51C.SZ4D", "JPN 3RF.41 RW49J.52FL"] },
  { file: "lon-first.txt", options: "--lon-first", rows: [UTRECHT, GOUDA] },
  { file: "size.ndjson", stops: [] },
  { file: "videos.csv", options: "--coordinates-column location", rows: [UTRECHT, GOUDA] },
  { file: "saved-links.csv", options: "--coordinates-column URL", rows: [UTRECHT, FAILS] },
  { file: "turn.csv", rows: ["WSM KV.2F D0QFN.1PMS", "TON H5.6H B0F3N.YBCQ"] },
  { file: "turn-wkt.csv", rows: [/^WSM /] },
];

const E7 = failsWith("E7|10,000,000");
const MICRO = failsWith("microdegrees|1,000,000|decimal point");
const SEMICIRCLES = failsWith("semicircles");
const MINUTES = failsWith("minutes|NMEA");
const MISSING = failsWith("missing");
const PROJECTED = /project/;

const UNITS: readonly RightCase[] = [
  { file: "e7.ndjson", rows: [E7, E7], never: PROJECTED },
  {
    file: "e7.ndjson",
    options: "--lat-column latitudeE7 --lon-column longitudeE7",
    rows: [E7, E7],
    never: PROJECTED,
  },
  { file: "micro.csv", rows: [MICRO, MICRO], never: PROJECTED },
  {
    file: "semicircles.csv",
    options: "--lat-column position_lat --lon-column position_long",
    rows: [SEMICIRCLES, SEMICIRCLES],
    never: PROJECTED,
  },
  { file: "nmea.csv", rows: [MINUTES, MINUTES], never: PROJECTED },
  { file: "nmea-zero.csv", rows: [MINUTES, MINUTES], never: /CHN|\bCN-/ },
  { file: "aprs.csv", rows: [MINUTES], never: PROJECTED },
  { file: "nmea-dir.csv", stops: [/minutes|NMEA/], never: PROJECTED },
  {
    file: "no-fix.csv",
    rows: [UTRECHT, MISSING, MISSING, MISSING, MISSING, MISSING],
    never: PROJECTED,
  },
  { file: "comma-lost.csv", rows: [UTRECHT, failsWith("decimal point")], never: PROJECTED },
];

const MISSING_VALUES: readonly RightCase[] = [
  {
    file: "empty-coordinates.csv",
    warns: [/0,0/],
    rows: [
      UTRECHT,
      ...Array.from({ length: 4 }, () => failsWith("column l(?:at|on)")),
      "null null HHHHC.X0KG",
    ],
  },
  { file: "tags.csv", rows: [FAILS, "SLE FJ.RK KGCDK.3R6K"] },
  { file: "nan.ndjson", rows: [UTRECHT, failsWith("NaN"), GOUDA] },
  { file: "nan.geojson", rows: [failsWith("NaN"), GOUDA] },
  { file: "units.csv", rows: [FAILS, UTRECHT] },
];

export const VALUES: readonly RightCase[] = [
  ...CODES,
  ...NOTATIONS,
  ...ORDERS,
  ...UNITS,
  ...MISSING_VALUES,
];
