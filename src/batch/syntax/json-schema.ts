/** Schemas of JSON rows with the same names: the slots of their values, and features as flat records. */
import { SURFACE_POINT_ADVICE } from "../../library/coordinates.ts";
import { quoted } from "../../messages.ts";
import { BatchError } from "../errors.ts";
import { ambiguousRole, decideColumns, findCoordinates } from "../input/columns.ts";
import { knownColumns } from "../input/names.ts";
import type { InputPlan } from "../input-plan.ts";
import { type ByRole, COLUMN_OPTIONS, missingRoles, ROLES, type Role } from "../options/roles.ts";
import { freeNames } from "../output/layout.ts";
import { isPair } from "../rows/places.ts";
import { type Field, NO_SLOT, type Row, RowSchema, type SchemaParts } from "../rows/row.ts";
import { missingValue, RowProblem } from "../rows/row-errors.ts";
import { memberValue, outerName } from "./json-value.ts";

/** Name of the member or column that holds a row that is not an object. */
export const ROW_MEMBER = "row";

/** Where a name stands. */
export const Level = { row: 0, geometry: 1, properties: 2, coordinate: 3 } as const;

/** What the value of a name is: of `type`, of a geometry or of properties; 0 for other names and values. */
export const ValueKind = { feature: 1, point: 2, object: 1, null: 2, other: 3 } as const;

/** A member of a row or a part of it, or a coordinate. */
export interface Entry extends Field {
  readonly level: number;
  readonly valueKind: number;
}

/** Removes duplicate names: the last field counts, at the place of the first one. */
function distinct(fields: readonly Field[]): readonly Field[] {
  const byName = new Map(fields.map(({ name, slot }) => [name, slot]));
  return Array.from(byName, ([name, slot]) => ({ name, slot }));
}

/** The roles of properties if the geometry is the point to encode. Options name them. */
const FILTER_ROLES: readonly Role[] = ["territory", "country"];
const PLACE_ROLES: readonly string[] = ["latitude", "longitude", "coordinates"];

/** Overpass writes `lat` and `lon` for nodes, and a center for ways and relations. */
const CENTER: ByRole<string> = { latitude: "center.lat", longitude: "center.lon" };

/** The name of each role in a row: as in the first rows, or else one that it has. */
function namesByRole(
  names: readonly string[],
  { members, options }: InputPlan,
  hasPoint: boolean,
): ByRole<string> | RowProblem {
  const isEncode = options.operation === "encode";
  const known = new Set(names);
  const isChosen = (role: string) => options[COLUMN_OPTIONS[role as Role]] !== undefined;
  const namesOfRoles = (hasPoint ? FILTER_ROLES : ROLES[options.operation]).flatMap((role) => {
    const name = options[COLUMN_OPTIONS[role]] ?? members[role];
    const isThere = name !== undefined && (known.has(name) || known.has(outerName(name)));
    return isThere ? [[role, name] as const] : [];
  });
  const byRole: ByRole<string> = Object.fromEntries(namesOfRoles);
  const isComplete = isEncode && missingRoles("encode", byRole).length === 0;
  if (isComplete || hasPoint || PLACE_ROLES.some(isChosen)) return byRole;
  // Values of later rows are in no sample: names of two places may be there.
  const [first, second] = isEncode ? knownColumns(names) : [];
  if (second) {
    const axis = second.latitude === first.latitude ? "longitude" : "latitude";
    const message = ambiguousRole(names, [first[axis], second[axis]], axis);
    return new RowProblem("ambiguous-member", message);
  }
  try {
    // Weaker names, such as x and y, may be those of another kind of rows: only rows of the sample tell.
    const columns = { names, rows: [] };
    const decided = isEncode
      ? { ...(first ?? findCoordinates(columns, options)[0]) }
      : decideColumns(columns, {}, options);
    const others = Object.entries(decided).filter(([role]) => !isChosen(role));
    if (others.length === 0) {
      return isEncode && namesOfRoles.length === 0 && known.has("center") ? CENTER : byRole;
    }
    // Names of one place are not mixed with those of another one.
    const kept = namesOfRoles.filter(([role]) => !isEncode || !PLACE_ROLES.includes(role));
    return Object.fromEntries([...others.map(([role, index]) => [role, names[index]]), ...kept]);
  } catch (error) {
    if (!(error instanceof BatchError)) throw error;
    return new RowProblem("ambiguous-member", error.messageParts);
  }
}

