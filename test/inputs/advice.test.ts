/** What messages advise is enough by itself: each advice is followed, and the right answer comes. */
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { hasProgram } from "../support/programs.ts";
import { runHere } from "./program.ts";

const AMSTERDAM = /NLD(?:[,\t]|","mapcode":")49\.4V/;

/** Splits words as a shell does, quotes included. */
function wordsOf(line: string): string[] {
  return Array.from(line.matchAll(/'([^']*)'|[^\s']+/g), ([word, quoted]) => quoted ?? word);
}

/** The point as the coordinates of a line. */
const AT = "52.376514,4.908543";

/** A command line, its input, the options that its message names, and the value that the user adds. */
type Advice = [line: string, input: string | Buffer, advice: RegExp, value?: string | string[]];

/** Latitude and longitude in Russian, in windows-1251. */
const RUSSIAN = Buffer.from(
  "f8e8f0eef2e03be4eeebe3eef2e00a35322e3337363531343b342e3930383534330a",
  "hex",
);
const UTF_16 = Buffer.from(`lat,lon\n${AT}\n`, "utf16le");

const FROM_CSV = "encode --from csv";
const BY_NUMBERS = /use (--no-header, --lat-column \d and --lon-column \d)\./;
const COMMA_COLUMNS = "--delimiter ';' --decimal-comma --lat-column 1 --lon-column 2";

const FORMATS: Advice[] = [
  ["decode --from json", '"NLD 49.4V"\n', /use the option (--from ndjson)/],
  ["encode", `made by x\nid,lat,lon\n1,${AT}\n`, /use the option (--skip 1)/],
  [FROM_CSV, `1,${AT}\n`, /use (--no-header, --lat-column 2 and --lon-column 3)\./],
  [FROM_CSV, `703165,DAM,NL,-9.0,${AT},7\n`, BY_NUMBERS],
  [FROM_CSV, `1700000000.123,${AT},3.5\n`, BY_NUMBERS],
  ["encode --from csv --no-header", `1,${AT}\n`, /as (--lat-column 2 and --lon-column 3)\./],
  ...["#\tlat\tlon\talt\n52.376514\t4.908543\t3\n", `# made by x\nid,lat,lon,alt\n${AT},3\n`].map(
    (input): Advice => ["encode", input, /use the options (--skip . --no-header.*?)\. /],
  ),
  ...["POINT(4.908543 52.376514)\n", '1,"52.376514 N, 4.908543 E"\n'].map((input): Advice => {
    return [FROM_CSV, input, /use (--no-header and --coordinates-column \d)\./];
  }),
  [
    FROM_CSV,
    "52,376514;4,908543\n1,5;2,25\n",
    /use (--no-header, --delimiter ';', --lat-column 1 and --lon-column 2)\./,
  ],
  ["encode", RUSSIAN, /Use the option (--encoding windows-1251)/],
  ["encode", UTF_16, /Use the option (--encoding utf-16le)/],
  [
    "encode",
    "52,376514;4,908543\n".repeat(2),
    new RegExp(`use the options (--from csv --no-header ${COMMA_COLUMNS})`),
  ],
  ...[
    "1,52.376514,4.908543,x",
    "1\tDe Dam\t52.376514\t4.908543",
    "1|52,376514|4,908543",
    '1,"Schiphol, Amsterdam","AMS",52.376514,4.908543,-11,"E"',
    "2026-01-05T12:30:01Z;52.376514;4.908543",
  ].map((line): Advice => {
    const advice = /use the options (--from csv --no-header --delimiter .*?)\.(?: |\n)/;
    return ["encode", `${line}\n${line}\n`, advice];
  }),
  [
    "encode --from csv --max-row-bytes 20",
    `lat,lon,a long name of a column\n${AT},x\n`,
    /with the option (--max-row-bytes)/,
    "1K",
  ],
];

const TWO_PLACES = '{"a":{"lat":52.376514,"lon":4.908543},"b":{"lat":1,"lon":2}}\n';
const ROW = '{"lat":52.376514,"lon":4.908543}\n';
const IN_USE = `${ROW}{"lat":52.376514,"lon":4.908543,"mapcode":"x"}\n`;
const OTHERS = `${ROW}{"lat":52.376514,"lon":4.908543,"id":1}\n`;
const START_END = `start_lat,start_lon,end_lat,end_lon\n${AT},1,2\n`;

const BOTH = /(--lat-column and the option --lon-column)\./;
const BY_NUMBER = /its number: --lat-column 1 or (--lat-column 2)\./;
const LANDS = "code,land\n49.4V,NLD\n49.4V,NLD\n";
const SIGNED = `Latitude S,Longitude W\n${AT}\n-1.5,-2\n`;
const LATE = ",NL,7,4.9E\n,NL,52.376514N,4.908543E\n";
const WITH_MORE = "start,place of it\n7,52.376514 4.908543 3.2 4.9\n";

