/** What rows of JSON with the same names have in common: the slots of their values, and features as flat records. */
import { quoted } from "../../messages.ts";
import type { BatchPlan } from "../batch-plan.ts";
import {
  ambiguousRole,
  freeNames,
  hasMember,
  indexesByRole,
  type JsonObject,
  memberValue,
  withoutUnused,
} from "../columns/columns.ts";
import { type ByRole, COLUMN_OPTIONS, missingRoles, ROLES, type Role } from "../options/roles.ts";
import { type Field, NO_SLOT, NO_VALUES, type Row, type RowInput, RowSchema } from "../rows/row.ts";
import { missingValue, RowProblem } from "../rows/row-errors.ts";

/** Name of the member or column that holds a row that is not an object. */
export const ROW_MEMBER = "row";

/** A name of a row, or a coordinate. */
export interface Entry extends Field {
  /** 0 for names of the row, 1 of its geometry, 2 of its properties, 3 for a coordinate. */
  readonly level: number;
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
  { members, options }: Pick<BatchPlan, "members" | "options">,
): ByRole<string> | RowProblem {
  const known = new Set(names);
  const found: Partial<Record<Role, string>> = {};
  for (const role of ROLES[options.operation]) {
    const chosen = options[COLUMN_OPTIONS[role]];
    const name = chosen ?? members[role];
    if (name !== undefined && hasMember(name, (one) => known.has(one))) {
      found[role] = name;
    } else if (chosen === undefined) {
      const indexes = indexesByRole(names, role, options.operation);
      if (indexes.length > 1) {
        return new RowProblem("ambiguous-member", ambiguousRole(names, indexes, role));
      }
      if (indexes.length === 1) found[role] = names[indexes[0]];
    }
  }
  return withoutUnused(found, options);
}

/** Why a row has no value for a role that its operation needs. */
function missingProblem(
  found: ByRole<unknown>,
  { members, options }: BatchPlan,
): RowProblem | undefined {
  const [missing] = missingRoles(options.operation, found);
  if (missing === undefined) return undefined;
  return missingValue(missing, options[COLUMN_OPTIONS[missing]] ?? members[missing]);
}

/**
 * The slots of values. A row in which a path leads to one is parsed.
 * @param fields the members of the object in the slot `ofObject`
 * @param point the slots of the coordinates of a feature
 */
function valuesOf(
  columns: ByRole<string>,
  fields: readonly Field[],
  ofObject: number,
  plan: BatchPlan,
  point: ByRole<number> = {},
): Partial<RowSchema> {
  const problem = missingProblem({ ...columns, ...point }, plan);
  if (problem) return { problem };
  const slots = new Map(fields.map(({ name, slot }) => [name, slot]));
  const named = Object.entries(columns);
  const found = named.map(([role, name]) => [role, slots.get(name) ?? NO_SLOT] as const);
  if (found.every(([, slot]) => slot !== NO_SLOT)) {
    return { values: { ...NO_VALUES, ...point, ...Object.fromEntries(found) }, columns };
  }
  const parse = (bytes: Uint8Array, row: Row) => {
    const object: JsonObject = JSON.parse(row.textOf(bytes, ofObject));
    const ofPoint = Object.entries(point).map(([role, slot]) => {
      return [role, { value: JSON.parse(row.textOf(bytes, slot)) }];
    });
    const others = named.flatMap(([role, column]) => {
      const value = memberValue(object, column);
      return value === undefined ? [] : [[role, { value, column }]];
    });
    const cells: RowInput = Object.fromEntries([...ofPoint, ...others]);
    row.input = cells;
    row.problem = missingProblem(cells, plan);
  };
  return { parse };
}

/** The values of an object whose names say what they are. */
function namedValues(fields: readonly Field[], ofObject: number, plan: BatchPlan) {
  const names = fields.map(({ name }) => name);
  const columns = namesByRole(names, plan);
  if (columns instanceof RowProblem) return { problem: columns };
  return valuesOf(columns, fields, ofObject, plan);
}

/** The schema of rows that are objects. */
export function objectSchema(entries: readonly Entry[], plan: BatchPlan): RowSchema {
  const fields = distinct(entries);
  return new RowSchema({ fields, members: entries, ...namedValues(fields, 0, plan) });
}

/** Rows that fail, whatever their values are. @param problemOf tells why, by the texts of slots */
function failing(problemOf: (textOf: (slot: number) => string) => RowProblem): Partial<RowSchema> {
  const parse = (bytes: Uint8Array, row: Row) => {
    row.problem = problemOf((slot) => row.textOf(bytes, slot));
  };
  return { parse };
}

const NOT_FEATURE = failing((textOf) => {
  const message = `The row ${quoted(textOf(0))} is neither a GeoJSON Feature nor a Point.`;
  return new RowProblem("malformed-row", message);
});

/** The schema of rows that are no objects: `[lat,lon]`, or a mapcode. */
export function valueSchema(fields: readonly Field[], plan: BatchPlan): RowSchema {
  if (plan.areFeatures) return new RowSchema({ fields, ...NOT_FEATURE });
  const isEncode = plan.options.operation === "encode";
  const parse = (bytes: Uint8Array, row: Row) => {
    const value: unknown = JSON.parse(row.textOf(bytes, 0));
    if (isEncode && Array.isArray(value) && value.length === 2) {
      row.input = { latitude: { value: value[0] }, longitude: { value: value[1] } };
    } else if (!isEncode && typeof value === "string") row.input = { mapcode: { value } };
    else {
      const expected = isEncode ? "an array of latitude and longitude" : "a string";
      const message = `The row ${quoted(JSON.stringify(value))} is neither an object nor ${expected}.`;
      row.problem = new RowProblem("malformed-row", message);
    }
  };
  return new RowSchema({ fields, parse });
}

