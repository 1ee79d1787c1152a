/** The values to convert in a row of JSON: objects, or arrays and strings instead of objects. */
import { isObject } from "../../library/options.ts";
import { quoted } from "../../messages.ts";
import {
  ambiguousRole,
  findMember,
  indexesByRole,
  type JsonObject,
  memberValue,
  ownValue,
  withoutUnused,
} from "../columns/columns.ts";
import type { FormatPlan } from "../format-plan.ts";
import { COLUMN_OPTIONS, missingRoles, ROLES, type Role } from "../options/conversion.ts";
import type { Cell, RowInput } from "../rows/row.ts";
import { RowProblem } from "../rows/row-errors.ts";
import { missingValue } from "../rows/row-input.ts";

/** Name of the member that lists all mapcodes. */
export const LIST_MEMBER = "mapcodes";

/** Name of the member or column that holds a row that is not an object. */
export const ROW_MEMBER = "row";

/** Whether an option chooses a member within a member of the object, such as `pos.lat`. */
export function choosesInner(object: JsonObject, { options }: FormatPlan): boolean {
  return ROLES[options.operation].some((role) => {
    const name = options[COLUMN_OPTIONS[role]] ?? "";
    return findMember(name, (one) => ownValue(object, one))?.inner !== undefined;
  });
}

/** The member of a role: the one that an option names, the first row's if the object has it, or one of COLUMN_NAMES. */
export function memberOf(
  object: JsonObject,
  role: Role,
  { members, options }: Pick<FormatPlan, "members" | "options">,
): string | RowProblem | undefined {
  const known = members[role];
  const requested = options[COLUMN_OPTIONS[role]];
  if (requested !== undefined) return requested;
  if (known !== undefined && Object.hasOwn(object, known)) return known;
  const names = Object.keys(object);
  const indexes = indexesByRole(names, role, options.operation);
  if (indexes.length <= 1) return names[indexes[0]];
  return new RowProblem("ambiguous-member", ambiguousRole(names, indexes, role));
}

/** The cells of the members that an object has. */
export function cellsOf(
  object: JsonObject,
  members: Readonly<Partial<Record<Role, string | undefined>>>,
): RowInput {
  const cells: Partial<Record<Role, Cell>> = {};
  for (const role of Object.keys(members) as Role[]) {
    const column = members[role];
    const value = column === undefined ? undefined : memberValue(object, column);
    if (column !== undefined && value !== undefined) cells[role] = { value, column };
  }
  return cells;
}

/** The values of a row, or the reason why it has none. */
export type InputOrError =
  | { readonly input: RowInput; readonly error?: undefined }
  | { readonly input?: undefined; readonly error: RowProblem };

/** The territory or country of a point: in members that the options name. */
export function filterCells(object: JsonObject, { options }: FormatPlan): RowInput {
  const { territoryColumn: territory, countryColumn: country } = options;
  return cellsOf(object, { territory, country });
}

/** The values of an object, which its members hold. */
export function inputOfObject(object: JsonObject, plan: FormatPlan): InputOrError {
  const { operation } = plan.options;
  const names: Partial<Record<Role, string | undefined>> = {};
  for (const role of ROLES[operation]) {
    const name = memberOf(object, role, plan);
    if (name instanceof RowProblem) return { error: name };
    names[role] = name;
  }
  const input = withoutUnused(cellsOf(object, names), plan.options);
  const [missing] = missingRoles(operation, input);
  if (missing === undefined) return { input };
  return { error: missingValue(missing, names[missing] ?? plan.members[missing]) };
}

/** What is wrong with a row of GeoJSON that is neither a feature nor a point. */
export function notFeature(text: string): RowProblem {
  const message = `The row ${quoted(text)} is neither a GeoJSON Feature nor a Point.`;
  return new RowProblem("malformed-row", message);
}

/** The values of a row that may be no object. */
export function inputOfValue(value: unknown, plan: FormatPlan): InputOrError {
  const isEncode = plan.options.operation === "encode";
  if (isObject(value)) return inputOfObject(value, plan);
  if (isEncode && Array.isArray(value) && value.length === 2) {
    return { input: { latitude: { value: value[0] }, longitude: { value: value[1] } } };
  }
  if (!isEncode && typeof value === "string") return { input: { mapcode: { value } } };
  const expected = isEncode ? "an array of latitude and longitude" : "a string";
  const shown = quoted(JSON.stringify(value));
  const message = `The row ${shown} is neither an object nor ${expected}.`;
  return { error: new RowProblem("malformed-row", message) };
}
