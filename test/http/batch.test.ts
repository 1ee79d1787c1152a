/** Batches without a transport. Options and formats are tested in test/batch, bodies in test/service. */
import { describe, expect, it } from "vitest";
import { BATCH_OPTIONS } from "../../src/batch/options/options.ts";
import { BATCH_PARAMETERS, FORMAT_BY_MEDIA_TYPE } from "../../src/http/batch/request.ts";
import { createPost, createSend } from "./route-at-once.ts";

const NDJSON = "application/x-ndjson";
const CSV = "text/csv";
const JSON_ARRAY = "application/json";
const PLAIN = "text/plain";
const GEOJSON = "application/geo+json";
const GEOJSON_LINES = "application/geo+x-ndjson";

const send = createSend();
const postTo = createPost();

function post(target: string, type: string, body: string | Uint8Array, headers = {}) {
  const all = { "content-type": type, ...headers };
  return postTo(`/batch${target}`, { headers: all, body });
}

const WRONG = "The longitude (column lon) 'x' is not a decimal number of degrees.";
const NULLS = '"territory":null,"mapcode":null,"international":null';
const AMSTERDAM = '"territory":"NLD","mapcode":"49.4V","international":"VHXGB.1J9J"';
/** Objects with a point, and with one whose longitude is not a number, with their mapcodes. */
const OBJECTS = [
  `{"lat":52.376514,"lon":4.908543,${AMSTERDAM}}`,
  `{"lat":1,"lon":"x",${NULLS},"error":"${WRONG}"}`,
];
const TABLE = "lat,lon\n52.376514,4.908543\n1,x\n";
const CODED_TABLE = `lat,lon,territory,mapcode,international,error\n52.376514,4.908543,NLD,49.4V,VHXGB.1J9J,\n1,x,,,,${WRONG}\n`;
const SEA = '{"type":"Point","coordinates":[-30,0]}\n';
const SEA_FEATURE =
  '{"type":"Feature","geometry":{"type":"Point","coordinates":[-30,0]},"properties":{"territory":null,"mapcode":null,"international":"HDX7Y.F0MG"}}\n';

/** The type of a body, the body, and its reply. */
const BODIES: readonly (readonly [type: string, body: string, reply: string])[] = [
  [NDJSON, '{"lat":52.376514,"lon":4.908543}\n{"lat":1,"lon":"x"}\n', `${OBJECTS.join("\n")}\n`],
  ["application/ndjson", '{"lat":52.376514,"lon":4.908543}\n', `${OBJECTS[0]}\n`],
  [CSV, TABLE, CODED_TABLE],
  [
    JSON_ARRAY,
    '[{"lat":52.376514,"lon":4.908543},{"lat":1,"lon":"x"}]',
    `[\n${OBJECTS.join(",\n")}\n]\n`,
  ],
  [
    "text/tab-separated-values",
    "lat\tlon\n0\t-30\n",
    "lat\tlon\tterritory\tmapcode\tinternational\terror\n0\t-30\t\t\tHDX7Y.F0MG\t\n",
  ],
  [PLAIN, "0,-30\n", "0,-30\t\t\tHDX7Y.F0MG\n"],
  [GEOJSON_LINES, SEA, SEA_FEATURE],
  ["application/x-ndgeojson", SEA, SEA_FEATURE],
  [GEOJSON, SEA, `{"type":"FeatureCollection","features":[\n${SEA_FEATURE}]}\n`],
];

/** The replies without rows that are not empty. */
const EMPTY: Readonly<Record<string, string>> = {
  [JSON_ARRAY]: "[\n\n]\n",
  [GEOJSON]: '{"type":"FeatureCollection","features":[\n\n]}\n',
};

/** Values of Accept, and the type of the reply to CSV. */
const ACCEPTED = [
  ["", "text/csv"],
  ["*/*", "text/csv"],
  ["application/xml", "text/csv"],
  ["text/html, */*;q=0.1", "text/csv"],
  ["application/json;q=0.5, */*", "text/csv"],
  ["application/json;q=0", "text/csv"],
  ["application/json", "application/json"],
  ["application/json, text/plain", "application/json"],
  ["application/json;q=0.5, text/plain", "text/plain"],
  ["text/plain;charset=utf-8", "text/plain"],
  ["APPLICATION/X-NDJSON", "application/x-ndjson"],
  ["application/ndjson", "application/ndjson"],
];

