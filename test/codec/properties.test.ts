/** The engine against the oracle, a slow and obvious implementation, and against the promises of the format. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as M from "../../src/index.ts";
import * as O from "../oracle/index.ts";
import { answerTo } from "../support/answers.ts";
import * as A from "../support/arbitraries.ts";
import { resultOr } from "../support/errors.ts";

const CODES = M.territories().map(({ alphaCode }) => alphaCode);
const PARENTS = ["USA", "IND", "CAN", "AUS", "MEX", "BRA", "RUS", "CHN", "ATA"];

/** The encoded point: latitudes are limited to the poles. */
function limited([latDeg, lonDeg]: A.DegreePair): M.Coordinate {
  return { latDeg: Math.min(Math.max(latDeg, -90), 90), lonDeg };
}

/**
 * Whether an area contains a point, within the rounding of degrees: the format rounds a point up if it lies
 * less than a tenth of a fraction (1.2e-13 degrees of latitude) below the next one.
 */
function isNearlyIn(
  area: Parameters<typeof O.oracleContains>[0],
  { latDeg, lonDeg }: M.Coordinate,
) {
  const slacks = [0, 3e-13, -3e-13];
  return slacks.some((lat) =>
    slacks.some((lon) => O.oracleContains(area, latDeg + lat, lonDeg + lon)),
  );
}

describe("encoding", () => {
  it("gives the codes of the oracle in the same order", () => {
    fc.assert(
      fc.property(A.point, A.precision, ([lat, lon], digits) => {
        expect(M.encode(lat, lon, { precision: digits })).toEqual(O.oracleEncode(lat, lon, digits));
      }),
      A.runs(10_000),
    );
  });

  it("at a lower precision gives prefixes of the codes at a higher one", () => {
    fc.assert(
      fc.property(A.point, A.precision, ([lat, lon], digits) => {
        const full = M.encode(lat, lon, { precision: 8 });
        const cut = full.map(({ territory, code }) => {
          const end = code.length - 8 + digits - (digits === 0 ? 1 : 0);
          return { territory, code: code.slice(0, end) };
        });
        expect(M.encode(lat, lon, { precision: digits })).toEqual(cut);
      }),
      A.runs(10_000),
    );
  });

  it("for a territory, a country, the shortest or the international code filters the list of all", () => {
    fc.assert(
      fc.property(
        A.point,
        A.precision,
        fc.nat(),
        fc.boolean(),
        ([lat, lon], digits, pick, isAny) => {
          const all = M.encode(lat, lon, { precision: digits });
          // Most territories have no code of the point.
          const from = isAny ? CODES : all.map((mapcode) => mapcode.territory);
          const territory = from[pick % from.length];
          const own = all.filter((mapcode) => mapcode.territory === territory);
          expect(M.encode(lat, lon, { precision: digits, territory })).toEqual(own);
          expect(M.encodeInternational(lat, lon, { precision: digits })).toEqual(all.at(-1));
          const local = all.filter((mapcode) => mapcode.territory !== "AAA");
          const length = Math.min(...local.map(({ code }) => code.length));
          const shortest = local.find(({ code }) => code.length === length) ?? all.at(-1);
          expect(M.encodeShortest(lat, lon, { precision: digits })).toEqual(shortest);
          const { parentTerritory, alphaCode } = M.getTerritory(territory);
          if (alphaCode === "AAA") return;
          const country = parentTerritory ?? alphaCode;
          const ofCountry = all.filter((mapcode) => {
            const { parentTerritory: parent } = M.getTerritory(mapcode.territory);
            return mapcode.territory === country || parent === country;
          });
          expect(M.encode(lat, lon, { precision: digits, country })).toEqual(ofCountry);
        },
      ),
      A.runs(10_000),
    );
  });

  it("works in the encompassing record of each of the 533 territories", () => {
    const outlines = new Map(A.BOUNDS.map((bounds) => [bounds.territory, bounds]));
    expect(outlines.size).toBe(533);
    for (const [territory, { latMin, latMax, lonMin, lonMax }] of outlines) {
      const [lat, lon] = [(latMin + latMax) / 2e6, (lonMin + lonMax) / 2e6];
      const codes = O.oracleEncode(lat, lon, 2);
      const own = codes.filter((mapcode) => mapcode.territory === territory);
      expect(M.encode(lat, lon, { precision: 2, territory })).toEqual(own);
      for (const { code } of own) {
        expect(
          M.distanceMeters(M.decode(code, { context: territory }), { latDeg: lat, lonDeg: lon }),
        ).toBeLessThanOrEqual(M.maxErrorMeters(2));
      }
    }
  });
});

