/** Conversions of arguments, lists of names, help, and their errors. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { alphabets, territories } from "../../src/index.ts";
import { run } from "./command.ts";
import { failureOf, itFails, itPrints, itRefuses, mapcoded, outputOf } from "./command-lines.ts";

const NLD = "52.37651400000124 4.908543375\n";
const AAA = "52.376504 4.908535499999999\n";
const MAPCODES = "NLD 49.4V\nNLD G9.VWG\nNLD DL6.H9L\nNLD P25Z.N3Z\nAAA VHXGB.1J9J\n";
const GERMAN = "DEU 618.GD4\nDEU 2MLM.LR7\n";

itPrints("points and mapcodes are converted", {
  "encode 52.376514 4.908543": MAPCODES,
  'encode "52,376514 4,908543"': MAPCODES,
  "encode N52.376514 E4.908543": MAPCODES,
  "encode 52°22'35.45''N 4°54'30.75''E": MAPCODES,
  "encode -p 2 -33.9 -151.2": "AAA 72GWM.S2BN-P8\n",
  "encode -33.9,-151.2 --precision 2": "AAA 72GWM.S2BN-P8\n",
  "encode -p 2 -3.39e1,-151.2": "AAA 72GWM.S2BN-P8\n",
  "encode 52.5 6.99 -t Germany": GERMAN,
  "encode 52.5 6.99 -c de": GERMAN,
  "encode 1 2": "AAA HHNFC.7V5X\n",
  "encode 52.0,3 4.0,9 -t AAA": "52 3\tAAA VHQZ8.YZBP\n4 9\tAAA JJ8PQ.8GMJ\n",
  "encode 1 359": "AAA HHDSB.RVZX\n",
  "encode 52 22.591 4 54.513 -t NLD": "NLD 49.4V\nNLD G9.VWG\nNLD DL6.H9L\nNLD P25Z.N3Z\n",
  "encode 0.5,-30 -0.5,-30": "0.5 -30\tAAA HDX5F.FFMP\n-0.5 -30\tAAA HDXB8.FKMS\n",
  'decode "NLD 49.4V"': NLD,
  "decode nld 49.4v": NLD,
  "decode 49.4V --context NLD": NLD,
  "decode 49.4V -c NL": NLD,
  'decode "" VHXGB.1J9J': AAA,
  'decode NLD 49.4V VHXGB.1J9J "NLD 49.4V"': `NLD 49.4V\t${NLD}VHXGB.1J9J\t${AAA}NLD 49.4V\t${NLD}`,
  "decode 49.4V --near 52.3,4.9": NLD,
  "decode 49.4V --near 52.3,4.9 -c be": "50.850570000001234 4.335818499999999\n",
  'decode "NLD 49.4V" --near -52.3,364.9': NLD,
  'places "IN HH.GC"':
    "US-IN HH.GC\t39.76836 -86.158116\tIndiana, USA\nRU-IN HH.GC\t43.233895 44.7845265\tIngushetia Republic, Russia\n",
  "places 49.4V -c BE --near 52.3,4.9":
    "BEL 49.4V\t50.850570000001234 4.335818499999999\tBelgium\t165817\n",
  "places VHXGB.1J9J": `AAA VHXGB.1J9J\t${AAA.trim()}\tInternational\n`,
  "places VHXGB.1J9J --to json": `[{"mapcode":{"territory":"AAA","code":"VHXGB.1J9J"},"latDeg":52.376504,"lonDeg":4.908535499999999,"territoryName":"International","countryName":"International"}]\n`,
  "territories new york": "US-NY\tNew York\n",
  alphabets: `${alphabets().join("\n")}\n`,
  "alphabets --to json": `${JSON.stringify(alphabets())}\n`,
  "--version": `${packageJson.version} (tables 2.3.0)\n`,
});

const usageOf = (command: string) => `(Run mapcoded ${command}--help for usage.)`;

itFails("what stands for no place, or has two meanings, is an error", {
  "encode 52.376514 4.908543 -t USA": "1: The point 52.376514 4.908543 has no mapcode in USA.",
  "places nonsense":
    "1: The mapcode 'nonsense' is not of the form [TERRITORY ]PREFIX.SUFFIX[-EXTENSION], such as 'NLD 49.4V'.",
  "places 12345.678 -c NL": "1: '12345.678' is not the code of a place in NL.",
  "places NLD ZZZZ.ZZZZ": "1: 'NLD ZZZZ.ZZZZ' is not the code of a place in its territory.",
  "places ZZZZ.ZZZZ": "1: 'ZZZZ.ZZZZ' is not the code of a place in any territory.",
  "encode 0 400": "1: The longitude '400' is not from -360 to 360.",
  "encode 1 2 --to csv": "2: --to csv is for files. Use --to json, or omit it.",
  "encode 52,3 4,9":
    "2: '52,3 4,9' may be one point with decimal commas, or two points. Write 52.3 4.9 for one, or 52.0,3 4.0,9 for two.",
  "encode 52,376514 4,908543":
    "2: '52,376514 4,908543' may be one point with decimal commas, or two points. Write 52.376514 4.908543 for one.",
  "territories qqq":
    "1: No territory has a code or name like 'qqq'. mapcoded territories lists all.",
  "encode 1 2 --presicion 2": `2: error: unknown option '--presicion'\n(Did you mean --precision?)\n${usageOf("encode ")}`,
  "serve --prot 80": `2: error: unknown option '--prot'\n(Did you mean --port?)\n${usageOf("serve ")}`,
  qqqqqq: `2: error: unknown command 'qqqqqq'\n${usageOf("")}`,
});

itRefuses("wrong usage exits with 2 and says what to do", {
  "encode 52": "'52' is not a point, and there is no file '52'.",
  "encode 1 2 3": "'1 2 3' is not a point, and there is no file '1'.",
  "encode north 2":
    "there is no file 'north'. In the coordinates 'north 2', the second coordinate is missing. Write them as '52.37, 4.9' or as '52°22'35\"N 4°54'31\"E'. Or write the names of files.",
  "help foo": "There is no command 'foo'. Choose encode, decode,",
  "encode 1 0x2": "'1 0x2' is not a point, and there is no file '1'.",
  "encode 1 2 -p 9": "Expected an integer from 0 to 8.",
  "encode 1 2 -t Atlantis": "The territory 'Atlantis' is not",
  "encode 48.85 2.35 -t FR": "Did you mean the country FRA? Use the option country with 'FR' or",
  "encode 1 2 -c Holland": "The country 'Holland' is not",
  "encode 1 2 -t NLD -c NL": "contradict each other. Give only one of them.",
  "encode 1 2 --local nearest": "Allowed choices are borders, shortest.",
  "encode 1 2 --limit 1": "The option --limit is for files only. Omit it for points.",
  "decode NLD 49.4V -o x": "The option --output is for files only. Omit it for mapcodes.",
  "decode 49.4V --near 52.3":
    "The option --near '52.3' is not a latitude and a longitude such as 52.3,4.9.",
  "decode 49.4V --near 52.3,4.9 --context NLD": "cannot be used with option '--near <lat,lon>'",
  "decode 49.4V --near 52.3,4.9 --territory NLD":
    "The options --territory and --near exclude each other. Use one of them.",
  places: "missing required argument 'mapcode'",
  "decode 49.4V --context FR": "Use the option country with 'FR' or",
});

it.each([
  ["49.4V", "need their territory in front"],
  ["nonsense", "The mapcode 'nonsense' is not"],
  ["NLD ZZZZ.ZZZZ", "The mapcode 'NLD ZZZZ.ZZZZ' is not"],
  ["", "mapcode ''"],
])("a mapcode that stands for no place exits with 1: %j", async (text, message) => {
  const failure = await failureOf(mapcoded`decode ${text}`);
  expect([failure.slice(0, 3), failure]).toEqual(["1: ", expect.stringContaining(message)]);
});

it("several arguments are converted as far as possible, and exit with 1 if one is not", async () => {
  const { code, out, err } = await mapcoded`encode 52.3,4.9 1 2 -t NLD`;
  expect({ code, err }).toEqual({ code: 1, err: "The point 1 2 has no mapcode in NLD.\n" });
  expect(out).toMatch(/^(52\.3 4\.9\tNLD \S+\n)+$/);
  expect(await mapcoded`decode VHXGB.1J9J ${""}`).toMatchObject({
    code: 1,
    out: `VHXGB.1J9J\t${AAA}`,
    err: expect.stringContaining("mapcode ''"),
  });
});

it("JSON has everything that was requested", async () => {
  const point = { latDeg: 52.376514, lonDeg: 4.908543 };
  const [latDeg, lonDeg] = NLD.split(" ").map(Number);
  const rectangle = {
    southWest: { latDeg: 52.37646900000124, lonDeg: 4.9084705 },
    northEast: { latDeg: 52.37655900000124, lonDeg: 4.908616250000001 },
    center: { latDeg, lonDeg },
  };
  const code = { mapcode: "49.4V", territory: "NLD", mapcodeInAlphabet: "49.4Φ" };
  const more = { territoryInAlphabet: "ΝΛΔ", offsetMeters: expect.closeTo(0.025, 2), rectangle };
  const added = ["--include", "offset,rectangle", "--alphabet", "greek", "--all"];
  const encoded = JSON.parse(
    await outputOf(mapcoded`encode 52.376514,4.908543 --to json ${added}`),
  );
  expect(encoded).toEqual({ ...point, mapcodes: expect.any(Array) });
  expect(encoded.mapcodes).toHaveLength(5);
  expect(encoded.mapcodes[0]).toEqual({ ...code, ...more });
  const args = ["NLD 49.4V", "VHXGB.1J9J"];
  const decoded = await outputOf(mapcoded`decode ${args} --to json --include rectangle`);
  expect(JSON.parse(decoded)).toEqual([
    { mapcode: "NLD 49.4V", latDeg, lonDeg, rectangle },
    expect.objectContaining({ mapcode: "VHXGB.1J9J" }),
  ]);
});

it("a point loads nothing of Node for services and threads", async () => {
  // At exit, writes the loaded modules of Node to standard error.
  const list = 'process.on("exit",()=>console.error(process.moduleLoadList.join("\\n")))';
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(list)}`;
  const { err } = await run(["encode", "52.376514", "4.908543"], { NODE_OPTIONS });
  expect(err).toMatch(/^NativeModule fs$/m);
  expect(err).not.toMatch(/^NativeModule (http|tls|worker_threads)$/m);
});

const NAGALAND =
  "Warning: 'NL' is read as IN-NL, Nagaland in India. For the country Netherlands, write NLD.";
const INDIANA = "'IN' is read as US-IN, Indiana in USA. For the country India, write IND.";
const TWO_LETTERS = fileURLToPath(new URL("../cases/two-letters.csv", import.meta.url));

it.each([
  ["decode 49.4V --context NL", [NAGALAND]],
  ["decode NL 49.4V", [NAGALAND]],
  ["encode 39.8 -86.1 -t IN", [`Warning: ${INDIANA}`]],
  // Between the lines about the input and the counts.
  [
    `decode ${TWO_LETTERS}`,
    [
      expect.stringContaining("two-letters.csv"),
      `Warning: ${TWO_LETTERS}: ${INDIANA}`,
      `Warning: ${TWO_LETTERS}: 'GR' is read as MX-GRO, Guerrero in Mexico. For the country Greece, write GRC.`,
      `Warning: ${TWO_LETTERS}: 'GA' is read as US-GA, Georgia in USA. For the country Gabon, write GAB.`,
      expect.stringContaining(" rows: "),
    ],
  ],
  ["encode 52.376514 4.908543 -c NL", []],
])("a name of a country and a subdivision is warned of, also with --quiet: %s", async (line, lines) => {
  const { code, err } = await mapcoded`${line.split(" ")}`;
  expect({ code, lines: err.split("\n") }).toEqual({ code: 0, lines: [...lines, ""] });
  const quiet = (await mapcoded`${line.split(" ")} --quiet`).err.split("\n");
  expect(quiet).toEqual([...lines.filter((text) => `${text}`.startsWith("Warning: ")), ""]);
});

it("mapcoded territories lists all, with other codes and names", async () => {
  const lines = (await outputOf(mapcoded`territories`)).trimEnd().split("\n");
  const codes = territories().map(({ alphaCode }) => alphaCode);
  expect(lines.map((line) => line.split("\t")[0])).toEqual(codes);
  const [found] = JSON.parse(await outputOf(mapcoded`territories new y --to json`));
  expect(found).toMatchObject({ alphaCode: "US-NY", fullName: "New York" });
});

it("help goes to standard output, lists commands, and is printed without one", async () => {
  const help = await outputOf(mapcoded`--help`);
  for (const command of ["serve", "encode", "decode"]) {
    expect(help).toContain(`\n  ${command} [options]`);
  }
  expect(await failureOf(run([]))).toMatch(/^2: Usage: mapcoded/);
});

it("the help of encode begins with the most used options, groups the others, and names documents", async () => {
  const help = await outputOf(mapcoded`encode --help`);
  expect(await outputOf(mapcoded`help encode`)).toBe(help);
  const flags = (text: string) =>
    Array.from(text.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm), ([, flag]) => flag);
  const [first, ...groups] = help.slice(help.indexOf("Options:")).split(/\n\n(?=\w+:\n {2}-)/);
  const used = "--output --from --to --territory --precision --help";
  expect(flags(first)).toEqual(used.split(" "));
  const names = ["Mapcodes", "Columns", "Input", "Output", "Errors", "Run"];
  expect(groups.map((group) => group.split(":")[0])).toEqual(names);
  const paths = Array.from(help.matchAll(/^\w+ and \w+: (.+\.md)$/gm), ([, path]) => path);
  expect(paths.map(existsSync)).toEqual([true, true]);
  expect(help).toMatch(/--from <format> .*--no-header +no .*--skip <lines> [^-]*\(default: 0\)/s);
  expect(help).toMatch(/--columns <names>[^-]*\(such as\s+id,mapcode as code\)/);
});

it.each([
  "encode",
  "decode",
  "serve",
  "places",
  "territories",
  "alphabets",
  "udf",
  "udf encode",
  "udf decode",
])("the help of %s names values by what they are, in lines of 80 characters", async (command) => {
  const help = await outputOf(mapcoded`${command.split(" ")} --help`);
  const lines = help.split("\n").filter((line) => !line.endsWith(".md"));
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  const values = Array.from(
    help.matchAll(/^ +(?:-\w, )?--[\w-]+ <([^>]*)>/gm),
    ([, value]) => value,
  );
  expect(values.filter((value) => /^(?:undefined|what|value|)$/.test(value))).toEqual([]);
});
