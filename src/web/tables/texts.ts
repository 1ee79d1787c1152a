/** What the page says of a converted table, in sentences and lists. */
import { ROW_ERRORS } from "../../batch/rows/row-errors.ts";
import { create, createRow, find } from "../dom.ts";
import { coordinateText } from "../units.ts";
import type { ConvertedRow, TableReading, TableResult } from "./messages.ts";

/** `1 row`, `1,200 rows`. */
export function countText(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** `Read as csv with points.` */
export function readingText({ operation, from }: TableReading): string {
  const kind = operation === "encode" ? "points" : "mapcodes";
  return `Read as ${from === "plain" ? `a list of ${kind}` : `${from} with ${kind}`}.`;
}

/** What was found, and how many rows were converted. */
export function summaryText({ reading, counts, notices }: TableResult): string {
  const failed = counts.failed === 0 ? "" : ` ${countText(counts.failed, "row")} could not be.`;
  const converted = `${countText(counts.converted, "row")} converted.${failed}`;
  return [readingText(reading), converted, ...notices].join(" ");
}

/** Lists how many rows have each error, and the first rows with theirs. */
export function showErrors({ counts, firstErrors }: TableResult): void {
  find("table-failed", HTMLElement).hidden = counts.failed === 0;
  const kinds = counts.failures
    .toSorted((one, other) => other.rows - one.rows)
    .map(({ rows, first }) =>
      create("li", {}, `${countText(rows, "row")}: ${ROW_ERRORS[first.code]}`),
    );
  find("table-error-kinds", HTMLUListElement).replaceChildren(...kinds);
  const rows = firstErrors.map(({ row, message }) =>
    createRow(row.toLocaleString("en"), create("bdi", {}, message)),
  );
  find("table-errors", HTMLTableSectionElement).replaceChildren(...rows);
  const others = counts.failed - firstErrors.length;
  const more = find("table-more-errors", HTMLElement);
  more.hidden = others === 0;
  more.textContent = `${countText(others, "more row")} could not be converted.`;
}

/** Lists the first rows. @param onChoose called with the row that the user chooses */
export function showRows(
  { counts, firstRows }: TableResult,
  onChoose: (row: ConvertedRow) => void,
): void {
  const rows = firstRows.map((row) => {
    const choose = create("button", { type: "button" }, create("bdi", {}, row.mapcode));
    choose.addEventListener("click", () => onChoose(row));
    const place = create("bdi", {}, coordinateText(row));
    return createRow(row.row.toLocaleString("en"), choose, place);
  });
  find("table-converted", HTMLElement).hidden = rows.length === 0;
  find("table-rows", HTMLTableSectionElement).replaceChildren(...rows);
  const others = counts.converted - firstRows.length;
  const more = find("table-more-rows", HTMLElement);
  more.hidden = others <= 0;
  more.textContent = `${countText(others, "more row")}: on the map, and in the file to save.`;
}