const COLUMNS: Advice[] = [
  [FROM_CSV, `a,b\n${AT}\n`, BOTH, ["a", "b"]],
  [FROM_CSV, SIGNED, BOTH, ["Latitude S", "Longitude W"]],
  [FROM_CSV, LATE, /use (--no-header, --lat-column and --lon-column)\./, ["3", "4"]],
  [FROM_CSV, `a,lon\n${AT}\n`, /use the option (--lat-column)/, "a"],
  ["encode", WITH_MORE, /use the option (--coordinates-column .*)\./],
  ["encode", "Ort;Lage\nA;52.376514 N, 4.908543 E\n", /(--coordinates-column Lage)\./],
  ["encode --delimiter ;", `id,lat,lon\n7,${AT}\n`, /Use the option (--delimiter ,)\./],
  [FROM_CSV, `id^lat^lon\n7^${AT.replace(",", "^")}\n`, /the option (--delimiter) '\^'\./, "^"],
  ["encode --from tsv", `id,lat,lon\n7,${AT}\n`, /Use the option (--from csv)\./],
  [FROM_CSV, START_END, /with the option (--lat-column)/, "start_lat"],
  ["encode", "X_4326,Y_4326\n4.908543,52.376514\n", BOTH, ["Y_4326", "X_4326"]],
  ["decode", "id;adresse_mapcode\n1;NLD 49.4V\n", /(--code-column adresse_mapcode)\./],
  ["encode", TWO_PLACES, /use (--lat-column a.lat and --lon-column a.lon) or/],
  ["encode", 'id,coordinates\n1,"4.908543, 52.376514"\n', /(--lon-first) if the longitude/],
  ["encode", `id,coordinates\n1,"${AT}"\n2,"41.388,2.17"\n`, /(--no-lon-first) if the latitude/],
  ["decode --from csv", LANDS, /option (--territory-column) or/, "land"],
  ["encode --from ndjson --to csv", OTHERS, /with the option (--columns)/, "lat,lon,id,mapcode"],
  ["encode --from ndjson", IN_USE, /Use the option (--replace)/],
  [FROM_CSV, `lat,lat,lon\n1,${AT}\n`, BY_NUMBER],
  [`${FROM_CSV} --lat-column lat --lon-column lon`, `lat,lat,lon\n1,${AT}\n`, BY_NUMBER],
];