describe("a code", () => {
  it("decodes to a cell that contains its point, with the center within the promised distance", () => {
    fc.assert(
      fc.property(A.point, A.precision, (input, digits) => {
        const from = limited(input);
        for (const { territory, code } of M.encode(...input, { precision: digits })) {
          const center = M.decode(`${territory} ${code}`);
          const offset = M.distanceMeters(from, center);
          expect(offset).toBe(
            O.oracleOffsetMeters(from.latDeg, from.lonDeg, center.latDeg, center.lonDeg),
          );
          expect(offset).toBeLessThanOrEqual(M.maxErrorMeters(digits));
          expect(M.decode(code, { context: territory })).toEqual(center);
          const area = { ...center, ...M.decodeRectangle(`${territory} ${code}`) };
          // At full precision, a cell is hardly larger than the rounding of degrees.
          if (digits < 8) expect(isNearlyIn(area, from)).toBe(true);
          const middle = area.center;
          expect(O.oracleContains(area, middle.latDeg, middle.lonDeg)).toBe(true);
        }
      }),
      A.runs(10_000),
    );
  });

  it("decodes as in the oracle", () => {
    fc.assert(
      fc.property(A.point, A.precision, ([lat, lon], digits) => {
        for (const { territory, code } of M.encode(lat, lon, { precision: digits })) {
          expect(answerTo(`${territory} ${code}`)).toEqual(O.oracleDecode(`${territory} ${code}`));
        }
      }),
      A.runs(1500),
    );
  });

  it("that was mutated decodes or fails as in the oracle, in any context", () => {
    const contexts = fc.constantFrom(undefined, ...M.territories().map((one) => one.alphaCode));
    const changes = fc.array(A.mutation, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(
        A.point,
        A.precision,
        fc.nat(),
        changes,
        contexts,
        ([lat, lon], digits, pick, how, context) => {
          const all = M.encode(lat, lon, { precision: digits });
          const { territory, code } = all[pick % all.length];
          const text = how.reduce((so, change) => change(so), `${territory} ${code}`);
          expect(answerTo(text, context)).toEqual(O.oracleDecode(text, context));
          expect(M.hasMapcodeForm(text)).toBe(O.oracleIsValidFormat(text));
        },
      ),
      A.runs(10_000),
    );
  });

  it("of random characters decodes or fails as in the oracle", () => {
    const digits = fc.string({
      unit: fc.constantFrom(..."0123456789BCDFAEUIOZ"),
      minLength: 2,
      maxLength: 5,
    });
    const places = fc.constantFrom("", "AAA ", "NLD ", "IND ", "US-IN ", "IN ", "MX-CHP ", "ARG ");
    fc.assert(
      fc.property(places, digits, digits, (place, prefix, suffix) => {
        const text = `${place}${prefix}.${suffix}`;
        expect(answerTo(text)).toEqual(O.oracleDecode(text));
      }),
      A.runs(20_000),
    );
  });
});

describe("an alphabet", () => {
  it("writes every territory's code as the oracle does", () => {
    for (const alphabet of M.alphabets()) {
      for (const { alphaCode } of M.territories()) {
        const written = M.territoryInAlphabet(alphaCode, alphabet);
        expect(written).toBe(O.oracleWriteTerritory(alphaCode, alphabet));
      }
    }
  });
});

describe("a territory", () => {
  const names = M.territories().flatMap((one) => [
    one.alphaCode,
    one.fullName,
    ...one.aliases,
    ...one.fullNameAliases,
  ]);

  it("is found as in the oracle, however its name is written", () => {
    const spelling = fc.tuple(
      fc.boolean(),
      fc.constantFrom("-", "_", " "),
      fc.constantFrom("", " "),
    );
    const parent = fc.constantFrom(undefined, ...PARENTS, "NLD");
    const change = fc.option(A.mutation);
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        spelling,
        parent,
        change,
        (name, how, within, mutate) => {
          const [isLower, hyphen, space] = how;
          const spelled = name.replaceAll("-", hyphen) + space;
          const cased = isLower ? spelled.toLowerCase() : spelled;
          const text = mutate === null ? cased : mutate(cased);
          const expected = O.oracleLookUpTerritory(text, within);
          const find = () => M.getTerritory(text, within).alphaCode;
          expect(resultOr("error", M.MapcodeError, find)).toBe(
            typeof expected === "string" ? expected : "error",
          );
        },
      ),
      A.runs(20_000),
    );
  });
});

it("distances count latitudes beyond a pole as the pole", () => {
  const pole = { latDeg: 90, lonDeg: 0 };
  expect(M.distanceMeters({ latDeg: 100, lonDeg: 0 }, pole)).toBe(0);
  expect(M.distanceMeters({ latDeg: -1e300, lonDeg: 5 }, { latDeg: -90, lonDeg: 5 })).toBe(0);
});
