import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alphabets } from "../../src/index.ts";
import { formatCodeLink, formatLink, parseLink } from "../../src/web/link.ts";
import type { PageState } from "../../src/web/state.ts";

const states: fc.Arbitrary<PageState> = fc.record({
  point: fc.record({
    latDeg: fc.double({ min: -90, max: 90, noNaN: true }),
    lonDeg: fc.double({ min: -180, max: 180, noNaN: true }),
  }),
  isExample: fc.constant(false),
  code: fc.constantFrom(undefined, "NLD G9.VWG", "US-IN HH.GC-K2", "VHXGB.1J9J"),
  precision: fc.integer({ min: 0, max: 8 }),
  alphabet: fc.constantFrom(...alphabets()),
});

describe("the fragment of the address", () => {
  it("holds the whole state", () => {
    fc.assert(
      fc.property(states, fc.double({ min: 0, max: 41, noNaN: true }), (state, zoom) => {
        const link = parseLink(formatLink(state, zoom), alphabets());
        expect(link.point?.latDeg).toBeCloseTo(state.point.latDeg, 12);
        expect(link.point?.lonDeg).toBeCloseTo(state.point.lonDeg, 12);
        expect(link.zoom).toBeCloseTo(zoom, 1);
        expect([link.code, link.isDamaged]).toEqual([state.code, false]);
        const { precision, alphabet } = state;
        expect({ precision: 0, alphabet: "ROMAN", ...link.settings }).toEqual({
          precision,
          alphabet,
        });
      }),
    );
  });

  it("is short without settings", () => {
    const point = { latDeg: 52.376514, lonDeg: 4.908543 };
    const settings = { precision: 0, alphabet: "ROMAN" } as const;
    const state = { point, isExample: false, code: undefined, ...settings };
    expect(formatLink(state, 16)).toBe("#52.376514,4.908543/16");
    const other = { ...state, point: { latDeg: 50.737, lonDeg: 2e-7 } };
    expect(formatLink(other, 16)).toBe("#50.737,0.0000002/16");
  });

  it.each([
    ["", {}],
    ["#", {}],
    ["#nothing", { isDamaged: true }],
    ["#91,0/3", { zoom: 3, isDamaged: true }],
    ["#NLD/49.4V", { code: "NLD 49.4V" }],
    [
      "#NLD/49.4V-K2/17?alphabet=GREEK",
      { code: "NLD 49.4V-K2", zoom: 17, settings: { alphabet: "GREEK" } },
    ],
    ["#AAA/VHXGB.1J9J", { code: "VHXGB.1J9J" }],
    ["#%CE%9D%CE%9B%CE%94/49.4V", { code: "ΝΛΔ 49.4V" }],
    ["#NLD/%", { isDamaged: true }],
    ["#52,4", { point: { latDeg: 52, lonDeg: 4 } }],
    ["#52,4/99?precision=9&alphabet=KLINGON", { point: { latDeg: 52, lonDeg: 4 } }],
  ])("is read as far as possible: %s", (fragment, expected) => {
    const read = Object.entries(parseLink(fragment, alphabets()));
    expect(Object.fromEntries(read.filter(([, value]) => value !== undefined))).toEqual({
      isDamaged: false,
      settings: {},
      ...expected,
    });
  });
});

describe("a link by code", () => {
  const page = "https://example.org/mapcode/map/#52,4/3?precision=2";

  it.each([
    ["NLD 49.4V-K2", "NLD/49.4V-K2"],
    ["VHXGB.1J9J", "AAA/VHXGB.1J9J"],
  ])("of %s has it in the fragment", (code, path) => {
    const link = formatCodeLink(code, page);
    expect(link).toBe(`https://example.org/mapcode/map/#${path}`);
    expect(parseLink(new URL(link).hash, []).code).toBe(code);
  });
});
