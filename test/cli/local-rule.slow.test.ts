/** The local mapcode by each rule: the same from arguments, files and functions. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { LOCAL_RULE_NAMES } from "../../src/borders/choice.ts";
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

it.each(
  LOCAL_RULE_NAMES,
)("the rule %s chooses the mapcodes of arguments, files and functions", async (rule) => {
  const local = POINTS.map((point) => localMapcode(rule, ...point));
  const rows = POINTS.map(([lat, lon], at) => {
    const { code = "", territory = "" } = local[at] ?? {};
    return `${lat},${lon},${territory},${code},${ENCODE_BY.shortest(lat, lon).at(-1)?.code},`;
  });
  const table = lines(["lat,lon,territory,mapcode,international,error", ...rows]);
  // Without a rule, by borders.
  for (const flags of rule === "borders" ? [[], ["--local", rule]] : [["--local", rule]]) {
    const single = await outputOf(mapcoded`encode ${SHENZHEN.map(String)} ${flags}`);
    expect(single).toBe(lines(ENCODE_BY[rule](...SHENZHEN).map(String)));
    expect(await outputOf(mapcoded`encode ${input} ${flags} -q`)).toBe(table);
    const points = lines(POINTS.map((point) => point.join("\t")));
    const answers = piped(points)`udf encode --args lat,lon --returns local ${flags}`;
    expect(await outputOf(answers)).toBe(lines(local.map((code) => `${code ?? "\\N"}`)));
  }
});
