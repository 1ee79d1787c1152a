/** Coordinates as people and programs write them, in arguments and in rows. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDegrees } from "../../src/bytes/decimal-reading.ts";
import { MapcodeError, parseCoordinates } from "../../src/index.ts";
import { mayBeAngle } from "../../src/library/angles.ts";
import { readCoordinates, readDegrees } from "../../src/library/coordinates.ts";
import { linesOf } from "../batch/run.ts";
import { runs } from "../support/arbitraries.ts";
import { resultOr, thrownBy } from "../support/errors.ts";

/** One angle, or the error that parseCoordinates throws for a pair. */
function parseAngle(text: string, axis: "latitude" | "longitude"): number {
  const degrees = readDegrees(text, axis);
  if (typeof degrees === "number") return degrees;
  throw new MapcodeError(degrees);
}

function messageOf(call: () => unknown): string {
  return thrownBy(MapcodeError, call).message;
}

describe("coordinates in decimal degrees", () => {
  it.each([
    ...["52.37, 4.9", "52.37 4.9", "  52.37\t4.9\n", "52.37\u00a0\u202f4.9"],
    ...["\ufeff52.37; 4.9", "\u200e52.37, \u200e4.9"],
    ...["(52.37, 4.9)", "+52.37, +4.9", "52,37 4,9", "52.37° 4.9°", "52.37n,4.9e"],
    ...["52.37° N 4.9° E", "E 4.9; N 52.37"],
    ...["52,37° North; 4,9° East", "GEO:52.37,4.9,-3.5;crs=WGS84;u=35;name=a", "+52.37+004.9"],
    "52.37\u0085 4.9",
    ...["point ( 4.9   52.37 )", "POINT Z (4.9 52.37 12)", "POINT ZM (4.9 52.37 1 2)"],
    ...["POINT M(4.9 52.37 1)", "SRID=4326; POINTZ(4.9 52.37 1)", "SRID=4326;POINT(4.9 52.37)"],
    "\u2066geo:52.37,4.9\u2069",
    ...["POINT(4.\u200b9 52.3\u200e7)", "52.3\u20607, 4\ufeff.9", "52.37 4.9 12"],
    ...["+52.37 +4.9 -3.5 4.0", "52,37 4,9 12"],
    ...["Lat 52.37 Long 4.9", "lat: 52,37, lon: 4,9", "(Longitude = 4.9; Latitude = 52.37)"],
    ...[
      "lat=52.37&lng=4.9",
      "{'lng': 4.9, 'lat': 52.37}",
      "{ lng: 4.9, lat: 52.37 }",
      "Lat.: 52°22'12\"N / Long.: 4°54'E",
    ],
    ..."５２.３７, ４．９|５２，３７　４，９|٥٢٫٣٧ ٤٫٩|۵۲٫۳۷، ۴٫۹|５２．３７°N ４．９°E".split("|"),
  ])("are read from %j", (text) => {
    expect(parseCoordinates(text)).toEqual({ latDeg: 52.37, lonDeg: 4.9 });
  });

  it.each([
    ["-33.85, 151.2", -33.85, 151.2],
    ["\u221233.85, \u2212151.2", -33.85, -151.2],
    ["\u201333.85, \u2013151.2", -33.85, -151.2],
    ["- 33.85 - 151.2", -33.85, -151.2],
    ["33.85s, 151.2w", -33.85, -151.2],
    ["52,4.5", 52, 4.5],
    ["52.5,4", 52.5, 4],
    ["-0, -0.0", 0, 0],
    ["-90, -180", -90, -180],
    ["-13.8333,188.2333", -13.8333, 188.2333],
    ["POINT(188.2333 -13.8333)", -13.8333, 188.2333],
    ["34.6937, 135.5023, 1200.5", 34.6937, 135.5023],
    ["34.6937,135.5023,0", 34.6937, 135.5023],
    ["34, 135, 12", 34, 135],
    ["+52.3765+004.9085/", 52.3765, 4.9085],
    ["-52.3765-004.9085+003.100CRSWGS_84/", -52.3765, -4.9085],
    ["+5222.5-00454.75/", 52.375, -4.9125],
    ["SRID=4979;POINT Z(4.9 52.37 3)", 52.37, 4.9],
    ["52°30'N 5°E", 52.5, 5],
    ["-333000+0183000/", -33.5, 18.5],
    ["5e-7, -1.5e-7", 5e-7, -1.5e-7],
    ["1e-3180, 5e-4000", 0, 0],
    [".5 -.25", 0.5, -0.25],
    ["33-30-36N, 084-25-48.0W", 33.51, -84.43],
    ["52-22.5n 004-54.75 west", 52.375, -4.9125],
  ])("are read from %j", (text, latDeg, lonDeg) => {
    expect(parseCoordinates(text)).toEqual({ latDeg, lonDeg });
  });

  it.each([
    ...["https://www.google.com/maps/search/52.37,4.9"],
    ...["https://www.google.com/maps/search/52.37,+4.9?entry=tts"],
    ...["https://www.google.com/maps/place/Inn/@1,2,17z/data=!3m1!4b1!8m2!3d52.37!4d4.9"],
    ...["https://www.google.com/maps/@52.37,4.9,15z", "https://maps.google.com/?q=52.37%2C4.9"],
    ...["http://maps.apple.com/?ll=52.37,4.9&q=Inn"],
    ...["https://www.openstreetmap.org/?mlat=52.37&mlon=4.9#map=5/1/2"],
    "https://www.openstreetmap.org/#map=12/52.37/4.9",
    "http://maps.apple.com/?q=Inn&ll=52.37,4.9",
    "https://waze.com/ul?ll=52.37,4.9&navigate=yes",
    "https://www.bing.com/maps?osid=1&cp=52.37~4.9&lvl=15",
    "https://www.bing.com/maps?cp=52.37%7E4.9&lvl=15",
    "https://maps.apple.com/place?coordinate=52.37,4.9&name=Inn",
    // The longitude first.
    "https://yandex.ru/maps/?ll=4.9,52.37&z=16",
    "https://yandex.com/maps/10/?ll=4.9%2C52.37",
    "https://www.arcgis.com/apps/mapviewer/index.html?webmap=a&center=4.9,52.37&level=16",
    "https://gis.city.org/portal/apps/webappviewer/index.html?center=4.9,52.37",
    "https://api.tomtom.com/map/1/staticimage?center=4.9,52.37&zoom=10",
    "https://atlas.microsoft.com/map/static?center=4.9,52.37",
    // Directions to one place, from where the user is.
    "https://www.google.com/maps/dir//52.37,4.9",
    "https://www.google.com/maps/dir//52.37,4.9/@52.1,4.1,12z/data=!4m2!4m1!3e0",
    "https://www.google.com/maps/dir/?api=1&destination=52.37,4.9&travelmode=walking",
  ])("are read from the link %s", (link) => {
    expect(parseCoordinates(link)).toEqual({ latDeg: 52.37, lonDeg: 4.9 });
  });

  it.each([
    "https://www.google.com/maps?ll=52.1,4.1&q=52.37,4.9",
    "https://www.google.com/maps?q=52.37,4.9&ll=52.1,4.1",
    "https://maps.google.com/?ll=52.1,4.1&q=loc:52.37,4.9",
    "https://www.google.com/maps/place/52.37,4.9/@52.1,4.1,17z",
    "https://www.google.com/maps/place/52.37+4.9/@52.1,4.1,17z",
    "https://www.google.com/maps/place/52%C2%B022'12.0%22N+4%C2%B054'00.0%22E/@52.1,4.1,17z",
    "https://www.google.com/maps/search/52°22'12\"N+4°54'E/@52.1,4.1,17z",
    "https://www.openstreetmap.org/query?lat=52.37&lon=4.9#map=17/52.1/4.1",
    "https://www.openstreetmap.org/note/new?lat=52.37&lon=4.9#map=17/52.1/4.1",
    "https://yandex.com/maps/?ll=4.1,52.1&pt=4.9,52.37&z=15",
    "https://yandex.com/maps/?ll=4.1,52.1&whatshere%5Bpoint%5D=4.9,52.37",
    "https://yandex.com/maps/?whatshere[point]=4.9%2C52.37&ll=4.1,52.1",
    "https://waze.com/ul?ll=52.1,4.1&to=ll.52.37,4.9",
    "https://waze.com/ul?to=ll.52.37%2C4.9&ll=52.1,4.1",
    "https://www.bing.com/maps?cp=52.1~4.1&sp=point.52.37_4.9_Inn",
  ])("are the place in the link %s, not the middle of the map", (link) => {
    expect(parseCoordinates(link)).toEqual({ latDeg: 52.37, lonDeg: 4.9 });
  });

  it.each([
    ["https://www.google.com/maps/place/Dam+Square/@52.36,4.8,17z", "Dam Square"],
    ["https://www.google.com/maps/place/Dam/@52.36,4.8,17z/data=!4m2!3m1!1s0x47c6:0x1", "Dam"],
    ["https://www.google.com/maps/place/Caf%C3%A9+%40+5/@52.36,4.8,17z", "Café @ 5"],
    ["https://www.google.com/maps/place/50%+off/@52.36,4.8,17z", "50% off"],
    ["https://www.google.com/maps/place/Dam", "Dam"],
    ["https://www.google.co.uk/maps/search/pizza/@52.36,4.8,17z?entry=ttu", "pizza"],
    ["https://maps.google.com/maps?q=Dam+Square&ll=52.36,4.8", "Dam Square"],
  ])("are not the middle of the map in the link %s", (link, name) => {
    const problem = `the link names '${name}' without its coordinates. Write them as`;
    expect(messageOf(() => parseCoordinates(link))).toContain(problem);
  });

  it.each([
    "https://www.google.com/maps/dir/52.1,4.1/52.2,4.2/@52.15,4.15,12z",
    "https://www.google.com/maps/dir/Utrecht/52.2,4.2/@52.15,4.15,12z",
    "https://www.google.com/maps/dir//52.1,4.1/52.2,4.2",
    "https://www.google.com/maps/dir//Utrecht/@52.15,4.15,12z",
    "https://www.google.com/maps/dir/?api=1&origin=52.1,4.1&destination=52.2,4.2",
    "https://www.google.com/maps/dir/?api=1&destination=52.2,4.2&waypoints=52.1,4.1",
    "https://maps.google.com/maps?saddr=52.1,4.1&daddr=52.2,4.2&ll=52.15,4.15",
    "https://www.openstreetmap.org/directions?route=52.1,4.1;52.2,4.2#map=12/52.15/4.15",
    "https://yandex.com/maps/?ll=4.15,52.15&rtext=52.1,4.1~52.2,4.2",
    "https://yandex.com/maps/?ll=4.15,52.15&pt=4.1,52.1~4.2,52.2",
    "https://www.bing.com/maps?cp=52.15~4.15&sp=point.52.1_4.1_Inn~point.52.2_4.2_Bar",
    "https://www.bing.com/maps?rtp=pos.52.1_4.1~pos.52.2_4.2&cp=52.15~4.15",
  ])("are not read from the link with several places %s", (link) => {
    expect(messageOf(() => parseCoordinates(link))).toContain(
      "', a link with directions or markers has several places. Write them as '52.37, 4.9'",
    );
  });

  it("are read with the longitude first where nothing else says it", () => {
    const texts = ["4.9, 52.37", "(4.9,52.37)", "4.9,52.37,12", "4,9 52,37", "135.5 34.6"];
    for (const text of texts) {
      const point = readCoordinates(text, true);
      const other = readCoordinates(text);
      expect(point).toEqual({ latDeg: expect.any(Number), lonDeg: expect.any(Number) });
      if ("code" in point || "code" in other) continue;
      expect([point.latDeg, point.lonDeg]).toEqual([other.lonDeg, other.latDeg]);
    }
    const own = "52.37N 4.9E|4.9E 52.37N|geo:52.37,4.9|POINT(4.9 52.37)|+52.37+004.9/".split("|");
    for (const text of own) expect(readCoordinates(text, true)).toEqual(readCoordinates(text));
    expect(readCoordinates("52, 95", true)).toMatchObject({
      message: /latitude 95° is out of range\. Write/,
    });
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
    ...[`52°22'35"N 4°54'31"E`, `52°22′35″N 4°54′31″E`, `52º22’35”N, 4º54’31”E`],
    ...[`52˚22´35´´N / 4˚54´31´´E`, `52°22ʹ35ʺN 4°54ʹ31ʺE`, `52°22ʼ35ʼʼN 4°54ʼ31ʼʼE`],
    ...[`52 deg 22 min 35 sec north, 4 deg 54 min 31 sec east`, `52°22'35N/4°54'31E`],
    ...[`52 22 35 N 4 54 31 E`, `52:22:35N, 004:54:31E`, `52d22m35sN 4d54m31sE`],
    `N52d22m35s E4d54m31s`,
    `52 deg 22' 35" N, 4 deg 54' 31" E`,
    `52 deg. 22 min. 35 sec. N, 4 deg. 54 min. 31 sec. E`,
    ...[`4°54'31"E 52°22'35"N`, `+52°22'35", +4°54'31"`, `52° 22' 35" 4° 54' 31"`],
  ])("are read from %j", (text) => {
    const latDeg = (52 * 3600 + 22 * 60 + 35) / 3600;
    const lonDeg = (4 * 3600 + 54 * 60 + 31) / 3600;
    expect(parseCoordinates(text)).toEqual({ latDeg, lonDeg });
  });

  it.each([
    [`52°22.5'N 4°54.75'W`, 52.375, -4.9125],
    [`N 52° 22.500 W 004° 54.750`, 52.375, -4.9125],
    [`52 22.5 -4 54.75`, 52.375, -4.9125],
    [`33°30'0"S 18°30'0"E`, -33.5, 18.5],
    [`33d30m0S 18d30m0E`, -33.5, 18.5],
    [`33 30s 18 30e`, -33.5, 18.5],
    [`-0°30'0", -0°0'36"`, -0.5, -0.01],
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
    ...["52,37,4,9", "52,37,4", "52.37, 4.9, x", "52.37 4 3", "52.5 4 30", "52 4.9 3"],
    ...["52.37, 4.9, 3, 1", "52.37 4.9 3 1 5", "52 22 -4", "52.37, 4.9 €", "[4.9, 52.37]"],
    ...["52.37N 4.9O", "POINT(52.37)"],
    ...[`52.37 nord, 4.9 est`, `-33.5S 18.5E`, `52°22'12s 4°54'0s`, `33D30M5S 18D30M5E`],
    ...[`52°22'60.1" 4°5'`, `52°60' 4°5'`, `52.5°22' 4°5'`],
    ...[`52'22° 4°5'`, `52°22 35" 4°5'`, `52 22' 4 5'`, `52 22 35 1 N 4 E`, `N 52 22 4 54 E`],
    `0052.37, 4.9`,
    ...["+522212+0045400", "+52.37+4.9/", "+5260+00454/", "5222N 00454E", "+52.37+004.9CRSX/"],
    ...["geo:52.37,4.9;crs=nad27", "geo:0,0?q=52.37,4.9", "POINT(52.3\u200e7)"],
    ...["52.37\u200b4.9", "maps?q=52.37,4.9"],
    "SRID=28992;POINT(121000 487000)",
  ])("is an error: %j", (text) => {
    const error = thrownBy(MapcodeError, () => parseCoordinates(text));
    expect(error).toMatchObject({ code: "malformed-coordinates", value: text });
    expect(error.message).toMatch(/^In the coordinates '.*', .+\. Write /s);
  });

  it.each([
    ["52.37", "the second coordinate is missing."],
    ["52.37,", "the second coordinate is missing."],
    ["52,37", "the second coordinate is missing, as the comma is a decimal comma."],
    ["", "there is nothing to read"],
    ["POLYGON((4 52,5 52,5 53,4 52))", "of a line or an area, ST_PointOnSurface gives one"],
    ["SRID=4326;MULTILINESTRING Z((4 52 0,5 52 0))", "the geometry is not a point"],
    ["52.37, here", "'here' is not a coordinate"],
    ["POINT(4.9 north)", "'POINT(4.9 north)' is not a coordinate"],
    ["52.37N 4.9", "one coordinate has a hemisphere, and the other one has none"],
    ["52.37N 4.9S", "there are two latitudes"],
    ["52-22N 4-54E", "is not a coordinate"],
    ["52.3-4.9E", "is not a coordinate"],
    ["lat 4.9E, lon 52.37N", "the hemisphere is one of a longitude"],
    ["lat 52.37, lat 4.9", "is not a coordinate"],
    ["lat 52.37, lon", "is not a coordinate"],
    ["lat: 152, lon: 4", "the latitude 152° is out of range. Write"],
    [`52°22' 4 54`, "it is not clear where the second coordinate starts"],
    ...["1: 52.37, 4.89", "7 45.5 N 73.5 W", "1 33 S 151 E", "4.9E1 52.37N", "52,37 4.9"].map(
      (text) => [text, "one coordinate has more numbers than the other one"],
    ),
    ...["N52,37 4.9E", "51,50 0.12"].map((text) => [text, "one coordinate has more numbers"]),
    ...["52.37, 4,9", "51,5, -0.12"].map((text) => [text, "the comma or dot has several meanings"]),
    ["52.37 - 4.9", "the hyphen may be a minus sign, or divide the coordinates"],
    ["90.1, 4", "the latitude 90.1° is out of range"],
    ["151.2, -33.85", "The latitude comes first unless hemispheres say otherwise."],
    ["52, 360.5", "the longitude 360.5° is out of range"],
    ["361, 52", "the latitude 361° is out of range. Write"],
    ["POINT(4.9 152.37)", "the latitude 152.37° is out of range. Write"],
    ["152N 4E", "the latitude 152° is out of range. Write"],
    ["4E, 152N", "the latitude 152° is out of range. Write"],
    ["geo:152,4", "the latitude 152° is out of range. Write"],
    ["https://maps.google.com/?q=152,4", "is not a coordinate"],
    ["52.37N 4.9O", "O is east in German, and west in French"],
    ["52.37N O 4.9", "O is east in German, and west in French"],
    ["https://example.com/places/52", "is not a coordinate"],
    ["SRID=3857;POINT(546416.5 6866872.3)", "the reference system 'SRID=3857' is not WGS 84"],
    ["srid=4258; POINT(4.9 52.3)", "the reference system 'srid=4258' is not WGS 84"],
    ["geo:52.37,4.9;crs=nad27", "the reference system 'nad27' is not WGS 84"],
    ["geo:52.37,4.9;u=35;crs=wgs8", "the reference system 'wgs8' is not WGS 84"],
    ["SRID=4326;POINT(4.9)", "'SRID=4326;POINT(4.9)' is not a coordinate"],
    ["POINT(52.37 151.2)", "the latitude 151.2° is out of range"],
  ])("says what is wrong with %j: %s", (text, problem) => {
    expect(messageOf(() => parseCoordinates(text))).toContain(problem);
  });

  it("says what to do", () => {
    expect(messageOf(() => parseCoordinates("52.37"))).toBe(
      `In the coordinates '52.37', the second coordinate is missing. ` +
        `Write them as '52.37, 4.9' or as '52°22'35"N 4°54'31"E'.`,
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
        expect(Math.abs(lonDeg)).toBeLessThanOrEqual(360);
      }),
      runs(2000),
    );
  });
});

