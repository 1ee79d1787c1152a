/** Points whose digits show that they are not degrees, and points that only look so. */
import { describe, expect, it } from "vitest";
import { doubtOfPoints } from "../../../src/batch/input/point-doubts.ts";
import { pointsOf } from "./samples.ts";

function doubtOf(text: string): string {
  const points = pointsOf(text).map(([latDeg, lonDeg]) => ({ latDeg, lonDeg }));
  return doubtOfPoints(points) ?? "";
}

/** Points of a country, a third of a degree and more apart. @param written how degrees and their minutes are written */
function countryOf(written: (degrees: number, minutes: number) => number): string {
  const minutes = Array.from({ length: 40 }, (_, index) => 17 * index);
  return minutes
    .map((each) =>
      [50 + each / 120, 8 + each / 90].map((degrees) => {
        const whole = Math.floor(degrees);
        return written(whole, Math.floor((degrees - whole) * 60));
      }),
    )
    .join(" ");
}

describe("digits of points", () => {
  it.each([
    ["only latitudes lost their decimals", "52,5.12142 51,4.71045 53,10.00065", "52, 5.12142"],
    ["some longitudes are missing", "52.09073,0 52.01153,0 53.55034,0 51.34063,12.37471", "0 lack"],
    ["one column is read twice", "52.09073,52.09073 52.01153,52.01153", "52.09073, 52.09073"],
    ["-1 stands for missing points", "-1,-1 -1,-1 52.09073,5.12142", "-1, -1"],
  ])("are in doubt if %s", (_, text, example) => {
    expect(doubtOf(text)).toContain(example);
  });

  it("are in doubt if none are from .60 on, as in degrees and minutes", () => {
    const packed = countryOf((degrees, minutes) => Number((degrees + minutes / 100).toFixed(2)));
    expect(doubtOf(packed)).toContain("write 52°37'");
    expect(doubtOf(countryOf((degrees, minutes) => degrees + minutes / 60))).toBe("");
  });

  it.each([
    [
      "few places are at whole degrees",
      "52,5.12142 52.01153,4 53.55034,10.00065 51.34063,12.37471",
    ],
    ["all are rounded to whole degrees", "52,5 51,4 53,10 0,32"],
    ["places are measured in minutes", "52,5.0833333 51,4.5166667 53,10.05 0,32.05"],
    ["a grid has one latitude in many rows", "52,4.0041667 52,4.0083333 52,4.0125 52,4.0166667"],
    ["a grid begins at the equator", "0,32 0,32.0042 0,32.0083 0,32.0125 0,32.0167"],
    ["one place has the same number twice", "9.08331,9.08331 9.05785,7.49508 6.45407,3.39467"],
    ["there are no points", "x,x"],
  ])("are not in doubt if %s", (_, text) => {
    expect(doubtOf(text)).toBe("");
  });
});
