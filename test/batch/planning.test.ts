/** How often an input is looked at before there is a plan. */
import { expect, it } from "vitest";
import { completeOptions } from "../../src/batch/options/options.ts";
import { InputPlanner } from "../../src/batch/session.ts";

const PART_BYTES = 1000;

/** Each row that may be a header asks for the option header, and so does each attempt. */
const MAX_QUESTIONS = 20_000;

it.each([
  ["#\n", undefined],
  ["#\n", "csv"],
  ["# lat\n", "csv"],
] as const)("of 100,000 remarks %j before a header, in the format %s, few are asked for names", (remark, from) => {
  const bytes = Buffer.from(`${remark.repeat(100_000)}lat,lon\n52.376514,4.908543\n`);
  let questions = 0;
  const options = Object.defineProperty(completeOptions({ from }), "header", {
    enumerable: true,
    get() {
      questions++;
      return true;
    },
  });
  const planner = new InputPlanner(options);
  for (let at = 0; at < bytes.length && !planner.plan; at += PART_BYTES) {
    planner.push(bytes.subarray(at, at + PART_BYTES));
  }
  const plan = planner.plan ?? planner.attempt({ isWhole: true });
  expect(plan?.notice).toBe(
    "csv, rows from line 100002, latitude from 'lat', longitude from 'lon'",
  );
  expect(questions).toBeLessThan(MAX_QUESTIONS);
});
