/** Which members of JSON hold the place of a row, and the filters of jq for places within arrays. */
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { BatchError } from "../../../src/batch/index.ts";
import { decideMembers, membersOf } from "../../../src/batch/input/members.ts";
import { makePlan } from "../../../src/batch/input/plan.ts";
import { jsonSample } from "../../../src/batch/input/sample.ts";
import { DEFAULT_BATCH_OPTIONS } from "../../../src/batch/options/options.ts";
import { utf8Bytes } from "../../../src/characters.ts";
import { thrownBy } from "../../support/errors.ts";
import { hasProgram } from "../../support/programs.ts";
import { jsonOf, options } from "./samples.ts";

const HAS_JQ = hasProgram("jq");
const AT = { lat: 52.1, lon: 5.1 };

function chosen(rows: readonly unknown[], given = {}, isArray = false) {
  const decided = decideMembers(jsonSample(rows, { isArray }), given, options({ from: "ndjson" }));
  return { ...membersOf(decided), ...given };
}

/** The value of a text of JSON, in which `AT` is a point. */
const parse = (text: string) => JSON.parse(text.replaceAll("AT", JSON.stringify(AT)));

describe("the place of JSON rows", () => {
  it.each([
    ["AT", "lat + lon"],
    ['{"latitude":1,"longitude":2}', "latitude + longitude"],
    ['{"y":1,"x":2}', "y + x"],
    ['{"lat":{"$numberDouble":"52.1"},"lng":{"$numberInt":"5"}}', "lat + lng"],
    ['{"pos":AT}', "pos.lat + pos.lon"],
    ['{"_source":{"geoip":{"to":AT}}}', "_source.geoip.to.lat + _source.geoip.to.lon"],
    [
      '{"a":{"b":{"c":{"d":{"e":{"f":{"g":{"h":{"i":AT}}}}}}}}}',
      "a.b.c.d.e.f.g.h.i.lat + a.b.c.d.e.f.g.h.i.lon",
    ],
    ['{"Item":{"id":{"S":"1"},"lat":{"N":"52.1"},"lon":{"N":"5.1"}}}', "Item.lat + Item.lon"],
    ['{"latitudeE7":1,"longitudeE7":2}', "latitudeE7 + longitudeE7"],
    ['{"data":{"latitudeE7":1,"longitudeE7":2}}', "data.latitudeE7 + data.longitudeE7"],
    ['{"location":[5.1,52.1]}', "location"],
    ['{"location":"52.1,5.1"}', "location"],
    ['{"lonlat":"5.1,52.1"}', "lonlat"],
    ['{"geometry":{"x":5.1,"y":52.1},"attributes":{"id":1}}', "geometry.y + geometry.x"],
    ['{"place":"POINT(5.1 52.1)"}', "place"],
    ['{"place":{"type":"Point","coordinates":[5.1,52.1]}}', "place"],
    ['{"loc":{"type":"Point","coordinates":[{"$numberDouble":"5.1"},52.1]}}', "loc"],
    ['{"id":2,"center":AT}', "center.lat + center.lon"],
    ['{"lat":1,"lon":2,"old":AT}', "lat + lon"],
    ['{"location":"52.1,5.1","old":AT}', "location"],
    ['{"lat":null,"lon":"","location":[52.1,5.1]}', "location"],
    ['{"lat":null,"lon":null,"home":AT}', "home.lat + home.lon"],
    ['{"pos":{"lat":null,"lon":null},"home":AT}', "home.lat + home.lon"],
    ['{"lat":null,"lon":null,"geom":{"type":"Point","coordinates":[5.1,52.1]}}', "geom"],
    ['{"lat":null,"lon":null,"x":5.1,"y":52.1}', "lat + lon"],
    ['{"lat":null,"lon":null,"inner":{"lat":"","lon":""}}', "lat + lon"],
    [
      '{"geometry":{"location":AT,"viewport":{"northeast":AT,"southwest":AT}}}',
      "geometry.location.lat + geometry.location.lon",
    ],
    ['{"x":1,"y":2,"gps":AT}', "gps.lat + gps.lon"],
    ['{"size":{"x":1,"y":2},"gps":AT}', "gps.lat + gps.lon"],
    ['{"location":"Utrecht","position":"Goalkeeper","gps":AT}', "gps.lat + gps.lon"],
  ])("of %s is %s", (row, expected) => {
    const { latitude, longitude, coordinates } = chosen([parse(row)]);
    expect(coordinates ?? `${latitude} + ${longitude}`).toBe(expected);
  });

  const pair = (path: string) => ({ latitude: `${path}lat`, longitude: `${path}lon` });
  const MESSAGE = '{"payload":AT,"gateways":[{"location":AT},{"location":AT}]}';

  it.each<[string, unknown]>([
    [
      '[{"loc":AT},{"loc":"52,5"},{"loc":{"type":"Point","coordinates":[5.1,52.1]}}]',
      { coordinates: "loc" },
    ],
    ['[{"id":1},AT,{"id":2,"center":AT}]', pair("")],
    ['[{"a":AT},{"b":AT}]', pair("a.")],
    ["[[52.1,5.1]]", {}],
    [`[${MESSAGE},${MESSAGE}]`, pair("payload.")],
    [`[{"in":${MESSAGE}}]`, pair("in.payload.")],
  ])("may have several forms, or lie elsewhere in some rows: %s", (rows, expected) => {
    expect(chosen(parse(rows))).toEqual(expected);
  });

  it.each([
    [{ latitude: "end.latitude" }, { latitude: "end.latitude", longitude: "end.longitude" }],
    [{ coordinates: "start" }, { coordinates: "start" }],
    [
      { latitude: "a", longitude: "b" },
      { latitude: "a", longitude: "b" },
    ],
  ])("is what the user names, with its partner: %o", (given, expected) => {
    expect(chosen([{ start: AT, end: { latitude: 1, longitude: 2 } }], given)).toEqual(expected);
  });

  it.each([
    [
      '{"MetaData":{"latitude":1,"longitude":2},"Message":{"Report":{"Latitude":1,"Longitude":2}}}',
      ["MetaData.latitude", "MetaData.longitude", "Message.Report.Latitude"],
    ],
    ['{"start_latlng":[1,2],"end_latlng":[3,4]}', ["start_latlng", "end_latlng"]],
    ['{"from":AT,"to":AT}', ["from.lat", "to.lat"]],
    ['{"at":{"lat":1,"lon":2,"latitude":3,"longitude":4}}', ["lat", "latitude"]],
    ['{"start_lat":1,"start_lon":2,"end_lat":3,"end_lon":4}', ["start_lat", "end_lat"]],
  ])("of %s is asked for", (row, names) => {
    const { message, option } = thrownBy(BatchError, () => chosen([parse(row)]));
    for (const name of names) expect(message).toContain(name);
    expect(message).not.toContain("jq");
    expect(option).toMatch(/Column$/);
  });

  it.each([
    ...['{"size":"52.5,30.0","weight":3}', '{"size":[10,20],"count":2}', '{"size":{"x":1,"y":2}}'],
    ...['{"price":"12,34","box":"10 20"}', '{"tags":["church","tower"],"bg":52.1,"lg":5.1}'],
    ...['{"route":{"type":"LineString","coordinates":[[5.1,52.1],[5.2,52.2]]}}', '{"lat":52.1}'],
    "{}",
  ])("is not in %s", (row) => {
    const { message } = thrownBy(BatchError, () => chosen([parse(row)]));
    expect(message).toMatch(/^No (latitude|longitude) member in: /);
    expect(message).not.toContain("jq");
  });
});

