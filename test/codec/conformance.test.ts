/** Compares every answer with the answer of the published reference library, exactly. */
import { describe, expect, it } from "vitest";
import * as mapcoded from "../../src/index.ts";
import { mismatches, readVectors } from "../support/vectors.ts";

/** Our error class and code for each exception of the reference. */
const ERRORS: Readonly<Record<string, string>> = {
  UnknownPrecisionFormatException: `malformed-mapcode`,
  UnknownMapcodeException: `unknown-mapcode`,
  UnknownTerritoryException: `unknown-territory`,
};

function expectedOf(answer: string): string {
  return ERRORS[answer] ?? canonical(answer);
}

/** Numbers in a list can be written in several ways (`5.0E-7`). */
function canonical(answer: string): string {
  return answer.startsWith("[") ? JSON.stringify(JSON.parse(answer)) : answer;
}

/** The result of a call as text, or the class and code of its error. */
function outcome(call: () => unknown): string {
  try {
    const answer = call();
    return typeof answer === "string" ? answer : JSON.stringify(answer);
  } catch (error) {
    if (error instanceof mapcoded.MapcodeError) return error.code;
    throw error;
  }
}

function pair({ latDeg, lonDeg }: mapcoded.Coordinate): number[] {
  return [latDeg, lonDeg];
}

function corners({ southWest, northEast }: mapcoded.Rectangle): number[] {
  return [...pair(southWest), ...pair(northEast)];
}

function contextOf(context: string | undefined): { context: string | undefined } {
  return { context: context === "-" ? undefined : context };
}

function area(mapcode: string, context: string | undefined): number[] {
  const rectangle = mapcoded.decodeRectangle(mapcode, contextOf(context));
  const point = mapcoded.decode(mapcode, contextOf(context));
  return [...pair(point), ...corners(rectangle), ...pair(rectangle.center)];
}

describe("the library agrees with the published reference library", () => {
  it("in encoding, without and with eight extra characters", () => {
    const rows = readVectors("encode.tsv");
    const wrong = mismatches(rows, ({ lat, lon, codes = "" }) => {
      const short = mapcoded.encode(Number(lat), Number(lon));
      const long = mapcoded.encode(Number(lat), Number(lon), { precision: 8 });
      const listed = short.map(({ territory, code }, index) => {
        const other = long[index];
        return [territory, code, other?.territory === territory ? other.code : other];
      });
      const ours = JSON.stringify(listed.length === long.length ? listed : [short, long]);
      return { ours, expected: codes };
    });
    expect(wrong).toEqual([]);
  });

  it("in decoding to a point, and to a rectangle with its center", () => {
    const wrong = mismatches(
      readVectors("decode.tsv"),
      ({ context, mapcode = "", answer = "", ours = "" }) => ({
        ours: outcome(() => area(mapcode, context)),
        expected: expectedOf(ours === "" ? answer : ours),
      }),
    );
    expect(wrong).toEqual([]);
  });

  it("in decoding malformed, truncated, mutated and nonsense texts", () => {
    const wrong = mismatches(readVectors("decode-errors.tsv"), (row) => {
      const { context, mapcode = "", answer = "", validFormat = "", rectangleOnly = "" } = row;
      const ours = [
        outcome(() => area(mapcode, context)),
        outcome(() => pair(mapcoded.decode(mapcode, contextOf(context)))),
        outcome(() => corners(mapcoded.decodeRectangle(mapcode, contextOf(context)))),
        `${mapcoded.hasMapcodeForm(mapcode)}`,
      ];
      const whole = expectedOf(row.ours || answer);
      const point = whole.startsWith("[") ? JSON.stringify(JSON.parse(whole).slice(0, 2)) : whole;
      const rectangle = expectedOf(row.oursRectangle || rectangleOnly);
      return {
        ours: ours.join("; "),
        // If only we have an answer, the text has the form of a mapcode only for us.
        expected: [whole, point, rectangle, row.ours?.startsWith("[") || validFormat].join("; "),
      };
    });
    expect(wrong).toEqual([]);
  });

  it("in looking up territories, without and within a parent", () => {
    const wrong = mismatches(
      readVectors("territory-lookup.tsv"),
      ({ context, name = "", answer = "", ours = "" }) => {
        const parent = context === "-" ? undefined : context;
        // For us, a bad parent is an unknown territory like any other.
        const expected = (ours || answer).replace(/^Illegal.*/, "UnknownTerritoryException");
        return {
          ours: outcome(() => mapcoded.getTerritory(name, parent).alphaCode),
          expected: expectedOf(expected),
        };
      },
    );
    expect(wrong).toEqual([]);
  });

  it("in writing codes and territories in every alphabet", () => {
    // We write territories, too, where the reference library refuses them.
    const rows = readVectors("alphabet.tsv").filter(({ code = "" }) => !code.includes(" "));
    const wrong = mismatches(rows, (row) => {
      const { alphabet = "", precision, territory = "", code = "", answer = "", ours = "" } = row;
      const digits = Number(precision);
      return {
        ours: outcome(() => [
          mapcoded.formatMapcode(code, { territory: "none", alphabet, precision: digits }),
          mapcoded.territoryInAlphabet(territory, alphabet),
        ]),
        expected: answer === "IllegalArgumentException" ? errorOf(row) : canonical(ours || answer),
      };
    });
    expect(wrong).toEqual([]);
  });
});

/** The reference has one exception for three of our errors. */
function errorOf({ alphabet, precision, code = "" }: Readonly<Record<string, string>>): string {
  if (Number(precision) > 8) return `precision-out-of-range`;
  if (code.includes(" ")) return `malformed-mapcode`;
  return alphabet === "GREEK" ? `unwritable-mapcode` : "an answer";
}
