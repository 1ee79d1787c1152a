/**
 * Finds the shape of JSON rows from the names of their members, with the functions by which the general path reads
 * rows: slots stand in for the values.
 */

import { flatten } from "../formats/feature-rows.ts";
import { formatNamed } from "../formats/index.ts";
import { areaCells, inputOfObject } from "../formats/json-values.ts";
import { COLUMN_OPTIONS, ROLES, type Role } from "../options/conversion.ts";
import type { BatchPlan } from "../plan/plan.ts";
import type { Cell } from "../rows/rows.ts";
import type { NamedSlot, ObjectSlots, OutputTemplates } from "./output-templates.ts";
import {
  CLOSE,
  END,
  NO_SLOT,
  OPEN,
  type ReadShape,
  type RequiredText,
  type RowShape,
  type ShapeNode,
  TWO_COORDINATES,
} from "./shapes.ts";
import { FAST_ROLES } from "./value-ranges.ts";

interface MemberSlots extends NamedSlot {
  /** The members of the member, if it is a followed object. */
  object: RowObject | undefined;
  /** The slots of its coordinates, if it is a position. */
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
      const count = event === TWO_COORDINATES ? 2 : 3;
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

type Values = Pick<RowShape, "first" | "second" | "territory" | "country" | "names">;

/** The slot of the value of a cell. */
function slotOf(cell: Cell | undefined): number {
  return typeof cell?.value === "number" ? cell.value : NO_SLOT;
}

/** The slots of the members of an object, by name. */
function slotsByName({ members }: ObjectSlots): Readonly<Record<string, number>> {
  return Object.fromEntries(members.map(({ name, slot }) => [name, slot]));
}

/** Whether an option chooses a member within a member of the object, such as `pos.lat`. */
function choosesInner(slots: Readonly<Record<string, number>>, { options }: BatchPlan): boolean {
  return ROLES[options.operation].some((role) => {
    const name = options[COLUMN_OPTIONS[role]];
    if (name === undefined || Object.hasOwn(slots, name)) return false;
    return name.includes(".") && Object.hasOwn(slots, name.slice(0, name.indexOf(".")));
  });
}

/** The slots of the values to convert in an object; undefined if the general path has to find them. */
function valuesOf(object: ObjectSlots, plan: BatchPlan): Values | undefined {
  const slots = slotsByName(object);
  const { input, error } = inputOfObject(slots, plan);
  if (error || choosesInner(slots, plan)) return undefined;
  const { operation } = plan.options;
  const roles: readonly Role[] = FAST_ROLES[operation];
  if (ROLES[operation].some((role) => input[role] && !roles.includes(role))) return undefined;
  const [first, second, territory, country] = roles.map((role) => slotOf(input[role]));
  const names = roles.map((role) => input[role]?.column);
  return { first, second, territory, country, names: JSON.stringify(names) };
}

/** The slots of a feature: its point, and the territory or country of its mapcodes. */
function valuesOfPoint(
  { position }: PointSlots,
  properties: ObjectSlots,
  plan: BatchPlan,
): Values | undefined {
  const slots = slotsByName(properties);
  if (choosesInner(slots, plan)) return undefined;
  const [second, first] = position;
  const { territory, country } = areaCells(slots, plan);
  return { first, second, territory: slotOf(territory), country: slotOf(country), names: "" };
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

function requiredType({ slot }: MemberSlots): RequiredText {
  return requiredText(slot, '"Feature"');
}

/** The geometry that features must have to become flat records with the same members. */
function requiredGeometry(
  geometry: MemberSlots,
  point: PointSlots | undefined,
): RequiredText | undefined {
  // Any other geometry than a point is written as it stands, which is rare.
  if (!point && geometry.object) return undefined;
  return point?.required ?? requiredText(geometry.slot, "null");
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
    ? point && valuesOfPoint(point, properties, plan)
    : valuesOf(properties, plan);
  if (!values) return undefined;
  const isFeature = requiredType(type);
  if (templates.ofFeature) {
    const required = isEncode && point ? [isFeature, point.required] : [isFeature];
    if (!fits(properties.members, plan)) return undefined;
    return { ...values, required, ...templates.ofFeature(row, properties) };
  }
  const ofGeometry = requiredGeometry(geometry, point);
  if (!ofGeometry) return undefined;
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

/**
 * What rows that end at a place of the tree must have, so that the formats' `memberNames` gives the same names for all
 * of them; undefined if each has to be parsed.
 */
export function namesShapeOf(
  end: ShapeNode,
  { hasFeatureOutput, options }: BatchPlan,
): ReadShape | undefined {
  const row = objectOf(end);
  if (!areDistinct(row)) return undefined;
  if (!formatNamed(options.from).hasGeometry) return { required: [] };
  const found = featureMembers(row);
  if (!found) return undefined;
  const isFeature = requiredType(found.type);
  if (hasFeatureOutput) return { required: [isFeature] };
  const ofGeometry = requiredGeometry(found.geometry, pointOf(found.geometry));
  return ofGeometry && { required: [isFeature, ofGeometry] };
}
