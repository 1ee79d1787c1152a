import { describe, expect, it } from "vitest";
import { BatchError } from "../../src/batch/index.ts";
import { encodeShortest, formatMapcode } from "../../src/index.ts";
import { boundsOfPoints } from "../../src/web/map/lines.ts";
import { clusterPoints } from "../../src/web/tables/clusters.ts";
import { convertTable, failedRows } from "../../src/web/tables/conversion.ts";
import { shortCount } from "../../src/web/tables/marks.ts";
import type {
  TablePreview,
  TableReading,
  TableRequest,
  TableResult,
} from "../../src/web/tables/messages.ts";
import { findReading, previewTable } from "../../src/web/tables/reading.ts";
import { downloadName } from "../../src/web/tables/saving.ts";
import { summaryText } from "../../src/web/tables/texts.ts";

const AMSTERDAM = { type: "Point", coordinates: [4.908543, 52.376514] };

function feature(geometry: unknown): object {
  return { type: "Feature", properties: { name: "home" }, geometry };
}

async function requestOf(text: string, request: Partial<TableRequest> = {}): Promise<TableRequest> {
  const file = new Blob([text]);
  const reading = await findReading(file, "");
  return { file, name: "", to: "csv", reading, precision: 0, alphabet: "ROMAN", ...request };
}

async function convert(text: string, request: Partial<TableRequest> = {}): Promise<TableResult> {
  return convertTable(await requestOf(text, request), () => {});
}

function preview(text: string, reading?: TableReading): Promise<TablePreview> {
  return previewTable({ file: new Blob([text]), name: "", reading });
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
    [
      JSON.stringify({ type: "FeatureCollection", features: [feature(AMSTERDAM)] }),
      "geojson",
      "encode",
    ],
  ])("%j is read as %s to %s", async (text, from, operation) => {
    expect(await findReading(new Blob([text]), "")).toEqual({ from, operation });
  });

  it("is read by its first rows, however long it is", async () => {
    const rows = "52.376514,4.908543\n".repeat(20_000);
    expect(await findReading(new Blob(["lat,lon\n", rows]), "")).toEqual({
      from: "csv",
      operation: "encode",
    });
  });

  it("is refused with the reason if no row has a point or mapcode", async () => {
    await expect(findReading(new Blob(["home, Main Street\n"]), "")).rejects.toThrow(BatchError);
    await expect(preview("nothing\nat all\n")).rejects.toThrow(/Found neither .* 'nothing'/);
  });
});

describe("a preview", () => {
  it("has the first rows with their codes, and the columns that are used", async () => {
    const rows = "id,lat,lon\n1,52.376514,4.908543\n2,north,4\n";
    expect(await preview(rows)).toMatchObject({
      columns: ["id", "lat", "lon"],
      chosen: { latColumn: "lat", lonColumn: "lon" },
      names: ["id", "lat", "lon", "territory", "mapcode", "international", "error"],
      rows: [
        ["1", "52.376514", "4.908543", "NLD", "49.4V", "VHXGB.1J9J", ""],
        ["2", "north", "4", "", "", "", expect.stringContaining("north")],
      ],
      problem: "",
    });
  });

  it("reads the columns that are chosen instead", async () => {
    const rows = "a,b,c\n1,4.908543,52.376514\n";
    const found = await preview(rows);
    expect(found).toMatchObject({ chosen: { latColumn: "a", lonColumn: "b" }, problem: "" });
    const reading = { ...found.reading, latColumn: "c", lonColumn: "b" };
    const chosen = await preview(rows, reading);
    expect(chosen.rows[0]).toContain("49.4V");
    const { output } = await convert(rows, { reading });
    expect(await output.text()).toContain("1,4.908543,52.376514,NLD,49.4V,");
    const points = await preview('where\n"52.376514, 4.908543"\n', {
      from: "csv",
      operation: "encode",
      coordinatesColumn: "where",
    });
    expect(points.rows[0]).toContain("49.4V");
    const codes = await preview("id,is\n1,NLD 49.4V\n", {
      from: "csv",
      operation: "decode",
      codeColumn: "is",
    });
    expect(codes).toMatchObject({ chosen: { codeColumn: "is" }, problem: "" });
  });

  it("asks whether columns are swapped, and says if none of them can be converted", async () => {
    const swapped = await preview("lat,lon\n151,-33\n151,-34\n120,-20\n");
    expect(swapped).toMatchObject({ isSwapped: true, chosen: { latColumn: "lat" } });
    expect(swapped.problem).toMatch(/Are the columns swapped\?$/);
    const reading = { ...swapped.reading, latColumn: "lon", lonColumn: "lat" };
    expect(await preview("lat,lon\n151,-33\n151,-34\n", reading)).toMatchObject({ problem: "" });
    const unknown = await preview("name,street\nhome,Main Street\n");
    expect(unknown).toMatchObject({ columns: ["name", "street"], isSwapped: false });
    expect(unknown.problem).toMatch(/Choose other columns\.$/);
  });

  it("has no columns to choose of lists and features, and the members of objects", async () => {
    expect(await preview("52.376514, 4.908543\n")).toMatchObject({
      columns: [],
      names: ["input", "territory", "mapcode", "international"],
    });
    const features = { type: "FeatureCollection", features: [feature(AMSTERDAM)] };
    const { columns, rows } = await preview(JSON.stringify(features));
    expect(columns).toEqual([]);
    expect(rows[0]).toContain("49.4V");
    const objects = await preview('[{"lat":52.376514,"lon":4.908543}]');
    expect(objects).toMatchObject({ columns: ["lat", "lon"], chosen: { latColumn: "lat" } });
  });
});

