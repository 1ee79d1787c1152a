import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alphabets } from "../../src/index.ts";
import { formatCodeLink, formatLink, parseLink } from "../../src/web/link.ts";

const NO_STATE = { code: undefined, precision: 0, alphabet: "ROMAN" } as const;
const point = (latDeg: number, lonDeg: number) => ({ point: { latDeg, lonDeg } });

describe("the fragment of the address", () => {
  it("holds the whole state", () => {
    const states = fc.record({
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lon: fc.double({ min: -180, max: 180, noNaN: true }),
      zoom: fc.double({ min: 0, max: 41, noNaN: true }),
      code: fc.constantFrom(undefined, "NLD G9.VWG", "US-IN HH.GC-K2", "VHXGB.1J9J"),
      precision: fc.integer({ min: 0, max: 8 }),
      alphabet: fc.constantFrom(...alphabets()),
    });
    fc.assert(
      fc.property(states, ({ lat, lon, zoom, ...settings }) => {
        const state = { ...point(lat, lon), ...settings, isExample: false };
        expect(parseLink(formatLink(state, zoom), alphabets())).toEqual({
          ...point(expect.closeTo(lat, 12), expect.closeTo(lon, 12)),
          ...settings,
          zoom: expect.closeTo(zoom, 1),
        });
      }),
    );
  });

  it.each([
    [52.376514, 4.908543, "#52.376514,4.908543/16"],
    [50.737, 2e-7, "#50.737,0.0000002/16"],
  ])("is short without settings, at %d, %d", (lat, lon, expected) => {
    expect(formatLink({ ...NO_STATE, ...point(lat, lon), isExample: false }, 16)).toBe(expected);
  });

  it.each([
    ["", {}],
    ["#", {}],
    ["#nothing", {}],
    ["#91,0/3", { zoom: 3 }],
    ["#NLD/49.4V", { code: "NLD 49.4V" }],
    ["#NLD/49.4V/17?alphabet=GREEK", { code: "NLD 49.4V", zoom: 17, alphabet: "GREEK" }],
    ["#AAA/VHXGB.1J9J", { code: "VHXGB.1J9J" }],
    ["#%CE%9D%CE%9B%CE%94/49.4V", { code: "ΝΛΔ 49.4V" }],
    ["#NLD/%", {}],
    ["#52,4", point(52, 4)],
    ["#52,4/99?precision=9&alphabet=KLINGON", point(52, 4)],
  ])("is read as far as possible: %s", (fragment, expected) => {
    const nothing = { ...NO_STATE, point: undefined, zoom: undefined };
    expect(parseLink(fragment, alphabets())).toEqual({ ...nothing, ...expected });
  });

  it.each([
    ["NLD 49.4V-K2", "NLD/49.4V-K2"],
    ["VHXGB.1J9J", "AAA/VHXGB.1J9J"],
  ])("can be a code: %s", (code, path) => {
    const link = formatCodeLink(code, "https://example.org/mapcode/map/#52,4/3?precision=2");
    expect(link).toBe(`https://example.org/mapcode/map/#${path}`);
    expect(parseLink(new URL(link).hash, []).code).toBe(code);
  });
});
