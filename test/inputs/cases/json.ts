/** JSON and GeoJSON: where the points are. */
import { FAILS, GOUDA, type RightCase, UTRECHT } from "./case.ts";

const BOTH = [UTRECHT, GOUDA];

const PLACES: readonly RightCase[] = [
  // Rows within a member: the message has the command that makes rows.
  {
    file: "takeout.json",
    stops: [/locations/, /jq/],
    exits: [1, 2],
    piped: BOTH,
    never: /limit|max/i,
  },
  {
    file: "overpass.json",
    stops: [/elements/, /jq/],
    exits: [1, 2],
    piped: BOTH,
    never: /limit|max/i,
  },
  { file: "phone-timeline.json", stops: [/jq/], piped: BOTH },
  { file: "semantic.json", stops: [/jq/], piped: BOTH },
  { file: "hits.json", stops: [/jq/, /\.hits\.hits\[\]/], piped: BOTH },
  { file: "stream.json", stops: [/jq/], piped: BOTH },

  // Places that the user must choose.
  {
    file: "rides.json",
    stops: [/start_latlng/],
    never: /jq/,
    chosen: { options: "--coordinates-column start_latlng", rows: [UTRECHT, FAILS] },
  },
  { file: "labels.json", stops: [/\bbg\b|--lat-column/], never: /jq/ },
  {
    file: "ships.ndjson",
    stops: [/MetaData\.latitude|Message\.Report\.Latitude/],
    chosen: {
      options: "--lat-column MetaData.latitude --lon-column MetaData.longitude",
      rows: BOTH,
    },
  },
  { file: "arrays.ndjson", options: "--coordinates-column location --lon-first", rows: BOTH },
  {
    file: "arrays.ndjson",
    warns: [/--lon-first/],
    never: /jq/,
    advised: { options: "--lon-first", rows: BOTH },
    orStops: { options: "--coordinates-column location --lon-first", rows: BOTH },
  },
  {
    file: "any-form.ndjson",
    options: "--coordinates-column location",
    rows: [UTRECHT, GOUDA, UTRECHT, GOUDA],
    // The order of the text is open.
    mayWarn: true,
  },

  // Places in other forms, and at any depth.
  { file: "esri-rows.ndjson", rows: BOTH },
  { file: "extended.ndjson", rows: [UTRECHT, "NLD LP2.Q7V VHWLH.LZLP"] },
  { file: "extended-point.ndjson", rows: [UTRECHT] },
  { file: "dynamo.ndjson", rows: BOTH },
  { file: "union.ndjson", rows: [UTRECHT, FAILS] },
  { file: "geoip.ndjson", rows: BOTH },
  { file: "centers.ndjson", rows: BOTH },
  { file: "sensor.ndjson", rows: [UTRECHT] },
  { file: "tracker.rec", options: "--from tsv --no-header --coordinates-column 3", rows: BOTH },
  { file: "mongo.ndjson", rows: [UTRECHT] },
];

const GEOJSON: readonly RightCase[] = [
  { file: "big-integers.geojson", rows: [UTRECHT] },
  { file: "no-point.geojson", rows: [FAILS, FAILS, GOUDA] },
  { file: "type-last.geojson", rows: [GOUDA] },
  { file: "text-coordinates.geojson", rows: [UTRECHT] },
  { file: "two-collections.geojson", rows: BOTH },
  { file: "collection-lines.ndjson", rows: BOTH },
  { file: "type-behind.geojson", rows: BOTH },
  { file: "etrs.geojson", rows: [UTRECHT] },
  { file: "separators.geojsonl", rows: BOTH },
];

export const JSON_INPUTS: readonly RightCase[] = [...PLACES, ...GEOJSON];
