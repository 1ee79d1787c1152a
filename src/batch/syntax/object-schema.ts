/** The schemas of rows of JSON: of objects, and of GeoJSON features, which are flat records for other formats. */
import { isObject } from "../../library/options.ts";
import { quoted } from "../../messages.ts";
import { freeNames, type JsonObject } from "../columns/columns.ts";
import type { FormatPlan } from "../format-plan.ts";
import { COLUMN_OPTIONS, type Role } from "../options/conversion.ts";
import { type Field, NO_SLOT, NO_VALUES, type Row, type RowInput, RowSchema } from "../rows/row.ts";
import { RowProblem } from "../rows/row-errors.ts";
import {
  choosesInner,
  filterCells,
  type InputOrError,
  inputOfObject,
  notFeature,
} from "./json-input.ts";
import { CLOSE, FIXED_TEXT, KEY, OPEN, type SchemaNode, TWO_COORDINATES } from "./schema-tree.ts";

/** The slot of the object of a row. */
const WHOLE_SLOT = 0;

/** In place of the slot of the type of a feature that a bare point becomes. */
export const FEATURE_TYPE = -2;

/** A member, and what its value contains if the tokenizer followed it. */
interface Member extends Field {
  object: ObjectPlaces | undefined;
  /** The slots of the coordinates of a position. */
  position: readonly number[] | undefined;
  /** The text of a value that decides the schema. */
  text: string | undefined;
}

interface ObjectPlaces {
  /** The slot of all members as they stand. */
  readonly inner: number;
  readonly members: Member[];
}

/** Of members with the same name, the last one counts, in the place of the first one. */
function distinct(members: readonly Member[]): readonly Member[] {
  return [...new Map(members.map((member) => [member.name, member])).values()];
}

/** The object of a row. */
function objectOf(path: readonly SchemaNode[]): ObjectPlaces {
  const [root, ...others] = path;
  const row: ObjectPlaces = { inner: root.slot, members: [] };
  const open = [row];
  for (const { kind, slot, text } of others) {
    const { members } = open[open.length - 1];
    const last = members[members.length - 1];
    if (kind === KEY) {
      const name = String(JSON.parse(text));
      members.push({ name, slot, object: undefined, position: undefined, text: undefined });
    } else if (kind === OPEN) {
      last.object = { inner: slot, members: [] };
      open.push(last.object);
    } else if (kind === CLOSE) {
      open.pop();
    } else if (kind === FIXED_TEXT) {
      last.text = text;
    } else {
      const count = kind === TWO_COORDINATES ? 2 : 3;
      last.position = Array.from({ length: count }, (_, index) => slot + index);
    }
  }
  return row;
}

/** Slots in place of the values of an object. */
function slotsByName(members: readonly Field[]): JsonObject {
  return Object.fromEntries(members.map(({ name, slot }) => [name, slot]));
}

type Values = Pick<RowSchema, "values" | "columns">;

/** The slots of values that stand in cells. */
function valuesOf(input: RowInput): Values {
  const values: Record<Role, number> = { ...NO_VALUES };
  const columns: Partial<Record<Role, string>> = {};
  for (const role of Object.keys(COLUMN_OPTIONS) as Role[]) {
    const cell = input[role];
    if (typeof cell?.value !== "number") continue;
    values[role] = cell.value;
    if (cell.column !== undefined) columns[role] = cell.column;
  }
  return { values, columns };
}

/** How a row finds its values in its parsed text. */
function parseWith(inputOf: (value: JsonObject) => InputOrError) {
  return (bytes: Uint8Array, row: Row): void => {
    const { input, error } = inputOf(JSON.parse(row.textOf(bytes, WHOLE_SLOT)));
    row.input = input;
    row.problem = error;
  };
}

/** Finds the values of members by the function that finds them in parsed rows: slots stand in for the values. */
function objectValues(
  members: readonly Field[],
  plan: FormatPlan,
  parse: (value: JsonObject) => InputOrError,
): Partial<RowSchema> {
  const object = slotsByName(members);
  const { input, error } = inputOfObject(object, plan);
  const needsText = choosesInner(object, plan);
  if (input && !needsText) return valuesOf(input);
  return needsText ? { parse: parseWith(parse) } : { problem: error };
}

/** The schema of rows that are objects. */
export function objectSchema(path: readonly SchemaNode[], plan: FormatPlan): RowSchema {
  const { inner, members } = objectOf(path);
  const fields = distinct(members);
  const values = objectValues(fields, plan, (value) => inputOfObject(value, plan));
  return new RowSchema({ fields, inner: members.length === 0 ? NO_SLOT : inner, ...values });
}

/** The member of a geometry that becomes the coordinates of a flat record. */
export const POSITION_MEMBER = "coordinates";

/** Names of coordinates, in the order of columns, and their indexes in a position (RFC 7946: longitude first). */
const COORDINATES = [
  ["latitude", 1],
  ["longitude", 0],
  ["altitude", 2],
] as const;

/** The names that coordinates have in flat records, although the text of a feature does not have them. */
export const COORDINATE_NAMES: readonly string[] = COORDINATES.map(([name]) => name);

const FEATURE_MEMBERS = ["type", "geometry", "properties"];

function named(members: readonly Member[], name: string): Member | undefined {
  return members.find((member) => member.name === name);
}

/** Whether the type of an object is this one. */
function isType(members: readonly Member[], type: string): boolean {
  const text = named(members, "type")?.text;
  return text !== undefined && JSON.parse(text) === type;
}

