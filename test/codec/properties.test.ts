/** The engine against the oracle, a slow and obvious implementation, and against the promises of the format. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as mapcoded from "../../src/index.ts";
import * as oracle from "../oracle/index.ts";
import { answerTo } from "../support/answers.ts";
import * as arbitraries from "../support/arbitraries.ts";
import { resultOr } from "../support/errors.ts";

const CODES = mapcoded.territories().map(({ alphaCode }) => alphaCode);
const PARENTS = ["USA", "IND", "CAN", "AUS", "MEX", "BRA", "RUS", "CHN", "ATA"];

/** The encoded point: latitudes are limited to the poles. */
function limited([latDeg, lonDeg]: arbitraries.DegreePair): mapcoded.Coordinate {
  return { latDeg: Math.min(Math.max(latDeg, -90), 90), lonDeg };
}

/**
 * Whether an area contains a point, within the rounding of degrees: the format rounds a point up if it lies
 * less than a tenth of a fraction (1.2e-13 degrees of latitude) below the next one.
 */
function isNearlyIn(
  area: Parameters<typeof oracle.oracleContains>[0],
  { latDeg, lonDeg }: mapcoded.Coordinate,
) {
  const slacks = [0, 3e-13, -3e-13];
  return slacks.some((lat) =>
    slacks.some((lon) => oracle.oracleContains(area, latDeg + lat, lonDeg + lon)),
  );
}

describe("encoding", () => {
  it("gives the codes of the oracle in the same order", () => {
    fc.assert(
      fc.property(arbitraries.point, arbitraries.precision, ([lat, lon], digits) => {
        expect(mapcoded.encode(lat, lon, { precision: digits })).toEqual(
          oracle.oracleEncode(lat, lon, digits),
        );
      }),
      arbitraries.runs(10_000),
    );
  });

  it("at a lower precision gives prefixes of the codes at a higher one", () => {
    fc.assert(
      fc.property(arbitraries.point, arbitraries.precision, ([lat, lon], digits) => {
        const full = mapcoded.encode(lat, lon, { precision: 8 });
        const cut = full.map(({ territory, code }) => {
          const end = code.length - 8 + digits - (digits === 0 ? 1 : 0);
          return { territory, code: code.slice(0, end) };
        });
        expect(mapcoded.encode(lat, lon, { precision: digits })).toEqual(cut);
      }),
      arbitraries.runs(10_000),
    );
  });

  it("for a territory, a country, the shortest or the international code filters the list of all", () => {
    fc.assert(
      fc.property(
        arbitraries.point,
        arbitraries.precision,
        fc.nat(),
        fc.boolean(),
        ([lat, lon], digits, pick, isAny) => {
          const all = mapcoded.encode(lat, lon, { precision: digits });
          // Most territories have no code of the point.
          const from = isAny ? CODES : all.map((mapcode) => mapcode.territory);
          const territory = from[pick % from.length];
          const own = all.filter((mapcode) => mapcode.territory === territory);
          expect(mapcoded.encode(lat, lon, { precision: digits, territory })).toEqual(own);
          expect(mapcoded.encodeInternational(lat, lon, { precision: digits })).toEqual(all.at(-1));
          const local = all.filter((mapcode) => mapcode.territory !== "AAA");
          const length = Math.min(...local.map(({ code }) => code.length));
          const shortest = local.find(({ code }) => code.length === length) ?? all.at(-1);
          expect(mapcoded.encodeShortest(lat, lon, { precision: digits })).toEqual(shortest);
          const { parentTerritory, alphaCode } = mapcoded.getTerritory(territory);
          if (alphaCode === "AAA") return;
          const country = parentTerritory ?? alphaCode;
          const ofCountry = all.filter((mapcode) => {
            const { parentTerritory: parent } = mapcoded.getTerritory(mapcode.territory);
            return mapcode.territory === country || parent === country;
          });
          expect(mapcoded.encode(lat, lon, { precision: digits, country })).toEqual(ofCountry);
        },
      ),
      arbitraries.runs(10_000),
    );
  });

  it("works in the encompassing record of each of the 533 territories", () => {
    const outlines = new Map(arbitraries.BOUNDS.map((bounds) => [bounds.territory, bounds]));
    expect(outlines.size).toBe(533);
    for (const [territory, { latMin, latMax, lonMin, lonMax }] of outlines) {
      const [lat, lon] = [(latMin + latMax) / 2e6, (lonMin + lonMax) / 2e6];
      const codes = oracle.oracleEncode(lat, lon, 2);
      const own = codes.filter((mapcode) => mapcode.territory === territory);
      expect(mapcoded.encode(lat, lon, { precision: 2, territory })).toEqual(own);
      for (const { code } of own) {
        expect(
          mapcoded.distanceMeters(mapcoded.decode(code, { context: territory }), {
            latDeg: lat,
            lonDeg: lon,
          }),
        ).toBeLessThanOrEqual(mapcoded.maxErrorMeters(2));
      }
    }
  });
});

