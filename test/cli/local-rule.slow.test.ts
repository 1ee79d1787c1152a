/** The local mapcode by each rule: the same from arguments, files, pipes, functions and the service. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOCAL_RULE_NAMES } from "../../src/borders/choice.ts";
import { isInRange } from "../../src/library/options.ts";
import { createSend } from "../http/route-at-once.ts";
import { borderDegrees } from "../support/border-points.ts";
import { ENCODE_BY, localMapcode } from "../support/local-codes.ts";
import { createFolder } from "../support/temporary-folder.ts";
import { itRefuses, mapcoded, outputOf, piped } from "./command-lines.ts";

const SHENZHEN = [22.543, 114.058] as const;
const inRange = borderDegrees.filter((point) => isInRange(...point));
const POINTS = [SHENZHEN, ...fc.sample(inRange, 300)];
const TABLE = `lat,lon\n${POINTS.map(([lat, lon]) => `${lat},${lon}\n`).join("")}`;
const folder = createFolder();

/** The rows of TABLE by a rule, by the slow form of it. */
function codedTable(rule: (typeof LOCAL_RULE_NAMES)[number]): string {
  const rows = POINTS.map(([lat, lon]) => {
    const local = localMapcode(rule, lat, lon);
    const international = ENCODE_BY.shortest(lat, lon).at(-1)?.code;
    return `${lat},${lon},${local?.territory ?? ""},${local?.code ?? ""},${international},\n`;
  });
  return `lat,lon,territory,mapcode,international,error\n${rows.join("")}`;
}

describe.each(LOCAL_RULE_NAMES)("the rule %s", (rule) => {
  it("orders the mapcodes of points that are arguments", async () => {
    const { out } = await mapcoded`encode ${SHENZHEN.map(String)} --local ${rule}`;
    expect(out).toBe(
      ENCODE_BY[rule](...SHENZHEN)
        .map((mapcode) => `${mapcode}\n`)
        .join(""),
    );
  });

  it("chooses the mapcodes of a file, whichever threads convert it", async () => {
    const input = folder.write("points.csv", TABLE);
    for (const workers of ["1", "2"]) {
      const encoded = mapcoded`encode ${input} --local ${rule} --workers ${workers} -q`;
      expect(await outputOf(encoded)).toBe(codedTable(rule));
    }
  });

  it("chooses the mapcodes that functions return", async () => {
    const rows = POINTS.map((point) => `${point.join("\t")}\n`).join("");
    const expected = POINTS.map((point) => `${localMapcode(rule, ...point) ?? "\\N"}\n`).join("");
    const answers = piped(rows)`udf encode --args lat,lon --returns local --local ${rule}`;
    expect(await outputOf(answers)).toBe(expected);
  });
});

describe("a command without a rule", () => {
  it("chooses by borders", async () => {
    const input = folder.write("points.csv", TABLE);
    expect(await outputOf(mapcoded`encode ${input} -q`)).toBe(codedTable("borders"));
    expect((await mapcoded`encode ${SHENZHEN.map(String)}`).out).toMatch(/^CN-GD QFJ\.PZ6\n/);
  });

  itRefuses("says which rules there are, if the given one is none", {
    "encode 1 2 --local nearest": "Allowed choices are borders, shortest.",
  });
});

describe("a batch request", () => {
  const send = createSend();
  const post = (query: string) => {
    const headers = { "content-type": "text/csv" };
    return send(`/batch/codes${query}`, { method: "POST", headers, body: TABLE });
  };

  it.each(LOCAL_RULE_NAMES)("with the rule %s gives the bytes of the command line", (rule) => {
    expect(post(`?local=${rule}`).text).toBe(codedTable(rule));
  });

  it("without a rule chooses by borders", () => {
    expect(post("").text).toBe(codedTable("borders"));
  });

  it("with another rule is rejected", () => {
    const text = expect.stringContaining("one of borders, shortest");
    expect(post("?local=nearest")).toMatchObject({ status: 400, text });
  });
});
