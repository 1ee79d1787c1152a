import { describe, expect, it } from "vitest";
import { FORMAT_NAMES } from "../../src/batch/options/format-facts.ts";
import type { ResolvedBatchOptions } from "../../src/batch/options/options.ts";
import type { Operation } from "../../src/batch/options/roles.ts";
import {
  decode,
  distanceMeters,
  encode,
  encodeInternational,
  formatMapcode,
  maxErrorMeters,
  territoryInAlphabet,
} from "../../src/index.ts";
import { INPUTS, outputLines } from "./every-format.ts";
import { CSV, linesOf, NDJSON, runBatch } from "./run.ts";

const LINE_FORMATS = ["csv", "tsv", "ndjson", "plain"] as const;

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

function asArray(lines: readonly string[]): string {
  return `[\n${lines.join(",\n")}\n]\n`;
}

describe.each(["encode", "decode"] as const satisfies Operation[])("to %s", (operation) => {
  const counts = { rows: 3, converted: 2, failed: 1 };

  describe.each(LINE_FORMATS)("from %s", (from) => {
    it.each(LINE_FORMATS)("to %s writes each row with its result or error", (to) => {
      const result = runBatch(textOf(INPUTS[operation][from]), { operation, from, to });
      expect(result.text).toBe(textOf(outputLines(operation, from, to)));
      expect(result).toMatchObject(counts);
    });

    it("to json writes an array of the lines of ndjson", () => {
      const result = runBatch(textOf(INPUTS[operation][from]), { operation, from, to: "json" });
      expect(result.text).toBe(asArray(outputLines(operation, from, "ndjson")));
      expect(result).toMatchObject(counts);
    });
  });

  it.each(FORMAT_NAMES)("from json to %s writes the same as from ndjson", (to) => {
    const { ndjson } = INPUTS[operation];
    const expected = runBatch(textOf(ndjson), { operation, from: "ndjson", to });
    for (const input of [asArray(ndjson), `\ufeff \n[${ndjson.join(" , ")}]`]) {
      const result = runBatch(input, { operation, from: "json", to });
      expect(result.text).toBe(expected.text);
      expect(result).toMatchObject(counts);
    }
  });
});

const HERE = "52.376514 4.908543";
const ALL = { all: true } as const;
const PRECISE = encodeInternational(52.376514, 4.908543, { precision: 2 }).code;
const CYRILLIC = [
  territoryInAlphabet("NLD", "CYRILLIC"),
  formatMapcode("VHXGB.1J9J", { territory: "none", alphabet: "CYRILLIC" }),
];
const [{ code: local }] = encode(39.7, -86.1, { territory: "US-IN" });
const { code: international } = encodeInternational(39.7, -86.1);
const NO_CODE = "The point 0 -30 has no mapcode in NLD.";
const POINT = "52.37651400000124,4.908543375";
const POINT_MEMBERS = '"latitude":52.37651400000124,"longitude":4.908543375';
const BOUNDS = "52.37646900000124\t4.9084705\t52.37655900000124\t4.908616250000001";
const DECODE = { operation: "decode" } as const;
const AT_SEA = { ...CSV, ...DECODE, territory: "NLD" } as const;
const SEA = "HDX7Y.F0MG,-0.000002,-29.999991,";
const SEA_MEMBERS = '"international":"HDX7Y.F0MG","latitude":-0.000002,"longitude":-29.999991}';
const brussels = decode("BEL 49.4V");
const NO_CONTEXT = "code,territory\n49.4V,\n49.4V,BEL\n49.4V,x\n";
const IN_CONTEXT = [
  `49.4V,,${POINT},`,
  `49.4V,BEL,${brussels.latDeg},${brussels.lonDeg},`,
  "49.4V,x,,,The territory 'x' is not the code or name of a territory.",
];
const BELGIAN = `49.4V,BEL,,,"The territory 'BEL' is not in Netherlands: it is BEL, Belgium."`;