it.each([
  '{"lat":{"deg":52,"min":22.5},"lon":{"deg":4,"min":54.5}}',
  '{"latitude":{"value":33.4,"hemisphere":"S"},"longitude":{"value":70.6,"hemisphere":"W"}}',
  '{"GPSLatitude":[52,22,35.45],"GPSLatitudeRef":"N","GPSLongitude":[4,54,30.75]}',
])("degrees with parts are not the columns of a table: %s", (row) => {
  const { message } = thrownBy(BatchError, () => chosen([parse(row)]));
  expect(message).toMatch(
    /^The members '.*' and '.*' (?:have parts|seem to have degrees, minutes)/,
  );
  expect(message).toContain("Write decimal degrees");
});

it("an array of names before arrays of values is no row, and the program makes rows with names", () => {
  const input = '[["id","lat","lon"],[101,52.376514,4.908543],[102,52,4.9]]';
  const plan = (text: string) => makePlan(utf8Bytes(text), DEFAULT_BATCH_OPTIONS);
  const { message } = thrownBy(BatchError, () => plan(input));
  const [, filter = ""] = /jq -c '(.*)'/.exec(message) ?? [];
  expect(plan("[[52.376514,4.908543],[52,4.9]]").options.from).toBe("json");
  if (!HAS_JQ) return;
  const { members, options: planned } = plan(
    execFileSync("jq", ["-c", filter], { input, encoding: "utf8" }),
  );
  expect([planned.from, members]).toEqual(["ndjson", { latitude: "lat", longitude: "lon" }]);
});

