/** Makes the templates of JSON objects, and of GeoJSON features with such objects as properties. */
import { quoted } from "../../messages.ts";
import type { InputPlan, LayoutColumn } from "../input-plan.ts";
import { type Field, NO_SLOT, type RowSchema } from "../rows/row.ts";
import { RowProblem } from "../rows/row-errors.ts";
import { sentence } from "../sentences.ts";
import { columnsOf, freeNames, layoutOf } from "./layout.ts";
import { type CreateOutput, endEdge, Piece, startEdge, Template, ValueWriter } from "./template.ts";

/** The number of values in a decoded row's point: the first ones. In a feature, they become the geometry. */
export const POINT_VALUES = 2;

/** Adds the members and results of objects to templates. @param firstResult the index of the first one that is a member */
function memberPieces(plan: InputPlan, fields: readonly Field[], firstResult: number) {
  const { resultNames, options } = plan;
  const names = fields.map(({ name }) => name);
  const slots = new Map(fields.map(({ name, slot }) => [name, slot]));
  const isUsed = (name: string) => names.includes(name);
  let results = columnsOf(resultNames, true);
  let layout = plan.layout ?? layoutOf(options, names, true, resultNames);
  let problem: RowProblem | undefined;
  const used = plan.layout || options.replace ? undefined : resultNames.find(isUsed);
  if (used !== undefined) {
    const message = sentence`The row has the member ${quoted(used)}, which is the name of a result. The first row does not have it. Use the option ${{ option: "replace" }}.`;
    problem = new RowProblem("unexpected-member", message, used);
    // Of the results only the error, under a free name.
    const [name] = freeNames(resultNames.slice(-1), isUsed);
    results = results.slice(-1).map((error) => ({ ...error, name }));
    layout = [...columnsOf(names, false), ...results];
  }
  const addMembers = (template: Template, members: readonly LayoutColumn[], isFirst: boolean) => {
    let comma = isFirst ? "" : ",";
    for (const { name, isResult, index, source } of members) {
      const start = `${comma}${JSON.stringify(name)}:`;
      // The error may be the first member. Most rows do not have it.
      if (isResult && index === resultNames.length - 1) {
        template.addError(start, comma === "" && members.length > 1 ? "," : "");
        continue;
      }
      comma = ",";
      template.addText(start);
      const slot = slots.get(source);
      if (isResult && options.all) template.add(Piece.allMapcodes);
      else if (isResult) template.add(Piece.resultAt, firstResult + index);
      else if (slot === undefined) template.addText("null");
      else template.add(Piece.inputValue, slot);
    }
  };
  return {
    /** The problem of rows with a member that has the name of a result, but is not in the first row. */
    problem,
    /** Whether the members stay unchanged, and results follow. */
    areKept: layout === undefined,
    addObject(template: Template): void {
      template.addText("{");
      addMembers(template, layout ?? [...columnsOf(names, false), ...results], true);
      template.addText("}");
    },
    /** Adds the row from an edge to the last member of an object, which stay unchanged, and the results after it. */
    addKept(template: Template, from: number, slot: number, members: readonly Field[]): void {
      const last = members.at(-1);
      template.add(Piece.rowPart, from, last ? endEdge(last.slot) : startEdge(slot, 1));
      addMembers(template, results, !last);
    },
  };
}

/** The output of rows as objects. @param separator the text after each row */
export function objectOutput(plan: InputPlan, separator: string): CreateOutput {
  const values = new ValueWriter(plan);
  return ({ feature, fields, members }) => {
    const pieces = memberPieces(plan, fields, 0);
    const template = new Template(values, pieces.problem);
    if (pieces.areKept && !feature && members.length > 0) {
      pieces.addKept(template, startEdge(0), 0, members);
      template.addText("}");
    } else pieces.addObject(template);
    return template.addText(separator).done();
  };
}

/** The output of rows as GeoJSON features. @param separator the text after each row */
export function featureOutput(plan: InputPlan, separator: string): CreateOutput {
  const isDecode = plan.options.operation === "decode";
  const values = new ValueWriter(plan);
  return (schema) => {
    const { feature, fields } = schema;
    const properties = feature?.properties ?? fields;
    const pieces = memberPieces(plan, properties, isDecode ? POINT_VALUES : 0);
    const template = new Template(values, pieces.problem);
    if (feature && feature.members.length > 0) spliceFeature(template, schema, pieces, isDecode);
    else {
      template.addText('{"type":"Feature","geometry":');
      const isNew = !feature || isDecode;
      template.add(isNew ? Piece.point : Piece.inputValue, feature?.geometry ?? NO_SLOT);
      template.addText(',"properties":');
      pieces.addObject(template);
      template.addText("}");
    }
    return template.addText(separator).done();
  };
}

/** Copies a feature in the order of its text, with changes in its geometry and properties. */
function spliceFeature(
  template: Template,
  { members, feature }: RowSchema,
  pieces: ReturnType<typeof memberPieces>,
  isDecode: boolean,
): void {
  if (!feature) return;
  const { geometry, propertiesSlot, arePropertiesObject } = feature;
  let from = startEdge(0);
  let last = from;
  for (const { slot } of feature.members) {
    last = endEdge(slot);
    if (slot === geometry && isDecode) {
      template.add(Piece.rowPart, from, startEdge(slot)).add(Piece.point, slot);
      from = last;
    } else if (slot === propertiesSlot && arePropertiesObject && pieces.areKept) {
      pieces.addKept(template, from, slot, members);
      from = endEdge(slot, 1);
    } else if (slot === propertiesSlot) {
      template.add(Piece.rowPart, from, startEdge(slot));
      pieces.addObject(template);
      from = last;
    }
  }
  template.add(Piece.rowPart, from, last);
  if (geometry === NO_SLOT) template.addText(',"geometry":').add(Piece.point, NO_SLOT);
  if (propertiesSlot === NO_SLOT) {
    template.addText(',"properties":');
    pieces.addObject(template);
  }
  template.addText("}");
}
