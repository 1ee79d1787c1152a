import { describe, expect, it } from "vitest";
import { encodeShortest, formatMapcode } from "../../src/index.ts";
import { convertTable, type TableTask } from "../../src/web/tables/conversion.ts";
import { readingOf } from "../../src/web/tables/reading.ts";
import { downloadName, summaryText } from "../../src/web/tables/texts.ts";

const AMSTERDAM = { type: "Point", coordinates: [4.908543, 52.376514] };
const FEATURE = { type: "Feature", properties: { name: "home" }, geometry: AMSTERDAM };

function convert(text: string, task: Partial<TableTask> = {}, maxRows?: number) {
  const settings = { name: "", to: "csv", precision: 0, alphabet: "ROMAN" } as const;
  const whole = { file: new Blob([text]), ...settings, ...task };
  const nothing = () => {};
  return convertTable(whole, async () => {}, nothing, maxRows);
}

describe("an input without a name", () => {
  it.each([
    ["csv", "encode", "lat,lon\n52.376514,4.908543\n"],
    ["csv", "encode", "name;latitude;longitude\nhome;52.376514;4.908543\n"],
    ["tsv", "encode", "name\tlat\tlon\nhome\t52.376514\t4.908543\n"],
    ["csv", "decode", "name,mapcode\nhome,NLD 49.4V\n"],
    ["plain", "encode", "52.376514, 4.908543\n-33.8568 151.2153"],
    ["plain", "decode", "NLD 49.4V\nVHXGB.1J9J"],
    ["json", "encode", JSON.stringify([{ lat: 52.376514, lon: 4.908543 }])],
    ["ndjson", "decode", '{"mapcode":"NLD 49.4V"}\n{"mapcode":"NLD 49.4V"}\n'],
    ["geojson", "encode", JSON.stringify({ type: "FeatureCollection", features: [FEATURE] })],
    // By its first rows, however long it is.
    ["csv", "encode", `lat,lon\n${"52.376514,4.908543\n".repeat(20_000)}`],
  ])("is read as %s to %s", async (format, operation, text) => {
    expect(await readingOf(new Blob([text]), "")).toEqual({ format, operation });
  });

  it.each([
    ["name,street\nhome,Main Street\n", /No latitude column in: name, street/],
    ["lat,lon\n151,-33\n151,-34\n120,-20\n", /swapped/],
  ])("%j is refused with what it lacks, or what is probably wrong", async (text, reason) => {
    await expect(convert(text)).rejects.toThrow(reason);
  });
});

describe("a table", () => {
  const rows = "id,lat,lon\n1,52.376514,4.908543\n2,north,4\n3,-33.8568,151.2153\n4,east,4\n";

  it("is converted as batches are, with points for the map and reasons for rows that fail", async () => {
    const result = await convert(rows, { precision: 2 });
    const code = formatMapcode(encodeShortest(-33.8568, 151.2153, { precision: 2 }));
    expect(await result.output.text()).toContain(`3,-33.8568,151.2153,${code.replace(" ", ",")}`);
    expect(result.errors).toMatchObject([
      { row: 2, message: expect.stringContaining("north") },
      { row: 4 },
    ]);
    // Web Mercator: 20,037,508.34 m for 180 degrees.
    const tangent = Math.tan(Math.PI / 4 + (52.376514 / 360) * Math.PI);
    expect(result.points).toHaveLength(4);
    expect(result.points[0]).toBeCloseTo((4.908543 / 180) * 20_037_508.34, 1);
    expect(result.points[1]).toBeCloseTo(6_378_137 * Math.log(tangent), 3);
    expect(summaryText(result)).toBe(
      "Read as csv, latitude from 'lat', longitude from 'lon'. 2 rows converted. 2 rows could not be.",
    );
  });

  it("becomes GeoJSON with the same codes", async () => {
    const { output } = await convert(rows, { to: "geojson" });
    const { features } = JSON.parse(await output.text());
    const properties = { id: "1", territory: "NLD", mapcode: "49.4V" };
    expect([features.length, output.type]).toEqual([4, "application/geo+json"]);
    expect(features[0]).toMatchObject({ geometry: AMSTERDAM, properties });
  });

  it("of mapcodes becomes one of points", async () => {
    const { output, points } = await convert("VHXGB.1J9J\nNLD 49.4V\n");
    expect(await output.text()).toContain("52.37651400000124,4.908543375");
    expect(points).toHaveLength(4);
  });

  it("shows ten reasons, and has all in its output", async () => {
    const { errors, counts, output } = await convert(`lat,lon\n1,2\n${"x,2\n".repeat(500)}`);
    expect([errors.length, counts]).toEqual([10, { converted: 1, failed: 500 }]);
    expect((await output.text()).match(/'x'/g)).toHaveLength(500);
  });

  it("has a greatest number of rows", async () => {
    const two = "lat,lon\n1,2\n3,4\n";
    await expect(convert(two, {}, 1)).rejects.toThrow("The input has more than 1 rows.");
    expect((await convert(two, {}, 2)).counts.converted).toBe(2);
  });

  it("is saved under the name of its source", () => {
    expect(downloadName("old.trees.csv", "geojson")).toBe("old.trees-mapcodes.geojson");
    expect(downloadName("", "csv")).toBe("mapcodes.csv");
  });
});
