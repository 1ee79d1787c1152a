/** Codes without their territory: their places, and the nearest one, against decoding in all territories. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as mapcoded from "../../src/index.ts";
import * as oracle from "../oracle/index.ts";
import { BOUNDS, point, precision, runs } from "../support/arbitraries.ts";
import { withCode } from "../support/errors.ts";
import { type Random, seededRandom } from "../support/seeded-random.ts";

const AMSTERDAM = { latDeg: 52.3, lonDeg: 4.9 };
const TERRITORIES = mapcoded.territories().filter(({ alphaCode }) => alphaCode !== "AAA");

const textsOf = (places: readonly mapcoded.Place[]) => places.map(({ mapcode }) => `${mapcode}`);
const territoriesOf = (code: string, options?: mapcoded.PlacesOptions) =>
  mapcoded.placesOf(code, options).map(({ mapcode }) => mapcode.territory);

/** The angle between two points, by their vectors: another formula than that of the library. */
function angleBetween(from: mapcoded.Coordinate, to: mapcoded.Coordinate): number {
  const [one, other] = [from, to].map(({ latDeg, lonDeg }) => {
    const lat = (Math.min(Math.max(latDeg, -90), 90) * Math.PI) / 180;
    const lon = ((lonDeg % 360) * Math.PI) / 180;
    return [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)];
  });
  return 2 * Math.asin(Math.min(Math.hypot(...one.map((part, at) => part - other[at])) / 2, 1));
}

describe("the places of a code without its territory", () => {
  it("are one in each territory that has the code, in the published order", () => {
    const places = mapcoded.placesOf("49.4V");
    const expected = TERRITORIES.flatMap(({ alphaCode }) => {
      const answer = oracle.oracleDecode("49.4V", alphaCode);
      return "latDeg" in answer ? [{ alphaCode, latDeg: answer.latDeg }] : [];
    });
    expect(places.map(({ mapcode, latDeg }) => ({ alphaCode: mapcode.territory, latDeg }))).toEqual(
      expected,
    );
    expect(places).toHaveLength(520);
    expect(places[0]).not.toHaveProperty("distanceMeters");
  });

  it.each([
    "ZZ.00",
    "ZZ.ZZ",
    "ZZ.B7",
    "ZZZ.ZZ",
  ])("are all that have %s, the last codes of nameless groups", (code) => {
    const codeIn = (territory: string) => oracle.oracleDecode(code, territory);
    const expected = TERRITORIES.filter(({ alphaCode, parentTerritory }) => {
      const answer = codeIn(alphaCode);
      const ofCountry = parentTerritory === undefined ? answer : codeIn(parentTerritory);
      const isAgain =
        parentTerritory !== undefined && JSON.stringify(answer) === JSON.stringify(ofCountry);
      return "latDeg" in answer && !isAgain;
    });
    expect(territoriesOf(code)).toEqual(expected.map(({ alphaCode }) => alphaCode));
  });

  it("are those of countries, and not again of their subdivisions", () => {
    const places = mapcoded.placesOf("1234.5678");
    expect(places).toHaveLength(16);
    expect(new Set(places.map(({ latDeg, lonDeg }) => `${latDeg} ${lonDeg}`)).size).toBe(16);
    expect(textsOf(places)).not.toContain("US-IN 1234.5678");
    expect(textsOf(places)).toContain("USA 1234.5678");
  });

  it("keep two territories with the same place, the first of them before the other", () => {
    const near = mapcoded.decode("SXM 49.4V");
    expect(territoriesOf("49.4V", { near }).slice(0, 2)).toEqual(["SXM", "MAF"]);
  });

  it("are sorted by their distance on a great circle, with the place of decode first", () => {
    fc.assert(
      fc.property(point, precision, ([latDeg, lonDeg], digits) => {
        const near = { latDeg, lonDeg };
        const code = `49.4V${digits === 0 ? "" : "-K3000000".slice(0, digits + 1)}`;
        const places = mapcoded.placesOf(code, { near });
        expect(places).toHaveLength(mapcoded.placesOf(code).length);
        const meters = places.map(({ distanceMeters = Number.NaN }) => distanceMeters);
        expect(meters).toEqual(meters.toSorted((one, other) => one - other));
        const { latDeg: lat, lonDeg: lon } = places[0];
        expect(mapcoded.decode(code, { near })).toEqual({ latDeg: lat, lonDeg: lon });
      }),
      runs(60),
    );
  });

  it("have distances on the sphere with the mean radius of the Earth", () => {
    for (const place of mapcoded.placesOf("49.4V", { near: AMSTERDAM })) {
      const expected = 6_371_008.8 * angleBetween(AMSTERDAM, place);
      expect((place.distanceMeters ?? 0) / expected).toBeCloseTo(1, 9);
    }
  });

  it("are none for a code that no territory has", () => {
    expect(mapcoded.placesOf("ZZZZ.ZZZZ")).toEqual([]);
    const none = "The mapcode 'ZZZZ.ZZZZ' is not the code of a place in";
    for (const options of [{}, { near: AMSTERDAM }]) {
      expect(() => mapcoded.decode("ZZZZ.ZZZZ", options)).toThrow(`${none} any territory.`);
    }
    for (const options of [{ country: "NL" }, { country: "NL", near: AMSTERDAM }]) {
      expect(() => mapcoded.decode("ZZZZ.ZZZZ", options)).toThrow(`${none} NLD.`);
    }
    expect(() => mapcoded.decode("49.4V")).toThrow("or a point near them");
  });

  it("are read in any alphabet, with extra digits, and for objects", () => {
    const near = AMSTERDAM;
    for (const text of ["49.4v", " 49.4V ", { code: "49.4V" }, { territory: "", code: "49.4V" }]) {
      expect(textsOf(mapcoded.placesOf(text, { near }))[0]).toBe("NLD 49.4V");
    }
    expect(textsOf(mapcoded.placesOf("49.4Ч-К2", { near }))[0]).toBe("NLD 49.4V-K2");
  });
});

