/** The order of two coordinates in one value, and what the land says about it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BatchError } from "../../../src/batch/index.ts";
import { checkDegrees } from "../../../src/batch/input/beside.ts";
import { mayBeExchanged } from "../../../src/batch/input/land.ts";
import { barePair, decideLonFirst } from "../../../src/batch/input/pair.ts";
import { planBatch } from "../../../src/batch/input/plan.ts";
import { textOfValue } from "../../../src/batch/input/sample.ts";
import { completeOptions } from "../../../src/batch/options/options.ts";
import { textOf } from "../../../src/batch/sentences.ts";
import { thrownBy } from "../../support/errors.ts";
import { linesOf } from "../run.ts";
import { options } from "./samples.ts";

const TOWNS = [
  [52.09073, 5.12142],
  [52.01153, 4.71045],
  [53.21917, 6.56667],
  [52.5125, 6.09444],
  [51.9851, 5.89873],
  [51.58656, 4.77596],
  [52.63167, 4.74861],
  [53.20139, 5.80859],
  [52.21, 5.96944],
];
const RIGHT = TOWNS.map(([lat, lon]) => `${lat},${lon}`);
const EXCHANGED = TOWNS.map(([lat, lon]) => `${lon},${lat}`);

describe("the order of a pair", () => {
  it.each<[name: string | undefined, texts: readonly unknown[], first: string, warns: boolean]>([
    ["coordinates", ["135.5,34.7", "5.1,52.1"], "longitude", false],
    ["coordinates", ["34.7,135.5", "52.1,5.1"], "latitude", false],
    ["coordinates", ["52.1,5.1"], "latitude", true],
    ["coordinates", ["52.1,5.1,12"], "latitude", true],
    ["coordinates", ["(4.9,52.3)"], "latitude", true],
    ["coordinates", ["1,999", "52.1,5.1"], "latitude", true],
    ["coordinates", ["-13.8333,188.2333"], "latitude", false],
    ["coordinates", ["135.5,34.7", "34.7,135.5"], "latitude", true],
    ["lonlat", ["5.1,52.1"], "longitude", false],
    ["lng_lat", ["5.1,52.1"], "longitude", false],
    ["Longitude, Latitude", ["5.1,52.1"], "longitude", false],
    ["xy", ["5.1,52.1"], "longitude", false],
    ["start_latlng", [[52.1, 5.1]], "latitude", false],
    ["lat,lon", ["52.1,5.1"], "latitude", false],
    ["location", [[5.1, 52.1]], "latitude", true],
    ["location", [["135.1", "34.5"]], "longitude", false],
    ["wkt", ["POINT(5.1 52.1)"], "latitude", false],
    ["place", ["52.1N 5.1E", "geo:52,5", "+52.1+005.1/", "here", null], "latitude", false],
    ["galaxy", ["5.1,52.1"], "latitude", true],
    [undefined, [[5.1, 52.1]], "latitude", true],
  ])("of %s with %j is %s first", (name, texts, first, warns) => {
    const all = texts.map((text) => textOfValue(text) ?? "");
    const { value, warnings } = decideLonFirst(name, all, options());
    expect(value).toBe(first === "longitude");
    expect(warnings).toHaveLength(warns ? 1 : 0);
    if (warns) expect(`${JSON.stringify(warnings[0])}`).toContain("lonFirst");
  });

  it("is what the user says, without a word", () => {
    for (const said of [true, false]) {
      for (const texts of [RIGHT, EXCHANGED, ["135.5,34.7"], ["34.7,135.5"]]) {
        const decided = decideLonFirst("lonlat", texts, options({ lonFirst: said }));
        expect(decided).toEqual({ value: said, warnings: [] });
      }
    }
  });

  it.each([
    ["lonlat", ["34.7,135.5"]],
    ["latlng", ["135.5,34.7"]],
    ["coordinates", EXCHANGED],
  ])("of %s with %j is asked for", (name, texts) => {
    const error = thrownBy(BatchError, () => decideLonFirst(name, texts, options()));
    expect(error).toMatchObject({ option: "lonFirst" });
  });

  it("does not depend on the land without borders, or with few points", () => {
    const shortest = options({ local: "shortest" });
    expect(decideLonFirst("coordinates", EXCHANGED, shortest).value).toBe(false);
    expect(decideLonFirst("coordinates", EXCHANGED.slice(2), options()).value).toBe(false);
    expect(decideLonFirst("coordinates", RIGHT, options()).value).toBe(false);
  });

  it("is read of each pair as it is written", () => {
    const number = fc
      .double({ min: -180, max: 180, noNaN: true })
      .map((one) => Number(one.toFixed(5)));
    const between = fc.constantFrom(",", ", ", " ", "; ", " / ");
    fc.assert(
      fc.property(number, number, between, (first, second, separator) => {
        expect(barePair(`${first}${separator}${second}`)).toEqual([first + 0, second + 0]);
        expect(barePair(`(${first}${separator}${second})`)).toEqual([first + 0, second + 0]);
      }),
    );
  });
});

describe("the land", () => {
  const columns = (places: readonly (readonly number[])[]) => ({
    names: ["latitude", "longitude"],
    rows: places.map((place) => place.map(String)),
  });
  const pair = { latitude: 0, longitude: 1 };

  it("warns of exchanged columns", () => {
    const exchanged = TOWNS.map(([lat, lon]) => [lon, lat]);
    const [warning] = checkDegrees(columns(exchanged), pair, false, options());
    expect(warning.message).toMatch(/swapped.*'latitude'/);
    expect(checkDegrees(columns(TOWNS), pair, false, options())).toEqual([]);
    const shortest = options({ local: "shortest" });
    expect(checkDegrees(columns(exchanged), pair, false, shortest)).toEqual([]);
  });

  it.each<[string, readonly (readonly number[])[]]>([
    ["towns", TOWNS],
    ["few towns", TOWNS.slice(2).map(([lat, lon]) => [lon, lat])],
    ["places on both sides of the diagonal", TOWNS.map(([lat]) => [lat, lat])],
    ["ships in the Atlantic", TOWNS.map((_, index) => [-30 - index, -20 - index])],
    ["ships in the North Sea", TOWNS.map((_, index) => [55 + index / 10, 3])],
    ["stations in Antarctica", TOWNS.map((_, index) => [-75, 10 * index])],
    ["places in Australia", TOWNS.map((_, index) => [-25, 135 + index])],
  ])("says nothing about %s", (_, places) => {
    const points = places.map(([latDeg, lonDeg]) => ({ latDeg, lonDeg }));
    expect(mayBeExchanged(points, options())).toBe(false);
  });
});

describe("points without columns", () => {
  const warningsOf = (text: string, more = {}) => {
    const plan = planBatch(Buffer.from(text), completeOptions(more));
    return plan.warnings.map(({ message }) => textOf(message, "library")).join();
  };
  const featuresOf = (places: readonly (readonly number[])[]) =>
    places.map((coordinates) => JSON.stringify({ type: "Point", coordinates })).join("\n");
  const exchanged = TOWNS.map(([lat, lon]) => [lon, lat]);

  it("have a warning if they are on land only with their coordinates exchanged", () => {
    expect(warningsOf(EXCHANGED.join("\n"))).toContain("lonFirst");
    expect(warningsOf(featuresOf(TOWNS))).toMatch(/swapped/);
  });

  it("have none otherwise, or if the user says the order", () => {
    expect(warningsOf(RIGHT.join("\n"))).toBe("");
    expect(warningsOf(EXCHANGED.join("\n"), { lonFirst: false })).toBe("");
    expect(warningsOf(featuresOf(exchanged))).toBe("");
  });
});

describe("plain lines", () => {
  const codes = (text: string, lonFirst?: boolean) =>
    linesOf(text, { lonFirst }).map((line) => line.split("\t").at(-1));

  it.each([
    "4.908543,52.376514",
    "4.908543 52.376514",
    " 4.908543 , 52.376514",
    "4.908543\t52.376514",
    "4.908543,52.376514,12.5",
    "(4.908543, 52.376514)",
    "52.376514N 4.908543E",
    "POINT(4.908543 52.376514)",
  ])("have the longitude first if the user says so: %j", (line) => {
    expect(codes(`${line}\n`, true)).toEqual(["VHXGB.1J9J"]);
  });

  it("have the latitude first otherwise, also with a height", () => {
    const lines = "52.376514,4.908543\n52.376514, 4.908543, 12\n52.376514,4.908543,-3.5\n";
    expect(codes(lines)).toEqual(["VHXGB.1J9J", "VHXGB.1J9J", "VHXGB.1J9J"]);
    expect(codes(lines, false)).toEqual(codes(lines));
  });
});
