import { describe, expect, it } from "vitest";
import { BATCH_OPTIONS } from "../../src/batch/batch-options.ts";
import { BATCH_OPERATIONS } from "../../src/http/operations/batch.ts";
import { CSV, NDJSON, PLAIN } from "./batch-requests.ts";
import { onBothTransports } from "./both-transports.ts";

/** A request to an operation under /batch, and the reply to it. */
interface Exchange {
  readonly target: string;
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly accept?: string;
  readonly reply: string;
}

const AMSTERDAM = "52.376514,4.908543";

const EXCHANGES: Readonly<Record<string, readonly Exchange[]>> = {
  delimiter: [
    {
      target: "/codes?delimiter=|",
      type: CSV,
      body: `lat|lon|note,x\n${AMSTERDAM.replace(",", "|")}|a,b\n`,
      reply:
        "lat|lon|note,x|territory|mapcode|international|error\n" +
        "52.376514|4.908543|a,b|NLD|49.4V|VHXGB.1J9J|\n",
    },
    {
      target: "/codes?delimiter=tab&header=false&latColumn=2&lonColumn=1",
      type: CSV,
      body: "4.908543\t52.376514\n",
      reply: "4.908543\t52.376514\tNLD\t49.4V\tVHXGB.1J9J\t\n",
    },
  ],
  encoding: [
    {
      target: "/codes?encoding=latin1",
      type: CSV,
      body: Buffer.from(`name,lat,lon\nÅ,${AMSTERDAM}\n`, "latin1"),
      reply: `name,lat,lon,territory,mapcode,international,error\nÅ,${AMSTERDAM},NLD,49.4V,VHXGB.1J9J,\n`,
    },
    {
      target: "/codes",
      type: "text/csv;charset=iso-8859-1",
      body: Buffer.from(`name,lat,lon\nÅ,${AMSTERDAM}\n`, "latin1"),
      reply: `name,lat,lon,territory,mapcode,international,error\nÅ,${AMSTERDAM},NLD,49.4V,VHXGB.1J9J,\n`,
    },
    {
      target: "/codes?encoding=utf-16le",
      type: "text/plain;charset=latin1",
      body: Buffer.from(`${AMSTERDAM}\n`, "utf16le"),
      reply: `${AMSTERDAM}\tNLD\t49.4V\tVHXGB.1J9J\n`,
    },
  ],
  skip: [
    {
      target: "/codes?skip=2",
      type: CSV,
      body: `Report,of,today\n\nlat,lon\n${AMSTERDAM}\n`,
      reply: `lat,lon,territory,mapcode,international,error\n${AMSTERDAM},NLD,49.4V,VHXGB.1J9J,\n`,
    },
  ],
  comment: [
    {
      target: "/codes?comment=%23",
      type: CSV,
      body: `# a table\nlat,lon\n# a row\n${AMSTERDAM}\n`,
      reply: `lat,lon,territory,mapcode,international,error\n${AMSTERDAM},NLD,49.4V,VHXGB.1J9J,\n`,
    },
  ],
  columns: [
    {
      target: "/codes?columns=mapcode+as+code,id",
      type: CSV,
      body: `id,lat,lon\n7,${AMSTERDAM}\n`,
      reply: "code,id\n49.4V,7\n",
    },
    {
      target: "/coords?columns=id,latitude",
      type: NDJSON,
      body: '{"id":7,"code":"NLD 49.4V"}\n',
      reply: '{"id":7,"latitude":52.37651400000124}\n',
    },
  ],
  onlyResults: [
    {
      target: "/codes?onlyResults=true",
      type: PLAIN,
      body: `${AMSTERDAM}\n`,
      reply: "NLD\t49.4V\tVHXGB.1J9J\n",
    },
    {
      target: "/coords?onlyResults=true",
      type: CSV,
      body: "id,code\n7,NLD 49.4V\n",
      reply: "latitude,longitude,error\n52.37651400000124,4.908543375,\n",
    },
  ],
  resultPrefix: [
    {
      target: "/coords?resultPrefix=mc_",
      type: CSV,
      body: "code\nNLD 49.4V\n",
      reply: "code,mc_latitude,mc_longitude,mc_error\nNLD 49.4V,52.37651400000124,4.908543375,\n",
    },
  ],
  replace: [
    {
      target: "/codes?replace=true",
      type: NDJSON,
      body: '{"mapcode":"old","lat":52.376514,"lon":4.908543}\n',
      reply:
        '{"mapcode":"49.4V","lat":52.376514,"lon":4.908543,"territory":"NLD","international":"VHXGB.1J9J"}\n',
    },
    {
      target: "/codes",
      type: CSV,
      body: `mapcode,lat,lon\nold,${AMSTERDAM}\n`,
      reply: `mapcode,lat,lon,territory_2,mapcode_2,international_2,error_2\nold,${AMSTERDAM},NLD,49.4V,VHXGB.1J9J,\n`,
    },
  ],
  strictRange: [
    {
      target: "/codes?strictRange=true",
      type: PLAIN,
      body: "91,95\n",
      reply: "91,95\t\t\t\tThe latitude '91' is not from -90 to 90.\n",
    },
  ],
  decimalComma: [
    {
      // Errors of rows name parameters.
      target: "/codes",
      type: PLAIN,
      body: "52,376514 4,908543\n",
      reply:
        "52,376514 4,908543\t\t\t\tThe line '52,376514 4,908543' is not a point; expected a latitude and a longitude." +
        " Write decimal points, or use the parameter decimalComma.\n",
    },
  ],
  typedNumbers: [
    {
      target: "/codes?typedNumbers=true",
      type: CSV,
      accept: NDJSON,
      body: `id,lat,lon\n007,${AMSTERDAM}\n`,
      reply:
        '{"id":"007","lat":52.376514,"lon":4.908543,"territory":"NLD","mapcode":"49.4V","international":"VHXGB.1J9J"}\n',
    },
  ],
  nullText: [
    {
      target: "/codes?nullText=NULL",
      type: CSV,
      body: "lat,lon\n0,-30\n",
      reply: "lat,lon,territory,mapcode,international,error\n0,-30,NULL,NULL,HDX7Y.F0MG,\n",
    },
  ],
  internationalColumn: [
    {
      target: "/coords?internationalColumn=world",
      type: CSV,
      body: "mapcode,territory,world\n49.4V,NLD,x\n,,HDX7Y.F0MG\n",
      reply:
        "mapcode,territory,world,latitude,longitude,error\n" +
        "49.4V,NLD,x,52.37651400000124,4.908543375,\n" +
        ",,HDX7Y.F0MG,-0.000002,-29.999991,\n",
    },
  ],
};

onBothTransports("a parameter of a batch request", {}, (send) => {
  it.each(
    Object.entries(EXCHANGES).flatMap(([name, exchanges]) =>
      exchanges.map((exchange) => ({ name, ...exchange })),
    ),
  )("$name counts in $target of $type", async ({ target, type, body, accept = "", reply }) => {
    const headers = { "content-type": type, ...(accept && { accept }) };
    const { status, text } = await send(`/batch${target}`, { method: "POST", headers, body });
    expect({ status, text }).toEqual({ status: 200, text: reply });
  });
});

describe("the settings of a batch", () => {
  /** The path, headers and a limit of the service say these. */
  const ELSEWHERE = ["operation", "from", "to", "maxRowBytes"];

  it("are all parameters of one of the operations, except those that something else says", () => {
    const names = BATCH_OPERATIONS.flatMap(({ parameters }) => parameters.map(({ name }) => name));
    const missing = Object.keys(BATCH_OPTIONS).filter((name) => !names.includes(name));
    expect(missing.toSorted()).toEqual(ELSEWHERE.toSorted());
  });
});
