/** The option --borders: which territories are around a point, by our own borders and by a FlatGeobuf file. */
import { geojson } from "flatgeobuf";
import { describe, expect, it } from "vitest";
import { candidateFinder, OWN_BORDERS } from "../../src/service/borders/candidates.ts";
import { ServiceError } from "../../src/service/start-errors.ts";
import { onBothTransports, startService } from "../http/both-transports.ts";
import { createFolder } from "../support/temporary-folder.ts";

const folder = createFolder();
const { write } = folder;

type Position = [lon: number, lat: number];

/** A closed square by its south-west corner. */
function square(west: number, south: number, size: number): Position[] {
  const [east, north] = [west + size, south + size];
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

function polygon(...coordinates: Position[][]) {
  return { type: "Polygon", coordinates };
}

function feature(properties: object, geometry: object) {
  return { type: "Feature" as const, properties, geometry };
}

function territory(
  alphaCode: string,
  parentAlphaCode: string,
  adminLevel: number,
  area: number,
  geometry: object,
) {
  return feature({ alphaCode, parentAlphaCode, adminLevel, area }, geometry);
}

/** A country with a hole and an island, two states in it, and land that a neighbor claims. */
const FEATURES = [
  territory("USA", "", 2, 900.5, {
    type: "MultiPolygon",
    coordinates: [[square(-100, 30, 20), square(-99, 31, 2)], [square(-70, 30, 1)]],
  }),
  territory("US-IN", "USA", 4, 25.5, polygon(square(-90, 38, 5))),
  territory("US-MI", "USA", 4, 16.5, polygon(square(-90, 41, 4))),
  territory("CAN", "", 2, 700.5, polygon(square(-95, 45, 20))),
  territory("XX-YY", "XXX", 6, 0.5, polygon(square(179, -1, 1))),
];

function fileOf(features: readonly object[]): Uint8Array {
  const collection = { type: "FeatureCollection", features };
  return geojson.serialize(collection as Parameters<typeof geojson.serialize>[0]);
}

const FILE = write("borders.fgb", fileOf(FEATURES));

describe("the territories of a FlatGeobuf file", async () => {
  const find = await candidateFinder(FILE);

  it.each([
    ["in a state", 39, -87, ["US-IN", "USA"]],
    ["in two states, the smaller one first", 42, -87, ["US-MI", "US-IN", "USA"]],
    ["in two countries, the smaller one first", 47, -94, ["CAN", "USA"]],
    ["in a hole", 32, -98, []],
    ["on an island", 30.5, -69.5, ["USA"]],
    ["at sea", 0, -30, []],
    ["beyond the date line", -0.5, 539.5, ["XX-YY"]],
    ["on a southern edge", 30, -90, ["USA"]],
    ["on a northern edge", 65, -80, []],
  ] as const)("%s, at %s,%s, are %j", (_, latDeg, lonDeg, expected) => {
    expect(find?.(latDeg, lonDeg).map(({ alphaCode }) => alphaCode)).toEqual(expected);
  });

  it("have their country as the file names it, also if the tables lack them", () => {
    expect(find?.(39, -87)[0]).toMatchObject({ alphaCode: "US-IN", parentAlphaCode: "USA" });
    expect(find?.(-0.5, 179.5)).toEqual([
      { alphaCode: "XX-YY", parentAlphaCode: "XXX", territory: expect.any(Number) },
    ]);
  });
});

describe("a file of borders that cannot be used", () => {
  const point = { type: "Point", coordinates: [4, 52] };
  const area = polygon(square(4, 51, 2));

  it.each([
    [folder.path("missing.fgb"), "missing.fgb' cannot be read (ENOENT)."],
    [folder.path(""), "cannot be read (EISDIR)."],
    [write("text.fgb", "borders"), "text.fgb' are not a FlatGeobuf file ("],
    [write("cut.fgb", fileOf(FEATURES).subarray(0, -200)), "cut.fgb' "],
    [
      write("no-area.fgb", fileOf([feature({ alphaCode: "NLD", adminLevel: 2 }, area)])),
      "lack the properties parentAlphaCode, area. Borders need alphaCode, parentAlphaCode, adminLevel, area.",
    ],
    [write("no-code.fgb", fileOf([territory("", "", 2, 1.5, area)])), "Feature 1 of '"],
    [
      write("points.fgb", fileOf([territory("NLD", "", 2, 1.5, point)])),
      "is no territory. It needs a polygon",
    ],
  ])("stops the start: %s", async (borders, message) => {
    const found = candidateFinder(borders);
    await expect(found).rejects.toThrow(ServiceError);
    await expect(found).rejects.toThrow(message);
    await expect(startService({ borders })).rejects.toThrow(message);
  });
});

onBothTransports("a service with its own borders", { borders: OWN_BORDERS }, (send) => {
  it("tells where a point is, in JSON and XML", async () => {
    const json = await send("/codes/22.543,114.058/territories");
    expect(json.text).toBe(
      '{"territories":[{"alphaCode":"CN-GD","parentAlphaCode":"CHN"},{"alphaCode":"CHN"}]}',
    );
    const xml = await send("/xml/codes/22.543,114.058/territories");
    expect(xml.text).toBe(
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><territories>' +
        "<territoryCandidate><alphaCode>CN-GD</alphaCode><parentAlphaCode>CHN</parentAlphaCode></territoryCandidate>" +
        "<territoryCandidate><alphaCode>CHN</alphaCode></territoryCandidate></territories>",
    );
    expect((await send("/codes/10,-30/territories")).text).toBe('{"territories":[]}');
    expect((await send("/xml/codes/10,-30/territories")).text).toMatch(/\?><territories\/>$/);
  });

  it("names the territories among the accepted filters", async () => {
    const { status, text } = await send("/codes/22.543,114.058/nearby");
    expect(status).toBe(400);
    expect(text).toContain("mapcodes, local, international, territories");
  });
});

onBothTransports("a service with a file of borders", { borders: FILE }, (send) => {
  it("replies by its territories", async () => {
    const { local, territories } = JSON.parse((await send("/codes/39,-87")).text);
    expect(local.territory).toBe("US-IN");
    expect(territories).toEqual([
      { alphaCode: "US-IN", parentAlphaCode: "USA" },
      { alphaCode: "USA" },
    ]);
  });
});

onBothTransports("a service without borders", {}, (send) => {
  it("has no territories around a point", async () => {
    const { status, text } = await send("/codes/22.543,114.058/territories");
    expect(status).toBe(400);
    expect(text).not.toContain("international, territories");
  });
});
