import { describe, expect, it } from "vitest";
import { quotedField } from "../../src/batch/byte-texts.ts";
import { encodeShortest, formatMapcode } from "../../src/index.ts";
import { convert, replyTo } from "./convert-table.ts";

const POINT = { type: "Point", coordinates: [4.908543, 52.376514] };
const FEATURE = { type: "Feature", properties: { name: "home" }, geometry: POINT };

describe("an input without a name", () => {
  it.each([
    ["csv, latitude from 'lat', longitude from 'lon'", "lat,lon\n52.376514,4.908543\n"],
    ["csv with semicolons, latitude", "name;latitude;longitude\nhome;52.376514;4.908543\n"],
    ["tsv, latitude", "name\tlat\tlon\nhome\t52.376514\t4.908543\n"],
    ["csv, mapcode from 'mapcode'", "name,mapcode\nhome,NLD 49.4V\n"],
    ["csv, mapcode from 'code', country from 'country'", "code,country\n49.4V,Netherlands\n"],
    ["a list of points", "52.376514, 4.908543\n-33.8568 151.2153"],
    ["a list of mapcodes", "NLD 49.4V\nVHXGB.1J9J"],
    ["a list of mapcodes", "NLD 49.4V\n".repeat(20_000)],
    ["json, latitude", JSON.stringify([{ lat: 52.376514, lon: 4.908543 }])],
    ["ndjson, mapcode", '{"mapcode":"NLD 49.4V"}\n{"mapcode":"NLD 49.4V"}\n'],
    ["geojson", JSON.stringify({ type: "FeatureCollection", features: [FEATURE] })],
  ])("is read as %s", async (reading, text) => {
    const { summary, failed } = await convert(text);
    expect([summary, failed]).toEqual([expect.stringContaining(`Read as ${reading}`), 0]);
  });

  it.each([
    ["name,street\nhome,Main Street\n", /No latitude column in: name, street/],
    ["Trees of 2024\n\nname,lat,lon\noak,1,2\n", /Line 3 does: use the rows from there on\.$/],
    [
      "lat,lat,lon\n1,3,2\n",
      /by its number: the choice "latitude" above column 1 or the choice "latitude" above column 2\.$/,
    ],
  ])("%j is refused with the missing column, or those to choose from", async (text, reason) => {
    expect(await replyTo(text)).toMatchObject({ error: expect.stringMatching(reason) });
  });
});

