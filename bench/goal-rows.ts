/** The goals as rows of a table: the figures of a record beside those before, and whether each goal is reached. */
import { GOALS, type Goal } from "./goals.ts";
import type { Measured } from "./results.ts";

/** The figures of a goal, and whether each reaches it as it is printed. */
function resultOf(
  { figures: figuresOf, bound, decimals, value }: Goal,
  measured: Measured,
): { text: string; verdict: string } {
  const figures = figuresOf(measured);
  const known = figures.flatMap((figure) => figure?.toFixed(decimals) ?? []);
  const reached = known.filter((figure) =>
    bound === "at most" ? Number(figure) <= value : Number(figure) >= value,
  );
  const text = figures.map((figure) => figure?.toFixed(decimals) ?? "-").join(" / ");
  if (known.length === 0) return { text: "-", verdict: "-" };
  if (reached.length === known.length) return { text, verdict: "yes" };
  return { text, verdict: reached.length === 0 ? "no" : `${reached.length} of ${known.length}` };
}

/** The rows of all goals: name, figures before and now, the bound, whether it is reached, the limit, the part. */
export function goalRows(measured: Measured): readonly (readonly string[])[] {
  return GOALS.map((one) => {
    const { text, verdict } = resultOf(one, measured);
    const bound = `${one.bound} ${one.value}`;
    return [one.name, one.before, text, bound, verdict, one.limit, one.part];
  });
}

/** The goals as lines of a Markdown table. */
export function goalsTable(measured: Measured): string[] {
  return [
    "| figure | before | now | goal | reached | what limits it | part |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...goalRows(measured).map((cells) => `| ${cells.join(" | ")} |`),
  ];
}