// Features

const FEATURE_MEMBERS = ["type", "geometry", "properties"];

/** The last entry of a level with a name. */
function last(entries: readonly Entry[], level: number, name: string): Entry | undefined {
  return entries.findLast((entry) => entry.level === level && entry.name === name);
}

/** The entries within another one, which follow it up to the next one of the feature. */
function within(entries: readonly Entry[], outer: Entry | undefined): readonly Entry[] {
  if (!outer) return [];
  const behind = entries.slice(entries.indexOf(outer) + 1);
  const end = behind.findIndex(({ level }) => level === 0);
  return end < 0 ? behind : behind.slice(0, end);
}

/** The coordinates of a Point (RFC 7946: longitude first), in the order of columns; undefined of something else. */
function coordinatesOf(entries: readonly Entry[], level: number): readonly Field[] | undefined {
  const position = last(entries, level, "coordinates");
  const isPoint = last(entries, level, "type")?.outcome === 2;
  if (!isPoint || !position || position.outcome < 2) return undefined;
  const from = entries.indexOf(position) + 1;
  const slots = entries.slice(from, from + position.outcome).map(({ slot }) => slot);
  const [longitude, latitude, altitude] = slots;
  const named = Object.entries({ latitude, longitude, altitude }).slice(0, slots.length);
  return named.map(([name, slot]) => ({ name, slot }));
}

/**
 * A feature as a flat record, for tables and plain JSON: additional members such as `id`, then its properties, then the
 * coordinates of its point. Names that a property has already get a suffix, so that nothing is lost.
 */
function flatFields(
  members: readonly Field[],
  properties: readonly Field[],
  geometry: readonly Field[],
): readonly Field[] {
  const others = members.filter(({ name }) => !FEATURE_MEMBERS.includes(name));
  const added = [...others, ...geometry];
  const used = new Set(properties.map(({ name }) => name));
  const wanted = added.map(({ name }) => name);
  const names = freeNames(wanted, (name) => used.has(name));
  const renamed = added.map(({ slot }, index) => ({ name: names[index], slot }));
  return [...renamed.slice(0, others.length), ...properties, ...renamed.slice(others.length)];
}

/** The schema of rows of GeoJSON. A bare Point is its own geometry, and has no members. */
export function featureSchema(entries: readonly Entry[], plan: BatchPlan): RowSchema {
  const type = last(entries, 0, "type")?.outcome;
  const ownMembers = entries.filter(({ level }) => level === 0);
  if (type !== 1 && type !== 2) {
    return new RowSchema({ fields: distinct(ownMembers), members: ownMembers, ...NOT_FEATURE });
  }
  const isPoint = type === 2;
  const members = isPoint ? [] : ownMembers;
  const ofGeometry = last(members, 0, "geometry");
  const ofProperties = last(members, 0, "properties");
  const inProperties = within(entries, ofProperties).filter(({ level }) => level === 2);
  const properties = distinct(inProperties);
  const inGeometry = isPoint ? entries : within(entries, ofGeometry);
  const coordinates = coordinatesOf(inGeometry, isPoint ? 0 : 1);
  const geometry = isPoint ? 0 : (ofGeometry?.slot ?? NO_SLOT);
  const isAbsent = geometry === NO_SLOT || ofGeometry?.outcome === 2;
  const other = isAbsent ? [] : [{ name: "geometry", slot: geometry }];
  const feature = {
    members,
    properties,
    geometry,
    ofProperties: ofProperties?.slot ?? NO_SLOT,
    hasProperties: ofProperties?.outcome === 1,
  };
  return new RowSchema({
    fields: flatFields(distinct(members), properties, coordinates ?? other),
    members: inProperties,
    feature,
    ...featureValues(plan, feature, ofProperties?.outcome === 3, coordinates),
  });
}

/** The values of a feature: its point to encode, or the mapcode among its properties. */
function featureValues(
  plan: BatchPlan,
  { geometry, ofProperties, properties }: NonNullable<RowSchema["feature"]>,
  hasOtherProperties: boolean,
  coordinates: readonly Field[] | undefined,
): Partial<RowSchema> {
  if (hasOtherProperties) {
    return failing((textOf) => {
      const message = `The properties ${quoted(textOf(ofProperties))} are neither an object nor null.`;
      return new RowProblem("malformed-row", message, "properties");
    });
  }
  if (plan.options.operation === "decode") return namedValues(properties, ofProperties, plan);
  if (!coordinates) {
    return failing((textOf) => {
      const text = geometry === NO_SLOT ? "null" : JSON.stringify(JSON.parse(textOf(geometry)));
      const message = `The geometry ${quoted(text)} is not a Point with a longitude and a latitude.`;
      return new RowProblem("malformed-coordinates", message, "geometry");
    });
  }
  const { territoryColumn: territory, countryColumn: country } = plan.options;
  const isNamed = (one: string) => properties.some(({ name }) => name === one);
  const chosen = Object.entries({ territory, country }).filter(([, name]) => {
    return name !== undefined && hasMember(name, isNamed);
  });
  const [latitude, longitude] = coordinates.map(({ slot }) => slot);
  const columns = Object.fromEntries(chosen);
  return valuesOf(columns, properties, ofProperties, plan, { latitude, longitude });
}
