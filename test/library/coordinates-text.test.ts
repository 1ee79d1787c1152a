import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MapcodeError, parseCoordinates } from "../../src/index.ts";
import { mayBeAngle, parseDegrees } from "../../src/internal.ts";
import { readDegrees } from "../../src/library/coordinates-text.ts";
import { resultOr, thrownBy } from "../support/errors.ts";

/** The error that parsing a text throws. */
function degreesOrError(text: string, axis: "latitude" | "longitude"): number {
  const degrees = readDegrees(text, axis);
  if (typeof degrees === "number") return degrees;
  throw new MapcodeError(degrees);
}

const parseLatitude = (text: string) => degreesOrError(text, "latitude");
const parseLongitude = (text: string) => degreesOrError(text, "longitude");

function errorOf(parse: (text: string) => unknown, text: string): MapcodeError {
  return thrownBy(MapcodeError, () => parse(text));
}

describe("coordinates in decimal degrees", () => {
  it.each([
    "52.37, 4.9",
    "52.37,4.9",
    "52.37 4.9",
    "  52.37\t4.9\n",
    "52.37\u00a0\u202f4.9",
    "\ufeff52.37; 4.9",
    "\u200e52.37, \u200e4.9",
    "52.37 / 4.9",
    "(52.37, 4.9)",
    "+52.37, +4.9",
    "52,37 4,9",
    "52,37, 4,9",
    "52,37; 4,9",
    "52,37;4,9",
    "52.37° 4.9°",
    "52.37°, 4.9°",
    "52,37° 4,9°",
    "52.37N 4.9E",
    "52.37n,4.9e",
    "52.37° N 4.9° E",
    "N52.37 E4.9",
    "N 52.37° E 4.9°",
    "N52,37 E4,9",
    "4.9E 52.37N",
    "E 4.9; N 52.37",
    "52.37 north, 4.9 east",
    "52,37° Nord, 4,9° Ost",
    "52,37 NB 4,9 OL",
    "52,37 nord, 4,9 est",
    "52,37° Norte; 4,9° Este",
    "geo:52.37,4.9",
    "GEO:52.37,4.9,-3.5;crs=WGS84;u=35;name=a",
    "+52.37+004.9/",
    "+52.37+004.9",
    "+52.3700+004.9000+023.456CRSWGS_84/",
    "+5222.2+00454/",
    "+522212+0045400/",
    "+522212.0+0045400.00/",
    "POINT(4.9 52.37)",
    "point ( 4.9   52.37 )",
    "POINT Z (4.9 52.37 12)",
    "POINTZ(4.9 52.37 12)",
    "SRID=4326;POINT(4.9 52.37)",
    "POINT(4.9e0 5237e-2)",
    "52.37\u0085 4.9",
    "\u200e+5222.2+00454/\u200e",
    "\u2066geo:52.37,4.9\u2069",
    "\u200ePOINT(4.9 52.37)",
  ])("are read from %j", (text) => {
    expect(parseCoordinates(text)).toEqual({ latDeg: 52.37, lonDeg: 4.9 });
  });

  it.each([
    ["-33.85, 151.2", -33.85, 151.2],
    ["\u221233.85, \u2212151.2", -33.85, -151.2],
    ["- 33.85 - 151.2", -33.85, -151.2],
    ["-33.85 -151.2", -33.85, -151.2],
    ["33.85S 151.2W", -33.85, -151.2],
    ["33.85s, 151.2w", -33.85, -151.2],
    ["-33,85 151,2", -33.85, 151.2],
    ["52,4.5", 52, 4.5],
    ["52.5,4", 52.5, 4],
    ["52, 4", 52, 4],
    ["52 4", 52, 4],
    ["0,0; 0,0", 0, 0],
    ["-0, -0.0", 0, 0],
    ["90, 180", 90, 180],
    ["-90, -180", -90, -180],
    ["5e-7, -1.5e-7", 5e-7, -1.5e-7],
    ["1e-3180, 5e-4000", 0, 0],
    [".5 -.25", 0.5, -0.25],
    ["-40-075/", -40, -75],
    ["geo:-90,180", -90, 180],
    ["POINT(-0.5 -.25)", -0.25, -0.5],
  ])("are read from %j", (text, latDeg, lonDeg) => {
    expect(parseCoordinates(text)).toEqual({ latDeg, lonDeg });
  });

  it("come back from what programs print of them, to the last bit", () => {
    const lat = fc.double({ min: -90, max: 90, noNaN: true });
    const lon = fc.double({ min: -180, max: 180, noNaN: true });
    const separator = fc.constantFrom(", ", " ", ";", "\t");
    fc.assert(
      fc.property(lat, lon, separator, (latDeg, lonDeg, between) => {
        const point = parseCoordinates(`${latDeg}${between}${lonDeg}`);
        expect(point.latDeg).toBe(latDeg + 0);
        expect(point.lonDeg).toBe(lonDeg + 0);
      }),
    );
  });
});

