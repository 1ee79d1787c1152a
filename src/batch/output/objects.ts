/** Makes the templates of JSON: of objects, and of GeoJSON features whose properties are such objects. */
import { quoted } from "../../messages.ts";
import { findMember, freeNames } from "../columns/columns.ts";
import type { FormatPlan, RecordFrame } from "../format-plan.ts";
import { type CreateOutput, type Field, NO_SLOT, type RowSchema } from "../rows/row.ts";
import { RowProblem } from "../rows/row-errors.ts";
import { FEATURE_TYPE } from "../syntax/object-schema.ts";
import { ValueWriter } from "./pieces.ts";
import { rowOutput, Template } from "./template.ts";

/** The members of a feature that another row becomes, in front of its geometry and properties. */
const NEW_FEATURE = [{ name: "type", slot: FEATURE_TYPE }];

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
  const message = `The row has the member ${quoted(name)} already, which the first row does not have. Use the option replace.`;
  return new RowProblem("unexpected-member", message, name);
}

/** Where a value of a row is: in a slot, or within the member that the slot has. */
export interface Place {
  readonly slot: number;
  readonly path?: string | undefined;
}

/** A member of an output: a value of the row, or the result with an index. */
type Entry =
  | (Place & { readonly name: string; readonly result?: undefined })
  | { readonly name: string; readonly result: number };

/** Adds the members of a row with its results to templates, for the names, layout and options of a plan. */
class MemberTemplates {
  private readonly plan: FormatPlan;
  /** The index of the first result that is a member. */
  private readonly first: number;
  /** The results as members, the error last. */
  private readonly results: readonly Entry[];
  private readonly last: number;

  constructor(plan: FormatPlan, first: number) {
    this.plan = plan;
    this.first = first;
    this.results = plan.added.map((name, result) => ({ name, result }));
    this.last = plan.added.length - 1;
  }

  /** Why rows with these members cannot get results. */
  problemOf({ fields }: Members): RowProblem | undefined {
    const { added, layout, options } = this.plan;
    if (layout || options.replace) return undefined;
    const name = added.find((one) => fields.some((field) => field.name === one));
    return name === undefined ? undefined : unexpectedMember(name);
  }

  /** The members of the output of a row with an error. */
  private entriesOf(members: Members): readonly Entry[] {
    const { added, layout, options } = this.plan;
    const { fields } = members;
    if (layout) {
      return layout.map(({ name, isResult, index, source }) => {
        return isResult ? { name, result: index } : { name, ...placeOf(fields, source) };
      });
    }
    if (this.problemOf(members)) {
      // Nothing but the error, under a free name.
      const isUsed = (name: string) => fields.some((field) => field.name === name);
      const [name] = freeNames([added[this.last]], isUsed);
      return [...fields, { name, result: this.last }];
    }
    if (!options.replace) return [...fields, ...this.results];
    const replaced = fields.map((field) => {
      return this.results.find(({ name }) => name === field.name) ?? field;
    });
    return [...replaced, ...this.results.filter((result) => !replaced.includes(result))];
  }

  /** Adds an object. @param isFailed whether it has an error */
  add(template: Template, members: Members, isFailed: boolean): void {
    const { fields, inner } = members;
    const entries = this.entriesOf(members).filter(({ result }) => {
      return isFailed || result !== this.last;
    });
    const isWhole = inner !== NO_SLOT && fields.every((field, index) => entries[index] === field);
    template.addText("{");
    if (isWhole) template.addMembers(inner);
    entries.forEach((entry, index) => {
      if (isWhole && index < fields.length) return;
      template.addText(`${index === 0 ? "" : ","}${JSON.stringify(entry.name)}:`);
      if (entry.result !== undefined) this.addResult(template, entry.result);
      else if (entry.path !== undefined) template.addInner(entry.slot, entry.path);
      else if (entry.slot === NO_SLOT) template.addText("null");
      else template.addValue(entry.slot);
    });
    template.addText("}");
  }

  private addResult(template: Template, index: number): void {
    if (index === this.last) template.addError();
    else if (this.plan.options.all) template.addLists();
    else template.addResult(this.first + index);
  }
}

/** Where the value is that a name or a path stands for; NO_SLOT if the row does not have it. */
export function placeOf(fields: readonly Field[], name: string): Place {
  const found = findMember(name, (one) => fields.find((field) => field.name === one));
  return found ? { slot: found.member.slot, path: found.inner } : { slot: NO_SLOT };
}

/** Makes the output of the rows of a schema. */
function output(
  plan: FormatPlan,
  records: RecordFrame,
  members: MemberTemplates,
  ofRow: (schema: RowSchema) => Members,
  addRow: (template: Template, schema: RowSchema, isFailed: boolean) => void,
): CreateOutput {
  const values = new ValueWriter(plan.options, undefined, false);
  return (schema) => {
    return rowOutput(ofRow(schema), members.problemOf(ofRow(schema)), (isFailed) => {
      const template = new Template(values, plan, undefined).addText(records.before);
      addRow(template, schema, isFailed);
      return template.addText(records.after).close();
    });
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
    const { feature } = schema;
    const own = feature?.members ?? NEW_FEATURE;
    const isAbsent = (name: string) => !own.some((member) => member.name === name);
    const absent = ["geometry", "properties"].filter(isAbsent);
    const all = [...own, ...absent.map((name) => ({ name, slot: NO_SLOT }))];
    all.forEach(({ name, slot }, index) => {
      template.addText(`${index === 0 ? "{" : ","}${JSON.stringify(name)}:`);
      if (name === "properties") members.add(template, propertiesOf(schema), isFailed);
      else if (name === "geometry" && (isDecode || !feature)) template.addPoint(slot);
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
