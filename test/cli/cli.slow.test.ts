import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { run } from "./command.ts";
import { failureOf, itRefuses, mapcoded, outputOf } from "./command-lines.ts";

describe("mapcoded encode", () => {
  it("prints the mapcodes of a point with their territories", async () => {
    expect(await outputOf(mapcoded`encode 52.376514 4.908543`)).toBe(
      "NLD 49.4V\nNLD G9.VWG\nNLD DL6.H9L\nNLD P25Z.N3Z\nAAA VHXGB.1J9J\n",
    );
  });

  it.each([
    "-33.9 -151.2",
    "-33.9,-151.2",
    "-3.39e1,-151.2",
  ])("accepts negative numbers: %s", async (point) => {
    const args = point.split(" ");
    expect(await outputOf(mapcoded`encode -p 2 ${args}`)).toBe("AAA 72GWM.S2BN-P8\n");
    expect(await outputOf(mapcoded`encode ${args} --precision 2`)).toBe("AAA 72GWM.S2BN-P8\n");
  });

  it("prints only the mapcodes of a territory or country", async () => {
    const { out } = await mapcoded`encode 52.5 6.99 -t Germany`;
    expect(out).toBe("DEU 618.GD4\nDEU 2MLM.LR7\n");
    expect((await mapcoded`encode 52.5 6.99 -c de`).out).toBe(out);
  });
});

it("mapcoded encode of a point loads nothing of Node for services and threads", async () => {
  // Writes the modules of Node that are loaded in the end on standard error.
  const list = 'process.on("exit",()=>console.error(process.moduleLoadList.join("\\n")))';
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(list)}`;
  const { err } = await run(["encode", "52.376514", "4.908543"], { NODE_OPTIONS });
  expect(err).toMatch(/^NativeModule fs$/m);
  expect(err).not.toMatch(/^NativeModule (http|tls|worker_threads)$/m);
});

describe("mapcoded decode", () => {
  it.each([
    ["NLD 49.4V"],
    ["nld", "49.4v"],
    ["49.4V", "--context", "NLD"],
    ["49.4V", "--country", "NL"],
    ["49.4V", "-c", "NL"],
  ])("prints latitude and longitude for %s %s %s", async (...args) => {
    expect(await outputOf(mapcoded`decode ${args}`)).toBe("52.37651400000124 4.908543375\n");
  });

  it("says that a local code without a territory needs one", async () => {
    expect((await mapcoded`decode 49.4V`).err).toContain("need their territory in front");
  });

  it.each([["nonsense"], ["NLD ZZZZ.ZZZZ"]])("exits with 1 for %s", async (text) => {
    expect(await failureOf(mapcoded`decode ${text}`)).toContain(`1: The mapcode '${text}' is not`);
  });
});

describe("wrong usage", () => {
  itRefuses("exits with 2 and says what to do", {
    frobnicate: "unknown command 'frobnicate'",
    "encode 52": "'52' is not a point, and there is no file '52'.",
    "encode 1 2 3": "'1 2 3' is not a point, and there is no file '1'.",
    "encode north 2":
      "there is no file 'north'. Write a latitude and a longitude in degrees (mapcoded encode 52.376514 4.908543), or the names of files.",
    "encode 1 0x2": "'1 0x2' is not a point, and there is no file '1'.",
    "encode 1 2 -p 9": "Expected an integer from 0 to 8.",
    "encode 1 2 -t Atlantis": "The territory 'Atlantis' is not",
    "encode 1 2 -c Holland": "The country 'Holland' is not",
    "encode 1 2 -t NLD -c NL": "contradict each other. Give only one of them.",
    "encode 1 2 --fast": "unknown option '--fast'",
    "encode 1 2 --local nearest": "Allowed choices are borders, shortest.",
    "encode 1 2 --force": "The option --force is for files only. Omit it for points.",
    "decode NLD 49.4V -o x": "The option --output is for files only. Omit it for mapcodes.",
    "decode 49.4V --context Atlantis": "The territory 'Atlantis' is not",
  });

  it("without a command prints the help", async () => {
    expect(await failureOf(run([]))).toMatch(/^2: Usage: mapcoded/);
  });
});

describe("the help of encode", () => {
  it("begins with the most used options, groups the others, and names documents that exist", async () => {
    const { out } = await mapcoded`encode --help`;
    const flags = (text: string) =>
      Array.from(text.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm), ([, flag]) => flag);
    const [first, ...groups] = out.slice(out.indexOf("Options:")).split(/\n\n(?=\w+:\n {2}-)/);
    const used = "--output --from --to --territory --precision --help";
    expect(flags(first)).toEqual(used.split(" "));
    const names = ["Mapcodes", "Columns", "Input", "Output", "Errors", "Run"];
    expect(groups.map((group) => group.split(":")[0])).toEqual(names);
    for (const [, path] of out.matchAll(/^\w+ and \w+: (.+\.md)$/gm)) {
      expect(existsSync(path)).toBe(true);
    }
    expect(out).toContain("command-line.md");
  });
});

describe("names that are a country and a subdivision", () => {
  const nagaland =
    "'NL' is taken for IN-NL, Nagaland in India. For the country Netherlands, write NLD.";
  const indiana = "'IN' is taken for US-IN, Indiana in USA. For the country India, write IND.";
  const file = fileURLToPath(new URL("../cases/two-letters.csv", import.meta.url));

  it.each([
    ["decode 49.4V --context NL", [nagaland]],
    ["decode NL 49.4V", [nagaland]],
    ["encode 39.8 -86.1 -t IN", [indiana]],
    // Behind how the file is read, and the counts.
    [
      `decode ${file}`,
      [
        expect.stringContaining("two-letters.csv"),
        expect.stringContaining(" rows: "),
        indiana,
        "'GR' is taken for MX-GRO, Guerrero in Mexico. For the country Greece, write GRC.",
        "'GA' is taken for US-GA, Georgia in USA. For the country Gabon, write GAB.",
      ],
    ],
    ["encode 52.376514 4.908543 -c NL", []],
  ])("are explained: %s", async (line, notices) => {
    const { code, err } = await mapcoded`${line.split(" ")}`;
    expect({ code, lines: err.split("\n") }).toEqual({ code: 0, lines: [...notices, ""] });
    expect((await mapcoded`${line.split(" ")} --quiet`).err).toBe("");
  });
});

describe("help and version", () => {
  it("go to standard output and exit with 0", async () => {
    const help = await mapcoded`--help`;
    expect(help.code).toBe(0);
    for (const command of ["serve", "encode", "decode"]) {
      expect(help.out).toContain(`\n  ${command} [options]`);
    }
    expect((await mapcoded`help encode`).out).toBe((await mapcoded`encode --help`).out);
    const version = await mapcoded`--version`;
    expect(version).toEqual({ code: 0, out: `${packageJson.version} (tables 2.3.0)\n`, err: "" });
  });
});