describe("coordinates in degrees, minutes and seconds", () => {
  it.each([
    `52°22'35"N 4°54'31"E`,
    `52°22′35″N 4°54′31″E`,
    `52º22’35”N, 4º54’31”E`,
    `52˚22´35´´N / 4˚54´31´´E`,
    `52°22'35''N 4°54'31''E`,
    `52° 22' 35" N, 4° 54' 31" E`,
    `N52°22'35" E4°54'31"`,
    `N 52 22 35 E 4 54 31`,
    `52 22 35 N 4 54 31 E`,
    `52 22 35 4 54 31`,
    `52 22 35, 4 54 31`,
    `52:22:35 4:54:31`,
    `52:22:35N, 004:54:31E`,
    `52d22m35s 4d54m31s`,
    `52d22m35sN 4d54m31sE`,
    `52D22M35S N 4D54M31S E`,
    `N52d22m35s E4d54m31s`,
    `N52°22'35s E4°54'31s`,
    `52 deg 22' 35" N, 4 deg 54' 31" E`,
    `52 deg. 22 min. 35 sec. N, 4 deg. 54 min. 31 sec. E`,
    `52 degrees 22 minutes 35 seconds north, 4 degrees 54 minutes 31 seconds east`,
    `4°54'31"E 52°22'35"N`,
    `52°22'35" 4°54'31"`,
    `+52°22'35", +4°54'31"`,
    `52° 22' 35" 4° 54' 31"`,
    `+522235+0045431/`,
  ])("are read from %j", (text) => {
    const latDeg = (52 * 3600 + 22 * 60 + 35) / 3600;
    const lonDeg = (4 * 3600 + 54 * 60 + 31) / 3600;
    expect(parseCoordinates(text)).toEqual({ latDeg, lonDeg });
  });

  it.each([
    [`52°22.5'N 4°54.75'W`, 52.375, -4.9125],
    [`52°22,5'N 4°54,75'W`, 52.375, -4.9125],
    [`N 52° 22.500 W 004° 54.750`, 52.375, -4.9125],
    [`52 22.5 -4 54.75`, 52.375, -4.9125],
    [`52 22,5 4 54,75`, 52.375, 4.9125],
    [`52 22,5, 4 54,75`, 52.375, 4.9125],
    [`33d30m0s 18d30m0s`, 33.5, 18.5],
    [`33°30'0"S 18°30'0"E`, -33.5, 18.5],
    [`33d30m0S 18d30m0E`, -33.5, 18.5],
    [`33°30'0S 18°30'0E`, -33.5, 18.5],
    [`33 30 0S 18 30 0E`, -33.5, 18.5],
    [`33.5s 18.5e`, -33.5, 18.5],
    [`33 30s 18 30e`, -33.5, 18.5],
    [`-0°30'0", -0°0'36"`, -0.5, -0.01],
    [`0°0'0"S 0°0'0"W`, 0, 0],
    [`-33 30 0 18 30 0`, -33.5, 18.5],
    [`52° 4°`, 52, 4],
    [`52°30' -4°`, 52.5, -4],
  ])("are read from %j", (text, latDeg, lonDeg) => {
    expect(parseCoordinates(text)).toEqual({ latDeg, lonDeg });
  });

  it("come back from their whole seconds as the closest number of degrees", () => {
    const seconds = fc.integer({ min: -90 * 3600, max: 90 * 3600 });
    const written = (total: number, letters: string) => {
      const size = Math.abs(total);
      const parts = [Math.floor(size / 3600), Math.floor(size / 60) % 60, size % 60];
      return `${parts[0]}°${parts[1]}'${parts[2]}"${letters[total < 0 ? 1 : 0]}`;
    };
    fc.assert(
      fc.property(seconds, seconds, (lat, lon) => {
        const point = parseCoordinates(`${written(lat, "NS")} ${written(lon, "EW")}`);
        expect(point).toEqual({ latDeg: lat / 3600, lonDeg: lon / 3600 });
      }),
    );
  });
});

