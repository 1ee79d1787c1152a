import { describe, expect, it } from "vitest";
import { encodeShortest, formatMapcode } from "../../src/index.ts";
import { convertTable, type TableResult, type TableTask } from "../../src/web/tables/conversion.ts";
import { readingOf } from "../../src/web/tables/reading.ts";
import { downloadName, summaryText } from "../../src/web/tables/texts.ts";

const AMSTERDAM = { type: "Point", coordinates: [4.908543, 52.376514] };
const FEATURE = { type: "Feature", properties: { name: "home" }, geometry: AMSTERDAM };

function convert(text: string, task: Partial<TableTask> = {}, maxRows?: number) {
  const settings = { name: "", to: "csv", precision: 0, alphabet: "ROMAN" } as const;
  const whole = { file: new Blob([text]), ...settings, ...task };
  return convertTable(
    whole,
    async () => {},
    () => {},
    maxRows,
  );
}

describe("an input without a name", () => {
  it.each([
    ["lat,lon\n52.376514,4.908543\n", "csv", "encode"],
    ["name;latitude;longitude\nhome;52.376514;4.908543\n", "csv", "encode"],
    ["name\tlat\tlon\nhome\t52.376514\t4.908543\n", "tsv", "encode"],
    ["name,mapcode\nhome,NLD 49.4V\n", "csv", "decode"],
    ["52.376514, 4.908543\n-33.8568 151.2153", "plain", "encode"],
    ["NLD 49.4V\nVHXGB.1J9J", "plain", "decode"],
    [JSON.stringify([{ lat: 52.376514, lon: 4.908543 }]), "json", "encode"],
    ['{"mapcode":"NLD 49.4V"}\n{"mapcode":"NLD 49.4V"}\n', "ndjson", "decode"],
    [JSON.stringify({ type: "FeatureCollection", features: [FEATURE] }), "geojson", "encode"],
  ])("%j is read as %s to %s", async (text, format, operation) => {
    expect(await readingOf(new Blob([text]), "")).toEqual({ format, operation });
  });

  it("is read by its first rows, however long it is", async () => {
    const rows = "52.376514,4.908543\n".repeat(20_000);
    const reading = await readingOf(new Blob(["lat,lon\n", rows]), "");
    expect(reading).toEqual({ format: "csv", operation: "encode" });
  });

  it("is refused with what it lacks, or with the question whether its columns are swapped", async () => {
    await expect(convert("name,street\nhome,Main Street\n")).rejects.toThrow(
      /rows all fail\. Line 1/,
    );
    const swapped = "lat,lon\n151,-33\n151,-34\n120,-20\n";
    await expect(convert(swapped)).rejects.toThrow(/swapped/);
  });
});

describe("a table", () => {
  const rows = "id,lat,lon\n1,52.376514,4.908543\n2,north,4\n3,-33.8568,151.2153\n4,east,4\n";

  it("is converted as batches are, with points for the map and reasons for rows that fail", async () => {
    const result = await convert(rows, { precision: 2 });
    const code = formatMapcode(encodeShortest(-33.8568, 151.2153, { precision: 2 }));
    expect(await result.output.text()).toContain(`3,-33.8568,151.2153,${code.replace(" ", ",")}`);
    expect(result.errors.map(({ row }) => row)).toEqual([2, 4]);
    expect(result.errors[0].message).toContain("north");
    expect(result.points).toHaveLength(4);
    // Web Mercator: 20,037,508.34 m for 180 degrees.
    expect(result.points[0]).toBeCloseTo((4.908543 / 180) * 20_037_508.34, 1);
    const tangent = Math.tan(Math.PI / 4 + (52.376514 / 360) * Math.PI);
    expect(result.points[1]).toBeCloseTo(6_378_137 * Math.log(tangent), 3);
    expect(summaryText(result)).toBe(
      "Read as csv with points. 2 rows converted. 2 rows could not be.",
    );
  });

  it("becomes GeoJSON with the same codes", async () => {
    const { output } = await convert(rows, { to: "geojson" });
    const collection = JSON.parse(await output.text());
    expect(collection.features).toHaveLength(4);
    expect(collection.features[0]).toMatchObject({
      geometry: AMSTERDAM,
      properties: { id: "1", territory: "NLD", mapcode: "49.4V" },
    });
    expect(output.type).toBe("application/geo+json");
  });

  it("of mapcodes becomes one of points", async () => {
    const { output, points }: TableResult = await convert("VHXGB.1J9J\nNLD 49.4V\n");
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
