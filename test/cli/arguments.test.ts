/** Conversions of arguments, lists of names, help, and their errors. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { alphabets, territories } from "../../src/index.ts";
import {
  failureOf,
  itFails,
  itPrints,
  itRefuses,
  mapcodedHere as mapcoded,
  outputOf,
} from "./command-lines.ts";

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
  "encode 52,22.591 4,54.513 -t AAA": "52 22.591\tAAA VKFMZ.JZBP\n4 54.513\tAAA JN5PT.XG0J\n",
  "encode 52.1 4.9 48.8 2.3 -t AAA": "52.1 4.9\tAAA VHXHN.WG9Z\n48.8 2.3\tAAA VHPMN.TF88\n",
  "encode 52 22 4 65 -t AAA": "52 22\tAAA VKCSR.8ZWP\n4 65\tAAA JP2QG.NG6J\n",
  // 100 is no latitude.
  "encode 12 30 100 45 -t AAA": "AAA LS5G7.5TJB\n",
  'encode "52 22 4 54" -t AAA': "AAA VHXG9.WS92\n",
  "encode 52.0,22 4.0,54 -t AAA": "52 22\tAAA VKCSR.8ZWP\n4 54\tAAA JN4FB.0GHJ\n",
  'encode "52 22 35.45" "4 54 30.75" -t AAA': "AAA VHXGB.1J9J\n",
  'encode "52 22 35.45 4 54 30.75" -t AAA': "AAA VHXGB.1J9J\n",
  "encode 52.0,22 35.45,4 54.0,30.75 -t AAA":
    "52 22\tAAA VKCSR.8ZWP\n35.45 4\tAAA RHV7D.6Z43\n54 30.75\tAAA WL4T4.BQ3D\n",
  'encode "52 4" "48 2" "50 4" -t AAA':
    "52 4\tAAA VHTR6.9Z0P\n48 2\tAAA VHNTX.MJ5K\n50 4\tAAA VHV22.980B\n",
  'encode "-33.8568 151.2153" -t AAA': "AAA 7XHRC.HZ0L\n",
  'encode "" -33.8568,151.2153 -t AAA': "AAA 7XHRC.HZ0L\n",
  'encode -t AAA "40 26 46.5" "-79 58 56.5"': "AAA S8LTK.5DSD\n",
  'encode "1 2" "-.5 -30" -p 0': "1 2\tAAA HHNFC.7V5X\n-0.5 -30\tAAA HDXB8.FKMS\n",
  "encode -33°51'24.48 151°12'55.08 -t AAA": "AAA 7XHRC.HZ0L\n",
  'decode "NLD 49.4V"': NLD,
  "decode 4b.xz -t NLD": "52.37714400000124 4.909126375\n",
  "decode nld 49.4v": NLD,
  "decode 49.4V --context NLD": NLD,
  "decode 49.4V -c NL": NLD,
  'decode "" VHXGB.1J9J': AAA,
  'decode NLD 49.4V VHXGB.1J9J "NLD 49.4V"': `NLD 49.4V\t${NLD}VHXGB.1J9J\t${AAA}NLD 49.4V\t${NLD}`,
  "decode 49.4V --near 52.3,4.9": NLD,
  "decode 49.4V --near 52.3,4.9 -c be": "50.850570000001234 4.335818499999999\n",
  'decode "NLD 49.4V" --near -52.3,-355.1': NLD,
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
  "decode nope.parquet -o x.parquet": "1: There is no file 'nope.parquet'. Check its name.",
  "decode nope.xlsx": "1: There is no file 'nope.xlsx'. Check its name.",
  "decode POINTS-2026.CSV": "1: There is no file 'POINTS-2026.CSV'. Check its name.",
  "decode nope.csv.gz": "1: There is no file 'nope.csv.gz'. Check its name.",
  "encode nope.parquet -o x.parquet": "1: There is no file 'nope.parquet'. Check its name.",
  "encode nope.gpkg": "1: There is no file 'nope.gpkg'. Check its name.",
  "encode NOPE.KML": "1: There is no file 'NOPE.KML'. Check its name.",
  "encode nope.gz": "1: There is no file 'nope.gz'. Check its name.",
  "decode codes --limit 3": "1: 'codes' is not a mapcode, and there is no file 'codes'.",
  'decode "my codes" -o x.csv': "1: 'my codes' is not a mapcode, and there is no file 'my codes'.",
  'decode "-33.8568 151.2153"':
    "1: The mapcode '-33.8568 151.2153' is not of the form [TERRITORY ]PREFIX.SUFFIX[-EXTENSION], such as 'NLD 49.4V'.",
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
  "encode 52 22 35.45 4 54 30.75":
    "2: '52 22 35.45 4 54 30.75' may be one point with minutes, or three points. Write \"52 22 35.45 4 54 30.75\" for one, or 52.0,22 35.45,4 54.0,30.75 for three.",
  'encode "52 22" "4 54"':
    "2: '52 22 4 54' may be one point with minutes, or two points. Write \"52 22 4 54\" for one, or 52.0,22 4.0,54 for two.",
  "encode https://www.google.com/maps/place/Dam+Square":
    "2: In the coordinates 'https://www.google.com/maps/place/Dam+Square', the link names 'Dam Square' without its coordinates. Write them as '52.37, 4.9' or as '52°22'35\"N 4°54'31\"E'.",
  "territories qqq":
    "1: No territory has a code or name like 'qqq'. mapcoded territories lists all.",
  "encode 1 2 --presicion 2": `2: error: unknown option '--presicion'\n(Did you mean --precision?)\n${usageOf("encode ")}`,
  "serve --prot 80": `2: error: unknown option '--prot'\n(Did you mean --port?)\n${usageOf("serve ")}`,
  qqqqqq: `2: error: unknown command 'qqqqqq'\n${usageOf("")}`,
});

itRefuses("wrong usage exits with 2 and says what to do", {
  "encode 52": "'52' is not a point, and there is no file '52'.",
  "encode 40 26 46 -79 58 56": 'Write "40 26 46 -79 58 56" for one, or 40.0,26 46.0,-79',
  "encode 1 2 3 4 5": "'1 2 3 4 5' is not a point, and there is no file '1'.",
  "encode 1 2 3": "'1 2 3' is not a point, and there is no file '1'.",
  "encode north 2":
    "there is no file 'north'. In the coordinates 'north 2', the second coordinate is missing. Write them as '52.37, 4.9' or as '52°22'35\"N 4°54'31\"E'. Or name files.",
  "help foo": "There is no command 'foo'. Choose encode, decode,",
  "encode 1 0x2": "'1 0x2' is not a point, and there is no file '1'.",
  "encode 1 2 -p 9": "The option --precision is '9'. Expected an integer from 0 to 8.",
  "encode 1 2 -t Atlantis": "The territory 'Atlantis' is not",
  "encode 48.85 2.35 -t FR": "Did you mean the country FRA? Use the option country with 'FR' or",
  "encode 1 2 -c Holland": "The country 'Holland' is not",
  "encode 1 2 -t NLD -c NL": "The option --territory and the option --country exclude each other.",
  "encode 1 2 --local nearest": "The option --local 'nearest' is not one of borders, shortest.",
  "encode 1 2 --limit 1": "The option --limit is for files only. Omit it for points.",
  "decode NLD 49.4V -o x": "The option --output is for files only. Omit it for mapcodes.",
  "decode 49.4V --near 52.3":
    "The option --near '52.3' is not a latitude and a longitude such as 52.3,4.9.",
  "decode 49.4V --near 151.2,-33.8":
    "The option --near '151.2,-33.8' is out of range. The latitude '151.2' is not from -90 to 90. Are latitude and longitude swapped?",
  "decode none.csv --near 91,0": "The latitude '91' is not from -90 to 90.",
  "places KB.2R --near 52,361":
    "The option --near '52,361' is out of range. The longitude '361' is not from -360 to 360.",
  "decode 49.4V --near 52.3,4.9 --context NLD": "cannot be used with option '--near <lat,lon>'",
  "decode 49.4V --near 52.3,4.9 --territory NLD":
    "The option --territory and the option --near exclude each other. Use one of them.",
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

const NAGALAND =
  "Warning: 'NL' is read as IN-NL, Nagaland in India. For the country Netherlands, write NLD.";
const INDIANA = "'IN' is read as US-IN, Indiana in USA. For the country India, write IND.";
const TWO_LETTERS = fileURLToPath(new URL("../cases/two-letters.csv", import.meta.url));

it.each([
  ["decode 49.4V --context NL", [NAGALAND]],
  ["decode NL 49.4V", [NAGALAND]],
  ["encode 39.8 -86.1 -t IN", [`Warning: ${INDIANA}`]],
  [
    "decode NLD 12.05",
    [
      "Warning: 'NLD 12.05' has only digits. Every mapcode has a letter: check that these are mapcodes.",
    ],
  ],
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
])("a code of digits, and a name of a country and a subdivision, are warned of, also with --quiet: %s", async (line, lines) => {
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
  expect(await failureOf(mapcoded``)).toMatch(/^2: Usage: mapcoded/);
});

it("the help of encode begins with the most used options, groups the others, and names documents", async () => {
  const help = await outputOf(mapcoded`encode --help`);
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
  ...["encode", "decode", "serve", "places", "territories", "alphabets", "udf", "udf encode"],
  "udf decode",
])("the help of %s names values by what they are, in lines of 80 characters", async (command) => {
  const help = await outputOf(mapcoded`${command.split(" ")} --help`);
  expect(await outputOf(mapcoded`help ${command.split(" ")}`)).toBe(help);
  const lines = help.split("\n").filter((line) => !line.endsWith(".md"));
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  const values = Array.from(
    help.matchAll(/^ +(?:-\w, )?--[\w-]+ <([^>]*)>/gm),
    ([, value]) => value,
  );
  expect(values.filter((value) => /^(?:undefined|what|value|)$/.test(value))).toEqual([]);
});
