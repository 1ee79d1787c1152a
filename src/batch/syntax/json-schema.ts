/** Schemas of JSON rows with the same names: the slots of their values, and features as flat records. */
import { quoted } from "../../messages.ts";
import type { BatchPlan } from "../batch-plan.ts";
import { freeNames, hasMember, type JsonObject, memberValue } from "../columns/columns.ts";
import { BatchError } from "../errors.ts";
import { ambiguousRole, decideColumns } from "../input/columns.ts";
import { knownPairs } from "../input/names.ts";
import { type ByRole, COLUMN_OPTIONS, missingRoles, ROLES, type Role } from "../options/roles.ts";
import { type Field, NO_SLOT, NO_VALUES, type Row, type RowInput, RowSchema } from "../rows/row.ts";
import { missingValue, RowProblem } from "../rows/row-errors.ts";

/** Name of the member or column that holds a row that is not an object. */
export const ROW_MEMBER = "row";

/** A member of a row or a part of it, or a coordinate. */
export interface Entry extends Field {
  /** 0 for members of the row, 1 of its geometry, 2 of its properties, 3 for coordinates. */
  readonly level: number;
  /** For `type`: 1 Feature, 2 Point, 0 others. For a geometry or properties: 1 object, 2 null, 3 others. */
  readonly outcome: number;
}

/** Removes duplicate names: the last field counts, at the place of the first one. */
function distinct(fields: readonly Field[]): readonly Field[] {
  const byName = new Map(fields.map(({ name, slot }) => [name, slot]));
  return Array.from(byName, ([name, slot]) => ({ name, slot }));
}

/** The roles of properties if the geometry is the point to encode. Options name them. */
const FILTER_ROLES: readonly Role[] = ["territory", "country"];
const PLACE_ROLES: readonly Role[] = ["latitude", "longitude", "coordinates"];

/** The place of ways and relations, where Overpass writes `lat` and `lon` of nodes only. */
const CENTER = "center";

/** The name of each role in a row: as in the first rows, or else one that it has. */
function namesByRole(
  names: readonly string[],
  { members, options }: Pick<BatchPlan, "members" | "options">,
  roles = ROLES[options.operation],
): ByRole<string> | RowProblem {
  const { operation } = options;
  const known = new Set(names);
  const isChosen = (role: Role) => options[COLUMN_OPTIONS[role]] !== undefined;
  const named = roles.flatMap((role) => {
    const name = options[COLUMN_OPTIONS[role]] ?? members[role];
    return name !== undefined && hasMember(name, (one) => known.has(one)) ? [[role, name]] : [];
  });
  const found: ByRole<string> = Object.fromEntries(named);
  const isComplete = operation === "encode" && missingRoles(operation, found).length === 0;
  if (isComplete || roles === FILTER_ROLES || PLACE_ROLES.some(isChosen)) return found;
  // Values of later rows are in no sample: two pairs of names may be two places.
  const [first, second] = operation === "encode" ? knownPairs(names) : [];
  if (second) {
    const axis = second.latitude === first.latitude ? "longitude" : "latitude";
    const message = ambiguousRole(names, [first[axis], second[axis]], axis);
    return new RowProblem("ambiguous-member", message);
  }
  try {
    const columns = decideColumns({ names, rows: [] }, {}, options);
    const others = Object.entries(columns).filter(([role]) => !isChosen(role as Role));
    // Names of one place are not mixed with those of another one.
    const kept = named.filter(
      ([role]) => operation === "decode" || !PLACE_ROLES.includes(role as Role),
    );
    const own = others.map(([role, index]) => [role, names[index]]);
    if (others.length > 0) return Object.fromEntries([...own, ...kept]);
    const hasCenter = operation === "encode" && named.length === 0 && known.has(CENTER);
    return hasCenter ? { latitude: `${CENTER}.lat`, longitude: `${CENTER}.lon` } : found;
  } catch (error) {
    if (!(error instanceof BatchError)) throw error;
    return new RowProblem("ambiguous-member", error.sentence);
  }
}

