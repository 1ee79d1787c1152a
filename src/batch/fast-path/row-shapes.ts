/**
 * Finds the shape of JSON rows from the names of their members, with the functions by which the general path reads
 * rows: slots stand in for the values.
 */
import { type Operation, ROLES, type Role } from "../conversion.ts";
import { flatten } from "../formats/geojson.ts";
import { formatNamed } from "../formats/index.ts";
import { inputOfObject } from "../formats/json-values.ts";
import type { BatchPlan } from "../plan.ts";
import type { NamedSlot, ObjectSlots, OutputTemplates } from "./output-templates.ts";
import {
  CLOSE,
  END,
  NO_SLOT,
  OPEN,
  type RequiredText,
  type RowShape,
  type ShapeNode,
  TWO_NUMBERS,
} from "./shapes.ts";

interface MemberSlots extends NamedSlot {
  /** The members of the member, if it is a followed object. */
  object: RowObject | undefined;
  /** The slots of its numbers, if it is a position. */
  position: readonly number[] | undefined;
}

/** An object of a row, in which each member knows what is within it. */
interface RowObject extends ObjectSlots<MemberSlots> {
  readonly members: MemberSlots[];
}

function pathTo(end: ShapeNode): readonly ShapeNode[] {
  const path: ShapeNode[] = [];
  for (let node: ShapeNode | undefined = end; node; node = node.parent) path.unshift(node);
  return path;
}

/** The objects of the rows that end at a place of the tree. */
function objectOf(end: ShapeNode): RowObject {
  const [root, ...path] = pathTo(end);
  const row: RowObject = { inner: root.slot, members: [] };
  const open = [row];
  for (const { event, name, slot } of path) {
    const { members } = open[open.length - 1];
    const last = members[members.length - 1];
    if (event === undefined) {
      members.push({ name, slot, object: undefined, position: undefined });
    } else if (event === OPEN) {
      last.object = { inner: slot, members: [] };
      open.push(last.object);
    } else if (event === CLOSE) {
      open.pop();
    } else if (event !== END) {
      const count = event === TWO_NUMBERS ? 2 : 3;
      last.position = Array.from({ length: count }, (_, index) => slot + index);
    }
  }
  return row;
}

/** Whether no two members have the same name, of which JSON.parse takes the last. */
function areDistinct({ members }: RowObject): boolean {
  const names = new Set(members.map(({ name }) => name));
  const inner = members.flatMap(({ object }) => (object ? [object] : []));
  return names.size === members.length && inner.every(areDistinct);
}

type Values = Pick<RowShape, "first" | "second" | "third">;

/** The roles that the fast path converts. Rows with values of others go to the general path. */
const FAST_ROLES: Readonly<Record<Operation, readonly Role[]>> = {
  encode: ["latitude", "longitude"],
  decode: ["mapcode", "territory", "international"],
};

/** The slots of the values to convert in an object; undefined if the general path has to find them. */
function valuesOf({ members }: ObjectSlots, plan: BatchPlan): Values | undefined {
  const slots = Object.fromEntries(members.map(({ name, slot }) => [name, slot]));
  const { input, error } = inputOfObject(slots, plan);
  if (error) return undefined;
  const { operation } = plan.options;
  const roles = FAST_ROLES[operation];
  if (ROLES[operation].some((role) => input[role] && !roles.includes(role))) return undefined;
  const [first, second, third] = [...roles, undefined].map((role) => {
    const slot = role && input[role]?.value;
    return typeof slot === "number" ? slot : NO_SLOT;
  });
  return { first, second, third };
}

const encoder = new TextEncoder();

function requiredText(slot: number, text: string): RequiredText {
  return { slot, text: encoder.encode(text) };
}

/** Whether the output can have these members: no results beside others of their names, no member without a column. */
function fits(
  members: readonly NamedSlot[],
  { added, columns, hasTableOutput }: BatchPlan,
): boolean {
  return members.every(({ name }) => {
    return !added.includes(name) && (!hasTableOutput || columns.includes(name));
  });
}

function shapeOfObject(
  row: RowObject,
  plan: BatchPlan,
  templates: OutputTemplates,
): RowShape | undefined {
  const values = valuesOf(row, plan);
  if (!values || !fits(row.members, plan)) return undefined;
  return { ...values, required: [], ...templates.ofMembers(row.members, row.inner) };
}

/** The members that every feature has. */
interface FeatureMembers {
  readonly type: MemberSlots;
  readonly geometry: MemberSlots;
  readonly properties: RowObject;
}

function featureMembers({ members }: RowObject): FeatureMembers | undefined {
  const memberNamed = (wanted: string) => members.find(({ name }) => name === wanted);
  const [type, geometry] = [memberNamed("type"), memberNamed("geometry")];
  const properties = memberNamed("properties")?.object;
  return type && geometry && properties && { type, geometry, properties };
}

/** The point of a feature, and what makes it one. */
interface PointSlots {
  readonly position: readonly number[];
  readonly required: RequiredText;
}

function pointOf({ object }: MemberSlots): PointSlots | undefined {
  const type = object?.members.find(({ name }) => name === "type");
  const position = object?.members.find(({ name }) => name === "coordinates")?.position;
  return type && position && { position, required: requiredText(type.slot, '"Point"') };
}

/** The members of a feature as a flat record. */
function flatMembers(
  row: ObjectSlots,
  { properties }: FeatureMembers,
  point: PointSlots | undefined,
): readonly NamedSlot[] {
  const textsOf = ({ members }: ObjectSlots) => {
    return new Map(members.map(({ name, slot }) => [name, `${slot}`]));
  };
  const geometry = point ? { type: "Point", coordinates: point.position } : null;
  const texts = textsOf(row).set("geometry", JSON.stringify(geometry));
  const propertyTexts = textsOf(properties);
  const flat = flatten({ value: {}, texts, geometry, properties: {}, propertyTexts });
  return flat.map(({ name, text }) => ({ name, slot: Number(text) }));
}

function shapeOfFeature(
  row: RowObject,
  plan: BatchPlan,
  templates: OutputTemplates,
): RowShape | undefined {
  const found = featureMembers(row);
  if (!found) return undefined;
  const { type, geometry, properties } = found;
  const point = pointOf(geometry);
  const isEncode = plan.options.operation === "encode";
  const values = isEncode
    ? point && { first: point.position[1], second: point.position[0], third: NO_SLOT }
    : valuesOf(properties, plan);
  if (!values) return undefined;
  const isFeature = requiredText(type.slot, '"Feature"');
  if (templates.hasFeatures) {
    const required = isEncode && point ? [isFeature, point.required] : [isFeature];
    if (!fits(properties.members, plan)) return undefined;
    return { ...values, required, ...templates.ofFeature(row, properties) };
  }
  // Any other geometry than a point is written as it stands, which is rare.
  if (!point && geometry.object) return undefined;
  const ofGeometry = point?.required ?? requiredText(geometry.slot, "null");
  const members = flatMembers(row, found, point);
  if (!fits(members, plan)) return undefined;
  const required = [isFeature, ofGeometry];
  return { ...values, required, ...templates.ofMembers(members, undefined) };
}

/** The shape of the rows that end at a place of the tree; undefined if the general path has to convert them. */
export function shapeOf(
  end: ShapeNode,
  plan: BatchPlan,
  templates: OutputTemplates,
): RowShape | undefined {
  const row = objectOf(end);
  if (!areDistinct(row)) return undefined;
  const { hasGeometry = false } = formatNamed(plan.options.from);
  return hasGeometry ? shapeOfFeature(row, plan, templates) : shapeOfObject(row, plan, templates);
}
