/** Makes the templates of JSON: of objects, and of GeoJSON features whose properties are such objects. */
import { option, quoted, sentence } from "../../internal.ts";
import { freeNames } from "../columns/columns.ts";
import { splitPath } from "../columns/paths.ts";
import type { FormatPlan, RecordFrame } from "../format-plan.ts";
import { type CreateOutput, type Field, NO_SLOT, type RowSchema } from "../rows/row.ts";
import { RowProblem } from "../rows/row-errors.ts";
import { FEATURE_TYPE } from "../syntax/object-schema.ts";
import { ValueWriter } from "./pieces.ts";
import { Template } from "./template.ts";

/** The text before the geometry of a Feature and between it and its properties. */
export const FEATURE_BEFORE = '{"type":"Feature","geometry":';
export const FEATURE_BETWEEN = ',"properties":';

/** The first values of a decoded row are its point, which becomes the geometry of a feature. */
export const POINT_VALUES = 2;

/** Members to which results are added. */
interface Members {
  readonly fields: readonly Field[];
  /** The slot of all of them as they stand; NO_SLOT to write each of them. */
  readonly inner: number;
}

/** A row with other names than the plan knew. */
function unexpectedMember(name: string): RowProblem {
  const message = sentence`The row has the member ${quoted(name)} already, which the first row does not have. Use the ${option("replace")} or the ${option("resultPrefix")}.`;
  return new RowProblem("unexpected-member", message, name);
}

/** Adds the members of a row with its results to templates, for the names, layout and options of a plan. */
class MemberTemplates {
  private readonly plan: FormatPlan;
  /** The index of the first result that is a member. */
  private readonly first: number;
  private readonly last: number;

  constructor(plan: FormatPlan, first: number) {
    this.plan = plan;
    this.first = first;
    this.last = plan.added.length - 1;
  }

  /** Why rows with these members cannot get results. */
  problemOf({ fields }: Members): RowProblem | undefined {
    const { added, layout, options } = this.plan;
    if (layout || options.replace) return undefined;
    const name = added.find((one) => fields.some((field) => field.name === one));
    return name === undefined ? undefined : unexpectedMember(name);
  }

  /** Adds an object. @param isFailed whether it has an error */
  add(template: Template, members: Members, isFailed: boolean): void {
    const { layout, options } = this.plan;
    let isFirst = true;
    const addKey = (name: string) => {
      template.addText(`${isFirst ? "" : ","}${JSON.stringify(name)}:`);
      isFirst = false;
    };
    const addField = (name: string, slot: number) => {
      addKey(name);
      if (slot === NO_SLOT) template.addText("null");
      else template.addValue(slot);
    };
    const addInner = (name: string, source: string) => {
      const inner = innerOf(members.fields, source);
      if (inner) addKey(name);
      return inner && template.addInner(inner.slot, inner.path);
    };
    const addResult = (name: string, index: number) => {
      if (index === this.last && !isFailed) return;
      addKey(name);
      if (index === this.last) template.addError();
      else if (options.all) template.addLists();
      else template.addResult(this.first + index);
    };
    template.addText("{");
    if (layout) {
      for (const { name, isResult, index, source } of layout) {
        if (isResult) addResult(name, index);
        else if (!addInner(name, source)) addField(name, slotOf(members.fields, source));
      }
    } else if (this.problemOf(members)) {
      isFirst = addMembers(template, members, addField);
      this.addOnlyError(members, addResult);
    } else if (options.replace && this.areReplaced(members)) {
      this.addReplaced(members, addField, addResult);
    } else {
      isFirst = addMembers(template, members, addField);
      this.plan.added.forEach(addResult);
    }
    template.addText("}");
  }

  /** A row that has the name of a result gets nothing but its error, under a free name. */
  private addOnlyError({ fields }: Members, addResult: (name: string, index: number) => void) {
    const isUsed = (name: string) => fields.some((field) => field.name === name);
    const [name] = freeNames([this.plan.added[this.last]], isUsed);
    addResult(name, this.last);
  }

  private areReplaced({ fields }: Members): boolean {
    return fields.some(({ name }) => this.plan.added.includes(name));
  }