/** The parts of a feature, whose geometry may be a point. */
interface FeatureParts {
  readonly members: readonly Field[];
  readonly properties: readonly Field[];
  readonly inner: number;
  /** The slot of the geometry; NO_SLOT if there is none. */
  readonly geometry: number;
  readonly position: readonly number[] | undefined;
  /** Properties that are neither an object nor null, as JSON. */
  readonly notProperties?: string | undefined;
}

/** @returns undefined if the object is neither a Feature nor a Point */
function featureParts({ members: all }: ObjectPlaces): FeatureParts | undefined {
  const members = distinct(all);
  if (isType(members, "Point")) {
    const position = named(members, POSITION_MEMBER)?.position;
    const ofFeature = [
      { name: "type", slot: FEATURE_TYPE },
      { name: "geometry", slot: WHOLE_SLOT },
      { name: "properties", slot: NO_SLOT },
    ];
    return {
      members: ofFeature,
      properties: [],
      inner: NO_SLOT,
      geometry: WHOLE_SLOT,
      position,
    };
  }
  if (!isType(members, "Feature")) return undefined;
  const geometry = named(members, "geometry");
  const inGeometry = distinct(geometry?.object?.members ?? []);
  const isPoint = isType(inGeometry, "Point");
  const ofFeature = named(members, "properties");
  const properties = ofFeature?.object;
  const isEmpty = !properties || properties.members.length === 0;
  return {
    members,
    properties: distinct(properties?.members ?? []),
    inner: isEmpty ? NO_SLOT : properties.inner,
    geometry: geometry && geometry.text !== "null" ? geometry.slot : NO_SLOT,
    position: isPoint ? named(inGeometry, POSITION_MEMBER)?.position : undefined,
    notProperties: ofFeature?.text === "null" ? undefined : ofFeature?.text,
  };
}

/**
 * A feature as a flat record, for tables and plain JSON: additional members such as `id`, then its properties, then the
 * coordinates of its point. Names that a property has already get a suffix, so that nothing is lost.
 */
function flatFields({ members, properties, geometry, position }: FeatureParts): readonly Field[] {
  const others = members.filter(({ name }) => !FEATURE_MEMBERS.includes(name));
  const ofGeometry: Field[] = [];
  if (position) {
    for (const [name, index] of COORDINATES) {
      if (index < position.length) ofGeometry.push({ name, slot: position[index] });
    }
  } else if (geometry !== NO_SLOT) {
    ofGeometry.push({ name: "geometry", slot: geometry });
  }
  const added = [...others, ...ofGeometry];
  const isUsed = (name: string) => properties.some((property) => property.name === name);
  const names = freeNames(
    added.map(({ name }) => name),
    isUsed,
  );
  const renamed = added.map(({ slot }, index) => ({ name: names[index], slot }));
  return [...renamed.slice(0, others.length), ...properties, ...renamed.slice(others.length)];
}

function objectIn(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The point of a parsed feature, and the territory or country that its properties name. */
function inputOfFeature(value: JsonObject, plan: FormatPlan): InputOrError {
  const geometry: unknown = value.type === "Point" ? value : (value.geometry ?? null);
  const properties = value.type === "Point" ? {} : objectIn(value.properties);
  const { coordinates, type } = objectIn(geometry);
  if (type === "Point" && Array.isArray(coordinates) && coordinates.length >= 2) {
    const [longitude, latitude]: readonly unknown[] = coordinates;
    const point = { latitude: { value: latitude }, longitude: { value: longitude } };
    return { input: { ...point, ...filterCells(properties, plan) } };
  }
  const shown = quoted(JSON.stringify(geometry));
  const message = `The geometry ${shown} is not a Point with a longitude and a latitude.`;
  return { error: new RowProblem("malformed-coordinates", message, "geometry") };
}

/** The values of features to encode. */
function pointValues(parts: FeatureParts, plan: FormatPlan): Partial<RowSchema> {
  const { position, properties } = parts;
  const slots = slotsByName(properties);
  if (!position || choosesInner(slots, plan)) {
    return { parse: parseWith((value) => inputOfFeature(value, plan)) };
  }
  const [longitude, latitude] = position;
  const point = { latitude: { value: latitude }, longitude: { value: longitude } };
  return valuesOf({ ...point, ...filterCells(slots, plan) });
}

/** The values of features to decode: they are properties. */
function codeValues({ properties }: FeatureParts, plan: FormatPlan): Partial<RowSchema> {
  return objectValues(properties, plan, (value) => {
    return inputOfObject(value.type === "Point" ? {} : objectIn(value.properties), plan);
  });
}

/** Why a feature whose properties are no object cannot get results. */
function noProperties(json: string): RowProblem {
  const message = `The properties ${quoted(json)} are neither an object nor null.`;
  return new RowProblem("malformed-row", message, "properties");
}

/** The schema of rows of GeoJSON. */
export function featureSchema(path: readonly SchemaNode[], plan: FormatPlan): RowSchema {
  const row = objectOf(path);
  const parts = featureParts(row);
  if (!parts) {
    const parse = (bytes: Uint8Array, one: Row): void => {
      one.problem = notFeature(one.textOf(bytes, WHOLE_SLOT));
    };
    const inner = row.members.length === 0 ? NO_SLOT : row.inner;
    return new RowSchema({ fields: distinct(row.members), inner, parse });
  }
  const { members, properties, inner, notProperties } = parts;
  const isEncode = plan.options.operation === "encode";
  const found = isEncode ? pointValues(parts, plan) : codeValues(parts, plan);
  const values = notProperties === undefined ? found : { problem: noProperties(notProperties) };
  return new RowSchema({
    fields: flatFields(parts),
    feature: { members, properties, inner },
    ...values,
  });
}
