/** What the page says of a converted table. */
import type { TableResult } from "./conversion.ts";

/** `1 row`, `1,200 rows`. */
export function countText(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** What was found, and how many rows were converted. */
export function summaryText({ operation, counts, notice }: TableResult): string {
  const kind = operation === "encode" ? "points" : "mapcodes";
  const reading = `Read as ${notice ?? `a list of ${kind}`}.`;
  const failed = counts.failed === 0 ? "" : `${countText(counts.failed, "row")} could not be.`;
  const converted = `${countText(counts.converted, "row")} converted.`;
  return [reading, converted, failed].filter(Boolean).join(" ");
}

/** `trees-mapcodes.geojson` for trees.csv. */
export function downloadName(sourceName: string, to: "csv" | "geojson"): string {
  const base = sourceName.replace(/\.[^.]*$/, "");
  return `${base === "" ? "" : `${base}-`}mapcodes.${to}`;
}