describe("a batch", () => {
  it.each(
    Object.keys(FORMAT_BY_MEDIA_TYPE),
  )("of %s gets a reply in the same format", async (type) => {
    const [, body = "", text] = BODIES.find((row) => row[0] === type) ?? [];
    const common = { "cache-control": "no-store", "access-control-allow-origin": "*" };
    const headers = { "content-type": `${type};charset=UTF-8`, vary: "Accept", ...common };
    expect(await post("/codes", type, body)).toMatchObject({ status: 200, text, headers });
    expect(await post("/codes", type, "")).toMatchObject({ status: 200, text: EMPTY[type] ?? "" });
  });

  it.each(ACCEPTED)("in CSV with Accept %j gets the type %s", async (accept, type) => {
    const { status, headers, text } = await post("/codes", CSV, TABLE, { accept });
    expect([status, headers["content-type"]]).toEqual([200, `${type};charset=UTF-8`]);
    // The cells of a table become strings in JSON.
    const object = `{"lat":"52.376514","lon":"4.908543",${AMSTERDAM}}`;
    expect(text.includes(object)).toBe(type.endsWith("json"));
  });

  it("may have parameters and capitals in its Content-Type", async () => {
    const types = 'text/csv; charset=UTF-8|Text/CSV;charset="utf-8"|text/csv;header=present';
    for (const type of types.split("|"))
      expect((await post("/codes", type, TABLE)).text).toBe(CODED_TABLE);
  });

  it("gets an error for each broken row", async () => {
    const deep = "[".repeat(5000) + "]".repeat(5000);
    const { text } = await post(
      "/codes",
      NDJSON,
      `{"lat":1,"lon":2}\n{"lat":\n[]\n\xff\n${deep}\n`,
    );
    expect(text.match(/^.*"error":.*$/gm)).toHaveLength(4);
    expect(text).toContain("is nested more than 1000 levels deep");
  });

  it("of another format than its type gets a reply in that format, whose type says so", async () => {
    const object = '{"lat":52.376514,"lon":4.908543}\n';
    for (const [type, body, other] of [
      [JSON_ARRAY, TABLE, CSV],
      [CSV, object, "application/x-ndjson"],
    ]) {
      const { status, headers, text } = await post("/codes", type, body);
      expect([status, headers["content-type"]]).toEqual([200, `${other};charset=UTF-8`]);
      expect(text).toBe((await post("/codes", other, body)).text);
    }
  });
});

const POINT = "52.376514,4.908543";
const CODED = `${POINT},NLD,49.4V,VHXGB.1J9J,`;
const CENTER = "52.37651400000124,4.908543375";

