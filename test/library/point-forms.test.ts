/** What one function returns goes into the others, and points may have the names of other programs. */
import { describe, expect, it } from "vitest";
import { encodeByBorders, encodeLocal, territoriesAt } from "../../src/borders/index.ts";
import {
  decode,
  decodeRectangle,
  distanceMeters,
  encode,
  encodeBatch,
  encodeInternational,
  encodeShortest,
  encodeShortestInTerritory,
  formatMapcode,
  INVALID_COORDINATE,
  isNearBorder,
  mapcodeInAlphabet,
  mapcodeInRoman,
  maxErrorMeters,
  type PointInput,
} from "../../src/index.ts";
import { withCode } from "../support/errors.ts";

const LAT = 52.376514;
const LON = 4.908543;

const FORMS: readonly (readonly [string, PointInput])[] = [
  ["latDeg and lonDeg", { latDeg: LAT, lonDeg: LON }],
  ["lat and lon", { lat: LAT, lon: LON }],
  ["lat and lng", { lat: LAT, lng: LON }],
  ["latitude and longitude", { latitude: LAT, longitude: LON }],
  ["several names that agree", { lat: LAT, lon: LON, lng: LON } as PointInput],
  ["GeoJSON", { type: "Point", coordinates: [LON, LAT] }],
];

describe("a point with", () => {
  it.each(FORMS)("%s is encoded as its two degrees are", (_form, point) => {
    expect(encode(point, { precision: 2 })).toEqual(encode(LAT, LON, { precision: 2 }));
    expect(encodeShortest(point)).toEqual(encodeShortest(LAT, LON));
    expect(encodeInternational(point)).toEqual(encodeInternational(LAT, LON));
    expect(encodeShortestInTerritory(point, "NLD", { precision: 1 })).toEqual(
      encodeShortestInTerritory(LAT, LON, "NLD", { precision: 1 }),
    );
    expect(isNearBorder(point)).toBe(isNearBorder(LAT, LON));
    expect(encodeLocal(point)).toEqual(encodeLocal(LAT, LON));
    expect(encodeByBorders(point)).toEqual(encodeByBorders(LAT, LON));
    expect(territoriesAt(point)).toEqual(territoriesAt(LAT, LON));
    expect(distanceMeters(point, { lat: LAT, lon: LON })).toBe(0);
    const batch = { precision: 2, codes: "all" } as const;
    expect(encodeBatch([point], batch)).toEqual(encodeBatch(Float64Array.of(LAT, LON), batch));
  });

  class Position {
    get latitude() {
      return LAT;
    }
    get longitude() {
      return LON;
    }
  }

  it("getters of its class is read, as browsers give positions", () => {
    expect(encode(new Position())).toEqual(encode(LAT, LON));
  });

  it("names that disagree is an error, and of a batch the error of this point alone", () => {
    const point = { lat: LAT, lon: LON, lng: 5 };
    expect(() => encode(point)).toThrow(withCode("invalid-coordinate"));
    expect(() => encode(point)).toThrow("The point has lon 4.908543 and lng 5, which disagree.");
    const { errors, count } = encodeBatch([point, { lat: LAT, lon: LON }]);
    expect([...errors]).toEqual([INVALID_COORDINATE, 0]);
    expect(count).toBe(1);
  });
});

describe("what is no point", () => {
  it("is an error", () => {
    for (const convert of [
      encode,
      encodeShortest,
      encodeInternational,
      encodeLocal,
      isNearBorder,
    ]) {
      expect(() => convert(Number.NaN, 0)).toThrow(withCode("invalid-coordinate"));
      expect(() => convert(0, Number.NaN)).toThrow(withCode("invalid-coordinate"));
    }
  });
});

describe("a point out of range", () => {
  it("is moved into it, or with strictRange an error", () => {
    expect(encode(91, 190)).toEqual(encode(90, -170));
    for (const convert of [encode, encodeShortest, encodeInternational, encodeLocal]) {
      expect(() => convert(91, 0, { strictRange: true })).toThrow(
        "The latitude 91 is not from -90 to 90 degrees.",
      );
      expect(() => convert(0, 361, { strictRange: true })).toThrow(withCode("out-of-range"));
      expect(convert(52, 360 - 5, { strictRange: true })).toEqual(convert(52, -5));
    }
  });
});

describe("a mapcode of encode", () => {
  const [mapcode] = encode(LAT, LON);

  it("goes into the functions for mapcodes, as a text of it does", () => {
    expect(decode(mapcode)).toEqual(decode("NLD 49.4V"));
    expect(decodeRectangle(mapcode)).toEqual(decodeRectangle("NLD 49.4V"));
    expect(formatMapcode(mapcode)).toBe("NLD 49.4V");
    expect(formatMapcode("NLD 49.4V", { territory: "none" })).toBe("49.4V");
    expect(formatMapcode("VHXGB.1J9J")).toBe("AAA VHXGB.1J9J");
    expect(mapcodeInAlphabet(mapcode, "cyrillic")).toBe("ЗЛД 49.4Ч");
    expect(mapcodeInRoman(" ЗЛД\n49.4Ч\n")).toBe("NLD 49.4V");
  });

  it("is a point, too: the one that it decodes to", () => {
    const meters = distanceMeters({ lat: LAT, lng: LON }, mapcode);
    expect(meters).toBe(distanceMeters({ lat: LAT, lng: LON }, decode(mapcode)));
    expect(meters).toBeLessThan(maxErrorMeters(0));
    expect(encode(mapcode)).toEqual(encode(decode(mapcode)));
  });

  it("may come from a reply of the HTTP service, where the code is called mapcode", () => {
    expect(decode({ territory: "NLD", mapcode: "49.4V" })).toEqual(decode("NLD 49.4V"));
    expect(formatMapcode({ territory: "NLD", mapcode: "49.4V" })).toBe("NLD 49.4V");
  });

  it("may have white space around it, such as the end of its line", () => {
    for (const text of ["NLD 49.4V\n", "\r\nNLD 49.4V\t", "\u00A0NLD 49.4V\u2028"]) {
      expect(decode(text)).toEqual(decode("NLD 49.4V"));
    }
  });
});

describe("members that another program has added to Object.prototype", () => {
  const pollute = (members: Record<string, unknown>, run: () => void) => {
    Object.assign(Object.prototype, members);
    try {
      run();
    } finally {
      for (const name of Object.keys(members)) Reflect.deleteProperty(Object.prototype, name);
    }
  };

  it("are neither options nor coordinates", () => {
    const expected = encode(LAT, LON, { precision: 2 });
    const members = { foo: 1, country: "BE", precision: 8, context: "BEL", lng: 1, lat: 2 };
    const found: unknown[] = [];
    pollute(members, () => {
      found.push(
        encode(LAT, LON, { precision: 2 }),
        encode({ latDeg: LAT, lonDeg: LON }, { precision: 2 }),
        encode(LAT, LON).length,
        encode(LAT, LON, { names: false }).length,
        decode("49.4V", { country: "NL" }).latDeg,
        encodeBatch([{ latDeg: LAT, lonDeg: LON }], { codes: "all" }).count,
      );
    });
    expect(found).toEqual([expected, expected, 5, 5, decode("NLD 49.4V").latDeg, 5]);
  });
});
