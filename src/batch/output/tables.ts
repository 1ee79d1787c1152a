/** Makes the templates of tables and plain lines. */
import { option, quoted, sentence } from "../../internal.ts";
import type { LayoutColumn } from "../columns/layout.ts";
import { quotedField } from "../fields.ts";
import type { FormatPlan } from "../format-plan.ts";
import { resultNames } from "../options/conversion.ts";
import { choosesColumns } from "../options/option-table.ts";
import type { CreateOutput } from "../rows/row.ts";
import { type Field, NO_SLOT, type RowSchema } from "../rows/row.ts";
import { RowProblem } from "../rows/row-errors.ts";
import { ValueWriter } from "./pieces.ts";
import { Template } from "./template.ts";

/** A row with a member that no column has: the first row names the columns. */
function unexpectedMember(name: string): RowProblem {
  const message = sentence`There is no column for the member ${quoted(name)}: the first row, which names the columns, does not have it. Name all columns with the ${option("columns")}.`;
  return new RowProblem("unexpected-member", message, name);
}

/** The members that no column has. */
function restOf(
  fields: readonly Field[],
  { added, columns, options }: FormatPlan,
): readonly Field[] {
  if (choosesColumns(options)) return [];
  return fields.filter(({ name }) => {
    return !columns.includes(name) && !(options.replace && added.includes(name));
  });
}

/** The slot of a column. Columns of tables may have the same name, and are found by their index. */
function columnSlot(fields: readonly Field[], columns: readonly string[], index: number): number {
  if (index < 0) return NO_SLOT;
  if (fields[index]?.name === columns[index]) return fields[index].slot;
  return fields.find(({ name }) => name === columns[index])?.slot ?? NO_SLOT;
}

function addLineEnd(template: Template, { keepsFormat, lineEnd }: FormatPlan): void {
  if (keepsFormat) template.addLineEnd();
  else template.addText(lineEnd).close();
}

/** The output of a table with this delimiter. */
export function tableOutput(plan: FormatPlan, delimiter: string): CreateOutput {
  const { columns, keepsFormat, layout, options } = plan;
  const count = resultNames(options).length;
  const absent = quotedField(options.nullText ?? "", delimiter);
  return (schema) => {
    const values = new ValueWriter(options, delimiter, schema.feature !== undefined);
    const template = new Template(values, plan, delimiter);
    const own = schema.fields.slice(0, schema.fields.length - schema.overflow);
    let isFirst = true;
    const next = () => {
      if (!isFirst) template.addText(delimiter);
      isFirst = false;
    };
    const addColumn = (index: number) => {
      next();
      const slot = columnSlot(own, columns, index);
      if (slot !== NO_SLOT) template.addValue(slot);
      else if (!schema.isAbsent) template.addText(absent);
    };
    const addResult = (index: number) => {
      next();
      if (index < count) template.addResult(index);
      else template.addError();
    };
    const addLayout = ({ isResult, index }: LayoutColumn) => {
      if (isResult) addResult(index);
      else addColumn(index);
    };
    if (layout) for (const column of layout) addLayout(column);
    else if (keepsFormat && schema.keepsBytes) {
      next();
      template.addRow();
    } else for (const index of columns.keys()) addColumn(index);
    if (!layout) template.addResults().addText(delimiter).addError();
    const rest = restOf(own, plan);
    if (rest.length > 0) template.addText(delimiter).addRest(rest);
    for (const { slot } of schema.fields.slice(own.length)) {
      template.addText(delimiter).addValue(slot);
    }
    addLineEnd(template, plan);
    return {
      problem: rest.length > 0 ? unexpectedMember(rest[0].name) : undefined,
      names: namesOf(schema),
      converted: template,
      failed: template,
    };
  };
}

function namesOf({ fields }: RowSchema): ReadonlySet<string> {
  return new Set(fields.map(({ name }) => name));
}

/** The output of plain lines: the text of a row, then its results, each after a tab. */
export function plainOutput(plan: FormatPlan): CreateOutput {
  const { keepsFormat, options } = plan;
  const count = resultNames(options).length;
  return (schema) => {
    const values = new ValueWriter(options, undefined, false);
    const template = new Template(values, plan, "\t");
    if (!options.onlyResults) {
      if (keepsFormat && schema.keepsBytes) template.addRow();
      else template.addLine();
    }
    if (options.onlyResults) {
      for (let index = 0; index < count; index++) {
        template.addText(index === 0 ? "" : "\t").addResult(index);
      }
    } else {
      template.addResults();
    }
    template.addPlainError();
    addLineEnd(template, plan);
    return { problem: undefined, names: namesOf(schema), converted: template, failed: template };
  };
}