/**
 * The values of an object by its names. A row is parsed if a path leads to one of its values.
 * @param fields the members of the object in the slot `outer`
 * @param point the slots of the coordinates of a feature
 */
function valuesOf(
  fields: readonly Field[],
  outer: number,
  plan: BatchPlan,
  point: ByRole<number> = {},
): Partial<RowSchema> {
  const names = fields.map(({ name }) => name);
  const hasPoint = point.latitude !== undefined;
  const columns = namesByRole(names, plan, hasPoint ? FILTER_ROLES : undefined);
  if (columns instanceof RowProblem) return { parse: () => columns };
  const missing = missingProblem({ ...columns, ...point }, plan);
  if (missing) return { parse: () => missing };
  const slots = new Map(fields.map(({ name, slot }) => [name, slot]));
  const named = Object.entries(columns);
  const found = named.map(([role, name]) => [role, slots.get(name) ?? NO_SLOT] as const);
  if (found.every(([, slot]) => slot !== NO_SLOT)) {
    return { values: { ...NO_VALUES, ...point, ...Object.fromEntries(found) }, columns };
  }
  const parse = (bytes: Uint8Array, row: Row) => {
    const object: JsonObject = JSON.parse(row.textOf(bytes, outer));
    const values = named.map(([role, column]) => [role, memberValue(object, column)]);
    const ofPoint = Object.entries(point).map(([role, slot]) => {
      return [role, JSON.parse(row.textOf(bytes, slot))];
    });
    const input: RowInput = Object.fromEntries([...ofPoint, ...values]);
    return missingProblem(input, plan) ?? input;
  };
  return { parse, columns };
}

/** The problem of a row without a value for a required role. */
function missingProblem(
  found: ByRole<unknown>,
  { members, options }: BatchPlan,
): RowProblem | undefined {
  const [missing] = missingRoles(options.operation, found);
  if (missing === undefined) return undefined;
  return missingValue(missing, options[COLUMN_OPTIONS[missing]] ?? members[missing]);
}

/** The schema of rows that are objects. */
export function objectSchema(entries: readonly Entry[], plan: BatchPlan): RowSchema {
  const fields = distinct(entries);
  return new RowSchema({ fields, members: entries, ...valuesOf(fields, 0, plan) });
}

function notFeature(bytes: Uint8Array, row: Row): RowProblem {
  const message = `The row ${quoted(row.textOf(bytes, 0))} is neither a GeoJSON Feature nor a Point.`;
  return new RowProblem("malformed-row", message);
}

/** The schema of rows that are not objects: `[lat,lon]`, or a mapcode. */
export function valueSchema(fields: readonly Field[], plan: BatchPlan): RowSchema {
  if (plan.areFeatures) return new RowSchema({ fields, parse: notFeature });
  const isEncode = plan.options.operation === "encode";
  const parse = (bytes: Uint8Array, row: Row) => {
    const value: unknown = JSON.parse(row.textOf(bytes, 0));
    if (isEncode && Array.isArray(value) && value.length === 2) {
      return { latitude: value[0], longitude: value[1] };
    }
    if (!isEncode && typeof value === "string") return { mapcode: value };
    const expected = isEncode ? "an array of latitude and longitude" : "a string";
    const message = `The row ${quoted(JSON.stringify(value))} is neither an object nor ${expected}.`;
    return new RowProblem("malformed-row", message);
  };
  return new RowSchema({ fields, parse });
}

// Features

const FEATURE_MEMBERS = ["type", "geometry", "properties"];

/** The last entry with a name. */
function last(entries: readonly Entry[], name: string): Entry | undefined {
  return entries.findLast((entry) => entry.name === name);
}

/** The entries at a level within an outer entry: they follow it, up to the next entry of a lower level. */
function within(entries: readonly Entry[], outer: Entry | undefined, level: number) {
  const behind = outer ? entries.slice(entries.indexOf(outer) + 1) : [];
  const end = behind.findIndex((entry) => entry.level < level);
  return behind.slice(0, end < 0 ? undefined : end).filter((entry) => entry.level === level);
}

