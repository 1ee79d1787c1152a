/** What rows of JSON with the same names have in common: the slots of their values, and features as flat records. */
import { isObject } from "../../library/options.ts";
import { quoted } from "../../messages.ts";
import {
  ambiguousRole,
  findMember,
  freeNames,
  indexesByRole,
  type JsonObject,
  memberValue,
  withoutUnused,
} from "../columns/columns.ts";
import type { FormatPlan } from "../format-plan.ts";
import { COLUMN_OPTIONS, missingRoles, ROLES, type Role } from "../options/roles.ts";
import {
  type Cell,
  type Field,
  NO_SLOT,
  NO_VALUES,
  type Row,
  type RowInput,
  RowSchema,
} from "../rows/row.ts";
import { RowProblem } from "../rows/row-errors.ts";
import { missingValue } from "../rows/row-input.ts";

/** Name of the member that lists all mapcodes. */
export const LIST_MEMBER = "mapcodes";

/** Name of the member or column that holds a row that is not an object. */
export const ROW_MEMBER = "row";

/** How the value of a name is read. */
export const Rule = { any: 0, type: 1, geometry: 2, properties: 3, position: 4 } as const;

/** A name of a row, or a coordinate. */
export interface Entry extends Field {
  /** 0 for names of the row, 1 of its geometry, 2 of its properties, 3 for a coordinate. */
  readonly level: number;
  readonly rule: number;
  /** Of `type`: 1 is Feature, 2 Point. Of an object: 1 is one, 2 null. Of a position: how many coordinates have slots. */
  readonly outcome: number;
}

/** Of fields with the same name, the last one counts, in the place of the first one. */
function distinct(fields: readonly Field[]): readonly Field[] {
  const byName = new Map(fields.map(({ name, slot }) => [name, slot]));
  return Array.from(byName, ([name, slot]) => ({ name, slot }));
}

/** The name of each role: the one that an option names, the first row's, or one of COLUMN_NAMES. */
export function namesByRole(
  names: readonly string[],
  { members, options }: Pick<FormatPlan, "members" | "options">,
): Readonly<Partial<Record<Role, string>>> | RowProblem {
  const known = new Set(names);
  const found: Partial<Record<Role, string>> = {};
  for (const role of ROLES[options.operation]) {
    const requested = options[COLUMN_OPTIONS[role]] ?? members[role];
    const isRequested = options[COLUMN_OPTIONS[role]] !== undefined;
    const has = (name: string) => findMember(name, (one) => known.has(one) || undefined);
    if (requested !== undefined && has(requested)) found[role] = requested;
    if (isRequested || found[role] !== undefined) continue;
    const indexes = indexesByRole(names, role, options.operation);
    if (indexes.length > 1) {
      return new RowProblem("ambiguous-member", ambiguousRole(names, indexes, role));
    }
    if (indexes.length === 1) found[role] = names[indexes[0]];
  }
  return withoutUnused(found, options);
}

/** Why a row has no value for a role that its operation needs. */
function missingProblem(
  found: Readonly<Partial<Record<Role, unknown>>>,
  { members, options }: FormatPlan,
): RowProblem | undefined {
  const [missing] = missingRoles(options.operation, found);
  if (missing === undefined) return undefined;
  return missingValue(missing, options[COLUMN_OPTIONS[missing]] ?? members[missing]);
}

/** The values of a parsed object. */
function inputOfObject(object: JsonObject, plan: FormatPlan): RowInput | RowProblem {
  const names = namesByRole(Object.keys(object), plan);
  if (names instanceof RowProblem) return names;
  const cells: Partial<Record<Role, Cell>> = {};
  for (const [role, column] of Object.entries(names) as [Role, string][]) {
    const value = memberValue(object, column);
    if (value !== undefined) cells[role] = { value, column };
  }
  return missingProblem(cells, plan) ?? cells;
}

function setInput(row: Row, input: RowInput | RowProblem): void {
  if (input instanceof RowProblem) row.problem = input;
  else row.input = input;
}

/** The slots of the values of an object; a row in which a path leads to one is parsed. */
function valuesOf(
  fields: readonly Field[],
  plan: FormatPlan,
  parse: (bytes: Uint8Array, row: Row) => RowInput | RowProblem,
): Partial<RowSchema> {
  const names = namesByRole(
    fields.map(({ name }) => name),
    plan,
  );
  if (names instanceof RowProblem) return { problem: names };
  const problem = missingProblem(names, plan);
  if (problem) return { problem };
  const slots = new Map(fields.map(({ name, slot }) => [name, slot]));
  const values: Record<Role, number> = { ...NO_VALUES };
  for (const [role, name] of Object.entries(names) as [Role, string][]) {
    const slot = slots.get(name);
    if (slot === undefined) return { parse: (bytes, row) => setInput(row, parse(bytes, row)) };
    values[role] = slot;
  }
  return { values, columns: names };
}

