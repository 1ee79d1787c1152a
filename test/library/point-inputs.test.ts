/** The forms in which many points and mapcodes can be given. */
import { describe, expect, it } from "vitest";
import {
  decode,
  decodeBatch,
  encode,
  encodeBatch,
  INVALID_COORDINATE,
  MALFORMED_MAPCODE,
  mapcodesOfPoint,
  type PointsInput,
  UNKNOWN_MAPCODE,
} from "../../src/index.ts";

const POINTS = [
  [52.375, 4.90625],
  [-33.875, 151.25],
] as const;

const DEGREES = Float64Array.from(POINTS.flat());

/** The same points in each form. Float32Array holds these degrees exactly. */
const FORMS: readonly (readonly [string, PointsInput])[] = [
  ["a Float32Array", Float32Array.from(DEGREES)],
  ["an array of numbers", [...DEGREES]],
  ["objects", POINTS.map(([lat, lon]) => ({ lat, lon }))],
  [
    "objects of several kinds",
    [
      { lat: POINTS[0][0], lon: POINTS[0][1] },
      { type: "Point", coordinates: [POINTS[1][1], POINTS[1][0], 12] },
    ],
  ],
];

describe("the points of a batch", () => {
  it.each(FORMS)("can be %s", (_form, points) => {
    expect(encodeBatch(points, { codes: "all" })).toEqual(encodeBatch(DEGREES, { codes: "all" }));
  });

  it("keep what a Float32Array holds of them", () => {
    const rounded = Math.fround(52.376514);
    const batch = encodeBatch(Float32Array.of(52.376514, 4.908543), { precision: 8 });
    const expected = encode(rounded, Math.fround(4.908543), { precision: 8, territory: "NLD" })[0];
    expect(mapcodesOfPoint(batch, 0)).toEqual([expected]);
  });

  it("are none in an empty array", () => {
    expect(encodeBatch([]).points).toBe(0);
  });

  it("are an error of their own where a coordinate is missing, a text, or null", () => {
    const points: unknown[] = [
      { lat: 52.375, lon: null },
      { lat: "52.375", lon: 4.90625 },
      { type: "Point", coordinates: [] },
      { lat: 52.375, lon: 4.90625 },
    ];
    const { errors, count } = encodeBatch(points as PointsInput);
    expect([...errors]).toEqual([...Array(3).fill(INVALID_COORDINATE), 0]);
    expect(count).toBe(1);
  });

  it.each([
    [[POINTS[0]], "The point 0 is an array, not an object, as the order of a pair is not known."],
    [
      [{ x: 1, y: 2 }],
      "The point 0 has neither latDeg and lonDeg, nor lat and lon, nor lat and lng, nor latitude and longitude, and is not a GeoJSON point.",
    ],
    [[{ lat: 52.37, long: 4.9 }], "The point 0 has neither latDeg and lonDeg, nor lat and lon,"],
    [[{ lat: 1, lon: 2 }, 5], "The point 1 is 5, not an object such as { lat: 52.37, lon: 4.9 }."],
    [["52.37, 4.9"], "The point 0 is '52.37, 4.9', not an object such as"],
    [{ lat: 1, lon: 2 }, "The argument for points is an object, not an array of degrees or"],
    [Int32Array.of(1, 2), "The argument for points is an object, not an array of degrees or of"],
    [undefined, "The argument for points is undefined, not an array of degrees or of points."],
  ])("cannot be %j", (points: unknown, message) => {
    expect(() => encodeBatch(points as PointsInput)).toThrow(TypeError);
    expect(() => encodeBatch(points as PointsInput)).toThrow(message);
  });

  it("cannot be an odd number of degrees, in any kind of array", () => {
    const message =
      "The number of degrees 3 is not even: a latitude and a longitude for each point.";
    for (const points of [Float64Array.of(1, 2, 3), Float32Array.of(1, 2, 3), [1, 2, 3]]) {
      expect(() => encodeBatch(points)).toThrow(
        expect.objectContaining({ code: "out-of-range", message }),
      );
    }
  });
});

describe("the mapcodes of a batch", () => {
  it("can be what encode returns", () => {
    const [latDeg, lonDeg] = POINTS[0];
    const mapcodes = encode(latDeg, lonDeg);
    const { degrees, errors } = decodeBatch(mapcodes);
    expect([...errors]).toEqual(mapcodes.map(() => 0));
    const expected = mapcodes.flatMap((one) => Object.values(decode(`${one}`)));
    expect([...degrees]).toEqual(expected);
  });

  it("can be plain objects, between texts and nothing", () => {
    const mapcodes = [{ territory: "NLD", code: "49.4V" }, "NLD 49.4V", null, { code: 5 }, {}];
    const { errors } = decodeBatch(mapcodes as Parameters<typeof decodeBatch>[0]);
    const malformed = Array(3).fill(MALFORMED_MAPCODE);
    expect([...errors]).toEqual([0, 0, ...malformed]);
  });

  it("take the territory of the context if they have none", () => {
    const mapcodes: unknown = [{ code: "49.4V" }];
    const input = mapcodes as Parameters<typeof decodeBatch>[0];
    expect([...decodeBatch(input).errors]).toEqual([UNKNOWN_MAPCODE]);
    expect([...decodeBatch(input, { context: "NLD" }).errors]).toEqual([0]);
  });
});