/** The values of the object in the slot `outer`, and of the point of a feature. A row is parsed if a path leads to one. */
function valuesOf(
  fields: readonly Field[],
  outer: number,
  plan: InputPlan,
  point: ByRole<number> = {},
): SchemaParts {
  const names = fields.map(({ name }) => name);
  const columns = namesByRole(names, plan, point.latitude !== undefined);
  if (columns instanceof RowProblem) return { parse: () => columns };
  const missing = missingProblem({ ...columns, ...point }, plan);
  if (missing) return { parse: () => missing };
  const slots = new Map(fields.map(({ name, slot }) => [name, slot]));
  const namesOfRoles = Object.entries(columns);
  const valueSlots = namesOfRoles.map(
    ([role, name]) => [role, slots.get(name) ?? NO_SLOT] as const,
  );
  if (valueSlots.every(([, slot]) => slot !== NO_SLOT)) {
    return { slots: { ...point, ...Object.fromEntries(valueSlots) }, columns };
  }
  const parse = (bytes: Uint8Array, row: Row) => {
    const valueAt = (slot: number) => JSON.parse(row.rawText(bytes, slot));
    const object = valueAt(outer);
    const values: ByRole<unknown> = Object.fromEntries([
      ...Object.entries(point).map(([role, slot]) => [role, valueAt(slot)]),
      ...namesOfRoles.map(([role, path]) => [role, memberValue(object, path)]),
    ]);
    return missingProblem(values, plan) ?? values;
  };
  return { parse, columns };
}

/** The problem of a row without a value for a required role. */
function missingProblem(
  values: ByRole<unknown>,
  { members, options }: InputPlan,
): RowProblem | undefined {
  const [missing] = missingRoles(options.operation, values);
  if (missing === undefined) return undefined;
  return missingValue(missing, options[COLUMN_OPTIONS[missing]] ?? members[missing]);
}

export function objectSchema(entries: readonly Entry[], plan: InputPlan): RowSchema {
  const fields = distinct(entries);
  return new RowSchema({ fields, members: entries, ...valuesOf(fields, 0, plan) });
}

/** The values of rows that have a problem. @param slot of the text that `problem` is about */
function rejecting(
  what: string,
  slot: number,
  problem: string,
  code: "malformed-row" | "malformed-coordinates" = "malformed-row",
) {
  const parse = (bytes: Uint8Array, row: Row) => {
    const message = `The ${what} ${quoted(row.rawText(bytes, slot))} ${problem}.`;
    return new RowProblem(code, message, what === "row" ? undefined : what);
  };
  return { parse };
}

const NOT_FEATURE = rejecting("row", 0, "is neither a GeoJSON Feature nor a Point");

/** The schema of rows that are not objects: `[lat,lon]`, or a mapcode. */
export function valueSchema(fields: readonly Field[], plan: InputPlan): RowSchema {
  if (plan.areFeatures) return new RowSchema({ fields, ...NOT_FEATURE });
  const isEncode = plan.options.operation === "encode";
  const expected = isEncode ? "an array of latitude and longitude" : "a string";
  const { parse: reject } = rejecting("row", 0, `is neither an object nor ${expected}`);
  const parse = (bytes: Uint8Array, row: Row) => {
    const value: unknown = JSON.parse(row.rawText(bytes, 0));
    if (isEncode && Array.isArray(value) && (value.length === 2 || isPair(value))) {
      const [latitude, longitude] = plan.options.lonFirst ? [value[1], value[0]] : value;
      return { latitude, longitude };
    }
    return !isEncode && typeof value === "string" ? { mapcode: value } : reject(bytes, row);
  };
  return new RowSchema({ fields, parse });
}

// Features