/** The target, the type of the body, the body, and lines of the reply. */
// biome-ignore format: a table
const EXCHANGES: readonly (readonly [target: string, type: string, body: string, lines: string])[] = [
  ["/codes?delimiter=|", "text/csv", "lat|lon|a,b\n0|-30|c\n", "0|-30|c|||HDX7Y.F0MG|"],
  ["/codes?delimiter=tab&header=false&latColumn=2&lonColumn=1", "text/csv", "-30\t0\n", "-30\t0\t\t\tHDX7Y.F0MG\t"],
  ["/codes?skip=2", "text/csv", `Report,of,today\n\nlat,lon\n${POINT}\n`, CODED],
  ["/codes?comment=%23", "text/csv", `# a table\nlat,lon\n# a row\n${POINT}\n`, CODED],
  ["/codes?columns=mapcode+as+code,id", "text/csv", `id,lat,lon\n7,${POINT}\n`, "code,id\n49.4V,7"],
  ["/coords?columns=id", "application/x-ndjson", '{"id":7,"code":"NLD 49.4V"}\n', '{"id":7}'],
  ["/codes?onlyResults=true", "text/plain", `${POINT}\n`, "NLD\t49.4V\tVHXGB.1J9J"],
  ["/codes?replace=true", "text/csv", "mapcode,lat,lon\nold,0,-30\n", ",0,-30,,HDX7Y.F0MG,"],
  ["/codes?local=shortest", "text/plain", "22.543,114.058\n", "22.543,114.058\tHKG\tC1V.6K\tNT99X.WD77"],
  ["/codes?precision=2&territory=Netherlands&alphabet=greek&include=offset", "text/csv", "lat,lon\n52.3765,4.9085\n", "lat,lon,territory,mapcode,international,offset_meters,error\n52.3765,4.9085,ΝΛΔ,49.4Φ-ΠΣ,ΦΗ9ΓΒ.21Π38-ΓΗ,0.151794,"],
  ["/codes?all=true&country=nl", "text/csv", `lat,lon\n${POINT}\n`, `lat,lon,territory,mapcode,error\n${POINT},NLD,49.4V,\n${POINT},NLD,P25Z.N3Z,`],
  ["/codes?coordinatesColumn=at&countryColumn=iso&decimalComma=true", "text/csv", 'at;iso\n"52,376514 4,908543";nl\n', '"52,376514 4,908543";nl;NLD;49.4V;VHXGB.1J9J;'],
  ["/coords?codeColumn=c&context=NLD", "application/x-ndjson", '{"c":"49.4V"}\n', '{"c":"49.4V","latitude":52.37651400000124,"longitude":4.908543375}'],
  ["/coords?country=NL", "text/csv", "code\n49.4V\nNLD 49.4V\n", `49.4V,${CENTER},\nNLD 49.4V,${CENTER},`],
  // Errors of rows name parameters.
  ["/codes", "text/plain", "1 2\n5,2 4,9\n", "5,2 4,9\t\t\t\tThe line '5,2 4,9' is not a point; expected a latitude and a longitude. For columns, use the options Content-Type: text/csv header=false delimiter=%20 decimalComma=true latColumn=1 lonColumn=2. If the longitude comes first, exchange the numbers of columns."],
  ["/coords?internationalColumn=world", "text/csv", "mapcode,world\n\\N,HDX7Y.F0MG\n", "\\N,HDX7Y.F0MG,-0.000002,-29.999991,"],
];

describe("the parameters of a batch", () => {
  it.each(EXCHANGES)("count in %s with %s of %j", async (target, type, body, lines) => {
    const { status, text } = await post(target, type, body);
    expect(status).toBe(200);
    expect(text.split("\n")).toEqual(expect.arrayContaining(lines.split("\n")));
  });

  it("are the encoding, which the Content-Type says as well, and the type of numbers in JSON", async () => {
    const latin1 = Buffer.from(`Å,lat,lon\nÅ,${POINT}\n`, "latin1");
    expect((await post("/codes?encoding=latin1", CSV, latin1)).text).toContain(`\nÅ,${CODED}\n`);
    expect((await post("/codes", "text/csv;charset=iso-8859-1", latin1)).text).toContain(
      `\nÅ,${CODED}\n`,
    );
    const utf16 = Buffer.from("0,-30\n", "utf16le");
    const both = await post("/codes?encoding=utf-16le", "text/plain;charset=latin1", utf16);
    expect(both.text).toBe("0,-30\t\t\tHDX7Y.F0MG\n");
    const table = "id,lat,lon\n007,0,-30\n";
    const typed = await post("/codes?typedNumbers=true", CSV, table, { accept: NDJSON });
    expect(typed.text).toContain('{"id":"007","lat":0,"lon":-30,');
  });

  it("are all settings, except for path, headers and limits", () => {
    const names = Object.values(BATCH_PARAMETERS).flatMap((list) => list.map(({ name }) => name));
    const missing = Object.keys(BATCH_OPTIONS).filter((name) => !names.includes(name));
    expect(missing.toSorted()).toEqual(
      "from|joined|maxRowBytes|meanings|operation|shortDegrees|surface|to".split("|"),
    );
  });
});

const ROWS = "lat,lon,mapcode\n1,2,x\n";
const MAX_ROW = 65_536;
const TOO_LONG = "x".repeat(MAX_ROW + 1);
const UNCLOSED = `n,lat,lon\n1,1,2\n"${"\n".repeat(70_000)}`;
const LONG = { "content-length": "16777217" };
const coded = (coding: string) => ({ "content-encoding": coding });
const NO_LATITUDE =
  "No latitude column in: name, north, east. Name it lat, latitude, latdeg or y, or use the option latColumn and the option lonColumn. For a column of both coordinates, use the option coordinatesColumn.";