describe("the places of other texts", () => {
  it("are one for an international code and for a code with its territory", () => {
    for (const [text, full] of [
      ["VHXGB.1J9J", "AAA VHXGB.1J9J"],
      ["AAA VHXGB.1J9J", "AAA VHXGB.1J9J"],
      ["NLD 49.4V", "NLD 49.4V"],
      ["us-in HH.GC", "US-IN HH.GC"],
    ]) {
      for (const options of [{}, { near: AMSTERDAM }, { country: "FR" }]) {
        expect(textsOf(mapcoded.placesOf(text, options))).toEqual([full]);
      }
    }
  });

  it.each([
    ["NL 49.4V", ["CA-NL", "MX-NLE", "NLD", "IN-NL"]],
    ["GA 49.4V", ["GAB", "US-GA", "IN-GA"]],
    ["IN HH.GC", ["US-IN", "RU-IN"]],
  ])("are one for each meaning of the territory: %s", (text, territories) => {
    expect(territoriesOf(text).toSorted()).toEqual(territories.toSorted());
  });

  it("are none outside of the country, if the territory has several meanings", () => {
    expect(mapcoded.placesOf("NL 49.4V", { country: "US" })).toEqual([]);
    expect(territoriesOf("NL 49.4V", { country: "MX" })).toEqual(["MX-NLE"]);
    const far = { near: AMSTERDAM, country: "US" };
    expect(mapcoded.placesOf("NL 49.4V", far)).toEqual([]);
    expect(mapcoded.decode("NL 49.4V", far)).toEqual(
      mapcoded.decode("NL 49.4V", { country: "US" }),
    );
    expect(mapcoded.decode("IN HH.GC", far)).toEqual(mapcoded.decode("US-IN HH.GC"));
  });

  it("are refused if they do not have the form of a mapcode, or their territory is unknown", () => {
    expect(() => mapcoded.placesOf("Amsterdam")).toThrow(withCode("malformed-mapcode"));
    for (const code of ["49.4V", "VHXGB.1J9J"]) {
      expect(() => mapcoded.placesOf(`XXX ${code}`)).toThrow("'XXX' is not a territory");
    }
  });
});