describe("the rows of a table that fail", () => {
  it.each([
    ["csv", "id,lat,lon\n1,52,4\n2,north,4\n3,91,4\n", "id,lat,lon\n2,north,4\n3,91,4\n"],
    ["a list", "52.3,4.9\nnorth,4\n", "north,4\n"],
  ])("are saved as they are in %s, to be corrected", async (_, rows, expected) => {
    expect(await (await failedRows(await requestOf(rows))).text()).toBe(expected);
  });

  it("are JSON again if the table is", async () => {
    const rows = [1, "x", "y"].map((lat) => ({ lat, lon: 2 }));
    const file = await failedRows(await requestOf(JSON.stringify(rows)));
    expect(JSON.parse(await file.text())).toEqual(rows.slice(1));
    const features = [[4, 52], ["x"], ["y"]].map((coordinates) =>
      feature({ type: "Point", coordinates }),
    );
    const collection = JSON.stringify({ type: "FeatureCollection", features });
    const geojson = await failedRows(await requestOf(collection));
    expect(JSON.parse(await geojson.text()).features).toEqual(features.slice(1));
  });
});

describe("a table", () => {
  const rows = "id,lat,lon\n1,52.376514,4.908543\n2,north,4\n3,-33.8568,151.2153\n4,east,4\n";

  it("is converted as batches are, with points for the map and reasons for rows that fail", async () => {
    const result = await convert(rows, { precision: 2 });
    const code = formatMapcode(encodeShortest(-33.8568, 151.2153, { precision: 2 }));
    expect(await result.output.text()).toContain(`3,-33.8568,151.2153,${code.replace(" ", ",")}`);
    expect(result.counts).toMatchObject({ rows: 4, converted: 2, failed: 2 });
    expect(result.firstRows).toEqual([
      { row: 1, mapcode: "NLD 49.4V-K2", latDeg: 52.376514, lonDeg: 4.908543 },
      { row: 3, mapcode: code, latDeg: -33.8568, lonDeg: 151.2153 },
    ]);
    expect(result.firstErrors.map(({ row }) => row)).toEqual([2, 4]);
    expect(result.firstErrors[0].message).toContain("north");
    expect(result.counts.failures).toMatchObject([
      { rows: 2, first: { code: "invalid-coordinate" } },
    ]);
    expect(result.points).toHaveLength(4);
    expect(result.points[0]).toBeCloseTo((4.908543 + 180) / 360, 12);
    expect(summaryText(result)).toBe(
      "Read as csv with points. 2 rows converted. 2 rows could not be.",
    );
  });

  it("becomes GeoJSON", async () => {
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
    const result = await convert("VHXGB.1J9J\nNLD 49.4V\n");
    expect(result.firstRows.map(({ mapcode }) => mapcode)).toEqual(["VHXGB.1J9J", "NLD 49.4V"]);
    expect(result.firstRows[1].latDeg).toBeCloseTo(52.376514, 4);
  });

  it("keeps no more than a hundred reasons, and counts all", async () => {
    const result = await convert(`lat,lon\n1,2\n${"x,2\n".repeat(5000)}`);
    expect(result.firstErrors).toHaveLength(100);
    expect(result.counts.failures).toMatchObject([{ rows: 5000 }]);
  });

  it("has a greatest number of rows", async () => {
    const file = new Blob(["lat,lon\n1,2\n3,4\n"]);
    const reading = { from: "csv", operation: "encode" } as const;
    const request = {
      file,
      name: "",
      to: "csv",
      reading,
      precision: 0,
      alphabet: "ROMAN",
    } as const;
    await expect(convertTable(request, () => {}, 1)).rejects.toThrow(
      "The input has more than 1 rows.",
    );
    expect((await convertTable(request, () => {}, 2)).counts.converted).toBe(2);
  });
});

describe("marks on the map", () => {
  it("stand for all points of a square, in the middle of them", () => {
    const points = Float64Array.of(0.1, 0.1, 0.2, 0.2, 0.9, 0.9);
    const { xs, ys, counts } = clusterPoints(points, 2);
    expect([...counts]).toEqual([2, 1]);
    expect([...xs]).toEqual([expect.closeTo(0.15), 0.9]);
    expect([...ys]).toEqual([expect.closeTo(0.15), 0.9]);
    expect([...clusterPoints(points, 1000).counts]).toEqual([1, 1, 1]);
    // Two squares of one row, on a scale where doubles cannot number all squares of the world.
    const close = Float64Array.of(0.5, 0.9, 0.5 + 1e-9, 0.9);
    expect([...clusterPoints(close, 2 ** 32).counts]).toEqual([1, 1]);
    expect(boundsOfPoints(points)).toEqual({ west: 0.1, east: 0.9, north: 0.1, south: 0.9 });
  });

  it("have numbers that fit into them", () => {
    expect([7, 999, 1000, 1249, 9960, 100_000].map(shortCount)).toEqual([
      "7",
      "999",
      "1k",
      "1.2k",
      "10k",
      "100k",
    ]);
  });
});

describe("a saved file", () => {
  it("has the name of its source", () => {
    expect(downloadName("old.trees.csv", "mapcodes", "geojson")).toBe("old.trees-mapcodes.geojson");
    expect(downloadName("", "failed", "plain")).toBe("failed.txt");
  });
});