/** Targets whose last parameter is wrong, and those in which another one excludes it. */
const WRONG_TARGETS = Object.entries({
  "invalid-parameter": `codes?precision=9 codes?precision=x codes?territory=Atlantis coords?territory=NLD codes?country=XX
coords?country=Netherlands codes?alphabet=elvish codes?include=territory coords?include=offset codes?context=NLD
coords?context=Atlantis codes?all=yes codes?all=true&all=true codes?header=1 codes?codeColumn=x codes?latColumn=north
coords?latColumn=lat codes?delimiter=ab codes?encoding=elvish codes?skip=-1 codes?comment=a+b codes?columns=,
codes?columns=id,id codes?onlyResults=1 codes?replace=1 codes?typedNumbers=1 codes?internationalColumn=x`,
  "conflicting-parameters": `codes?territory=NLD&country=NL coords?context=NLD&country=NL codes?columns=lat&onlyResults=true`,
});

describe("the error reply to a batch", () => {
  it.each(WRONG_TARGETS)("has the error %s and names the parameter", async (error, targets) => {
    for (const target of targets.split(/\s/)) {
      const [, parameter] = /(\w+)=[^&=]*$/.exec(target) ?? [];
      const { status, headers, text } = await post(`/${target}`, CSV, ROWS);
      const reply = JSON.parse(text);
      expect({ target, ...reply }).toMatchObject({ target, status, error, parameter });
      expect(headers["content-type"]).toBe("application/json;charset=UTF-8");
    }
  });

  it.each<[number, string, string, string, string, object?]>([
    [415, "The Content-Type 'text/html' is not one of text/csv, ", "/codes", "text/html", ROWS],
    [415, "The Content-Type '' is not one of ", "/codes", "", ROWS],
    [415, "The Content-Type 'csv' is not one of ", "/codes", "csv", ROWS],
    [415, "The charset 'elvish' is not an encoding such", "/codes", `${CSV};charset=elvish`, ROWS],
    [415, "-Encoding 'br' is not gzip or identity.", "/codes", CSV, ROWS, coded("br")],
    [415, "-Encoding 'gzip, gzip' is not gzip or", "/codes", CSV, ROWS, coded("gzip, gzip")],
    [413, "The body has 16777217 bytes. Send at most 16777216 bytes.", "/codes", CSV, ROWS, LONG],
    [413, "The first row has more than 65536 bytes.", "/codes", CSV, `lat,lon,${TOO_LONG}\n1,2,\n`],
    [422, "Are latitude and longitude swapped?", "/codes", CSV, "lat,lon\n151,-33\n144,-37\n"],
    [400, "line 3 does not close within 65,536 bytes.", "/codes", CSV, UNCLOSED],
    [400, NO_LATITUDE, "/codes", CSV, "name,north,east\nx,1,2\n"],
    [400, "ends within its JSON array", "/codes", JSON_ARRAY, '[{"lat":1,"lon":2},{"lat":'],
    // The expected values follow "is not".
    [400, '"expected":"the column with the latitude, by', "/coords?latColumn=lat", CSV, ROWS],
    [400, "is not one of borders, shortest.", "/codes?local=all", CSV, ROWS],
  ])("has status %i and says %j", async (status, message, target, type, body, headers) => {
    const { text } = await post(target, type, body, headers);
    const { error, ...reply } = JSON.parse(text);
    expect(text).toContain(message);
    expect([reply.status, error === "unsupported-media-type"]).toEqual([status, status === 415]);
  });

  it("is the one of a row that is too long, unless it is the first", async () => {
    const { text } = await post("/codes", PLAIN, `1,2\n${TOO_LONG}\n1,2\n`);
    const [first, long, last] = text.split("\n");
    expect(long).toMatch(/The row 'x+\.\.\.' is longer than 65536 bytes\.$/);
    expect(last).toBe(first);
  });

  it("lists the allowed methods for any method but POST, and has status 404 elsewhere", () => {
    for (const target of ["/batch/codes", "/batch/coords", "/batch/codes/"]) {
      const { status, headers, text } = send(target, { method: "GET" });
      expect([status, headers.allow]).toEqual([405, "POST, OPTIONS"]);
      expect(text).toContain("Use POST or OPTIONS.");
      const preflight = send(target, { method: "OPTIONS" });
      expect(preflight).toMatchObject({ status: 204, headers: { allow: "POST, OPTIONS" } });
    }
    const others = "/batch /batch/ /batch/codes/1,2 /xml/batch/codes /json/batch/codes";
    for (const target of others.split(" "))
      expect(send(target, { method: "POST" }).status).toBe(404);
  });
});