  /** Results take the place of members with their names. */
  private addReplaced(
    { fields }: Members,
    addField: (name: string, slot: number) => void,
    addResult: (name: string, index: number) => void,
  ): void {
    const { added } = this.plan;
    for (const { name, slot } of fields) {
      if (added.includes(name)) addResult(name, added.indexOf(name));
      else addField(name, slot);
    }
    added.forEach((name, index) => {
      if (!fields.some((field) => field.name === name)) addResult(name, index);
    });
  }
}

/** @returns whether there are none */
function addMembers(
  template: Template,
  { fields, inner }: Members,
  addField: (name: string, slot: number) => void,
): boolean {
  if (inner !== NO_SLOT) template.addMembers(inner);
  else for (const { name, slot } of fields) addField(name, slot);
  return inner === NO_SLOT && fields.length === 0;
}

/** The member of a row that a path begins with, and the rest of the path; undefined if the whole path is a name. */
export function innerOf(
  fields: readonly Field[],
  name: string,
): { slot: number; path: string } | undefined {
  if (fields.some((field) => field.name === name)) return undefined;
  const path = splitPath(name);
  const outer = path && fields.find((field) => field.name === path.outer);
  return outer && { slot: outer.slot, path: path.inner };
}

function slotOf(fields: readonly Field[], name: string): number {
  return fields.find((field) => field.name === name)?.slot ?? NO_SLOT;
}

/** Makes templates with and without an error. */
function output(
  plan: FormatPlan,
  records: RecordFrame,
  members: MemberTemplates,
  ofRow: (schema: RowSchema) => Members,
  addRow: (template: Template, schema: RowSchema, isFailed: boolean) => void,
): CreateOutput {
  return (schema) => {
    const values = new ValueWriter(plan.options, undefined, false);
    const [converted, failed] = [false, true].map((isFailed) => {
      const template = new Template(values, plan, undefined).addText(records.before);
      addRow(template, schema, isFailed);
      return template.addText(records.after).close();
    });
    const { fields } = ofRow(schema);
    const names = new Set(fields.map(({ name }) => name));
    return { problem: members.problemOf(ofRow(schema)), names, converted, failed };
  };
}

/** The output of rows as objects. */
export function objectOutput(plan: FormatPlan, records: RecordFrame): CreateOutput {
  const members = new MemberTemplates(plan, 0);
  return output(
    plan,
    records,
    members,
    (schema) => schema,
    (template, schema, isFailed) => members.add(template, schema, isFailed),
  );
}

/** The output of rows as GeoJSON features. */
export function featureOutput(plan: FormatPlan, records: RecordFrame): CreateOutput {
  const isDecode = plan.options.operation === "decode";
  const members = new MemberTemplates(plan, isDecode ? POINT_VALUES : 0);
  const propertiesOf = (schema: RowSchema): Members => {
    const { feature } = schema;
    return feature ? { fields: feature.properties, inner: feature.inner } : schema;
  };
  const addFeature = (template: Template, schema: RowSchema, isFailed: boolean) => {
    const own = schema.feature?.members;
    if (!own) {
      template.addText(FEATURE_BEFORE).addPoint(NO_SLOT).addText(FEATURE_BETWEEN);
      members.add(template, propertiesOf(schema), isFailed);
      template.addText("}");
      return;
    }
    const isAbsent = (name: string) => !own.some((member) => member.name === name);
    const absent = ["geometry", "properties"].filter(isAbsent);
    const all = [...own, ...absent.map((name) => ({ name, slot: NO_SLOT }))];
    all.forEach(({ name, slot }, index) => {
      template.addText(`${index === 0 ? "{" : ","}${JSON.stringify(name)}:`);
      if (name === "properties") members.add(template, propertiesOf(schema), isFailed);
      else if (name === "geometry" && isDecode) template.addPoint(slot);
      else if (slot === FEATURE_TYPE) template.addText('"Feature"');
      else if (slot === NO_SLOT) template.addText("null");
      else template.addValue(slot);
    });
    template.addText("}");
  };
  return output(plan, records, members, propertiesOf, addFeature);
}

/** The members of a row that could not be read, behind its text. */
export function failedMembers({ added, layout }: FormatPlan, message: string): string {
  const columns = layout ?? added.map((name, index) => ({ name, isResult: true, index }));
  return columns
    .map(({ name, isResult, index }) => {
      const isError = isResult && index === added.length - 1;
      return `${JSON.stringify(name)}:${isError ? JSON.stringify(message) : "null"}`;
    })
    .join(",");
}