it.each([
  ...FORMATS,
  ...COLUMNS,
])("the option of the message gives the answer: %s", async (line, input, advice, value) => {
  const [command = "", ...options] = wordsOf(line);
  const bytes = Buffer.from(input);
  const before = await runHere([command, ...options], bytes);
  expect(before.out + before.err).toMatch(advice);
  const [, named = ""] = advice.exec(before.out + before.err) ?? [];
  const words = wordsOf(named.replace(/ and (?:the option )?|(?<=[\w']), (?=--)/g, " "));
  const values = [value ?? []].flat();
  const first = words.length - values.length;
  const advised = words.flatMap((word, at) => [word, ...(at < first ? [] : [values[at - first]])]);
  // The last one of an option counts.
  const after = await runHere([command, ...options, ...advised, "-q"], bytes);
  expect([after.code, after.err]).toEqual([0, ""]);
  expect(after.out).toMatch(/49\.4V|52\.3765/);
  expect(after.out).not.toMatch(advice);
});

it.each<[what: string, input: string, rows?: number]>([
  ["decimal commas between commas", "id,lat,lon,note\na,52,376514,4,908543,x\nb,-1,5,2,25,y\n"],
  ["columns with blanks between them", "   id  lat  lon\na 52.376514   4.908543\n bc 1.5 2\n"],
  ["columns after a mark", "# id lon lat\na 4.908543 52.376514\nbc 2 1.5\n"],
  [
    "columns of fixed width after a mark",
    "# id  lon       lat\n\n      4.908543  52.376514\n  bc   2       1.5\n",
  ],
  [
    "columns of fixed width",
    "NAME         LAT      LONG\nOude Kerk    52.376514 4.908543\nDom         -1.5      2.25\n\n",
  ],
  [
    "columns of fixed width, with an empty cell beside a cell of two words",
    "name     lat       lon      alt\nDe Dam   52.376514 4.908543\nDom      1.5       2.25     3\n",
  ],
  ["columns of R", '"name" "lat" "lon"\n"1" "De Dam" 52.376514 4.908543\n"2" "Dom" 1.5 2\n'],
  [
    "columns of R without numbers",
    '"name" "lon" "lat"\n"De Dam" 4.908543 52.376514\n"Dom" 2 1.5\n',
  ],
  ["rows with numbers", '"lat","lon","name"\n"1",52.376514,4.908543,""\n"2",1.5,2,""\n'],
  ["JSON with commas between lines", '{"lat":52.376514,"lon":4.908543},\n{"lat":1.5,"lon":2},\n'],
  ["points of MySQL 8", `wkt\n${"POINT(52.376514 4.908543)\n".repeat(9)}`, 9],
  ["lines that end in carriage returns", "lat,lon\r52.376514,4.908543\r1.5,2\r"],
  ["lines in quotes", '"id,lat,lon"\r\n"a,52.376514,4.908543"\r\n"b ""c"" d,1.5,2"\r\n'],
  ["lines with a name in front", "De Dam  52.376514 4.908543\nDom 1.5 2.25\n"],
  ["lines with a time in front", "12:30:01 52.376514 4.908543\n12:30:02 1.5 2.25\n"],
  ["lines with a name after", "1 52.376514 4.908543 De Dam\n2 1.5 2.25 Dom\n"],
])("the program that a message names makes rows of %s", async (_, input, rows = 2) => {
  const before = await runHere(["encode"], Buffer.from(input));
  const [named = ""] = /(?:sed -E|awk|tr)(?: '[^']+')+/.exec(before.err + before.out) ?? [];
  const [command = "", ...args] = wordsOf(named);
  const fixed = execFileSync(command, args, { input });
  const { code, out, err } = await runHere(["encode", "-q"], fixed);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(AMSTERDAM);
  expect(out.match(/[,\t:]"?[A-Z\d]{5}\.[A-Z\d]{4}\b/g)).toHaveLength(rows);
});

it.each([
  "-33.857",
  "33.857S",
  "33 51 25.2 S",
])("degrees such as %s, which messages advise, are read", async (degrees) => {
  const input = Buffer.from(`lat,lon\n${degrees},151.215\n`);
  expect((await runHere(["encode", "-q"], input)).out).toMatch(/,AU-NSW,JB\.ZV,/);
});

it.each([
  "#Label,X/Longitude,Y/Latitude,Z/Altitude\n1.JPG,4.908543,52.376514,3\n",
  "1.JPG,4.908543,52.376514,3\n",
])("a line above %j says the order of columns, or a message names both", async (input) => {
  const { code, out } = await runHere(["encode", "-q"], Buffer.from(input));
  if (code === 0) return expect(out).toMatch(AMSTERDAM);
  const [, named = ""] = /use the options (.*?)\. If the longitude comes first/.exec(out) ?? [];
  const numbers: Readonly<Record<string, string>> = { "2": "3", "3": "2" };
  const exchanged = wordsOf(named).map((word) => numbers[word] ?? word);
  expect((await runHere(["encode", "-q", ...exchanged], Buffer.from(input))).out).toMatch(
    AMSTERDAM,
  );
});

it.skipIf(!hasProgram("jq")).each([
  ["a.name", '"a":{"name":"x"}'],
  ["geo-x.b[0].it's", '"geo-x":{"b":[{"it\'s":"x"}]}'],
])(
  "a member within another one is written after the program that the message names: %s",
  async (path, member) => {
    const input = `{${member},"lat":52.376514,"lon":4.908543}\n`;
    const columns = ["encode", "-q", "--columns", `${path},mapcode`];
    const { code, err } = await runHere(columns, Buffer.from(input));
    const [, program = ""] = /jq -c '([^']+)'/.exec(err) ?? [];
    const { out } = await runHere(columns, execFileSync("jq", ["-c", program], { input }));
    expect([code, out]).toEqual([2, `{"${path}":"x","mapcode":"49.4V"}\n`]);
  },
);

it("the column of countries that a message advises is one", async () => {
  const input = Buffer.from("code,place\n49.4V,NLD\n49.4V,FR\n");
  const columns = ["decode", "--from", "csv", "--code-column", "code"];
  const { out } = await runHere([...columns, "--territory-column", "place"], input);
  const [, option = ""] = /column with the option (--country-column)/.exec(out) ?? [];
  const { code, out: advised } = await runHere([...columns, option, "place"], input);
  expect([code, advised]).toEqual([0, expect.stringContaining("49.4V,NLD,52.37651400000124,")]);
  expect(advised).not.toMatch(/is not the code/);
});

it("the code that a warning advises for a country has no warning", async () => {
  const lines = (name: string) => Buffer.from(`territory,code\n${name},49.4V\n`);
  const { err } = await runHere(["decode", "-q", "--from", "csv"], lines("NL"));
  const [, code = ""] = /write ([A-Z]+)\./.exec(err) ?? [];
  expect(await runHere(["decode", "-q", "--from", "csv"], lines(code))).toEqual({
    code: 0,
    out: "territory,code,latitude,longitude,error\nNLD,49.4V,52.37651400000124,4.908543375,\n",
    err: "",
  });
});