/** The schema of rows that are objects. */
export function objectSchema(entries: readonly Entry[], plan: FormatPlan): RowSchema {
  const fields = distinct(entries);
  const values = valuesOf(fields, plan, (bytes, row) => {
    return inputOfObject(JSON.parse(row.textOf(bytes, 0)), plan);
  });
  return new RowSchema({ fields, members: entries, ...values });
}

/** Reads a row that is no object: `[lat,lon]`, or a mapcode. */
export function parseValue(
  bytes: Uint8Array,
  row: Row,
  plan: FormatPlan,
  areFeatures: boolean,
): void {
  const text = row.textOf(bytes, 0);
  const value: unknown = areFeatures ? undefined : JSON.parse(text);
  const isEncode = plan.options.operation === "encode";
  if (isEncode && Array.isArray(value) && value.length === 2) {
    row.input = { latitude: { value: value[0] }, longitude: { value: value[1] } };
  } else if (!isEncode && typeof value === "string") row.input = { mapcode: { value } };
  else if (areFeatures) row.problem = notFeature(text);
  else {
    const expected = isEncode ? "an array of latitude and longitude" : "a string";
    const message = `The row ${quoted(JSON.stringify(value))} is neither an object nor ${expected}.`;
    row.problem = new RowProblem("malformed-row", message);
  }
}

// Features

function notFeature(text: string): RowProblem {
  const message = `The row ${quoted(text)} is neither a GeoJSON Feature nor a Point.`;
  return new RowProblem("malformed-row", message);
}

/** Names of coordinates, in the order of columns, and their indexes in a position (RFC 7946: longitude first). */
const COORDINATES = [
  ["latitude", 1],
  ["longitude", 0],
  ["altitude", 2],
] as const;

const FEATURE_MEMBERS = ["type", "geometry", "properties"];

/** The last entry of a level with a rule. */
function last(entries: readonly Entry[], level: number, rule: number): Entry | undefined {
  return entries.findLast((entry) => entry.level === level && entry.rule === rule);
}

/** The entries within another one, which follow it. */
function within(entries: readonly Entry[], outer: Entry | undefined, level: number) {
  if (outer === undefined) return [];
  const behind = entries.slice(outer.slot);
  const end = behind.findIndex((entry) => entry.level === 0);
  return (end < 0 ? behind : behind.slice(0, end)).filter((entry) => entry.level >= level);
}

/** The slots of the coordinates of a Point; undefined if the members are of something else. */
function positionOf(members: readonly Entry[], level: number): readonly number[] | undefined {
  const position = last(members, level, Rule.position);
  if (last(members, level, Rule.type)?.outcome !== 2 || !position || position.outcome < 2) {
    return undefined;
  }
  return Array.from({ length: position.outcome }, (_, index) => position.slot + 1 + index);
}

/**
 * A feature as a flat record, for tables and plain JSON: additional members such as `id`, then its properties, then the
 * coordinates of its point. Names that a property has already get a suffix, so that nothing is lost.
 */
function flatFields(
  members: readonly Field[],
  properties: readonly Field[],
  geometry: number,
  position: readonly number[] | undefined,
): readonly Field[] {
  const others = members.filter(({ name }) => !FEATURE_MEMBERS.includes(name));
  const ofPoint = COORDINATES.flatMap(([name, index]) => {
    const slot = position?.[index];
    return slot === undefined ? [] : [{ name, slot }];
  });
  const hasOther = position === undefined && geometry !== NO_SLOT;
  const ofGeometry = hasOther ? [{ name: "geometry", slot: geometry }] : ofPoint;
  const added = [...others, ...ofGeometry];
  const used = new Set(properties.map(({ name }) => name));
  const names = freeNames(
    added.map(({ name }) => name),
    (name) => used.has(name),
  );
  const renamed = added.map(({ slot }, index) => ({ name: names[index], slot }));
  return [...renamed.slice(0, others.length), ...properties, ...renamed.slice(others.length)];
}

