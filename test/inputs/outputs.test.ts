/** What the outputs for files of other people hold, and runs that go wrong. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { DecodeStream, EncodeStream } from "../../src/batch/index.ts";
import { createFolder } from "../support/temporary-folder.ts";
import { GOUDA, UTRECHT } from "./cases/case.ts";
import { expectRows, rowTexts } from "./check.ts";
import { runHere } from "./program.ts";

const CASES = "test/cases";
const { path, read, write } = createFolder();

/** Runs a command line; a word that is a file of test/cases becomes its path. */
function mapcoded(line: string, input?: string | Uint8Array) {
  const words = line.split(" ").map((word) => (word === "''" ? "" : word));
  const args = words.map((word) => {
    return word.includes(".") && existsSync(`${CASES}/${word}`) ? `${CASES}/${word}` : word;
  });
  return runHere(args, input === undefined ? undefined : Buffer.from(input));
}

/** The output of a command line that succeeds without a warning. */
async function outputOf(line: string): Promise<string> {
  const { code, out, err } = await mapcoded(`${line} -q`);
  expect([code, err]).toEqual([0, ""]);
  return out;
}

const linesOf = (text: string) => text.split("\n").slice(0, -1);
const rowsOf = (text: string) => linesOf(text).map((line) => JSON.parse(line));