describe("a code", () => {
  it("decodes to a cell that contains its point, with the center within the promised distance", () => {
    fc.assert(
      fc.property(arbitraries.point, arbitraries.precision, (input, digits) => {
        const from = limited(input);
        for (const { territory, code } of mapcoded.encode(...input, { precision: digits })) {
          const center = mapcoded.decode(`${territory} ${code}`);
          const offset = mapcoded.distanceMeters(from, center);
          expect(offset).toBe(
            oracle.oracleOffsetMeters(from.latDeg, from.lonDeg, center.latDeg, center.lonDeg),
          );
          expect(offset).toBeLessThanOrEqual(mapcoded.maxErrorMeters(digits));
          expect(mapcoded.decode(code, { context: territory })).toEqual(center);
          const area = { ...center, ...mapcoded.decodeRectangle(`${territory} ${code}`) };
          // At full precision, a cell is hardly larger than the rounding of degrees.
          if (digits < 8) expect(isNearlyIn(area, from)).toBe(true);
          const middle = area.center;
          expect(oracle.oracleContains(area, middle.latDeg, middle.lonDeg)).toBe(true);
        }
      }),
      arbitraries.runs(10_000),
    );
  });

  it("decodes as in the oracle", () => {
    fc.assert(
      fc.property(arbitraries.point, arbitraries.precision, ([lat, lon], digits) => {
        for (const { territory, code } of mapcoded.encode(lat, lon, { precision: digits })) {
          expect(answerTo(`${territory} ${code}`)).toEqual(
            oracle.oracleDecode(`${territory} ${code}`),
          );
        }
      }),
      arbitraries.runs(1500),
    );
  });

  it("that was mutated decodes or fails as in the oracle, in any context", () => {
    const contexts = fc.constantFrom(
      undefined,
      ...mapcoded.territories().map((one) => one.alphaCode),
    );
    const changes = fc.array(arbitraries.mutation, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(
        arbitraries.point,
        arbitraries.precision,
        fc.nat(),
        changes,
        contexts,
        ([lat, lon], digits, pick, how, context) => {
          const all = mapcoded.encode(lat, lon, { precision: digits });
          const { territory, code } = all[pick % all.length];
          const text = how.reduce((so, change) => change(so), `${territory} ${code}`);
          expect(answerTo(text, context)).toEqual(oracle.oracleDecode(text, context));
          expect(mapcoded.hasMapcodeForm(text)).toBe(oracle.oracleIsValidFormat(text));
        },
      ),
      arbitraries.runs(10_000),
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
        expect(answerTo(text)).toEqual(oracle.oracleDecode(text));
      }),
      arbitraries.runs(20_000),
    );
  });
});

describe("an alphabet", () => {
  it("writes every territory's code as the oracle does", () => {
    for (const alphabet of mapcoded.alphabets()) {
      for (const { alphaCode } of mapcoded.territories()) {
        const written = mapcoded.territoryInAlphabet(alphaCode, alphabet);
        expect(written).toBe(oracle.oracleWriteTerritory(alphaCode, alphabet));
      }
    }
  });
});

describe("a territory", () => {
  const names = mapcoded
    .territories()
    .flatMap((one) => [one.alphaCode, one.fullName, ...one.aliases, ...one.fullNameAliases]);

  it("is found as in the oracle, however its name is written", () => {
    const spelling = fc.tuple(
      fc.boolean(),
      fc.constantFrom("-", "_", " "),
      fc.constantFrom("", " "),
    );
    const parent = fc.constantFrom(undefined, ...PARENTS, "NLD");
    const change = fc.option(arbitraries.mutation);
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
          const expected = oracle.oracleLookUpTerritory(text, within);
          const find = () => mapcoded.getTerritory(text, within).alphaCode;
          expect(resultOr("error", mapcoded.MapcodeError, find)).toBe(
            typeof expected === "string" ? expected : "error",
          );
        },
      ),
      arbitraries.runs(20_000),
    );
  });
});

it("distances count latitudes beyond a pole as the pole", () => {
  const pole = { latDeg: 90, lonDeg: 0 };
  expect(mapcoded.distanceMeters({ latDeg: 100, lonDeg: 0 }, pole)).toBe(0);
  expect(mapcoded.distanceMeters({ latDeg: -1e300, lonDeg: 5 }, { latDeg: -90, lonDeg: 5 })).toBe(
    0,
  );
});
