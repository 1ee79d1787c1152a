/** Makes the templates of JSON objects, and of GeoJSON features with such objects as properties. */
import { quoted } from "../../messages.ts";
import type { BatchPlan, LayoutColumn } from "../batch-plan.ts";
import { columnsOf, freeNames, layoutOf } from "../columns/columns.ts";
import { type Field, NO_SLOT, type RowSchema } from "../rows/row.ts";
import { RowProblem } from "../rows/row-errors.ts";
import { sentence } from "../sentences.ts";
import { type CreateOutput, end, Piece, start, Template, ValueWriter } from "./template.ts";

/** The number of values in a decoded row's point: the first ones. In a feature, they become the geometry. */
export const POINT_VALUES = 2;

/** Adds the members of a row and its results to templates, by the names, layout and options of a plan. */
class MemberTemplates {
  private readonly plan: BatchPlan;
  /** The index of the first result that is a member. */
  private readonly first: number;
  /** The results as members, the error last. */
  private readonly results: readonly LayoutColumn[];

  constructor(plan: BatchPlan, first: number) {
    this.plan = plan;
    this.first = first;
    this.results = columnsOf(plan.added, true);
  }

  /** The problem of rows with a member under the name of a result, unknown to the plan. */
  problemOf(fields: readonly Field[]): RowProblem | undefined {
    const { added, layout, options } = this.plan;
    const name = added.find((one) => fields.some((field) => field.name === one));
    if (layout || options.replace || name === undefined) return undefined;
    const message = sentence`The row has the member ${quoted(name)} already, which the first row does not have. Use the option ${{ option: "replace" }}.`;
    return new RowProblem("unexpected-member", message, name);
  }

  /** The members of an output; undefined if the row stays unchanged, and results follow. */
  private layoutFor(fields: readonly Field[]): readonly LayoutColumn[] | undefined {
    const { added, layout, options } = this.plan;
    const names = fields.map(({ name }) => name);
    if (!this.problemOf(fields)) return layout ?? layoutOf(options, names, true, added);
    // Of the results only the error, under a free name.
    const [name] = freeNames(added.slice(-1), (one) => names.includes(one));
    return [...columnsOf(names, false), ...this.results.slice(-1).map((one) => ({ ...one, name }))];
  }

  areKept(fields: readonly Field[]): boolean {
    return this.layoutFor(fields) === undefined;
  }

  /** Adds the results after other members. */
  addResults(template: Template, isFirst: boolean): void {
    this.addMembers(template, this.results, [], isFirst);
  }

  addObject(template: Template, fields: readonly Field[]): void {
    const names = fields.map(({ name }) => name);
    const whole = [...columnsOf(names, false), ...this.results];
    template.addText("{");
    this.addMembers(template, this.layoutFor(fields) ?? whole, fields, true);
    template.addText("}");
  }

  private addMembers(
    template: Template,
    members: readonly LayoutColumn[],
    fields: readonly Field[],
    isFirst: boolean,
  ): void {
    const slots = new Map(fields.map(({ name, slot }) => [name, slot]));
    let comma = isFirst ? "" : ",";
    for (const { name, isResult, index, source } of members) {
      const start = `${comma}${JSON.stringify(name)}:`;
      // The error may be the first member. Most rows do not have it.
      if (isResult && index === this.results.length - 1) {
        template.addError(start, comma === "" && members.length > 1 ? "," : "");
        continue;
      }
      comma = ",";
      template.addText(start);
      const slot = slots.get(source);
      if (isResult && this.plan.options.all) template.add(Piece.lists);
      else if (isResult) template.add(Piece.result, this.first + index);
      else if (slot === undefined) template.addText("null");
      else template.add(Piece.value, slot);
    }
  }
}

/** The output of rows as objects. @param after the text after each row */
export function objectOutput(plan: BatchPlan, after: string): CreateOutput {
  const members = new MemberTemplates(plan, 0);
  const values = new ValueWriter(plan);
  return ({ feature, fields, members: own }) => {
    const template = new Template(values, members.problemOf(fields));
    if (!feature && own.length > 0 && members.areKept(fields)) {
      template.add(Piece.copy, start(0), end(own[own.length - 1].slot));
      members.addResults(template, false);
      template.addText("}");
    } else members.addObject(template, fields);
    return template.addText(after).add(Piece.nothing);
  };
}

/** The output of rows as GeoJSON features. @param after the text after each row */
export function featureOutput(plan: BatchPlan, after: string): CreateOutput {
  const isDecode = plan.options.operation === "decode";
  const members = new MemberTemplates(plan, isDecode ? POINT_VALUES : 0);
  const values = new ValueWriter(plan);
  return (schema) => {
    const { feature, fields } = schema;
    const properties = feature?.properties ?? fields;
    const template = new Template(values, members.problemOf(properties));
    if (feature && feature.members.length > 0) {
      spliceFeature(template, schema, feature, members, isDecode);
    } else {
      template.addText('{"type":"Feature","geometry":');
      const isNew = !feature || isDecode;
      template.add(isNew ? Piece.point : Piece.value, feature?.geometry ?? NO_SLOT);
      template.addText(',"properties":');
      members.addObject(template, properties);
      template.addText("}");
    }
    return template.addText(after).add(Piece.nothing);
  };
}

/** Copies a feature in the order of its text, with changes in its geometry and properties. */
function spliceFeature(
  template: Template,
  { members: own }: RowSchema,
  feature: NonNullable<RowSchema["feature"]>,
  members: MemberTemplates,
  isDecode: boolean,
): void {
  const { geometry, ofProperties, hasProperties, properties } = feature;
  let from = start(0);
  for (const { slot } of feature.members) {
    if (slot === geometry && isDecode) {
      template.add(Piece.copy, from, start(slot)).add(Piece.point, slot);
      from = end(slot);
    } else if (slot === ofProperties && hasProperties && members.areKept(properties)) {
      const last = own.at(-1);
      template.add(Piece.copy, from, last ? end(last.slot) : start(slot, 1));
      members.addResults(template, !last);
      from = end(slot, 1);
    } else if (slot === ofProperties) {
      template.add(Piece.copy, from, start(slot));
      members.addObject(template, properties);
      from = end(slot);
    }
  }
  template.add(Piece.copy, from, end(feature.members[feature.members.length - 1].slot));
  if (geometry === NO_SLOT) template.addText(',"geometry":').add(Piece.point, NO_SLOT);
  if (ofProperties === NO_SLOT) {
    template.addText(',"properties":');
    members.addObject(template, properties);
  }
  template.addText("}");
}