describe("the output", () => {
  it("of a table named .txt is a table, with the delimiter of the input", async () => {
    expect(await outputOf("encode lonlat.txt")).toBe(
      "longitude,latitude,territory,mapcode,international,error\n5.12142,52.09073,NLD,QS.P4,VHXHS.QQC3,\n4.71045,52.01153,NLD,LP1.XYQ,VHWLH.LPLT,\n",
    );
    expect(await outputOf("encode lonlat-tab.txt")).toContain(UTRECHT.replaceAll(" ", "\t"));
    expect(await outputOf("encode stops.txt")).toContain(UTRECHT.replaceAll(" ", ","));
  });

  it("is read again without a warning, unless its errors are beside new ones", async () => {
    const { out } = await mapcoded("encode -q --from csv", "lat,lon\n52.37,4.9\n");
    expect(await mapcoded("decode -q --from csv", out)).toMatchObject({ code: 0, err: "" });
    const failed = await mapcoded("encode -q --from csv", "lat,lon\n52.37,4.9\nx,1\n");
    const { err } = await mapcoded("decode -q --from csv", failed.out);
    expect(err).toContain("The input has 'error' already. The results are in 'error_2'.");
  });

  it("of a list of points has each line with its results", async () => {
    const lines = linesOf(await outputOf("encode points.txt"));
    const inputs = linesOf(readFileSync(`${CASES}/points.txt`, "utf8"));
    expect(lines).toHaveLength(3);
    for (const [at, line] of lines.entries()) expect(line.startsWith(inputs[at])).toBe(true);
  });

  it("of features has results in their properties", async () => {
    const [first] = rowsOf(await outputOf("encode features.ndjson"));
    expect(first.properties).toMatchObject({ territory: "NLD", mapcode: "QS.P4" });
    for (const name of ["features.ndjson", "type-last.geojson"]) {
      const file = write(`${name}.json`, readFileSync(`${CASES}/${name}`));
      expect(await outputOf(`encode ${file}`)).toMatch(
        /"properties": *\{[^{}]*"mapcode":"(?:QS\.P4|LP1\.XYQ)"/,
      );
    }
  });

  it("keeps a quote between tabs, and lines within quotes", async () => {
    const [first] = rowsOf(await outputOf("encode quotes-two-rows.tsv --to ndjson"));
    expect(first.alt).toBe('"Domstad');
    const { out } = await mapcoded("encode quoted-lines.tsv --from csv --delimiter tab -q");
    expect(out).toContain('"two\nlines"');
    expect(await outputOf("encode line-in-quotes.csv")).toContain(
      '\n"Bakery ""Crumb""\nDam 1, back door",52.09073,',
    );
  });

  it("with tabs has blanks for tabs and line ends, and a warning with their number", async () => {
    const { code, out, err } = await mapcoded("encode tab-in-field.csv --to tsv -q");
    expect(code).toBe(0);
    const [header = "", ...rows] = linesOf(out).map((line) => line.split("\t"));
    expect(header).toHaveLength(8);
    expect(rows.map((row) => row.slice(0, 7))).toEqual([
      ["1", "a b", "52.09073", "5.12142", ...UTRECHT.split(" ")],
      ["2", "two lines", "52.01153", "4.71045", ...GOUDA.split(" ")],
    ]);
    expect(err).toMatch(/\b2\b/);
  });

  it("has codes that look like numbers as texts", async () => {
    for (const option of ["", " --typed-numbers"]) {
      const rows = rowsOf(await outputOf(`decode number-codes.csv --to ndjson${option}`));
      expect(rows.map(({ mapcode }) => mapcode)).toEqual(["49.0E7", "99.E9"]);
    }
  });

  it("has the columns that are chosen", async () => {
    const out = await outputOf("encode creeks.txt --columns FEATURE_ID,mapcode");
    expect(linesOf(out).map((line) => line.split(/[|,\t]/))).toEqual([
      ["FEATURE_ID", "mapcode"],
      ["1", "QS.P4"],
      ["2", "LP1.XYQ"],
    ]);
  });

  it("has empty fields for missing ones, and keeps surplus ones of failed rows", async () => {
    const [first] = rowsOf(await outputOf("encode short-rows.csv --to ndjson"));
    expect(first.note ?? "").toBe("");
    expect(await outputOf("encode delimiter-after-rows.csv")).toContain("x");
  });

  it("has every digit, and every geometry, as it stands", async () => {
    const input = readFileSync(`${CASES}/big-integers.geojson`, "utf8");
    const output = await outputOf("encode big-integers.geojson");
    for (const digits of input.match(/\d{16,}/g) ?? []) expect(output).toContain(digits);
    const { features } = JSON.parse(await outputOf("encode no-point.geojson"));
    const before = JSON.parse(readFileSync(`${CASES}/no-point.geojson`, "utf8")).features;
    const geometries = (all: readonly { geometry: unknown }[]) =>
      all.map(({ geometry }) => geometry);
    expect(geometries(features)).toEqual(geometries(before));
  });

  it("with a limit is a whole collection", async () => {
    const collection = JSON.parse(await outputOf("encode type-behind.geojson --limit 1"));
    expect(collection.type).toBe("FeatureCollection");
    expect(collection.features).toHaveLength(1);
    expect(collection.features[0].properties).toMatchObject({ mapcode: "QS.P4" });
  });

  it("of several inputs has one delimiter", async () => {
    const lines = linesOf(await outputOf("encode commas.csv semicolons.csv --to tsv"));
    expect(lines[1]).toContain(UTRECHT.replaceAll(" ", "\t"));
    expect(lines[2]).toContain(GOUDA.replaceAll(" ", "\t"));
  });

  it("of the option columns is never a mapcode of column numbers", async () => {
    const { code, out, err } = await mapcoded("encode commas.csv --columns 1,2 -q");
    if (code === 0) expect(out).toContain("52.09073");
    else expect([out, err]).toEqual(["", expect.stringMatching(/--columns|column/)]);
  });
});

describe("a result whose name is in use", () => {
  it("gets another name, with a warning", async () => {
    const { code, out, err } = await mapcoded("encode has-mapcode.csv -q");
    expect([code, out]).toEqual([0, expect.stringContaining("mapcode_2")]);
    expect(linesOf(out)[1]).toContain("QS.P4");
    expect(err).toContain("mapcode_2");
  });

  it("is not what the option columns chooses, with a warning", async () => {
    const { code, out, err } = await mapcoded("encode has-mapcode.csv --columns id,mapcode -q");
    expect([code, linesOf(out)[1]]).toEqual([0, "1,old"]);
    expect(err).toContain("mapcode");
  });
});

describe("an input that broke off", () => {
  for (const [name, ids] of [
    ["cut.json", [1, 2]],
    ["cut.geojson", [1]],
  ] as const) {
    it(`gives no output but a part of it: ${name}`, async () => {
      const output = path(name.replace("cut", "out"));
      const { code, err } = await mapcoded(`encode ${name} -o ${output} -q`);
      expect([code, existsSync(output)]).toEqual([1, false]);
      expect(err).toContain(".partial");
      const text = readFileSync(`${output}.partial`, "utf8");
      for (const [at, id] of ids.entries()) {
        expect(text).toMatch(new RegExp(`"id":${id}\\b`));
        expect(text).toContain([UTRECHT, GOUDA][at]?.split(" ")[1]);
      }
    });
  }

  it("fails over streams", async () => {
    const bytes = readFileSync(`${CASES}/cut.json`);
    const stream = new Blob([bytes]).stream().pipeThrough(new EncodeStream({ from: "json" }));
    await expect(new Response(stream).text()).rejects.toThrow();
  });
});

describe("an input in parts", () => {
  for (const size of [1, 7, 100]) {
    it(`stops with the message of a whole one: ${size} bytes`, async () => {
      const text = readFileSync(`${CASES}/takeout.json`);
      const messages: string[] = [];
      for (const step of [text.length, size]) {
        const stream = new EncodeStream({ from: "json" });
        const parts = async function* () {
          for (let at = 0; at < text.length; at += step) yield text.subarray(at, at + step);
        };
        const body = ReadableStream.from(parts()).pipeThrough(stream);
        messages.push(await new Response(body).text().catch(String));
      }
      expect(messages[0]).toMatch(/jq -c '\.locations\[\]/);
      expect(messages[1]).toBe(messages[0]);
    });
  }
});

describe("rows that all fail, or nearly all", () => {
  it("are converted to the last one, which is right", async () => {
    const file = write("late.csv", `lat,lon\n${"91,181\n".repeat(1000)}52.09073,5.12142\n`);
    const { code, err } = await mapcoded(`encode ${file} -o ${path("late-out.csv")} -q`);
    const lines = linesOf(read("late-out.csv"));
    expect([code, lines.length]).toEqual([0, 1002]);
    expect(lines.at(-1)).toContain(UTRECHT.replaceAll(" ", ","));
    expect(err).toMatch(/missing|181|91/);
  });

  it("make a whole output under its name, with exit code 1", async () => {
    const file = write("bad.csv", `lat,lon\n${"north,east\n".repeat(50_000)}`);
    const { code } = await mapcoded(`encode ${file} -o ${path("bad-out.csv")} -q`);
    expect([code, existsSync(path("bad-out.csv.partial"))]).toEqual([1, false]);
    expect(linesOf(read("bad-out.csv"))).toHaveLength(50_001);
  });

  it("end a stream without an error", async () => {
    const encoder = new EncodeStream({ from: "csv" });
    const body = new Blob(["lat,lon\n", "north,east\n".repeat(2000)]).stream();
    await new Response(body.pipeThrough(encoder)).text();
    expect(encoder.counts).toMatchObject({ rows: 2000, converted: 0, failed: 2000 });
  });
});

describe("wrong usage", () => {
  it("is a file that is not there", async () => {
    const { code, out, err } = await mapcoded("decode pts.csv -t NLD");
    expect([1, 2]).toContain(code);
    expect([out, err]).toEqual(["", expect.stringMatching(/no file/)]);
  });

  for (const option of ["-o", "--rejects"]) {
    it(`is ${option} without a name`, async () => {
      const empty = path(`empty${option}`);
      mkdirSync(empty);
      const own = process.cwd();
      const file = resolve(`${CASES}/commas.csv`);
      process.chdir(empty);
      const { code, out, err } = await mapcoded(`encode ${file} ${option} ''`).finally(() =>
        process.chdir(own),
      );
      expect([code, out, readdirSync(empty)]).toEqual([2, "", []]);
      expect(err).toMatch(option === "-o" ? /--output/ : /--rejects/);
    });
  }
});

describe("a large file of rows within a member", () => {
  it("gets the advice of a small one, and none about limits", async () => {
    const place = '{"latitudeE7":520907300,"longitudeE7":51214200,"accuracy":12}';
    const text = `{"locations":[${Array.from({ length: 50_000 }, () => place).join(",\n")}]}`;
    const file = write("large.json", text);
    for (const ended of [await mapcoded(`encode ${file}`), await mapcoded("encode", text)]) {
      expect([1, 2]).toContain(ended.code);
      expect(ended.err).toMatch(/locations.*jq -c/s);
      expect(ended.err).not.toMatch(/limit|max/i);
    }
  });
});

describe("warnings of streams", () => {
  const warningsOf = async (name: string, isDecoded = false) => {
    const options = { from: "csv", to: "ndjson" } as const;
    const stream = isDecoded ? new DecodeStream(options) : new EncodeStream(options);
    const body = new Blob([readFileSync(`${CASES}/${name}`)]).stream().pipeThrough(stream);
    const rows = rowTexts(await new Response(body).text(), isDecoded);
    return { rows, warnings: stream.warnings.map(({ message }) => message).join("\n") };
  };

  it("say what may be wrong", async () => {
    expect((await warningsOf("ports.csv")).warnings).toMatch(/lonFirst/);
    expect((await warningsOf("has-mapcode.csv")).warnings).toMatch(/mapcode_2/);
    expect((await warningsOf("georgia.csv", true)).warnings).toMatch(/Georgia/);
  });

  it("are none for a plain table", async () => {
    const { rows, warnings } = await warningsOf("commas.csv");
    expectRows(rows, [UTRECHT]);
    expect(warnings).toBe("");
  });
});