/** The slots of a point, and of the territory or country that properties name which the options choose. */
function pointValues(
  properties: readonly Field[],
  [longitude, latitude]: readonly number[],
  ofProperties: number,
  { options }: FormatPlan,
): Partial<RowSchema> {
  const { territoryColumn: territory, countryColumn: country } = options;
  const slots = new Map(properties.map(({ name, slot }) => [name, slot]));
  const columns = Object.fromEntries(
    Object.entries({ territory, country }).filter(([, name]) => name !== undefined),
  ) as Readonly<Partial<Record<Role, string>>>;
  const paths = Object.entries(columns).filter(([, name]) => {
    return findMember(name, (one) => slots.get(one))?.inner !== undefined;
  });
  const slotOf = (name: string | undefined) => slots.get(name ?? "") ?? NO_SLOT;
  const filters = { territory: slotOf(territory), country: slotOf(country) };
  if (paths.length === 0) {
    return { values: { ...NO_VALUES, latitude, longitude, ...filters }, columns };
  }
  const parse = (bytes: Uint8Array, row: Row) => {
    const object: JsonObject = JSON.parse(row.textOf(bytes, ofProperties));
    const cells = Object.entries(columns).map(([role, column]) => {
      return [role, { value: memberValue(object, column), column }];
    });
    const cellOf = (slot: number) => ({ value: JSON.parse(row.textOf(bytes, slot)) });
    const point = { latitude: cellOf(latitude), longitude: cellOf(longitude) };
    row.input = { ...point, ...Object.fromEntries(cells) };
  };
  return { parse };
}

/** Why a feature whose geometry is no point has no mapcode. */
function notPoint(bytes: Uint8Array, row: Row, geometry: number): RowProblem {
  const text =
    geometry === NO_SLOT ? "null" : JSON.stringify(JSON.parse(row.textOf(bytes, geometry)));
  const message = `The geometry ${quoted(text)} is not a Point with a longitude and a latitude.`;
  return new RowProblem("malformed-coordinates", message, "geometry");
}

/** The schema of rows of GeoJSON. */
export function featureSchema(entries: readonly Entry[], plan: FormatPlan): RowSchema {
  const members = entries.filter(({ level }) => level === 0);
  const type = last(members, 0, Rule.type)?.outcome;
  if (type !== 1 && type !== 2) {
    const parse = (bytes: Uint8Array, row: Row) => {
      row.problem = notFeature(row.textOf(bytes, 0));
    };
    return new RowSchema({ fields: distinct(members), members, parse });
  }
  const isPoint = type === 2;
  const geometryEntry = isPoint ? undefined : last(members, 0, Rule.geometry);
  const ofProperties = isPoint ? undefined : last(members, 0, Rule.properties);
  const position = isPoint
    ? positionOf(entries, 0)
    : positionOf(within(entries, geometryEntry, 1), 1);
  const inProperties = within(entries, ofProperties, 2).filter(({ level }) => level === 2);
  const properties = distinct(inProperties);
  const geometry = isPoint ? 0 : (geometryEntry?.slot ?? NO_SLOT);
  const isAbsent = geometryEntry?.outcome === 2;
  const fields = flatFields(
    isPoint ? [] : distinct(members),
    properties,
    isAbsent ? NO_SLOT : geometry,
    position,
  );
  return new RowSchema({
    fields,
    members: inProperties,
    feature: {
      members: isPoint ? [] : members,
      properties,
      geometry,
      ofProperties: ofProperties?.slot ?? NO_SLOT,
      hasProperties: ofProperties?.outcome === 1,
    },
    ...featureValues(plan, properties, geometry, position, ofProperties),
  });
}

/** The values of a feature: its point to encode, or the mapcode among its properties. */
function featureValues(
  plan: FormatPlan,
  properties: readonly Field[],
  geometry: number,
  position: readonly number[] | undefined,
  ofProperties: Entry | undefined,
): Partial<RowSchema> {
  if (ofProperties?.outcome === 3) {
    const parse = (bytes: Uint8Array, row: Row) => {
      const message = `The properties ${quoted(row.textOf(bytes, ofProperties.slot))} are neither an object nor null.`;
      row.problem = new RowProblem("malformed-row", message, "properties");
    };
    return { parse };
  }
  if (plan.options.operation === "decode") {
    return valuesOf(properties, plan, (bytes, row) => {
      const object: unknown = JSON.parse(row.textOf(bytes, ofProperties?.slot ?? 0));
      return inputOfObject(isObject(object) ? object : {}, plan);
    });
  }
  if (!position) {
    return { parse: (bytes, row) => setInput(row, notPoint(bytes, row, geometry)) };
  }
  return pointValues(properties, position, ofProperties?.slot ?? NO_SLOT, plan);
}
