/** The local mapcode by each rule: the same from arguments, files and functions. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOCAL_RULE_NAMES, type LocalRuleName } from "../../src/borders/choice.ts";
import { isInRange } from "../../src/library/errors.ts";
import { borderDegrees } from "../support/border-points.ts";
import { ENCODE_BY, localMapcode } from "../support/local-codes.ts";
import { createFolder } from "../support/temporary-folder.ts";
import { mapcoded, outputOf, piped } from "./command-lines.ts";

const SHENZHEN = [22.543, 114.058] as const;
const inRange = borderDegrees.filter((point) => isInRange(...point));
const POINTS = [SHENZHEN, ...fc.sample(inRange, 300)];
const lines = (rows: readonly string[]) => rows.map((row) => `${row}\n`).join("");
const input = createFolder().write("points.csv", lines(["lat,lon", ...POINTS.map(String)]));

/** The rows of the file by a rule, by the slow form of it. */
function codedTable(rule: LocalRuleName): string {
  const rows = POINTS.map(([lat, lon]) => {
    const local = localMapcode(rule, lat, lon);
    const international = ENCODE_BY.shortest(lat, lon).at(-1)?.code;
    return `${lat},${lon},${local?.territory ?? ""},${local?.code ?? ""},${international},`;
  });
  return lines(["lat,lon,territory,mapcode,international,error", ...rows]);
}

describe.each(LOCAL_RULE_NAMES)("the rule %s", (rule) => {
  it("chooses the mapcodes of arguments, files and functions", async () => {
    const { out } = await mapcoded`encode ${SHENZHEN.map(String)} --local ${rule}`;
    expect(out).toBe(lines(ENCODE_BY[rule](...SHENZHEN).map(String)));
    const encoded = mapcoded`encode ${input} --local ${rule} -q`;
    expect(await outputOf(encoded)).toBe(codedTable(rule));
    const rows = lines(POINTS.map((point) => point.join("\t")));
    const answers = piped(rows)`udf encode --args lat,lon --returns local --local ${rule}`;
    const expected = POINTS.map((point) => `${localMapcode(rule, ...point) ?? "\\N"}`);
    expect(await outputOf(answers)).toBe(lines(expected));
  });
});

it("a command without a rule chooses by borders", async () => {
  expect(await outputOf(mapcoded`encode ${input} -q`)).toBe(codedTable("borders"));
  expect((await mapcoded`encode ${SHENZHEN.map(String)}`).out).toMatch(/^CN-GD QFJ\.PZ6\n/);
});