describe("the option near of decode", () => {
  it("chooses the nearest place, however far, from a latitude beyond a pole and any longitude", () => {
    expect(mapcoded.decode("49.4V", { near: AMSTERDAM })).toEqual(mapcoded.decode("NLD 49.4V"));
    const pole = mapcoded.decode("49.4V", { near: { latDeg: 90, lonDeg: 0 } });
    for (const lonDeg of [0, 90, -400, 1e17]) {
      expect(mapcoded.decode("49.4V", { near: { latDeg: 1e17, lonDeg } })).toEqual(pole);
    }
    const pacific = mapcoded.decode("49.4V", { near: { latDeg: -17, lonDeg: 179.9 } });
    expect(mapcoded.decode("49.4V", { near: { latDeg: -17, lonDeg: -180.1 } })).toEqual(pacific);
  });

  it("counts only where the text is ambiguous", () => {
    for (const text of ["US-IN HH.GC", "VHXGB.1J9J", "NLD 49.4V"]) {
      expect(mapcoded.decode(text, { near: AMSTERDAM })).toEqual(mapcoded.decode(text));
    }
    expect(mapcoded.decode("NL 49.4V", { near: AMSTERDAM })).toEqual(mapcoded.decode("NLD 49.4V"));
    expect(mapcoded.decode("IN HH.GC", { near: AMSTERDAM })).toEqual(
      mapcoded.decode("RU-IN HH.GC"),
    );
  });

  it("is in a country that the text names by its ISO code, or by a common name", () => {
    const place = mapcoded.decode("NLD 49.4V");
    expect(mapcoded.decode("NL 49.4V", { country: "NL" })).toEqual(place);
    expect(mapcoded.parseMapcode("NL 49.4V", { country: "NL" })).toMatchObject({
      status: "valid",
      mapcode: { territory: "NLD" },
    });
    expect(mapcoded.decode("NL 49.4V", { country: "IN" })).toEqual(mapcoded.decode("IN-NL 49.4V"));
    expect(mapcoded.decode("NL 49.4V", { country: "DE" })).toEqual(mapcoded.decode("IN-NL 49.4V"));
    expect(mapcoded.parseMapcode("NL ZZZZ.ZZZZ", { country: "NL" }).status).toBe("unknown");
    // FR is no territory of the tables.
    const near = { latDeg: 48, lonDeg: 2 };
    for (const options of [{ country: "FR" }, { near }, { country: "FR", near }]) {
      expect(mapcoded.decode("FR 49.4V", options)).toEqual(mapcoded.decode("FRA 49.4V"));
      expect(mapcoded.parseMapcode("FR 49.4V", options)).toMatchObject({
        status: "valid",
        mapcode: { territory: "FRA" },
      });
      expect(mapcoded.parseMapcode("FR 49.", options)).toEqual({ status: "incomplete" });
      expect(() => mapcoded.decode("FR ZZZZ.ZZZZ", options)).toThrow("The mapcode 'FRA ZZZZ.ZZZZ'");
    }
    for (const country of ["DE", "US"]) {
      expect(() => mapcoded.decode("FR 49.4V", { country })).toThrow("'FR' is not a territory");
      expect(mapcoded.parseMapcode("FR 49.4V", { country }).status).toBe("unknown");
    }
    expect(territoriesOf("UK 49.4V")).toEqual(["GBR", "IN-UT"]);
  });

  it("is narrowed by a country to its places and those of its subdivisions", () => {
    const [first] = mapcoded.placesOf("49.4V", { near: AMSTERDAM, country: "US" });
    expect(first.mapcode.territory).toMatch(/^US/);
    const place = mapcoded.decode(first.mapcode);
    expect(mapcoded.decode("49.4V", { near: AMSTERDAM, country: "US" })).toEqual(place);
    expect(mapcoded.decode("IN HH.GC", { near: AMSTERDAM, country: "US" })).toEqual(
      mapcoded.decode("US-IN HH.GC"),
    );
    const within = territoriesOf("49.4V", { country: "US" });
    expect(within.length).toBeGreaterThan(40);
    expect(within.filter((territory) => !/^US/.test(territory))).toEqual([]);
  });

  it("holds for rectangles and for parsing", () => {
    const near = AMSTERDAM;
    expect(mapcoded.decodeRectangle("49.4V", { near })).toEqual(
      mapcoded.decodeRectangle("NLD 49.4V"),
    );
    const parsed = mapcoded.parseMapcode("49.4v-k2", { near });
    expect(parsed).toMatchObject({ mapcode: { territory: "NLD", code: "49.4V-K2" }, precision: 2 });
  });

  it("contradicts a context, and is a point with finite numbers", () => {
    const near = AMSTERDAM;
    expect(() => mapcoded.decode("49.4V", { context: "NLD", near })).toThrow(
      "The options context 'NLD' and near '52.3, 4.9' contradict each other.",
    );
    const far = { latDeg: Number.POSITIVE_INFINITY, lonDeg: 0 };
    expect(() => mapcoded.decode("49.4V", { near: far })).toThrow(withCode("invalid-coordinate"));
    const wrong = "52.3,4.9" as unknown as mapcoded.Coordinate;
    expect(() => mapcoded.decode("49.4V", { near: wrong })).toThrow(TypeError);
  });
});

