/** Makes the templates of tables and plain lines. */
import { quoted } from "../../messages.ts";
import type { BatchPlan } from "../batch-plan.ts";
import { tableColumns } from "../columns/columns.ts";
import { resultNames } from "../options/roles.ts";
import { type Field, NO_SLOT } from "../rows/row.ts";
import { RowProblem } from "../rows/row-errors.ts";
import { sentence } from "../sentences.ts";
import { type CreateOutput, Piece, Template, ValueWriter } from "./template.ts";

/** The problem of a row with a member that has no column: the first row names the columns. */
function unexpectedMember(
  fields: readonly Field[],
  { added, columns, options }: BatchPlan,
): RowProblem | undefined {
  if (options.columns !== undefined || options.onlyResults) return undefined;
  const rest = fields.find(({ name }) => {
    return !columns.includes(name) && !(options.replace && added.includes(name));
  });
  if (rest === undefined) return undefined;
  const message = sentence`There is no column for the member ${quoted(rest.name)}: the first row, which names the columns, does not have it. Name all columns with the option ${{ option: "columns" }}.`;
  return new RowProblem("unexpected-member", message, rest.name);
}

/** The slot of a column: by its index, as columns of tables may share a name, or else by its name. */
function columnSlot(fields: readonly Field[], columns: readonly string[], index: number): number {
  if (index < 0) return NO_SLOT;
  const own = fields[index];
  if (own?.name === columns[index]) return own.slot;
  return fields.find(({ name }) => name === columns[index])?.slot ?? NO_SLOT;
}

function addLineEnd(template: Template, { keepsFormat, lineEnd }: BatchPlan): Template {
  return keepsFormat ? template.add(Piece.lineEnd) : template.addText(lineEnd).add(Piece.nothing);
}

/** The output of a table with this delimiter. */
export function tableOutput(plan: BatchPlan, delimiter: string): CreateOutput {
  const { added, columns, keepsFormat, layout } = plan;
  const values = new ValueWriter(plan, delimiter);
  return ({ fields, keepsBytes, overflow }) => {
    // Fields of the columns, without the overflow.
    const own = fields.slice(0, fields.length - overflow);
    const template = new Template(values, unexpectedMember(own, plan));
    if (!layout && keepsFormat && keepsBytes) {
      template.add(Piece.row).add(Piece.results, delimiter.charCodeAt(0));
      template.addText(delimiter).addError("");
    } else {
      for (const [at, { isResult, index }] of tableColumns(plan).entries()) {
        if (at > 0) template.addText(delimiter);
        const slot = isResult ? NO_SLOT : columnSlot(own, columns, index);
        if (slot !== NO_SLOT) template.add(Piece.value, slot);
        else if (isResult && index === added.length - 1) template.addError("");
        else if (isResult) template.add(Piece.result, index);
      }
    }
    for (const { slot } of fields.slice(own.length)) {
      template.addText(delimiter).add(Piece.value, slot);
    }
    return addLineEnd(template, plan);
  };
}

const TAB = "\t";

/** The output of plain lines: the text of a row, then its results, each after a tab. */
export function plainOutput(plan: BatchPlan): CreateOutput {
  const { keepsFormat, options } = plan;
  const values = new ValueWriter(plan, TAB);
  return ({ keepsBytes }) => {
    const template = new Template(values);
    if (options.onlyResults) {
      for (const index of resultNames(options).keys()) {
        template.addText(index === 0 ? "" : TAB).add(Piece.result, index);
      }
    } else {
      template.add(keepsFormat && keepsBytes ? Piece.row : Piece.line);
      template.add(Piece.results, TAB.charCodeAt(0));
    }
    return addLineEnd(template.addError(TAB), plan);
  };
}