it.each<[input: string, Partial<ResolvedBatchOptions>, last: string | string[]]>([
  [
    `${HERE}\n0 -30\nx\n`,
    ALL,
    [
      ...["NLD\t49.4V", "NLD\tG9.VWG", "NLD\tDL6.H9L", "NLD\tP25Z.N3Z", "AAA\tVHXGB.1J9J"].map(
        (code) => `${HERE}\t${code}`,
      ),
      "0 -30\tAAA\tHDX7Y.F0MG",
      "x\t\t\tThe line 'x' is not a point; expected a latitude and a longitude.",
    ],
  ],
  ["y,x\n0,-30\n", { ...CSV, ...ALL }, ["y,x,territory,mapcode,error", "0,-30,AAA,HDX7Y.F0MG,"]],
  ["lat,lon\n0,-30\n", { ...CSV, ...ALL, territory: "NLD" }, `0,-30,,,${NO_CODE}`],
  [
    "[52.376514,4.908543]\n[0,-30]\n[0]\n",
    { ...NDJSON, ...ALL, territory: "NLD" },
    [
      '{"row":[52.376514,4.908543],"mapcodes":[{"territory":"NLD","mapcode":"49.4V"},{"territory":"NLD","mapcode":"G9.VWG"},{"territory":"NLD","mapcode":"DL6.H9L"},{"territory":"NLD","mapcode":"P25Z.N3Z"}]}',
      `{"row":[0,-30],"mapcodes":null,"error":"${NO_CODE}"}`,
      '{"row":[0],"mapcodes":null,"error":"The row \'[0]\' is neither an object nor an array of latitude and longitude."}',
    ],
  ],
  ["39.7 -86.1\n", { territory: "indiana" }, `39.7 -86.1\tUS-IN\t${local}\t${international}`],
  [HERE, { country: "NL" }, `${HERE}\tNLD\t49.4V\tVHXGB.1J9J`],
  [HERE, { territory: "AAA" }, `${HERE}\t\t\tVHXGB.1J9J`],
  [HERE, { territory: "BEL" }, `${HERE}\t\t\tVHXGB.1J9J\tThe point ${HERE} has no mapcode in BEL.`],
  [HERE, { precision: 2 }, `${HERE}\tNLD\t49.4V-K2\t${PRECISE}`],
  [HERE, { alphabet: "cyrillic" }, `${HERE}\t${CYRILLIC.join("\t49.4Ч\t")}`],
  [
    "NLD 49.4V\n",
    { ...DECODE, include: ["rectangle"] },
    `NLD 49.4V\t${POINT.replace(",", "\t")}\t${BOUNDS}`,
  ],
  [
    'null\n7\n{"at":{"code":"NLD 49.4V"}}\n',
    { ...NDJSON, ...DECODE },
    `{"at":{"code":"NLD 49.4V"},${POINT_MEMBERS}}`,
  ],
  [
    '{"at":",","code":"NLD 49.4V"}\n',
    { ...CSV, ...DECODE, from: "ndjson" },
    `",",NLD 49.4V,${POINT},`,
  ],
  [
    "code,at\nNLD 49.4V,\\\n",
    { ...CSV, ...DECODE, to: "ndjson" },
    `{"code":"NLD 49.4V","at":"\\\\",${POINT_MEMBERS}}`,
  ],
  [NO_CONTEXT, { ...CSV, ...DECODE, territory: "NLD" }, IN_CONTEXT],
  [NO_CONTEXT, { ...CSV, ...DECODE, country: "NL" }, IN_CONTEXT.with(1, BELGIAN)],
  ["territory,mapcode,international\n,,HDX7Y.F0MG\n", AT_SEA, `,,${SEA}`],
  ["mapcode,international\n ,HDX7Y.F0MG\n", AT_SEA, ` ,${SEA}`],
  ["international\nHDX7Y.F0MG\n", AT_SEA, SEA],
  ['{"international":"HDX7Y.F0MG"}\n', { ...AT_SEA, ...NDJSON }, `{${SEA_MEMBERS}`],
  [
    '{"territory":null,"mapcode":null,"international":"HDX7Y.F0MG"}\n',
    { ...AT_SEA, ...NDJSON },
    `{"territory":null,"mapcode":null,${SEA_MEMBERS}`,
  ],
  [
    "international,mapcode,territory\nHDX7Y.F0MG,49.4V,NLD\nHDX7Y.F0MG,,NLD\n",
    { ...CSV, ...DECODE },
    [`HDX7Y.F0MG,49.4V,NLD,${POINT},`, "HDX7Y.F0MG,,NLD,-0.000002,-29.999991,"],
  ],
  ["code,world\n,HDX7Y.F0MG\n", { ...AT_SEA, internationalColumn: "world" }, `,${SEA}`],
  [
    "lat,lon\n90,360\n-90,-360\n0,181\n0,361\n151,-33\n-90.1,0\n0,1e20\n",
    CSV,
    [
      "0,361,,,,The longitude '361' is not from -360 to 360.",
      "151,-33,,,,The latitude '151' is not from -90 to 90. Are latitude and longitude swapped?",
      "-90.1,0,,,,The latitude '-90.1' is not from -90 to 90. Are latitude and longitude swapped?",
      "0,1e20,,,,The longitude '100000000000000000000' is not from -360 to 360. It looks like a missing value.",
    ],
  ],
])("rows %j are written with %o", (input, options, last) => {
  const expected = [last].flat();
  const lines = linesOf(input.endsWith("\n") ? input : `${input}\n`, options);
  expect(lines.slice(-expected.length)).toEqual(expected);
});

it("the offset of a code is that to its point, of all digits the least", () => {
  const offset = distanceMeters({ latDeg: 52.376514, lonDeg: 4.908543 }, decode("NLD 49.4V"));
  const table = { ...CSV, include: ["offset", "rectangle"] } as const;
  const bounds = BOUNDS.replaceAll("\t", ",");
  expect(linesOf("lat,lon\n52.376514,4.908543\n", table)).toEqual([
    "lat,lon,territory,mapcode,international,offset_meters,south,west,north,east,error",
    `52.376514,4.908543,NLD,49.4V,VHXGB.1J9J,${offset},${bounds},`,
  ]);
  const [, row = ""] = linesOf("lat,lon\n52.376514,4.908543\n", { ...table, precision: 8 });
  const fields = row.split(",");
  expect(Number(fields[5])).toBeLessThanOrEqual(maxErrorMeters(8));
  expect(fields.slice(6, 10).join(",")).toBe(bounds);
});
