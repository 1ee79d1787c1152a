import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { FORMAT_BY_MEDIA_TYPE } from "../../src/http/batch/request.ts";
import {
  CSV,
  GEOJSON,
  GEOJSON_LINES,
  JSON_ARRAY,
  NDJSON,
  PLAIN,
  post,
  TSV,
} from "./batch-requests.ts";
import { onBothTransports } from "./both-transports.ts";

const SEA_POINT = '{"type":"Point","coordinates":[-30,0]}\n';

/** A point, and one whose longitude is not a number, in formats that Accept may choose. */
const POINTS: Readonly<Record<string, string>> = {
  [NDJSON]: '{"lat":52.376514,"lon":4.908543}\n{"lat":1,"lon":"x"}\n',
  [CSV]: "lat,lon\n52.376514,4.908543\n1,x\n",
  [JSON_ARRAY]: '[{"lat":52.376514,"lon":4.908543},{"lat":1,"lon":"x"}]',
};

/** A point in the other formats, and what its row becomes. */
const OTHERS = [
  [TSV, "lat\tlon\n0\t-30\n", "0\t-30\t\t\tHDX7Y.F0MG\t\n"],
  [PLAIN, "0,-30\n", "0,-30\t\t\tHDX7Y.F0MG\n"],
  [GEOJSON_LINES, SEA_POINT, '\n{"type":"Feature"'],
  ["application/x-ndgeojson", SEA_POINT, '\n{"type":"Feature"'],
  [GEOJSON, SEA_POINT, '{"type":"FeatureCollection"'],
  ["application/ndjson", '{"lat":0,"lon":-30}\n', '"international":"HDX7Y.F0MG"}\n'],
] as const;

/** The replies without rows that are not empty. */
const EMPTY: Readonly<Record<string, string>> = {
  [JSON_ARRAY]: "[\n\n]\n",
  [GEOJSON]: '{"type":"FeatureCollection","features":[\n\n]}\n',
};

const WRONG = "'x' is not a decimal number of degrees.";

/** The replies to them. */
const CODES: Readonly<Record<string, string>> = {
  [NDJSON]:
    '{"lat":52.376514,"lon":4.908543,"territory":"NLD","mapcode":"49.4V","international":"VHXGB.1J9J"}\n' +
    `{"lat":1,"lon":"x","territory":null,"mapcode":null,"international":null,"error":"The longitude (column lon) ${WRONG}"}\n`,
  [CSV]:
    "lat,lon,territory,mapcode,international,error\n" +
    "52.376514,4.908543,NLD,49.4V,VHXGB.1J9J,\n" +
    `1,x,,,,The longitude (column lon) ${WRONG}\n`,
  [JSON_ARRAY]:
    '[\n{"lat":52.376514,"lon":4.908543,"territory":"NLD","mapcode":"49.4V","international":"VHXGB.1J9J"},\n' +
    `{"lat":1,"lon":"x","territory":null,"mapcode":null,"international":null,"error":"The longitude (column lon) ${WRONG}"}\n]\n`,
};

