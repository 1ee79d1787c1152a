/** Numbers that are not degrees, and unusual ones that are. */
import { describe, expect, it } from "vitest";
import { CSV, linesOf } from "./run.ts";

describe("a number that is not degrees is named", () => {
  const E7 = "E7 (degrees times 10,000,000)";
  const MINUTES = "degrees and minutes in one number (NMEA)";
  it.each([
    ["520907300,51214200", E7],
    ["-338568000,1512153000", E7],
    ["52090730,5121420", "microdegrees (degrees times 1,000,000)"],
    ["5209073,512142", "degrees times 100,000 or 1,000,000, or projected"],
    ["621466616,61100921", "semicircles (degrees times 2^31/180)"],
    ["1000000000,61100921", "looks like semicircles"],
    ["5205.4438,00507.2852", MINUTES],
    ["5205.4438,507.2852", MINUTES],
    ["0025.2000,00110.5000", MINUTES],
    ["0025.2000,10.5", MINUTES],
    ["25.2,00010.5", MINUTES],
    ["5205.44N,00507.29E", MINUTES],
    ["-999,-999", "a missing value"],
    ["52,999", "a missing value"],
    ["99.999999,0", "a missing value"],
    ["-9999.99,5", "a missing value"],
    ["1e20,1e20", "a missing value"],
    ["91,181", "a missing value"],
    ["91.0,0", "a missing value"],
    ["52.5,4.9O", "O is east in German, and west in French: write E or W."],
    ["52.5,O 4 54", "O is east in German"],
    ...["52 22 35", "-33 51 24.48", "52-22-35", "52.22.35", "522235N", "N522235"].map((text) => [
      `${text},4.9`,
      "Write degrees and minutes with ° and ', or with a hemisphere: 52°22' or 52 22 N.",
    ]),
    ["52.5,4°54'O", "O is east in German"],
    ["52.376.514,4.9", "It has separators of thousands."],
    ["5201153,4.71045", "Is its decimal point missing?"],
    ["52.01153,471045", "Is its decimal point missing?"],
    ["463000.5,155000.25", "projected coordinates"],
    ["5804000,654321", "projected coordinates"],
    ["463060,155001", "projected coordinates"],
    ["463000,155000", "projected coordinates"],
    ["404245,0740021", "degrees, minutes and seconds in one number (404245 is 40°42'45"],
    ["-335208,1511233", "degrees, minutes and seconds in one number"],
    ["31422600,2923800", "or ten-thousandths of minutes, as in AIS"],
    ["151,-33", "swapped"],
    ["151.2 E,33.85 S", "Are latitude and longitude swapped?"],
  ])("%s: %s", (row, hint) => {
    const [, line = ""] = linesOf(`lat,lon\n${row}\n`, CSV);
    expect(line).toMatch(/^[^,]*,[^,]*,,,,.*(?:not from|is not a decimal number)/);
    expect(line).toContain(hint);
    const mayBeProjected = /projected|in one number/.test(hint);
    if (!mayBeProjected) expect(line).not.toContain("projected");
    if (!hint.includes("in one number")) expect(line).not.toContain("in one number");
  });

  it.each([
    ["POINT (136577 455931)", "projected coordinates: ogr2ogr"],
    ["Point Z(-8575675.3 4707026.1 0)", "projected coordinates: ogr2ogr"],
    ["POINT(4 152)", "Are latitude and longitude swapped?"],
    ["POINT(4.9 52.3 x)", undefined],
    ["POLYGON((136577 455931,1 2,3 4,136577 455931))", undefined],
    ["POINT(north east)", undefined],
  ])("a point of well-known text: %s: %s", (text, hint) => {
    const [, line = ""] = linesOf(`wkt\n"${text}"\n`, CSV);
    expect(line).toMatch(/,,,.*In the coordinates/);
    if (hint === undefined) expect(line).not.toMatch(/projected|swapped/);
    else expect(line).toContain(hint);
  });

  // Zeros that fill up, longitudes to 360, and whole numbers are degrees.
  it.each([
    ...["05.5,005.25", "00,000", "52,359.5", "9,99", "-9,-99", "0.5,000.5", "90,180"],
    ...["52°59'60\"N,4 59 60 E", "５２．１,５.１", "٥٢٫١,٥", '="52.1",="5.1"', '"52.1", "5.1"'],
    ' "52" , "5"',
  ])("%s is degrees", (row) => {
    const [, line = ""] = linesOf(`lat,lon\n${row}\n`, CSV);
    expect(line).toMatch(/,[A-Z0-9]+\.[A-Z0-9]+,$/);
  });
});