describe("a long text", () => {
  it("is read with all digits of both doubles", () => {
    /** The maximum for a coordinate. */
    const digits = `52.${"1".repeat(1074)}`;
    const { latDeg, lonDeg } = parseCoordinates(`${digits}N ${digits}W`);
    expect([latDeg, lonDeg]).toEqual([Number(digits), -digits]);
  });

  it("is refused beyond, with a short message", () => {
    const text = `52.37${"x".repeat(4092)}`;
    const problem = "xxx...', there are 4097 characters, not at most 4096. Write ";
    expect(messageOf(() => parseCoordinates(text))).toContain(problem);
    expect(messageOf(() => parseAngle(text, "latitude"))).toContain(problem);
  });
});

describe("one coordinate", () => {
  it.each([
    ["latitude", "52.37", 52.37],
    ["latitude", "52,37", 52.37],
    ["latitude", `33°30'S`, -33.5],
    ["latitude", "S 33 30", -33.5],
    ["latitude", "2.4degS", -2.4],
    ["latitude", "\u221233\u00b030\u2032", -33.5],
    ["latitude", "33d30m36s", 33.51],
    ["longitude", "180W", -180],
    ["longitude", "4 54 E", 4.9],
    ["longitude", "188.5", 188.5],
    ["latitude", `51°59'60"N`, 52],
    ["latitude", `89°59'60.00"S`, -90],
  ] as const)("is read as a %s from %j", (axis, text, degrees) => {
    expect(parseAngle(text, axis)).toBe(degrees);
  });

  it.each([
    ["latitude", "4.9E", "the hemisphere is one of a longitude"],
    ["latitude", "52.37, 4.9", "', 4.9' is not a coordinate"],
    ["latitude", "52,37,4", "the comma or dot has several meanings"],
    ["latitude", "2234S", "'2234S' is not a coordinate"],
    ["latitude", "91", "the latitude 91° is out of range"],
    ["longitude", "-360.01", "the longitude -360.01° is out of range"],
    ["longitude", "5,12 O", "O is east in German, and west in French"],
    ["longitude", "", "there is nothing to read"],
    ["longitude", "N", "'N' is not a coordinate"],
  ] as const)("is not read as a %s from %j", (axis, text, problem) => {
    expect(messageOf(() => parseAngle(text, axis))).toContain(problem);
  });

  it("is one in rows if it is one in arguments", () => {
    const part = fc.constantFrom(
      ..."059 .,:'\"°\u00ba\u02b9\u02ba\u02bcNSnsdm+-\u2212\n\u2028\u200e",
      ...["deg", "min", "sec", "south"],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const text = parts.join("");
        if (typeof readDegrees(text, "latitude") !== "number") return;
        expect(parseDegrees(text.trim()) !== undefined || mayBeAngle(text)).toBe(true);
      }),
      runs(3000),
    );
  });

  // Spanish keyboards have the ordinal sign beside the zero; typesetters use modifier letters.
  it.each(["ordinal-sign.csv", "modifier-primes.tsv"])("is read from the rows of %s", (name) => {
    const bytes = readFileSync(new URL(`../cases/${name}`, import.meta.url), "utf8");
    const rows = linesOf(bytes, { from: name.endsWith("csv") ? "csv" : "tsv", to: "tsv" }).slice(1);
    expect(rows.map((row) => row.split("\t").slice(-4))).toEqual([
      ["NLD", "49.4W", "VHXGB.1JBM", ""],
      ["NLD", "49.4W", "VHXGB.1JBM", ""],
    ]);
  });
});

describe("a geo URI of an app", () => {
  it("is read with its zoom level", () => {
    const point = { latDeg: 52.3, lonDeg: 4.9 };
    for (const text of ["geo:52.3,4.9?z=11", "geo:52.3,4.9,10?z=11.5", "geo:52.3,4.9;u=35?z=0"]) {
      expect(parseCoordinates(text)).toEqual(point);
    }
  });

  it.each([
    ["geo:0,0?q=52.3,4.9", "the query 'q' may mean another place"],
    ["geo:52.3,4.9?z=11&q=Dam", "the query 'q' may mean another place"],
  ])("is refused if another place may be meant: %s", (text, message) => {
    expect(() => parseCoordinates(text)).toThrow(message);
  });
});
