import { describe, expect, it } from "vitest";
import {
  type BatchOptions,
  completeOptions,
  DEFAULT_BATCH_OPTIONS,
} from "../../src/batch/options/options.ts";
import { recognizeFormat } from "../../src/batch/recognize.ts";

/** The format of an input that arrives byte by byte, and after how many bytes it is known. */
function recognize(input: string, options: BatchOptions = {}) {
  const bytes = Buffer.from(input);
  const complete = completeOptions({ ...DEFAULT_BATCH_OPTIONS, ...options });
  for (let length = 0; length < bytes.length; length++) {
    const format = recognizeFormat(bytes.subarray(0, length), complete, false);
    if (format !== undefined) return { format, length };
  }
  return { format: recognizeFormat(bytes, complete, true), length: bytes.length };
}

const POINT = '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[4,52]}}';
const DECODE: BatchOptions = { operation: "decode" };

describe("an input without a name", () => {
  it.each<[format: string, input: string, options?: BatchOptions]>([
    ["plain", "52.37 4.9\n"],
    ["plain", "52.37,4.9\n0,0\n"],
    ["plain", "52\t4\n"],
    ["plain", "100 4\n"],
    ["plain", "52°22'35\" N 4°54'31\" E\n"],
    ["plain", "hello\n"],
    ["csv", "name,city\nx,y\n"],
    ["plain", ""],
    ["plain", "\n\n"],
    ["csv", "lat,lon\n52,4\n", DECODE],
    ["plain", "NLD 49.4V\n", DECODE],
    ["plain", "NLD ZZZZ.ZZZZ\n", DECODE],
    ["plain", "49.4V\n", { ...DECODE, territory: "NLD" }],
    ["csv", "lat,lon\n52,4\n"],
    ["csv", "\ufeffid;lat;lon\r\n1;52;4\r\n"],
    ["csv", "# made by x\nlat,lon\n52,4\n", { comment: "#" }],
    ["csv", "made by x\nlat,lon\n52,4\n", { skip: 1 }],
    ["csv", "north,east\n52,4\n", { latColumn: "north", lonColumn: "east" }],
    ["csv", "1,52,4\n", { header: false, latColumn: "2", lonColumn: "3" }],
    ["csv", "mapcode,x\nNLD 49.4V,1\n", DECODE],
    ["tsv", "id\tlat\tlon\n1\t52\t4\n"],
    ["ndjson", '{"lat":52,"lon":4}\n'],
    ["ndjson", '{\n  "lat": 52,\n  "lon": 4\n}\n'],
    ["ndjson", "[52,4]\n[1,2]\n"],
    ["json", "[[52,4],[1,2]]"],
    ["json", '[\n{"lat":52,"lon":4}\n]\n'],
    ["geojson", `{"type":"FeatureCollection","features":[${POINT}]}`],
    ["geojson", `{"features":[${POINT}],"type":"FeatureCollection"}`],
    ["geojson", `{ "type" : "FeatureCollection",\n"name":"x","features":[${POINT}]}`],
    ["ndjson", `${POINT}\n${POINT}\n`],
    ["ndjson", `\x1e${POINT}\n`],
  ])("is %s: %j", (format, input, options) => {
    expect(recognize(input, options).format).toBe(format);
  });

  it("is known with the end of its first row, or after 64 kB without one", () => {
    expect(recognize("52 4\n1 2\n")).toEqual({ format: "plain", length: 5 });
    expect(recognize("lat,lon\n52,4\n")).toEqual({ format: "csv", length: 8 });
    const long = Buffer.from(`[{"name":"${"x".repeat(1 << 16)}`);
    expect(recognizeFormat(long, completeOptions({}), false)).toBe("json");
  });
});