it("a wrong point of near is an error about this parameter, as for one code", async () => {
  const { status, text } = await post("/coords?near=52", CSV, "code\n49.4V\n");
  const { text: single } = send("/coords/49.4V?near=52");
  expect([status, text]).toEqual([400, single]);
  expect(JSON.parse(text)).toMatchObject({ parameter: "near", value: "52" });
});

describe("the header Mapcoded-Warnings", () => {
  const CODES = "territory,code\n";

  it("has warnings as JSON in ASCII, and pages of other origins can read it", async () => {
    const { status, headers } = await post(
      "/coords",
      CSV,
      `${CODES}Georgia,9F2X.PN\nGR,0A0.00\nNLD,49.4V\n`,
    );
    expect(status).toBe(200);
    expect(JSON.parse(headers["mapcoded-warnings"] ?? "")).toEqual([
      "'Georgia' is read as US-GA, Georgia in USA. For the country Georgia, write GEO.",
      "'GR' is read as MX-GRO, Guerrero in Mexico. For the country Greece, write GRC.",
    ]);
    expect(headers["access-control-expose-headers"]).toContain("Mapcoded-Warnings");
    expect((await post("/coords", CSV, `${CODES}NLD,49.4V\n`)).headers).not.toHaveProperty(
      "mapcoded-warnings",
    );
  });

  it.each([
    ["/coords?context=NL", "mapcode\n49.4V\n", 1],
    ["/codes?territory=NL", "lat,lon\n52.37,4.9\n", 1],
    ["/coords?context=NL", "territory,mapcode\nNL,49.4V\n", 1],
    ["/coords?country=NL", "mapcode\n49.4V\n", 0],
    ["/coords?context=IN-NL", "mapcode\n49.4V\n", 0],
    ["/codes?territory=NLD", "lat,lon\n52.37,4.9\n", 0],
  ])("says how an ambiguous name of a parameter is read: %s, %j", async (target, body, count) => {
    const { headers } = await post(target, CSV, body);
    const warning =
      "'NL' is read as IN-NL, Nagaland in India. For the country Netherlands, write NLD.";
    expect(JSON.parse(headers["mapcoded-warnings"] ?? "[]")).toEqual(Array(count).fill(warning));
  });

  it.each([
    ["/codes?lon-first=true", ["The parameter 'lon-first' is unknown, and ignored."]],
    ["/coords?lonColumn=x", []],
    ["/codes?client=web&allowLog=true&decimalComma=false", []],
  ])("names parameters that are unknown: %s", async (target, warnings) => {
    const row = target.startsWith("/coords") ? "mapcode\nNLD 49.4V\n" : "lat,lon\n52.37,4.9\n";
    const { headers } = await post(target, CSV, row);
    expect(JSON.parse(headers["mapcoded-warnings"] ?? "[]")).toEqual(warnings);
  });

  it("has at most 2 KB, and ends with the number of other warnings", async () => {
    const query = Array.from({ length: 400 }, (_, at) => `x${at}`).join("&");
    const { headers } = await post(`/codes?${query}`, CSV, "lat,lon\n52.37,4.9\n");
    const header = headers["mapcoded-warnings"] ?? "";
    const warnings = JSON.parse(header);
    expect(header.length).toBeLessThanOrEqual(2048);
    expect(warnings.length).toBeGreaterThan(40);
    expect(warnings.at(-1)).toBe(400 - (warnings.length - 1));
  });
});