describe("points in an order of their own", () => {
  const places = [
    [52.376514, 4.908543],
    [-33.8568, 151.2153],
  ];
  const features = places.map((coordinates, at) => {
    const members = at === 0 ? { type: "Point", coordinates } : { coordinates, type: "Point" };
    return { type: "Feature", properties: { name: "Zürich" }, geometry: members };
  });
  it.each([
    JSON.stringify({ type: "FeatureCollection", features }, null, 1),
    features.map((feature) => JSON.stringify(feature)).join("\n"),
    JSON.stringify(features.map(({ geometry }) => ({ place: geometry }))),
    `name,wkt\n${places.map((place) => `Zürich,POINT (${place.join(" ")})`).join("\n")}\n`,
    `wkt\n${places.map((place) => `POINT Z (${place.join(" ")} 7)`).join("\n")}\n`,
    `geojson\n${features.map(({ geometry }) => quotedField(JSON.stringify(geometry), ",")).join("\n")}\n`,
    features.map(({ geometry }) => JSON.stringify({ at: JSON.stringify(geometry) })).join("\n"),
  ])("are read in the other one if the user says so: %j", async (text) => {
    expect((await convert(text)).summary).not.toContain(" 2 rows converted.");
    const { preview, summary } = await convert(text, { lonFirst: true });
    expect(summary).toMatch(/ 2 rows converted\.$/);
    expect(preview.rows.map(({ result }) => result)).toEqual(["NLD 49.4V", "AU-NSW KB.2R"]);
    expect(preview.hasPairs).toBe(true);
    if (text.includes("Zürich")) expect(preview.rows[0]?.cells).toContain("Zürich");
  });

  it.each([
    ["numbers in JSON", (pairs: number[][]) => JSON.stringify(pairs)],
    ["numbers in members", (pairs: number[][]) => JSON.stringify(pairs.map((pos) => ({ pos })))],
    [
      "a column",
      (pairs: number[][]) => `id;coordinates\n${pairs.map((pair) => `1;${pair}\n`).join("")}`,
    ],
  ])("can be exchanged where %s are in doubt, as the message says", async (_, textOf) => {
    const text = textOf(Array(9).fill([4.908543, 52.376514]));
    const reply = await replyTo(text);
    const error = expect.stringContaining('Use the button "Swap latitude and longitude"');
    expect(reply).toMatchObject({ error, preview: { hasPairs: true } });
    expect((await convert(text, { lonFirst: true })).summary).toMatch(/ 9 rows converted\.$/);
  });

  it("are exchanged in the column that is read, and in no other", async () => {
    const others = '"POINT (1 2)","{""type"":""Point"",""coordinates"":[1,2]}"';
    for (const point of ['"4.908543,52.376514"', "POINT (52.376514 4.908543)"]) {
      const text = `latlng,wkt,geojson\n${point},${others}\n`;
      const columns = { coordinates: "latlng" };
      const { output } = await convert(text, { lonFirst: true, columns });
      const [, row] = (await output.text()).split("\n");
      expect(row).toMatch(/^(?:"4\.908543,52\.376514"|POINT \(4\.908543 52\.376514\)),/);
      expect(row).toContain(`,${others},NLD,49.4V,`);
    }
    const properties = { wkt: "POINT (1 2)" };
    const feature = { type: "Feature", properties, geometry: { ...POINT, coordinates: places[0] } };
    const { output } = await convert(JSON.stringify(feature), { to: "geojson", lonFirst: true });
    expect(JSON.parse(await output.text()).features[0]).toMatchObject({
      properties,
      geometry: POINT,
    });
  });

  it.each([
    ["UTF-16", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le"), undefined],
    ["UTF-8 with a mark", (text: string) => Buffer.from(`\ufeff${text}`), undefined],
    ["an encoding that is said", (text: string) => Buffer.from(text, "latin1"), "windows-1252"],
  ])("are exchanged in a file in %s, to its last row", async (_, bytesOf, encoding) => {
    const row = "Zürich,POINT (52.376514 4.908543)";
    const bytes = bytesOf(["name,wkt", row, row].join("\n"));
    const { preview } = await convert(bytes, { lonFirst: true, encoding });
    const cells = ["Zürich", "POINT (4.908543 52.376514)"];
    expect(preview.rows).toEqual(Array(2).fill({ result: "NLD 49.4V", cells }));
  });

  it("are not words in brackets", async () => {
    const text = 'name,latlng\nMeeting point (near the church),"4.908543, 52.376514"\n';
    const { output } = await convert(text, { lonFirst: true });
    expect(await output.text()).toMatch(/point \(near the church\),.*,NLD,49\.4V,/);
  });

  it("are exchanged by the first press where a name says the order", async () => {
    const { preview } = await convert('lonlat\n"4.908543,52.376514"\n');
    expect(preview).toMatchObject({ lonFirst: true, rows: [{ result: "NLD 49.4V" }] });
  });
});

describe("a table", () => {
  const rows = "id,lat,lon\n1,52.376514,4.908543\n2,north,4\n3,-33.8568,151.2153\n4,east,4\n";

  it("is converted as batches are, with points for the map and reasons for rows that fail", async () => {
    const result = await convert(rows, { precision: 2 });
    const code = formatMapcode(encodeShortest(-33.8568, 151.2153, { precision: 2 }));
    expect(await result.output.text()).toContain(`3,-33.8568,151.2153,${code.replace(" ", ",")}`);
    const message = expect.stringContaining("north");
    expect(result.errors).toMatchObject([{ row: 3, message }, { row: 5 }]);
    // Web Mercator: 20,037,508.34 m for 180 degrees.
    const tangent = Math.tan(Math.PI / 4 + (52.376514 / 360) * Math.PI);
    expect(result.points).toHaveLength(4);
    expect(result.points[0]).toBeCloseTo((4.908543 / 180) * 20_037_508.34, 1);
    expect(result.points[1]).toBeCloseTo(6_378_137 * Math.log(tangent), 3);
    expect(result.summary).toMatch(/ 2 rows converted\. 2 rows could not be converted\.$/);
  });

  it("of mapcodes becomes one of points, with no more decimals than their characters say", async () => {
    const codes = "mapcode\nNLD 49.4V\nUS-IN HH.GC\nNLD 49.4V-K2\nNLD 49.4V-K2PBGG0W\n";
    for (const to of ["csv", "geojson"] as const) {
      const { output, points } = await convert(codes, { to });
      expect(points).toHaveLength(8);
      const texts = (await output.text()).matchAll(/-?\d+\.(\d+)(?=[,\]])/g);
      const decimals = Array.from(texts, ([, digits = ""]) => digits.length);
      expect([decimals.length, Math.max(...decimals.slice(0, 4)) <= 7]).toEqual([8, true]);
      expect(Math.max(...decimals.slice(6))).toBeGreaterThan(10);
    }
  });

  it("has code and territory in one column if the user wants it", async () => {
    const table = "lat,lon\n52.376514,4.908543\n0,-30\n";
    const { output } = await convert(table, { joined: true });
    expect(await output.text()).toBe(
      "lat,lon,mapcode,international,error\n52.376514,4.908543,NLD 49.4V,VHXGB.1J9J,\n0,-30,,HDX7Y.F0MG,\n",
    );
  });

  it("shows ten reasons, and has all in its output", async () => {
    const { errors, failed, output } = await convert(`lat,lon\n1,2\n${"x,2\n".repeat(500)}`);
    expect([errors.length, failed]).toEqual([10, 500]);
    expect((await output.text()).match(/'x'/g)).toHaveLength(500);
  });

  it("has a maximum number of rows", async () => {
    const two = "lat,lon\n1,2\n3,4\n";
    expect(await replyTo(two, { maxRows: 1 })).toMatchObject({
      error: "The input has more than 1 rows.",
    });
    expect((await convert(two, { maxRows: 2 })).summary).toContain("2 rows converted");
  });
});