onBothTransports("a batch request", {}, (send) => {
  it.each(Object.keys(POINTS))("of %s gets a reply in the same format", async (type) => {
    const { status, headers, text } = await post(send, "/codes", type, POINTS[type]);
    expect({ status, text }).toEqual({ status: 200, text: CODES[type] });
    expect(headers).toMatchObject({
      "content-type": `${type};charset=UTF-8`,
      "cache-control": "no-store",
      vary: "Accept",
      "access-control-allow-origin": "*",
    });
  });

  it.each(OTHERS)("of %s gets a reply in the same format", async (type, body, expected) => {
    const { status, headers, text } = await post(send, "/codes", type, body);
    expect([status, headers["content-type"]]).toEqual([200, `${type};charset=UTF-8`]);
    expect(`\n${text}`).toContain(expected);
    expect(text).toContain("HDX7Y.F0MG");
  });

  it.each([NDJSON, JSON_ARRAY])("in CSV gets a reply in %s if Accept prefers it", async (to) => {
    const csv = POINTS[CSV];
    const { headers, text } = await post(send, "/codes", CSV, csv, { accept: to });
    expect(headers["content-type"]).toBe(`${to};charset=UTF-8`);
    // The cells of a table become strings in JSON.
    const asStrings = CODES[to]
      .replaceAll('"lat":52.376514,"lon":4.908543', '"lat":"52.376514","lon":"4.908543"')
      .replaceAll('"lat":1,', '"lat":"1",');
    expect(text).toBe(asStrings);
  });

  it.each([
    [CSV, "mapcode,territory\n49.4V,NLD\nVHXGB.1J9J,\n"],
    [NDJSON, '{"code":"NLD 49.4V"}\n'],
  ])("converts codes to coordinates from %s", async (type, body) => {
    const { text } = await post(send, "/coords", type, body, { accept: PLAIN });
    for (const line of text.trimEnd().split("\n")) {
      expect(line).toMatch(/\t52\.3765\d*\t4\.9085\d*$/);
    }
    expect(text.trimEnd().split("\n")).toHaveLength(type === CSV ? 2 : 1);
  });

  it.each([
    ["", CSV],
    ["*/*", CSV],
    ["text/html", CSV],
    ["application/xml", CSV],
    ["text/html, */*;q=0.1", CSV],
    ["application/json", JSON_ARRAY],
    ["APPLICATION/X-NDJSON", NDJSON],
    ["application/ndjson", "application/ndjson"],
    ["application/json;q=0.5, text/plain", PLAIN],
    ["application/json, text/plain", JSON_ARRAY],
    ["application/json;q=0.5, */*", CSV],
    ["application/json;q=0", CSV],
    ["text/plain;charset=utf-8", PLAIN],
  ])("in CSV with Accept %j gets a reply in %s", async (accept, type) => {
    const { status, headers } = await post(send, "/codes", CSV, POINTS[CSV], { accept });
    expect([status, headers["content-type"]]).toEqual([200, `${type};charset=UTF-8`]);
  });

  it.each([
    "text/csv; charset=UTF-8",
    'Text/CSV;charset="utf-8"',
    "text/csv;header=present",
  ])("accepts the Content-Type %s", async (type) => {
    expect((await post(send, "/codes", type, POINTS[CSV])).text).toBe(CODES[CSV]);
  });

  it("accepts a body in gzip", async () => {
    for (const coding of ["gzip", "x-gzip", "GZIP"]) {
      const body = gzipSync(POINTS[CSV]);
      const { text } = await post(send, "/codes", CSV, body, { "content-encoding": coding });
      expect(text).toBe(CODES[CSV]);
    }
  });

  it("accepts the parameters of a single conversion", async () => {
    const target = "/codes?precision=2&territory=Netherlands&alphabet=greek&include=offset";
    const { text } = await post(send, target, CSV, "lat,lon\n52.3765,4.9085\n");
    expect(text).toBe(
      "lat,lon,territory,mapcode,international,offset_meters,error\n" +
        "52.3765,4.9085,ΝΛΔ,49.4Φ-ΠΣ,ΦΗ9ΓΒ.21Π38-ΓΗ,0.151794,\n",
    );
  });

  it("accepts all codes, columns by name or number, and tables without a header", async () => {
    const all = await post(
      send,
      "/codes?all=true&country=nl",
      CSV,
      "lat,lon\n52.376514,4.908543\n",
    );
    expect(all.text).toBe(
      "lat,lon,territory,mapcode,error\n" +
        ["49.4V", "G9.VWG", "DL6.H9L", "P25Z.N3Z"]
          .map((code) => `52.376514,4.908543,NLD,${code},\n`)
          .join(""),
    );
    const bare = "/codes?header=false&latColumn=3&lonColumn=1";
    const { text } = await post(send, bare, CSV, "4.908543,x,52.376514\n");
    expect(text).toBe("4.908543,x,52.376514,NLD,49.4V,VHXGB.1J9J,\n");
    const pairs = "/codes?coordinatesColumn=at&countryColumn=iso&decimalComma=true";
    const paired = await post(send, pairs, CSV, 'at;iso\n"52,376514 4,908543";nl\n');
    expect(paired.text).toContain('\n"52,376514 4,908543";nl;NLD;49.4V;VHXGB.1J9J;\n');
    const named = await post(send, "/coords?codeColumn=c&context=NLD", NDJSON, '{"c":"49.4V"}\n');
    expect(named.text).toBe('{"c":"49.4V","latitude":52.37651400000124,"longitude":4.908543375}\n');
  });

  it("decodes mapcodes in a country, where their territories are looked up first", async () => {
    const body = "code\n49.4V\nNLD 49.4V\n";
    const { text } = await post(send, "/coords?country=NL", CSV, body);
    const point = "52.37651400000124,4.908543375";
    expect(text).toBe(`code,latitude,longitude,error\n49.4V,${point},\nNLD 49.4V,${point},\n`);
    const inRussia = await post(send, "/coords?country=RU", "text/plain", "IN HH.GC\n");
    const inAmerica = await post(send, "/coords?country=US", "text/plain", "IN HH.GC\n");
    expect(inRussia.text).toMatch(/^IN HH\.GC\t43\./);
    expect(inAmerica.text).toMatch(/^IN HH\.GC\t39\./);
  });

  it.each(
    Object.keys(FORMAT_BY_MEDIA_TYPE),
  )("without rows in %s gets a reply without rows", async (type) => {
    const { status, text } = await post(send, "/codes", type, "");
    expect({ status, text }).toEqual({ status: 200, text: EMPTY[type] ?? "" });
  });

  it("gets an error for each broken row", async () => {
    const { text } = await post(send, "/codes", NDJSON, '{"lat":1,"lon":2}\n{"lat":\n[]\n\xff\n');
    const rows = text.trimEnd().split("\n");
    expect(rows.map((row) => "error" in JSON.parse(row))).toEqual([false, true, true, true]);
    const cut = await post(send, "/codes", JSON_ARRAY, '[{"lat":1,"lon":2},{"lat":');
    expect(JSON.parse(cut.text).map((row: object) => "error" in row)).toEqual([false, true, true]);
  });
});