/** Google Takeout has some longitudes of the west without their sign, 2^32 larger. */
const FROM_E7 =
  ". + {lat: .latitudeE7, lon: .longitudeE7} | (.lat, .lon) |= (./1e7 | if . > 180 then . - 429.4967296 else . end)";

describe("places within arrays", () => {
  const KEYS = ". as $all | (.lat | keys_unsorted[]) as $row | $all | map_values(.[$row]?)";

  it.each<[rows: string, filter: string, isArray?: boolean]>([
    ['[{"locations":[AT,AT]}]', ".locations[]?"],
    ['[{"elements":[AT,{"id":2,"center":AT},{"id":3}]}]', ".elements[]?"],
    ['[{"hits":{"total":{"value":2},"hits":[{"_source":{"at":AT}}]}}]', ".hits.hits[]?"],
    ['[{"a b":{"c-d":[AT]}}]', '.["a b"]["c-d"][]?'],
    ['[{"path":[{"point":"geo:52.1,5.1"}]},{"visit":{}}]', ".[]?.path[]?", true],
    ['[{"segments":[{"path":[{"point":"52.1°, 5.1°"}]},{"visit":1}]}]', ".segments[]?.path[]?"],
    ['[{"latlng":{"data":[[52.1,5.1],[52,4]],"type":"distance"}}]', ".latlng.data[]?"],
    ['[{"a":[{"name":"x"}],"b":[AT,AT,AT],"c":[AT]}]', ".b[]?"],
    ['[{"results":[{"position":AT,"doors":[AT,AT]},{"position":AT}]}]', ".results[]?"],
    ['[{"a":[AT],"results":[{"position":AT,"doors":[AT,AT,AT]},{"position":AT}]}]', ".results[]?"],
    ['[{"NL":[AT,AT],"BE":[AT,AT,AT]}]', "to_entries[] | {key} + .value[]"],
    ['[{"NL":[{"at":AT}],"BE":[{"at":AT}]}]', ".[]? | to_entries[] | {key} + .value[]", true],
    ['[{"coords":[[52.1,5.1],[52,4]],"pos":[[51,5]]}]', ".coords[]?"],
    ['[{"NL":[AT,AT,AT],"BE":[AT],"count":4}]', ".NL[]?"],
    ['[{"NL":[AT],"BE":[AT],"LU":[]}]', "to_entries[] | {key} + .value[]"],
    ['[{"it\'s a \\"list\\"":[AT]}]', '.["it\\u0027s a \\"list\\""][]?'],
    ['[{"items":[{"at":AT}],"doors":[AT,AT]}]', ".doors[]?"],
    ['[{"trips":[{"stops":[AT,AT]},{"stops":[AT]}]}]', ".trips[]?.stops[]?"],
    ['[{"businesses":[AT,AT],"region":{"center":AT}}]', ".businesses[]?"],
    ['[{"dom":AT,"jan":AT,"kerk":AT}]', "to_entries[] | {key} + .value"],
    [
      '[{"code":1,"all":{"1":{"at":AT},"2":{"at":AT},"3":{"at":AT}}}]',
      ".all | to_entries[] | {key} + .value",
    ],
    ['[{"dom":AT,"jan":AT,"toren":{},"kerk":AT}]', "to_entries[] | {key} + .value"],
    ['[{"dom":AT,"jan":AT,"kerk":AT}]', ".[]? | to_entries[] | {key} + .value", true],
    ['[{"dom":[52.1,5.1],"jan":[52,4.7]}]', "to_entries[] | {key, coordinates: .value}"],
    [
      '[{"columns":["id","lat","lon"],"data":[[1,52.1,5.1]]}]',
      ".columns as $names | .data[] | [$names, .] | transpose | map({(.[0]): .[1]}) | add",
    ],
    [
      '[{"time":7,"fields":["id","latitude","longitude"],"data":[[1,52.1,5.1]]}]',
      ".fields as $names | .data[] | [$names, .] | transpose | map({(.[0]): .[1]}) | add",
    ],
    [
      '[{"table":{"columnNames":["id","latitude"," longitude"],"columnUnits":["","",""],"rows":[[1,52.1,5.1]]}}]',
      ".table | .columnNames as $names | .rows[] | [$names, .] | transpose | map({(.[0]): .[1]}) | add",
    ],
    [
      '[{"meta":[{"name":"lat","type":"Float64"},{"name":"lon","type":"Float64"}],"data":[[52.1,5.1]]}]',
      "[.meta[]?.name] as $names | .data[] | [$names, .] | transpose | map({(.[0]): .[1]}) | add",
    ],
    ['[{"id":{"a":1,"b":2},"lat":{"a":52.1,"b":52},"lon":{"a":5.1,"b":5}}]', KEYS],
    ['[{"lat":[52.1,52],"lon":[5.1,5],"source":"x"}]', KEYS],
    ['[{"lat":[52,52.1,53],"lon":[5,5.1,5.2]}]', KEYS],
    [
      '[{"locations":[{"latitudeE7":521000000,"longitudeE7":51000000,"acc":1}]}]',
      `.locations[]? | select(.latitudeE7) | ${FROM_E7}`,
    ],
  ])("of %s have a filter of jq that makes rows", (text, filter, isArray = false) => {
    const rows = parse(text);
    const { message } = thrownBy(BatchError, () => chosen(rows, {}, isArray));
    expect(message).toContain(`jq -c '${filter}'`);
    if (!HAS_JQ) return;
    const input = JSON.stringify(isArray ? rows : rows[0]);
    const lines = execFileSync("jq", ["-c", filter], { input, encoding: "utf8" });
    const made = JSON.parse(`[${lines.trim().split("\n").join()}]`);
    expect(chosen(made)).not.toEqual(Array.isArray(made[0]) ? undefined : {});
  });
});

