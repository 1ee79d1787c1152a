import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { territoriesAt } from "../../src/borders/index.ts";
import { preEncoded } from "../../src/bytes/byte-writer.ts";
import type { Format } from "../../src/http/negotiation.ts";
import { createWriter } from "../../src/http/write.ts";
import { alphabets, encode, encodeInternational, territories } from "../../src/index.ts";
import { BOUNDS, type DegreePair, point, runs } from "../support/arbitraries.ts";
import { borderDegrees } from "../support/border-points.ts";
import { type CodesQuery, expectedCodes, expectedCoords } from "./expected-replies.ts";
import { createSend, INTERFACES } from "./route-at-once.ts";

const alphaCodes = territories().map(({ alphaCode }) => alphaCode);

const format = fc.constantFrom("json", "xml");
const filter = fc.constantFrom("", "mapcodes", "local", "international");

const anyPoint = fc.oneof(point, borderDegrees);

/** The middle of a territory's first boundary, by territory. */
const middles = new Map<string, DegreePair>();
for (const { territory, latMin, latMax, lonMin, lonMax } of BOUNDS) {
  if (middles.has(territory)) continue;
  middles.set(territory, [(latMin + latMax) / 2e6, (lonMin + lonMax) / 2e6]);
}

const codesQuery: fc.Arbitrary<CodesQuery> = fc
  .record(
    {
      precision: fc.nat(8),
      territory: fc.constantFrom("NLD", "US-IN", "USA", "AAA", "IN-JH", ...alphaCodes),
      country: fc.constantFrom("US", "NL", "IN", "CHN"),
      alphabet: fc.constantFrom(...alphabets()),
      include: fc.subarray(["offset", "territory", "alphabet", "rectangle", "names"] as const),
    },
    { requiredKeys: [] },
  )
  .map((query) => ({ ...query, ...(query.territory && { country: undefined }) }));

function queryText(query: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  return entries.map(([name, value]) => `${name}=${encodeURIComponent(`${value}`)}`).join("&");
}

describe.each(INTERFACES)("conversions in the $dialect dialect, borders: $borders", (rules) => {
  const { dialect, borders } = rules;
  const send = createSend(rules);

  function check([latDeg, lonDeg]: DegreePair, given: CodesQuery, last: string, name: Format) {
    const known = given.include?.filter((include) => dialect === "spec" || include !== "names");
    const query = { ...given, include: known };
    const path = `/${name}/codes/${latDeg},${lonDeg}${last && `/${last}`}`;
    const { status, text } = send(`${path}?${queryText({ ...query })}`);
    const around = borders ? territoriesAt(latDeg, lonDeg) : [];
    const expected = expectedCodes(latDeg, lonDeg, query, last, name, dialect, around);
    expect(status === 404 ? undefined : text).toBe(expected);
  }

  it("reply with the codes that the library gives, whatever is asked for", () => {
    fc.assert(
      fc.property(anyPoint, codesQuery, filter, format, (point, query, last, name) => {
        if (dialect === "spec" || Math.abs(point[0]) <= 90) check(point, query, last, name);
      }),
      runs(1500),
    );
  });

  it("reply with the point that the library gives, and its rectangle", () => {
    fc.assert(
      fc.property(point, fc.nat(8), fc.nat(30), format, (point, precision, nth, name) => {
        const codes = encode(...point, { precision });
        const hasRectangle = nth % 2 === 0;
        const { territory, code } = codes[nth % codes.length];
        const include = hasRectangle ? "include=rectangle" : "";
        const expected = expectedCoords(code, territory, hasRectangle, name, dialect);
        const path = `/${name}/coords/`;
        expect(send(`${path}${code}?context=${territory}&${include}`).text).toBe(expected);
        expect(send(`${path}${territory}%20${code}?${include}`).text).toBe(expected);
      }),
      runs(300),
    );
  });

  it("reply with every territory and its codes in every alphabet", () => {
    for (const [index, alphabet] of alphabets().entries()) {
      for (let number = index; number < alphaCodes.length - 1; number += alphabets().length) {
        const territory = alphaCodes[number];
        const query = { territory, alphabet, include: ["alphabet" as const] };
        const point = middles.get(territory) ?? ([0, 0] as const);
        for (const name of ["json", "xml"] as const) check(point, query, "", name);
      }
    }
  });
});

it("queries of earlier requests are forgotten when there are many", () => {
  const send = createSend();
  for (let number = 0; number < 2_500; number++) {
    const precision = number % 9;
    const query = `precision=${precision}&client=${number}`;
    const { code } = encodeInternational(52.376514, 4.908543, { precision });
    const { text } = send(`/codes/52.376514,4.908543/international?${query}`);
    expect(text).toBe(JSON.stringify({ mapcode: code }));
  }
});

it("numbers in replies read back to the same double, whole ones with a decimal", () => {
  const { out, degrees, writeNumbers } = createWriter();
  const textOf = (value: number) => {
    out.length = 0;
    degrees[0] = value;
    writeNumbers(["", ""].map(preEncoded), 0);
    return `${Buffer.from(out.written())}`;
  };
  fc.assert(
    fc.property(fc.double({ noNaN: true, min: -2e7, max: 2e7 }), (value) => {
      expect(JSON.parse(textOf(value))).toBe(value);
      expect(textOf(value)).toMatch(/[.e]/);
    }),
    runs(1000),
  );
  expect([52, -0, -180, 0.5].map(textOf)).toEqual(["52.0", "-0.0", "-180.0", "0.5"]);
});
