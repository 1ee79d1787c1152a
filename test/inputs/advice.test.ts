/** What messages advise is enough by itself: each advice is followed, and the right answer comes. */
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { runHere } from "./program.ts";

const AMSTERDAM = /NLD[,\t]49\.4V/;

/** Splits words as a shell does, quotes included. */
function wordsOf(line: string): string[] {
  return Array.from(line.matchAll(/'([^']*)'|[^\s']+/g), ([word, quoted]) => quoted ?? word);
}

/** A command line, its input, the options that its message names, and the value that the user adds. */
const ADVICES: [line: string, input: string, advice: RegExp, value?: string][] = [
  [
    "encode",
    "52,376514;4,908543\n52,376514;4,908543\n",
    /use the options (--from csv --no-header --delimiter ';' --decimal-comma --lat-column 1 --lon-column 2)/,
  ],
  ...["1,52.376514,4.908543,x", "1\tDe Dam\t52.376514\t4.908543", "1|52,376514|4,908543"].map(
    (line): [string, string, RegExp] => {
      return [
        "encode",
        `${line}\n${line}\n`,
        /use the options (--from csv --no-header --delimiter .*?)\.(?: |\n)/,
      ];
    },
  ),
  [
    "decode --from csv",
    "code,land\n49.4V,NLD\n49.4V,NLD\n",
    /Use the option (--territory-column) or/,
    "land",
  ],
  [
    "encode --from ndjson --to csv",
    '{"lat":52.376514,"lon":4.908543}\n{"lat":52.376514,"lon":4.908543,"id":1}\n',
    /with the option (--columns)/,
    "lat,lon,id,territory,mapcode",
  ],
  [
    "encode --from ndjson",
    '{"lat":52.376514,"lon":4.908543}\n{"lat":52.376514,"lon":4.908543,"mapcode":"x"}\n',
    /Use the option (--replace)/,
  ],
  [
    "encode --from csv --max-row-bytes 20",
    "lat,lon,a long name of a column\n52.376514,4.908543,x\n",
    /with the option (--max-row-bytes)/,
    "1K",
  ],
  [
    "encode --from csv",
    "lat,lat,lon\n52.376514,1,4.908543\n",
    /with the option (--lat-column)/,
    "1",
  ],
];

it.each(
  ADVICES,
)("the option of the message gives the answer: %s", async (line, input, advice, value) => {
  const [command = "", ...options] = wordsOf(line);
  const bytes = Buffer.from(input);
  const before = await runHere([command, ...options], bytes);
  expect(before.out + before.err).toMatch(advice);
  const [, named = ""] = advice.exec(before.out + before.err) ?? [];
  const advised = [...wordsOf(named), ...(value === undefined ? [] : [value])];
  // The last one of an option counts.
  const after = await runHere([command, ...options, ...advised, "-q"], bytes);
  expect([after.code, after.err]).toEqual([0, ""]);
  expect(after.out).toMatch(/49\.4V|52\.3765/);
  expect(after.out).not.toMatch(advice);
});

it.each([
  ["decimal commas between commas", "id,lat,lon,note\na,52,376514,4,908543,x\nb,-1,5,2,25,y\n", 2],
  ["columns with blanks between them", "   id  lat  lon\na 52.376514   4.908543\n bc 1.5 2\n", 2],
  [
    "columns of fixed width",
    "NAME         LAT      LONG\nOude Kerk    52.376514 4.908543\nDom         -1.5      2.25\n\n",
    2,
  ],
  ["lines with a name in front", "De Dam  52.376514 4.908543\nDom 1.5 2.25\n", 2],
  ["lines with a name after", "1 52.376514 4.908543 De Dam\n2 1.5 2.25 Dom\n", 2],
])("the program that a message names makes rows of %s", async (_, input, rows) => {
  const before = await runHere(["encode"], Buffer.from(input));
  const [, tool = "", program = ""] = /(sed -E|awk) '([^']+)'/.exec(before.err + before.out) ?? [];
  const [command, ...flags] = tool.split(" ");
  const fixed = execFileSync(command, [...flags, program], { input });
  const { code, out, err } = await runHere(["encode", "-q"], fixed);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(AMSTERDAM);
  expect(out.match(/[,\t][A-Z\d]+\.[A-Z\d]+,?$/gm)).toHaveLength(rows);
});

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
