import { isUtf8 as isUtf8ByNode } from "node:buffer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countLines, isUtf8 } from "../../src/batch/byte-texts.ts";
import { FORMAT_NAMES, type FormatName } from "../../src/batch/options/format-facts.ts";
import { runs } from "../support/arbitraries.ts";
import { partSizes } from "../support/parts.ts";
import { runBatch } from "./run.ts";

const LONG = "long".repeat(20);
const ROW = '{"lat":0,"lon":-30}';
const POINT = '{"type":"Point","coordinates":[-30,0]}';

/** For each format, the beginning of an input, and fragments of good and bad rows of all kinds. */
const FRAGMENTS: Readonly<Record<FormatName, readonly [preamble: string, ...parts: string[]]>> = {
  csv: [
    "\ufefflat,lon,name\n",
    ...["0,-30,a\n", '0,-30,"a\n""b"""\r\n', '"', "\n", ",", "x", "é", `${LONG}\n`],
  ],
  tsv: [
    "lat\tlon\tname\r\n",
    ...["0\t-30\ta\n", '0\t-30\t"a\nb"\n', '"', "\n", "\t", "x", "é", `${LONG}\n`],
  ],
  ndjson: [
    `\n${ROW}\n`,
    ...[`${ROW}\n`, ROW, '{\n  "lat": 0,\n', '  "lon": [\n-30\n]}\n', '{"lat":{}\n'],
    ...[`${POINT}\n`, "\x1e", "[0,-30]\n", "\r\n", "{", "}", '"', "7", "é", `"${LONG}"\n`],
  ],
  json: [
    ` [${ROW},`,
    ...['{"lat":0,\n"lon":-30}', "[0,-30]", ",", ",\n", "{", "]", '"', "é", `"${LONG}"`],
  ],
  geojson: [
    `{"type":"FeatureCollection", "features": [${POINT},`,
    ...[POINT.replace(",", ",\n"), ",", "{", "]", '"', ',"name":"x"}', "é", LONG],
  ],
  plain: ["\ufeff", ...["0 -30\n", "52.376514,4.908543\r\n", "\n", " ", "x", "é", `${LONG}\n`]],
};

describe.each(FORMAT_NAMES)("an input of %s", (format) => {
  const [start, ...fragments] = FRAGMENTS[format];
  const body = fc.array(fc.constantFrom(...fragments), { maxLength: 30 });

  it("gives the same output in parts of any size as at once", () => {
    fc.assert(
      fc.property(body, partSizes(40), fc.constantFrom(60, 1000), (parts, cut, maxRowBytes) => {
        const input = start + parts.join("");
        const options = { from: format, to: format, maxRowBytes } as const;
        const whole = runBatch(input, options);
        expect(runBatch(input, options, { sizes: cut })).toEqual(whole);
      }),
      runs(500),
    );
  });
});

/** Bytes at any offset of their buffer: ASCII, characters of several bytes, and broken characters. */
const part = fc.oneof(
  fc.string({ unit: "binary" }).map((text) => Buffer.from(text)),
  fc.constantFrom("ascii and more", "\n\n\n\n\n", "é\n", "\ufffd", "\u{1f30d}").map(Buffer.from),
  fc.uint8Array({ maxLength: 4 }),
);

it("bytes are UTF-8 if they are to Node, and have the lines that a search finds in any part", () => {
  fc.assert(
    fc.property(fc.array(part), fc.nat(9), fc.nat(20), (parts, from, length) => {
      const all = Buffer.concat(parts).subarray(Math.min(from, 3));
      expect(isUtf8(all)).toBe(isUtf8ByNode(all));
      const start = Math.min(from, all.length);
      const end = Math.min(start + length, all.length);
      const lineFeeds = all.subarray(start, end).filter((byte) => byte === 10);
      expect(countLines(all, start, end)).toBe(lineFeeds.length);
    }),
    runs(3000),
  );
  // Sums of words must not carry.
  expect(countLines(new Uint8Array(5_003).fill(10), 1, 5_003)).toBe(5_002);
});