/**
 * A feature as a flat record, for tables and plain JSON: additional members such as `id`, then its properties, then the
 * coordinates of its point. Members and coordinates with the name of a property get a suffix.
 */
function flatFields(
  members: readonly Field[],
  properties: readonly Field[],
  geometry: Readonly<Record<string, number | undefined>>,
): readonly Field[] {
  const others = members.filter(({ name }) => !FEATURE_MEMBERS.includes(name));
  const inPoint = Object.entries(geometry).flatMap(([name, slot = NO_SLOT]) => ({ name, slot }));
  const added = [...others, ...inPoint.filter(({ slot }) => slot !== NO_SLOT)];
  const used = new Set(properties.map(({ name }) => name));
  const wanted = added.map(({ name }) => name);
  const names = freeNames(wanted, (name) => used.has(name));
  const renamed = added.map(({ slot }, index) => ({ name: names[index], slot }));
  return [...renamed.slice(0, others.length), ...properties, ...renamed.slice(others.length)];
}

/** The schema of rows of GeoJSON. A bare Point is its own geometry, and has no members. */
export function featureSchema(entries: readonly Entry[], plan: BatchPlan): RowSchema {
  const own = entries.filter(({ level }) => level === 0);
  const type = last(own, "type")?.outcome;
  if (type !== 1 && type !== 2) {
    return new RowSchema({ fields: distinct(own), members: own, parse: notFeature });
  }
  const members = type === 2 ? [] : own;
  const ofGeometry = last(members, "geometry");
  const ofProperties = last(members, "properties");
  const inProperties = within(entries, ofProperties, 2);
  const properties = distinct(inProperties);
  const geometry = type === 2 ? 0 : (ofGeometry?.slot ?? NO_SLOT);
  const inGeometry = type === 2 ? own : within(entries, ofGeometry, 1);
  const isPoint = last(inGeometry, "type")?.outcome === 2;
  const position = isPoint ? within(entries, last(inGeometry, "coordinates"), 3) : [];
  // RFC 7946: the longitude is first.
  const [longitude, latitude, altitude] = position.map(({ slot }) => slot);
  const point = latitude === undefined ? undefined : { latitude, longitude };
  const isAbsent = geometry === NO_SLOT || ofGeometry?.outcome === 2;
  const flat = point ? { ...point, altitude } : { geometry: isAbsent ? undefined : geometry };
  const feature = {
    members,
    properties,
    geometry,
    ofProperties: ofProperties?.slot ?? NO_SLOT,
    hasProperties: ofProperties?.outcome === 1,
  };
  return new RowSchema({
    fields: flatFields(distinct(members), properties, flat),
    members: inProperties,
    feature,
    ...featureValues(plan, feature, ofProperties?.outcome === 3, point),
  });
}

/** The values of a feature: the point to encode, or the mapcode in its properties. */
function featureValues(
  plan: BatchPlan,
  { geometry, ofProperties, properties }: NonNullable<RowSchema["feature"]>,
  hasOtherProperties: boolean,
  point: ByRole<number> | undefined,
): Partial<RowSchema> {
  if (hasOtherProperties) {
    const parse = (bytes: Uint8Array, row: Row) => {
      const text = quoted(row.textOf(bytes, ofProperties));
      const message = `The properties ${text} are neither an object nor null.`;
      return new RowProblem("malformed-row", message, "properties");
    };
    return { parse };
  }
  if (plan.options.operation === "decode") return valuesOf(properties, ofProperties, plan);
  if (point) return valuesOf(properties, ofProperties, plan, point);
  const parse = (bytes: Uint8Array, row: Row) => {
    const value = geometry === NO_SLOT ? null : JSON.parse(row.textOf(bytes, geometry));
    const text = quoted(JSON.stringify(value));
    const message = `The geometry ${text} is not a Point with a longitude and a latitude.`;
    return new RowProblem("malformed-coordinates", message, "geometry");
  };
  return { parse };
}