function anywhere(random: Random): mapcoded.Coordinate {
  return { latDeg: (Math.asin(2 * random() - 1) * 180) / Math.PI, lonDeg: 360 * random() - 180 };
}

/** Most points anywhere are at sea, without a local code. */
function inRecord(random: Random): mapcoded.Coordinate {
  const { latMin, latMax, lonMin, lonMax } = BOUNDS[Math.floor(random() * BOUNDS.length)];
  const latDeg = (latMin + random() * (latMax - latMin)) / 1e6;
  return { latDeg, lonDeg: (lonMin + random() * (lonMax - lonMin)) / 1e6 };
}

it("the nearest place is the nearest of all that the oracle decodes, territory by territory", () => {
  const random = seededRandom(8);
  for (let count = 0; count < runs(60).numRuns; count++) {
    const near = anywhere(random);
    const { latDeg, lonDeg } = inRecord(random);
    const [{ code }] = mapcoded.encode(latDeg, lonDeg, { precision: count % 3 });
    if (code.length > 9) continue;
    const angles = TERRITORIES.map(({ alphaCode }) => {
      const answer = oracle.oracleDecode(code, alphaCode);
      return "latDeg" in answer ? angleBetween(near, answer) : Number.POSITIVE_INFINITY;
    });
    const found = angleBetween(near, mapcoded.decode(code, { near }));
    expect(found, `${code} near ${near.latDeg}, ${near.lonDeg}`).toBeCloseTo(
      Math.min(...angles),
      9,
    );
  }
});

/** PROPERTY_RUNS=120 tries 200,000 points. */
const { numRuns: POINTS } = runs(1_667);

it("a code without its territory, near its point, is its place: as decoded in each territory", () => {
  const random = seededRandom(7);
  const wrong: string[] = [];
  for (let count = 0; count < POINTS; count++) {
    const near = count % 2 === 0 ? anywhere(random) : inRecord(random);
    for (const mapcode of mapcoded.encode(near.latDeg, near.lonDeg)) {
      const place = mapcoded.decode(mapcode.code, { near });
      const expected = oracle.oracleDecode(mapcode.code, mapcode.territory);
      const isRight =
        "latDeg" in expected &&
        place.latDeg === expected.latDeg &&
        place.lonDeg === expected.lonDeg;
      if (!isRight) wrong.push(`${mapcode} near ${near.latDeg}, ${near.lonDeg}`);
    }
  }
  expect(wrong).toEqual([]);
});
