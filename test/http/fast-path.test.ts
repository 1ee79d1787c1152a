import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fastCodes, fastCoords } from "../../src/http/fast-path.ts";
import { createRouter } from "../../src/http/router.ts";
import { DEFAULT_SETTINGS, DIALECTS } from "../../src/http/settings.ts";
import { encode } from "../../src/index.ts";
import { runs } from "../arbitraries.ts";

const decimalText = fc
  .tuple(fc.constantFrom("", "-"), fc.nat({ max: 200 }), fc.stringMatching(/^(\.[0-9]{0,12})?$/))
  .map(([sign, whole, decimals]) => `${sign}${whole}${decimals}`);
const anyText = fc.oneof(
  decimalText,
  fc.stringMatching(/^[0-9.+eE-]{0,20}$/),
  fc.constantFrom("", "-", ".5", "5.", "1e5", "-0", "00012", "1".repeat(16), "NaN", "+1"),
);
const latitude = fc.double({ min: -91, max: 91, noNaN: true });
const longitude = fc.double({ min: -400, max: 400, noNaN: true });

describe.each(Object.values(DIALECTS))("the fast path in the $name dialect", (dialect) => {
  const route = createRouter({ ...DEFAULT_SETTINGS, dialect });
  const logged: string[] = [];

  function replyTo(path: string, query: string) {
    const request = { method: "GET", path, query, header: () => "" };
    const { status, headers, body, operation } = route(request, (text) => logged.push(text));
    return { status, headers, operation, text: Buffer.from(body).toString() };
  }

  /** An unknown parameter is ignored, but sends a request along the general path. */
  function compare(path: string): void {
    expect(replyTo(path, "")).toEqual(replyTo(path, "client=test"));
    expect(logged).toEqual([]);
  }

  it("gives the same codes as the general path", () => {
    fc.assert(
      fc.property(anyText, anyText, (lat, lon) => compare(`/mapcode/codes/${lat},${lon}`)),
      runs(1000),
    );
    fc.assert(
      fc.property(latitude, longitude, (lat, lon) => {
        compare(`/mapcode/codes/${lat.toFixed(6)},${lon.toFixed(6)}`);
      }),
      runs(1000),
    );
  });

  it("gives the same coordinates as the general path", () => {
    fc.assert(
      fc.property(latitude, longitude, fc.nat(8), fc.nat(30), (lat, lon, precision, which) => {
        const codes = encode(lat, lon, { precision });
        const { territory = "", code = "" } = codes[which % codes.length] ?? {};
        compare(`/mapcode/coords/${territory}%20${code}`);
        compare(`/mapcode/coords/${code}`);
        compare(`/mapcode/coords/${territory.toLowerCase()}%20%20${code}`);
        compare(`/mapcode/coords/${territory}%20${code.slice(1)}`);
      }),
      runs(500),
    );
  });
});

describe("the fast path", () => {
  it("answers plain points and codes", () => {
    expect(fastCodes("52.376514,4.908543", 0)).toBeDefined();
    expect(fastCodes("/codes/-1,2", 7)).toBeDefined();
    expect(fastCoords("NLD%2049.4V", 0)).toBeDefined();
    expect(fastCoords("VHXGB.1J9J", 0)).toBeDefined();
  });

  it("leaves everything else to the general path", () => {
    for (const path of ["1", "1,", ",1", "1,2,3", "1,2/local", "1e5,2", ".5,2", "1%2C2"]) {
      expect(fastCodes(path, 0)).toBeUndefined();
    }
    for (const path of ["", "x", "NLD%2049.4V%20", "NLD%2Z49.4V", "NLD ZZZZ.ZZZZ"]) {
      expect(fastCoords(path, 0)).toBeUndefined();
    }
  });
});
