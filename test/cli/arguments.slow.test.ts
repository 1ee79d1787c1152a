import { describe, expect, it } from "vitest";
import { alphabets, territories } from "../../src/index.ts";
import { createFolder } from "../support/temporary-folder.ts";
import { failureOf, itFails, mapcoded, words } from "./command-lines.ts";

const folder = createFolder();

describe("several arguments", () => {
  it("are points, each with its mapcodes", async () => {
    const { code, out } = await mapcoded`encode 52.376514,4.908543 -33.8568,151.2153 1 2`;
    expect(code).toBe(0);
    const lines = out.trimEnd().split("\n");
    expect(lines[0]).toBe("52.376514 4.908543\tNLD 49.4V");
    expect(lines.filter((line) => line.startsWith("-33.8568 151.2153\tAU-NSW "))).toHaveLength(5);
    expect(lines.at(-1)).toBe("1 2\tAAA HHNFC.7V5X");
  });

  it("are mapcodes, whose territories may be arguments of their own", async () => {
    expect((await mapcoded`decode NLD 49.4V VHXGB.1J9J ${"NLD 49.4V"}`).out).toBe(
      "NLD 49.4V\t52.37651400000124 4.908543375\n" +
        "VHXGB.1J9J\t52.376504 4.908535499999999\n" +
        "NLD 49.4V\t52.37651400000124 4.908543375\n",
    );
  });

  it("are an error if one is empty, unless it stands for a territory", async () => {
    for (const args of [[""], ["VHXGB.1J9J", ""]]) {
      const { code, err } = await mapcoded`decode ${args}`;
      expect([code, err]).toEqual([1, expect.stringContaining("mapcode ''")]);
    }
    expect((await mapcoded`decode ${""} VHXGB.1J9J`).out).toBe("52.376504 4.908535499999999\n");
  });

  it("are converted as far as possible, and exit with 1 if one is not", async () => {
    const { code, out, err } = await mapcoded`encode 52.3,4.9 1 2 -t NLD`;
    expect({ code, err }).toEqual({ code: 1, err: "The point 1 2 has no mapcode in NLD.\n" });
    expect(out).toMatch(/^(52\.3 4\.9\tNLD \S+\n)+$/);
    expect(await mapcoded`decode VHXGB.1J9J nonsense`).toMatchObject({
      code: 1,
      out: "VHXGB.1J9J\t52.376504 4.908535499999999\n",
    });
  });

  it("with decimal commas are not taken for two points", async () => {
    expect(await failureOf(mapcoded`encode 52,3 4,9`)).toBe(
      "2: '52,3 4,9' may be one point with decimal commas, or two points. Write 52.3 4.9 with decimal points for one.",
    );
  });

  it.each([
    ["52°22'35.45\"N 4°54'30.75\"E"],
    ["N52.376514", "E4.908543"],
    ["52,376514 4,908543"],
  ])("may be a point in another notation: %s", async (...args) => {
    expect((await mapcoded`encode ${args}`).out).toMatch(/^NLD 49\.4V\n/);
  });
});

