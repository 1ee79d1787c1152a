/** Makes the templates of tables and plain lines. */
import { quoted } from "../../messages.ts";
import type { FormatPlan } from "../format-plan.ts";
import { resultNames } from "../options/roles.ts";
import { type CreateOutput, type Field, NO_SLOT, type RowSchema } from "../rows/row.ts";
import { RowProblem } from "../rows/row-errors.ts";
import { rowOutput, Template } from "./template.ts";
import { ValueWriter } from "./values.ts";

/** A row with a member that no column has: the first row names the columns. */
function unexpectedMember(name: string): RowProblem {
  const message = `There is no column for the member ${quoted(name)}: the first row, which names the columns, does not have it. Name all columns with the option columns.`;
  return new RowProblem("unexpected-member", message, name);
}

/** The members that no column has. */
function restOf(
  fields: readonly Field[],
  { added, columns, options }: FormatPlan,
): readonly Field[] {
  if (options.columns !== undefined || options.onlyResults) return [];
  return fields.filter(({ name }) => {
    return !columns.includes(name) && !(options.replace && added.includes(name));
  });
}

/** The slot of a column. Columns of tables may have the same name, and are found by their index. */
function columnSlot(fields: readonly Field[], columns: readonly string[], index: number): number {
  if (index < 0) return NO_SLOT;
  const own = fields[index];
  if (own?.name === columns[index]) return own.slot;
  return fields.find(({ name }) => name === columns[index])?.slot ?? NO_SLOT;
}

function addLineEnd(template: Template, { keepsFormat, lineEnd }: FormatPlan): Template {
  return keepsFormat ? template.addLineEnd() : template.addText(lineEnd).close();
}

/** The fields that are not behind the last column. */
function ownFields({ fields, overflow }: RowSchema): readonly Field[] {
  return fields.slice(0, fields.length - overflow);
}

/** The output of a table with this delimiter. */
export function tableOutput(plan: FormatPlan, delimiter: string): CreateOutput {
  const { added, columns, keepsFormat, layout, options } = plan;
  const addColumn = (template: Template, schema: RowSchema, index: number) => {
    const slot = columnSlot(ownFields(schema), columns, index);
    if (slot !== NO_SLOT) template.addValue(slot);
  };
  const create = (schema: RowSchema, isFailed: boolean) => {
    const values = new ValueWriter(options, delimiter, true);
    const template = new Template(values, plan, delimiter);
    if (layout) {
      layout.forEach(({ isResult, index }, at) => {
        if (at > 0) template.addText(delimiter);
        if (!isResult) addColumn(template, schema, index);
        else if (index < added.length - 1) template.addResult(index);
        else if (isFailed) template.addError();
      });
    } else {
      if (keepsFormat && schema.keepsBytes) template.addRow();
      else {
        columns.forEach((_, index) => {
          if (index > 0) template.addText(delimiter);
          addColumn(template, schema, index);
        });
      }
      template.addResults().addText(delimiter);
      if (isFailed) template.addError();
    }
    for (const { slot } of schema.fields.slice(ownFields(schema).length)) {
      template.addText(delimiter).addValue(slot);
    }
    return addLineEnd(template, plan);
  };
  return (schema) => {
    const [rest] = restOf(ownFields(schema), plan);
    const problem = rest && unexpectedMember(rest.name);
    return rowOutput(problem, (isFailed) => create(schema, isFailed));
  };
}

/** The output of plain lines: the text of a row, then its results, each after a tab. */
export function plainOutput(plan: FormatPlan): CreateOutput {
  const { keepsFormat, options } = plan;
  const values = new ValueWriter(options, undefined, false);
  const create = (schema: RowSchema, isFailed: boolean): Template => {
    const template = new Template(values, plan, "\t");
    if (options.onlyResults) {
      for (const index of resultNames(options).keys()) {
        template.addText(index === 0 ? "" : "\t").addResult(index);
      }
    } else {
      if (keepsFormat && schema.keepsBytes) template.addRow();
      else template.addLine();
      template.addResults();
    }
    if (isFailed) template.addPlainError();
    return addLineEnd(template, plan);
  };
  return (schema) => rowOutput(undefined, (isFailed) => create(schema, isFailed));
}
