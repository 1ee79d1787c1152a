import { describe, expect, it } from "vitest";
import { createFolder } from "../support/temporary-folder.ts";
import { mapcoded, outputOf, piped } from "./command-lines.ts";

const folder = createFolder();
const FIRST = '{"lat":0,"lon":-30}\n';

function encodeFile(name: string, text: string, ...args: readonly string[]): Promise<string> {
  return outputOf(mapcoded`encode ${folder.write(name, text)} --quiet ${args}`);
}

describe("members that the first row of a file lacks", () => {
  it("get columns", async () => {
    const input = `${FIRST}{"lat":0,"lon":-30,"name":"x"}\n{"id":7,"lat":0,"lon":-30}\n`;
    expect(await encodeFile("rows.ndjson", input, "--to", "csv")).toBe(
      "lat,lon,name,id,territory,mapcode,international,error\n" +
        "0,-30,,,,,HDX7Y.F0MG,\n0,-30,x,,,,HDX7Y.F0MG,\n0,-30,,7,,,HDX7Y.F0MG,\n",
    );
  });

  it("never share their names with results", async () => {
    const input = `${FIRST}{"lat":0,"lon":-30,"mapcode_2":"old"}\n{"mapcode":"old","lat":0,"lon":-30}\n`;
    const results = '"territory_3":null,"mapcode_3":null,"international_3":"HDX7Y.F0MG"';
    expect(await encodeFile("rows.ndjson", input)).toBe(
      `{"lat":0,"lon":-30,${results}}\n` +
        `{"lat":0,"lon":-30,"mapcode_2":"old",${results}}\n` +
        `{"mapcode":"old","lat":0,"lon":-30,${results}}\n`,
    );
  });

  it("never share the names of coordinates with results", async () => {
    const feature = (geometry: string) => {
      return `{"type":"Feature","geometry":${geometry},"properties":{"code":"VHXGB.1J9J"}}\n`;
    };
    const input = feature("null") + feature('{"type":"Point","coordinates":[4.9,52.3]}');
    const path = folder.write("rows.geojsonl", input);
    const results = '"latitude_2":52.376504,"longitude_2":4.908535499999999';
    expect(await outputOf(mapcoded`decode ${path} --quiet --to ndjson`)).toBe(
      `{"code":"VHXGB.1J9J",${results}}\n` +
        `{"code":"VHXGB.1J9J","latitude":52.3,"longitude":4.9,${results}}\n`,
    );
  });

  it("get columns in a collection that is read in one block", async () => {
    const feature =
      '{"type":"Feature","geometry":{"type":"Point","coordinates":[-30,0]},"properties":{}}';
    const named = feature.replace("{}}", '{"name":"x"}}');
    const features = [...new Array<string>(400).fill(feature), named].join(",\n");
    const collection = `{"type":"FeatureCollection","features":[${features}]}\n`;
    const out = await encodeFile("rows.geojson", collection, "--to", "csv");
    expect(out.split("\n").at(-2)).toBe("0,-30,x,,,HDX7Y.F0MG,");
  });

  it("fail their rows where the input is a stream, and nothing is lost", async () => {
    const input = `${FIRST}{"lat":0,"lon":-30,"name":"x"}\n`;
    const { out } = await piped(input)`encode --quiet --from ndjson --to csv`;
    const [, , failed] = out.split("\n");
    expect(failed).toMatch(
      /^0,-30,,,,"?There is no column for the member 'name'.*"{""name"":""x""}"$/,
    );
  });
});