describe("a text that has several meanings, or none", () => {
  it.each([
    ["52,37,4,9", 5, "the comma may separate numbers or be a decimal comma"],
    ["52,37,4", 5, "the comma may separate numbers or be a decimal comma"],
    ["52,37", 2, "the comma may separate numbers or be a decimal comma"],
    ["52.37", 5, "the second coordinate is missing"],
    ["52.37,", 6, "the second coordinate is missing"],
    [", 4.9", 0, "a number is missing"],
    ["", 0, "there is nothing to read"],
    [" \n", 0, "there is nothing to read"],
    ["52.37, 4.9, 3", 10, "the coordinate has ended before this"],
    ["52.37 4.9 3", 0, "it is not clear where the second coordinate starts"],
    ["52 22 -4", 6, "it is not clear where the second coordinate starts"],
    ["52.37, abc", 7, "'abc' is neither a unit nor a hemisphere"],
    ["52.37, constructor", 7, "'constructor' is neither a unit nor a hemisphere"],
    ["52.37, 4.9 €", 11, "'€' belongs to no coordinate"],
    ["[4.9, 52.37]", 0, "'[' belongs to no coordinate"],
    ["52.37N 4.9", 7, "this coordinate has no hemisphere, but the other one has"],
    ["52.37, 4.9E", 0, "this coordinate has no hemisphere, but the other one has"],
    ["52.37N 4.9S", 10, "there are two latitudes"],
    ["52.37N 4.9O", 10, "'O' is east in Dutch and German, but west in French and Spanish"],
    ["33.5Z 18.5E", 4, "'Z' is south in Dutch, but west in Czech and Polish"],
    ["-33.5S 18.5E", 0, "the coordinate has a sign and a hemisphere"],
    [`33°30'5s 18°30'5s`, 7, "'s' may mean seconds or south"],
    ["33D30M5S 18D30M5E", 7, "'S' may mean seconds or south"],
    ["33 30 5s", 7, "'s' may mean seconds or south"],
    [`52°60' 4°5'`, 3, "the minutes are not below 60"],
    [`52°22'60" 4°5'`, 6, "the seconds are not below 60"],
    [`52.5°22' 4°5'`, 5, "the degrees before this number have decimals"],
    [`52'22° 4°5'`, 2, "this is the sign of minutes, not degrees"],
    ["52 22 35 1 N 4 E", 9, "a number follows the seconds"],
    ["90.1, 4", 0, "the latitude 90.1° is out of range"],
    ["151.2, -33.85", 0, "the latitude 151.2° is out of range"],
    ["52, 180.5", 4, "the longitude 180.5° is out of range"],
    ["geo:52.37", 4, "the URI has no two numbers"],
    ["geo:52.37,4.9;crs=nad27", 18, "the coordinate system nad27 is not known"],
    ["geo:0,0?q=52.37,4.9", 7, "a geo URI has no such continuation"],
    ["geo:91,0", 4, "the latitude 91° is out of range"],
    ["+5260+00454/", 0, "minutes and seconds are not below 60"],
    ["+522260+0045400/", 0, "minutes and seconds are not below 60"],
    ["+52.37+004.9CRSWGS_72/", 12, "the coordinate system CRSWGS_72 is not known"],
    ["POINT(52.37)", 5, "the point has no longitude and latitude in brackets"],
    ["POINT EMPTY", 6, "the point has no longitude and latitude in brackets"],
    ["SRID=28992;POINT(121000 487000)", 0, "the SRID 28992 is not known"],
    ["POINT(52.37 151.2)", 12, "the latitude 151.2° is out of range"],
  ])("is an error that says where: %j", (text, index, problem) => {
    const error = errorOf(parseCoordinates, text);
    expect(error.message).toContain(`${problem} (character ${index + 1}). `);
    expect(error).toMatchObject({ code: "malformed-coordinates", value: text });
  });

  it("says what to do", () => {
    expect(errorOf(parseCoordinates, "52.37").message).toBe(
      `In the coordinates '52.37', the second coordinate is missing (character 6). ` +
        `Write them as '52.37, 4.9' or as '52°22'35"N 4°54'31"E'.`,
    );
  });

  it.each([undefined, null, 52, {}, ["52", "4"]])("is no text at all: %j", (value) => {
    expect(() => parseCoordinates(value as unknown as string)).toThrow(
      /^The text of the coordinates is .+, not a string\.$/,
    );
  });

  it("is answered in our words or with a point in range, whatever it is", () => {
    const part = fc.constantFrom(..."0123456789 .,;:'\"°NSEWOZdms+-()/eg", "POINT", "geo:");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 24 }), (parts) => {
        const origin = { latDeg: 0, lonDeg: 0 };
        const parse = () => parseCoordinates(parts.join(""));
        const { latDeg, lonDeg } = resultOr(origin, MapcodeError, parse);
        expect(Math.abs(latDeg)).toBeLessThanOrEqual(90);
        expect(Math.abs(lonDeg)).toBeLessThanOrEqual(180);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("a long text", () => {
  const MAX_CHARS = 4096;

  /** All digits of a double: as many as a coordinate can have. */
  const ALL_DIGITS = `52.${"1".repeat(1074)}`;

  it("is read with all digits of both doubles", () => {
    const { latDeg, lonDeg } = parseCoordinates(`${ALL_DIGITS}N ${ALL_DIGITS}W`);
    expect([latDeg, lonDeg]).toEqual([Number(ALL_DIGITS), -ALL_DIGITS]);
  });

  it.each([parseCoordinates, parseLatitude, parseLongitude])("is refused by %o beyond", (parse) => {
    const longest = `52.37${"x".repeat(MAX_CHARS - 5)}`;
    expect(errorOf(parse, longest).message).toContain("(character 6)");
    const error = errorOf(parse, `${longest}x`);
    expect(error.value).toBe(`${longest}x`);
    expect(error.message).toContain(
      "xxx...', there are 4097 characters, not at most 4096 (character 4097). Write ",
    );
  });

  it.each([
    ["geo:52,4;crs=", ""],
    ["+52+004CRS", "/"],
    ["SRID=", ";POINT(4 52)"],
  ])("with an unknown system after %j is shortened in the message", (front, back) => {
    const { message } = errorOf(parseCoordinates, `${front}${"9".repeat(4000)}${back}`);
    expect(message).toMatch(/9\.\.\. is not known/);
    expect(message.length).toBeLessThan(400);
  });

  it("names all letters of a word that is neither a unit nor a hemisphere", () => {
    const { message } = errorOf(parseCoordinates, "52 parsecondsofarc");
    expect(message).toContain("'parsecondsofarc' is neither a unit nor a hemisphere (character 4)");
  });
});

describe("one coordinate", () => {
  it.each([
    [parseLatitude, "52.37", 52.37],
    [parseLatitude, "52,37", 52.37],
    [parseLatitude, `33°30'S`, -33.5],
    [parseLatitude, "S 33 30", -33.5],
    [parseLatitude, "\u221233\u00b030\u2032", -33.5],
    [parseLatitude, "33:30:36", 33.51],
    [parseLatitude, "33d30m36s", 33.51],
    [parseLatitude, "-0", 0],
    [parseLongitude, "180W", -180],
    [parseLongitude, "4 54 E", 4.9],
  ])("is read by %o from %j", (parse, text, degrees) => {
    expect(parse(text)).toBe(degrees);
  });

  it.each([
    [parseLatitude, "4.9E", 3, "the hemisphere is one of a longitude"],
    [parseLatitude, "52.37, 4.9", 5, "the coordinate has ended before this"],
    [parseLatitude, "52,37,4", 5, "the comma may separate numbers or be a decimal comma"],
    [parseLatitude, "91", 0, "the latitude 91° is out of range"],
    [parseLongitude, "-180.01", 0, "the longitude -180.01° is out of range"],
    [parseLongitude, "", 0, "there is nothing to read"],
    [parseLongitude, "N", 1, "a number is missing"],
  ])("is not read by %o from %j", (parse, text, index, problem) => {
    const error = errorOf(parse, text);
    expect(error.message).toContain(`${problem} (character ${index + 1}). `);
  });

  const isReadInRows = (text: string) =>
    parseDegrees(text.trim()) !== undefined || mayBeAngle(text.trim());

  it.each(["52\nS", "+  0", "\u2212\n60", "5 .5"])("is one in rows, too: %j", (text) => {
    expect(parseLatitude(text)).toBeDefined();
    expect(isReadInRows(text)).toBe(true);
  });

  it("is one in rows if a function reads it", () => {
    const part = fc.constantFrom(..."059 .,'\"°NSdms+-\u2212\n\u2028\u200e()");
    fc.assert(
      fc.property(fc.string({ unit: part, maxLength: 7 }), (text) => {
        try {
          parseLatitude(text);
        } catch {
          return;
        }
        expect(isReadInRows(text)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
