/** Makes the templates of JSON: of objects, and of GeoJSON features whose properties are such objects. */
import { quoted } from "../../messages.ts";
import { freeNames } from "../columns/columns.ts";
import type { FormatPlan } from "../format-plan.ts";
import { type CreateOutput, type Field, NO_SLOT, type RowSchema } from "../rows/row.ts";
import { RowProblem } from "../rows/row-errors.ts";
import { type Edge, rowOutput, Template } from "./template.ts";
import { ValueWriter } from "./values.ts";

/** The first values of a decoded row are its point, which becomes the geometry of a feature. */
export const POINT_VALUES = 2;

/** A row with other names than the plan knew. */
function unexpectedMember(name: string): RowProblem {
  const message = `The row has the member ${quoted(name)} already, which the first row does not have. Use the option replace.`;
  return new RowProblem("unexpected-member", message, name);
}

const start = (slot: number, inset: 0 | 1 = 0): Edge => ({ slot, isEnd: false, inset });
const end = (slot: number, inset: 0 | 1 = 0): Edge => ({ slot, isEnd: true, inset });

/** A member of an output: a value of the row, or the result with an index. */
type Entry =
  | (Field & { readonly result?: undefined })
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
  problemOf(fields: readonly Field[]): RowProblem | undefined {
    const { added, layout, options } = this.plan;
    if (layout || options.replace) return undefined;
    const name = added.find((one) => fields.some((field) => field.name === one));
    return name === undefined ? undefined : unexpectedMember(name);
  }

  /** Whether the members stay as they stand, and results follow. */
  areKept(fields: readonly Field[]): boolean {
    const { added, layout } = this.plan;
    return !layout && !fields.some(({ name }) => added.includes(name));
  }

  /** The members of the output of a row with an error. */
  private entriesOf(fields: readonly Field[]): readonly Entry[] {
    const { added, layout, options } = this.plan;
    if (layout) {
      return layout.map(({ name, isResult, index, source }) => {
        if (isResult) return { name, result: index };
        const field = fields.find((one) => one.name === source);
        return { name, slot: field?.slot ?? NO_SLOT };
      });
    }
    if (this.problemOf(fields)) {
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

  /** Adds the results as members. @param isFailed whether there is an error @param isFirst whether none precede them */
  addResults(template: Template, isFailed: boolean, isFirst: boolean): void {
    const results = isFailed ? this.results : this.results.slice(0, -1);
    for (const [index, entry] of results.entries()) {
      this.addEntry(template, entry, isFirst && index === 0);
    }
  }

  /** Adds an object. */
  addObject(template: Template, fields: readonly Field[], isFailed: boolean): void {
    const entries = this.entriesOf(fields).filter(({ result }) => isFailed || result !== this.last);
    template.addText("{");
    for (const [index, entry] of entries.entries()) this.addEntry(template, entry, index === 0);
    template.addText("}");
  }

  private addEntry(template: Template, entry: Entry, isFirst: boolean): void {
    template.addText(`${isFirst ? "" : ","}${JSON.stringify(entry.name)}:`);
    if (entry.result === undefined) {
      if (entry.slot === NO_SLOT) template.addText("null");
      else template.addValue(entry.slot);
    } else if (entry.result === this.last) template.addError();
    else if (this.plan.options.all) template.addLists();
    else template.addResult(this.first + entry.result);
  }
}

/** Whether rows may have line ends that the output cannot have. */
function joinsLines({ isSequence, options }: FormatPlan): boolean {
  return !isSequence && (options as { readonly to?: string }).to === "ndjson";
}

/** The output of rows as objects. @param after what follows each */
export function objectOutput(plan: FormatPlan, after: string): CreateOutput {
  const members = new MemberTemplates(plan, 0);
  const values = new ValueWriter(plan.options, undefined, joinsLines(plan));
  return (schema) => {
    const { feature, fields, members: own } = schema;
    const isKept = !feature && own.length > 0 && members.areKept(fields);
    return rowOutput(members.problemOf(fields), (isFailed) => {
      const template = new Template(values, plan, undefined);
      if (isKept) {
        template.addCopy(start(0), end(own[own.length - 1].slot));
        members.addResults(template, isFailed, false);
        template.addText("}");
      } else members.addObject(template, fields, isFailed);
      return template.addText(after).close();
    });
  };
}

/** The output of rows as GeoJSON features. @param after what follows each */
export function featureOutput(plan: FormatPlan, after: string): CreateOutput {
  const isDecode = plan.options.operation === "decode";
  const members = new MemberTemplates(plan, isDecode ? POINT_VALUES : 0);
  const values = new ValueWriter(plan.options, undefined, joinsLines(plan));
  return (schema) => {
    const { feature, fields } = schema;
    const properties = feature ? feature.properties : fields;
    return rowOutput(members.problemOf(properties), (isFailed) => {
      const template = new Template(values, plan, undefined);
      if (feature && feature.members.length > 0) {
        spliceFeature(template, schema, feature, members, isFailed, isDecode);
      } else {
        template.addText('{"type":"Feature","geometry":');
        if (!feature || isDecode) template.addPoint(feature ? feature.geometry : NO_SLOT);
        else template.addValue(feature.geometry);
        template.addText(',"properties":');
        members.addObject(template, properties, isFailed);
        template.addText("}");
      }
      return template.addText(after).close();
    });
  };
}

/** Copies a feature up to each place that changes, in the order of the text: its geometry, and its properties. */
function spliceFeature(
  template: Template,
  { members: own }: RowSchema,
  feature: NonNullable<RowSchema["feature"]>,
  members: MemberTemplates,
  isFailed: boolean,
  isDecode: boolean,
): void {
  const { geometry, ofProperties, hasProperties, properties } = feature;
  let from = start(0);
  for (const { slot } of feature.members) {
    if (slot === geometry && isDecode) {
      template.addCopy(from, start(slot)).addPoint(slot);
      from = end(slot);
    } else if (slot === ofProperties && hasProperties && members.areKept(properties)) {
      const last = own.at(-1);
      template.addCopy(from, last ? end(last.slot) : start(slot, 1));
      members.addResults(template, isFailed, !last);
      from = end(slot, 1);
    } else if (slot === ofProperties) {
      template.addCopy(from, start(slot));
      members.addObject(template, properties, isFailed);
      from = end(slot);
    }
  }
  const last = feature.members[feature.members.length - 1];
  template.addCopy(from, end(last.slot));
  if (geometry === NO_SLOT) template.addText(',"geometry":').addPoint(NO_SLOT);
  if (ofProperties === NO_SLOT) {
    template.addText(',"properties":');
    members.addObject(template, properties, isFailed);
  }
  template.addText("}");
}