const DEPTH = 5000;
const NESTED_ARRAYS = "[".repeat(DEPTH) + "]".repeat(DEPTH);
const NESTED_OBJECTS = '{"a":'.repeat(DEPTH) + 1 + "}".repeat(DEPTH);

onBothTransports("a row of a batch request that is nested too deep", {}, (send) => {
  it.each([
    [NDJSON, '{"lat":1,"lon":2}\n', (row: string) => `${row}\n`],
    [JSON_ARRAY, '{"lat":1,"lon":2}', (row: string) => `${row},`],
    [GEOJSON_LINES, SEA_POINT.trim(), (row: string) => `\n${row}\n`],
  ])("gets an error in %s, and does not stop the others", async (type, good, between) => {
    for (const nested of [NESTED_ARRAYS, NESTED_OBJECTS]) {
      for (const row of [nested, `{"lat":${nested},"lon":2}`]) {
        const rows = `${good}${type === JSON_ARRAY ? "," : ""}${between(row)}${good}`;
        const body = type === JSON_ARRAY ? `[${rows}]` : rows;
        const { status, text } = await post(send, "/codes", type, body);
        expect(status).toBe(200);
        expect(text.match(/HHNFC\.7V5X|HDX7Y\.F0MG/g)).toHaveLength(2);
        expect(text).toContain("has more than 1000 arrays and objects within each other.");
      }
    }
  });
});

describe("the media types of batch requests", () => {
  it("are all tested", () => {
    const tested = [...Object.keys(POINTS), ...OTHERS.map(([type]) => type)];
    expect(Object.keys(FORMAT_BY_MEDIA_TYPE).toSorted()).toEqual(tested.toSorted());
  });
});
