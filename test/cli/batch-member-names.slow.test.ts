import { describe, expect, it } from "vitest";
import { createFolder, runWith } from "./batch-files.ts";

const folder = createFolder();
const FIRST = '{"lat":0,"lon":-30}\n';

async function outputOf(input: string, args: readonly string[]): Promise<string> {
  const path = folder.write("rows.ndjson", input);
  const { out, err, code } = await runWith("", ["encode", path, "--quiet", ...args]);
  expect([err, code]).toEqual(["", 0]);
  return out;
}

describe("members that the first row of a file lacks", () => {
  it("get columns", async () => {
    const input = `${FIRST}{"lat":0,"lon":-30,"name":"x"}\n{"id":7,"lat":0,"lon":-30}\n`;
    expect(await outputOf(input, ["--to", "csv"])).toBe(
      "lat,lon,name,id,territory,mapcode,international,error\n" +
        "0,-30,,,,,HDX7Y.F0MG,\n0,-30,x,,,,HDX7Y.F0MG,\n0,-30,,7,,,HDX7Y.F0MG,\n",
    );
  });

  it("never share their names with results", async () => {
    const input = `${FIRST}{"lat":0,"lon":-30,"mapcode_2":"old"}\n{"mapcode":"old","lat":0,"lon":-30}\n`;
    const results = '"territory_3":null,"mapcode_3":null,"international_3":"HDX7Y.F0MG"';
    expect(await outputOf(input, [])).toBe(
      `{"lat":0,"lon":-30,${results}}\n` +
        `{"lat":0,"lon":-30,"mapcode_2":"old",${results}}\n` +
        `{"mapcode":"old","lat":0,"lon":-30,${results}}\n`,
    );
  });

  it("fail their rows where the input is a stream, and nothing is lost", async () => {
    const input = `${FIRST}{"lat":0,"lon":-30,"name":"x"}\n`;
    const args = ["encode", "--quiet", "--from", "ndjson", "--to", "csv"];
    const { out } = await runWith(input, args);
    const [, , failed] = out.split("\n");
    expect(failed).toMatch(
      /^0,-30,,,,"?There is no column for the member 'name'.*"{""name"":""x""}"$/,
    );
  });
});
