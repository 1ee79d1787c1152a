/** Makes the templates of tables and plain lines. */
import { quoted } from "../../messages.ts";
import { quotedField } from "../byte-texts.ts";
import type { InputPlan } from "../input-plan.ts";
import { resultNamesOf } from "../options/roles.ts";
import { type Field, NO_SLOT } from "../rows/row.ts";
import { RowProblem } from "../rows/row-errors.ts";
import { sentence } from "../sentences.ts";
import { tableColumns } from "./layout.ts";
import { type CreateOutput, Piece, Template, ValueWriter } from "./template.ts";

const TAB = "\t";

/** The delimiter of a table that is written. */
export function outputDelimiter(plan: InputPlan): string {
  const { delimiter, keepsFormat, options } = plan;
  const requested = options.to === "tsv" ? TAB : (options.delimiter ?? ",");
  return plan.outputDelimiter ?? (keepsFormat ? delimiter : requested);
}

/** The header of a table; empty if it has none. It is copied from the input if the format stays the same. */
export function header(plan: InputPlan, firstRow: string | undefined): string {
  const { columns, layout, keepsFormat, lineEnd, options } = plan;
  if (!options.header || (columns.length === 0 && firstRow === undefined)) return "";
  const delimiter = outputDelimiter(plan);
  const names = tableColumns(plan).map(({ name }) => quotedField(name, delimiter));
  const isCopied = !layout && keepsFormat && firstRow !== undefined;
  const fields = isCopied ? [firstRow, ...names.slice(columns.length)] : names;
  return fields.join(delimiter) + lineEnd;
}

/** The problem of a row with a member that has no column: the first row names the columns. */
function unexpectedMember(
  fields: readonly Field[],
  { resultNames, columns, options }: InputPlan,
): RowProblem | undefined {
  if (options.columns !== undefined || options.onlyResults) return undefined;
  const expected = new Set([...columns, ...(options.replace ? resultNames : [])]);
  const unexpected = fields.find(({ name }) => !expected.has(name));
  if (unexpected === undefined) return undefined;
  const { name } = unexpected;
  const message = sentence`There is no column for the member ${quoted(name)}: the first row, which names the columns, does not have it. Name all columns with the option ${{ option: "columns" }}.`;
  return new RowProblem("unexpected-member", message, name);
}

/** The slot of a column: by its index, as columns of tables may share a name, or else by its name. */
function columnSlot(fields: readonly Field[], columns: readonly string[], index: number): number {
  const { [index]: name } = columns;
  const inPlace = fields[index]?.name === name ? fields[index] : undefined;
  return (inPlace ?? fields.find((field) => field.name === name))?.slot ?? NO_SLOT;
}

function addLineEnd(template: Template, { keepsLineEnds, lineEnd }: InputPlan): Template {
  return keepsLineEnds ? template.add(Piece.lineEnd) : template.addText(lineEnd).done();
}

/** The output of a table. */
export function tableOutput(plan: InputPlan): CreateOutput {
  const { resultNames, columns, keepsFormat, layout } = plan;
  const delimiter = outputDelimiter(plan);
  const values = new ValueWriter(plan, delimiter);
  return ({ fields, keepsBytes, extraFields }) => {
    const known = fields.slice(0, fields.length - extraFields);
    const template = new Template(values, unexpectedMember(known, plan));
    if (!layout && keepsFormat && keepsBytes) {
      template.add(Piece.wholeRow).add(Piece.allResults, delimiter.charCodeAt(0));
      template.addText(delimiter).addError("");
    } else {
      for (const [at, { isResult, index }] of tableColumns(plan).entries()) {
        if (at > 0) template.addText(delimiter);
        const slot = isResult ? NO_SLOT : columnSlot(known, columns, index);
        if (slot !== NO_SLOT) template.add(Piece.inputValue, slot);
        else if (isResult && index === resultNames.length - 1) template.addError("");
        else if (isResult) template.add(Piece.resultAt, index);
      }
    }
    for (const { slot } of fields.slice(known.length)) {
      template.addText(delimiter).add(Piece.inputValue, slot);
    }
    return addLineEnd(template, plan);
  };
}

/** The output of plain lines: the text of a row, then its results, each after a tab. */
export function plainOutput(plan: InputPlan): CreateOutput {
  const { keepsFormat, options } = plan;
  const values = new ValueWriter(plan, TAB);
  return ({ keepsBytes }) => {
    const template = new Template(values);
    if (options.onlyResults) {
      for (const index of resultNamesOf(options).keys()) {
        template.addText(index === 0 ? "" : TAB).add(Piece.resultAt, index);
      }
    } else {
      template.add(keepsFormat && keepsBytes ? Piece.wholeRow : Piece.rowOnOneLine);
      template.add(Piece.allResults, TAB.charCodeAt(0));
    }
    return addLineEnd(template.addError(TAB), plan);
  };
}