describe("options of one point or mapcode", () => {
  it("write JSON with everything that was requested", async () => {
    const options = words`--to json --include offset,rectangle --alphabet greek --all`;
    const { out } = await mapcoded`encode 52.376514 4.908543 ${options}`;
    const { mapcodes, ...point } = JSON.parse(out) as { mapcodes: object[] };
    expect(point).toEqual({ latDeg: 52.376514, lonDeg: 4.908543 });
    expect(mapcodes).toHaveLength(5);
    expect(mapcodes[0]).toEqual({
      mapcode: "49.4V",
      territory: "NLD",
      mapcodeInAlphabet: "49.4Φ",
      territoryInAlphabet: "ΝΛΔ",
      offsetMeters: expect.closeTo(0.025, 2),
      rectangle: {
        southWest: { latDeg: 52.37646900000124, lonDeg: 4.9084705 },
        northEast: { latDeg: 52.37655900000124, lonDeg: 4.908616250000001 },
        center: { latDeg: 52.37651400000124, lonDeg: 4.908543375 },
      },
    });
    const decoded = await mapcoded`decode ${"NLD 49.4V"} --to json --include rectangle`;
    expect(JSON.parse(decoded.out)).toMatchObject({
      mapcode: "NLD 49.4V",
      latDeg: 52.37651400000124,
      rectangle: { southWest: { latDeg: 52.37646900000124 } },
    });
    const two = await mapcoded`decode ${"NLD 49.4V"} VHXGB.1J9J --to json`;
    expect(JSON.parse(two.out)).toHaveLength(2);
  });

  itFails("that need files, and points out of range, are refused", {
    "encode 0 400": "1: The longitude '400' is not from -360 to 360.",
    "encode 1 2 --to csv": "2: --to csv is for files. Use --to json, or omit it.",
    "encode 1 2 --limit 1": "2: The option --limit is for files only. Omit it for points.",
  });
});

it("a territory that a point is not in means the same for a point and a row", async () => {
  const message = "The point 52.376514 4.908543 has no mapcode in USA.";
  expect(await failureOf(mapcoded`encode 52.376514 4.908543 -t USA`)).toBe(`1: ${message}`);
  const table = folder.write("points.csv", "lat,lon\n52.376514,4.908543\n38.9,-77.04\n");
  const { code, out, err } = await mapcoded`encode ${table} -t USA`;
  expect([code, ...out.split("\n").slice(1, 3)]).toEqual([
    0,
    `52.376514,4.908543,,,VHXGB.1J9J,${message}`,
    "38.9,-77.04,USA,WW6G.F6C0,S8VXZ.28S7,",
  ]);
  expect(err).toContain(`  1  no-mapcode: ${table}, line 2: ${message}`);
});

describe("errors of one point or mapcode", () => {
  it("name the options of the command line", async () => {
    const advice = "Did you mean the country FRA? Use the option --country 'FR' or";
    const { code, err } = await mapcoded`encode 48.85 2.35 -t FR`;
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(advice) });
    const several = await mapcoded`decode ${"FR 4J.Q2"} ${"NLD 49.4V"} ${"FR 4J.Q2"}`;
    expect(several.err).not.toContain("option country");
    const context = await mapcoded`decode 49.4V --context FR`;
    expect(context.err).toContain("Use the option --country 'FR' or");
  });
});

describe("unknown names", () => {
  const usage = "(Run mapcoded --help for usage.)";

  itFails("are answered with the nearest one", {
    "encode 1 2 --presicion 2": `2: error: unknown option '--presicion'\n(Did you mean --precision?)\n${usage}`,
    "serve --prot 80": `2: error: unknown option '--prot'\n(Did you mean --port?)\n${usage}`,
    qqqqqq: `2: error: unknown command 'qqqqqq'\n${usage}`,
  });
});

describe("mapcoded territories", () => {
  it("lists all territories, or those like a text", async () => {
    const { out } = await mapcoded`territories`;
    const lines = out.trimEnd().split("\n");
    expect(lines.map((line) => line.split("\t")[0])).toEqual(
      territories().map(({ alphaCode }) => alphaCode),
    );
    expect((await mapcoded`territories nether`).out).toMatch(/^NLD\tNetherlands/);
    const found = JSON.parse((await mapcoded`territories new y --to json`).out);
    expect(found[0]).toMatchObject({ alphaCode: "US-NY", fullName: "New York" });
    expect(await failureOf(mapcoded`territories qqq`)).toBe(
      "1: No territory has a code or name like 'qqq'. mapcoded territories lists all.",
    );
  });
});

describe("mapcoded alphabets", () => {
  it("lists the names that --alphabet takes", async () => {
    expect((await mapcoded`alphabets`).out).toBe(`${alphabets().join("\n")}\n`);
    expect(JSON.parse((await mapcoded`alphabets --to json`).out)).toEqual(alphabets());
  });
});