it("an object with more places than a sample shows is rows by their keys", () => {
  const members = Array.from({ length: 900 }, (_, id) => [
    `${id}`,
    { id, a: 1, b: 2, lat: 52, lon: 5 },
  ]);
  const { message, option } = thrownBy(BatchError, () => chosen([Object.fromEntries(members)]));
  expect([message, option]).toEqual([expect.stringContaining("jq -c 'to_entries[]"), "from"]);
});

describe("the mapcode of JSON rows", () => {
  const BOTH = '{"mapcode":"49.4V","territory":"NLD"}';

  it.each<[string, unknown]>([
    [BOTH, { mapcode: "mapcode", territory: "territory" }],
    [`{"in":${BOTH}}`, { mapcode: "in.mapcode", territory: "in.territory" }],
    ['{"code":"49.4V","old":{"code":"49.4V"}}', { mapcode: "code" }],
    ['{"a":{"code":"49.4V"},"b":{"code":"49.4V"}}', {}],
    ['{"a":1}', {}],
  ])("of %s is %j", (row, expected) => {
    const decode = options({ operation: "decode", from: "ndjson" });
    expect(membersOf(decideMembers(jsonOf(parse(row)), {}, decode))).toEqual(expected);
  });

  it("is the chosen member, also if the first rows have mapcodes in arrays only", () => {
    const decode = options({ operation: "decode", from: "ndjson", codeColumn: "new" });
    const { members } = makePlan(utf8Bytes(`{"old":[${BOTH}]}`), decode);
    expect(members.mapcode).toBe("new");
  });

  it.each([
    ['[{"id":1,"mapcodes":[BOTH,BOTH]}]', true, "mapcodes", ".[]?.mapcodes[]?"],
    ['{"results":[BOTH]}', false, "results", ".results[]?"],
    ['{"hits":{"hits":[{"_source":BOTH}]}}', false, "hits", ".hits.hits[]?"],
  ])("within arrays of %s has a filter of jq that makes rows", (text, isArray, array, filter) => {
    const input = text.replaceAll("BOTH", BOTH);
    const decode = options({ operation: "decode", from: "ndjson" });
    const found = (values: readonly unknown[], areRows = false) =>
      decideMembers(jsonSample(values, { isArray: areRows }), {}, decode);
    const rows = JSON.parse(input);
    const { message } = thrownBy(BatchError, () => found([rows].flat(), isArray));
    expect(message).toContain(
      `The mapcodes are within arrays, in '${array}'. Write them one a line: jq -c '${filter}'`,
    );
    if (!HAS_JQ) return;
    const lines = execFileSync("jq", ["-c", filter], { input, encoding: "utf8" });
    const made = lines
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(membersOf(found(made)).mapcode).toMatch(/mapcode$/);
  });
});