const FEATURE_MEMBERS = ["type", "geometry", "properties"];

function last(entries: readonly Entry[], name: string): Entry | undefined {
  return entries.findLast((entry) => entry.name === name);
}

/** The entries at a level within an outer entry: they follow it, up to the next entry of a lower level. */
function within(entries: readonly Entry[], outer: Entry | undefined, level: number) {
  const after = outer ? entries.slice(entries.indexOf(outer) + 1) : [];
  const end = after.findIndex((entry) => entry.level < level);
  return after.slice(0, end < 0 ? undefined : end).filter((entry) => entry.level === level);
}

/**
 * A feature as a flat record, for tables and plain JSON: additional members such as `id`, then its properties, then the
 * coordinates of its point. Members and coordinates with the name of a property get a suffix.
 */
function flatFields(
  members: readonly Field[],
  properties: readonly Field[],
  geometry: readonly Field[],
): readonly Field[] {
  const others = members.filter(({ name }) => !FEATURE_MEMBERS.includes(name));
  const added = [...others, ...geometry];
  const used = new Set(properties.map(({ name }) => name));
  const names = freeNames(
    added.map(({ name }) => name),
    (name) => used.has(name),
  );
  const renamed = added.map(({ slot }, index) => ({ name: names[index], slot }));
  return [...renamed.slice(0, others.length), ...properties, ...renamed.slice(others.length)];
}

/** The schema of rows of GeoJSON. A bare Point is its own geometry, and has no members. */
export function featureSchema(entries: readonly Entry[], plan: InputPlan): RowSchema {
  const ofRow = entries.filter(({ level }) => level === Level.row);
  const type = last(ofRow, "type")?.valueKind;
  if (type !== ValueKind.feature && type !== ValueKind.point) {
    return new RowSchema({ fields: distinct(ofRow), members: ofRow, ...NOT_FEATURE });
  }
  const isBare = type === ValueKind.point;
  const members = isBare ? [] : ofRow;
  const ofGeometry = last(members, "geometry");
  const ofProperties = last(members, "properties");
  const inProperties = within(entries, ofProperties, Level.properties);
  const properties = distinct(inProperties);
  const inGeometry = isBare ? ofRow : within(entries, ofGeometry, Level.geometry);
  const isPoint = last(inGeometry, "type")?.valueKind === ValueKind.point;
  const position = isPoint
    ? within(entries, last(inGeometry, "coordinates"), Level.coordinate).map(({ slot }) => slot)
    : [];
  const geometry = isBare ? 0 : (ofGeometry?.slot ?? NO_SLOT);
  const propertiesSlot = ofProperties?.slot ?? NO_SLOT;
  // RFC 7946: the longitude is first.
  const [longitude, latitude, altitude] = position;
  const point = latitude === undefined ? undefined : { latitude, longitude };
  const hasGeometry = geometry !== NO_SLOT && ofGeometry?.valueKind !== ValueKind.null;
  const ofPoint = point ? { ...point, altitude } : { geometry: hasGeometry ? geometry : undefined };
  const geometryFields = Object.entries(ofPoint).flatMap(([name, slot]) =>
    slot === undefined ? [] : { name, slot },
  );
  const isEncode = plan.options.operation === "encode";
  let values = valuesOf(properties, propertiesSlot, plan, isEncode ? point : undefined);
  if (ofProperties?.valueKind === ValueKind.other) {
    values = rejecting("properties", propertiesSlot, "are neither an object nor null");
  } else if (isEncode && !point) {
    const problem = `is not a Point with a longitude and a latitude${SURFACE_POINT_ADVICE}`;
    values = hasGeometry
      ? rejecting("geometry", geometry, problem, "malformed-coordinates")
      : { parse: () => missingValue("geometry") };
  }
  const arePropertiesObject = ofProperties?.valueKind === ValueKind.object;
  return new RowSchema({
    fields: flatFields(distinct(members), properties, geometryFields),
    members: inProperties,
    feature: { members, properties, geometry, propertiesSlot, arePropertiesObject },
    ...values,
  });
}
