import { describe, expect, it } from "vitest";
import { BATCH_OPTIONS } from "../../src/batch/options/options.ts";
import { BATCH_PARAMETERS } from "../../src/http/batch/parameters.ts";
import { CSV, NDJSON, PLAIN, post } from "./batch-requests.ts";
import { onBothTransports } from "./both-transports.ts";

const POINT = "52.376514,4.908543";
const CODED = `${POINT},NLD,49.4V,VHXGB.1J9J,`;

/** Parameters, what is sent with them, and a line of the reply. What each option does is tested without requests. */
const EXCHANGES: readonly (readonly [string, string, string | Uint8Array, string])[] = [
  ["/codes?delimiter=|", CSV, "lat|lon|a,b\n0|-30|c\n", "0|-30|c|||HDX7Y.F0MG|"],
  [
    "/codes?delimiter=tab&header=false&latColumn=2&lonColumn=1",
    CSV,
    "-30\t0\n",
    "-30\t0\t\t\tHDX7Y.F0MG\t",
  ],
  ["/codes?encoding=latin1", CSV, Buffer.from(`Å,lat,lon\nÅ,${POINT}\n`, "latin1"), `Å,${CODED}`],
  [
    "/codes",
    "text/csv;charset=iso-8859-1",
    Buffer.from(`Å,lat,lon\nÅ,${POINT}\n`, "latin1"),
    `Å,${CODED}`,
  ],
  [
    "/codes?encoding=utf-16le",
    "text/plain;charset=latin1",
    Buffer.from("0,-30\n", "utf16le"),
    "0,-30\t\t\tHDX7Y.F0MG",
  ],
  ["/codes?skip=2", CSV, `Report,of,today\n\nlat,lon\n${POINT}\n`, CODED],
  ["/codes?comment=%23", CSV, `# a table\nlat,lon\n# a row\n${POINT}\n`, CODED],
  ["/codes?columns=mapcode+as+code,id", CSV, `id,lat,lon\n7,${POINT}\n`, "49.4V,7"],
  ["/coords?columns=id", NDJSON, '{"id":7,"code":"NLD 49.4V"}\n', '{"id":7}'],
  ["/codes?onlyResults=true", PLAIN, `${POINT}\n`, "NLD\t49.4V\tVHXGB.1J9J"],
  ["/codes?replace=true", CSV, "mapcode,lat,lon\nold,0,-30\n", ",0,-30,,HDX7Y.F0MG,"],
  ["/codes?local=shortest", PLAIN, "22.543,114.058\n", "22.543,114.058\tHKG\tC1V.6K\tNT99X.WD77"],
  // Errors of rows name parameters.
  [
    "/codes",
    PLAIN,
    "1 2\n5,2 4,9\n",
    "5,2 4,9\t\t\t\tThe line '5,2 4,9' is not a point; expected a latitude and a longitude. Write decimal points, or read it as csv with the option decimalComma.",
  ],
  [
    "/coords?internationalColumn=world",
    CSV,
    "mapcode,world\n\\N,HDX7Y.F0MG\n",
    "\\N,HDX7Y.F0MG,-0.000002,-29.999991,",
  ],
];

onBothTransports("a parameter of a batch request", {}, (send) => {
  it.each(EXCHANGES)("counts in %s of %s", async (target, type, body, line) => {
    const { status, text } = await post(send, target, type, body);
    expect(status).toBe(200);
    expect(text.split("\n")).toContain(line);
  });

  it("is the type of numbers in JSON", async () => {
    const sent = await post(send, "/codes?typedNumbers=true", CSV, "id,lat,lon\n007,0,-30\n", {
      accept: NDJSON,
    });
    expect(sent.text).toContain('{"id":"007","lat":0,"lon":-30,');
  });
});

describe("the settings of a batch", () => {
  /** The path, headers and a limit of the service say these. */
  const ELSEWHERE = ["operation", "from", "to", "maxRowBytes"];

  it("are all parameters of one of the operations, except those that something else says", () => {
    const names = Object.values(BATCH_PARAMETERS).flatMap((list) => list.map(({ name }) => name));
    const missing = Object.keys(BATCH_OPTIONS).filter((name) => !names.includes(name));
    expect(missing.toSorted()).toEqual(ELSEWHERE.toSorted());
  });
});
