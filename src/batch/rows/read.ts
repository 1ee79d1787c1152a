/** From the text of a row to what it holds, in each format. */
import { COLUMN_OPTIONS, findUsual, type Role, USUAL_NAMES } from "../columns.ts";
import { quoted } from "../errors.ts";
import { delimiterOf, isJson } from "../options.ts";
import { type BatchPlan, rolesOf } from "../plan.ts";
import { BROKEN_QUOTES, splitFields } from "./fields.ts";
import {
  isObject,
  type JsonObject,
  memberFields,
  onOneLine,
  parseJson,
  ROW_MEMBER,
} from "./json.ts";
import { type Asked, type Complaint, type Content, type Given, NO_MEMBERS } from "./row.ts";

/** @param isUtf8 whether the text is what the bytes say; characters were replaced else */
export type ReadRow = (text: string, isUtf8: boolean) => Content;

type Table = Partial<Record<Role, Given>>;

const NOT_UTF8: Complaint = { message: "The row is not text in UTF-8." };

function objectText(names: readonly string[], fields: readonly string[]): string {
  const members = names.map((name, place) => {
    return `${JSON.stringify(name)}:${JSON.stringify(fields[place])}`;
  });
  return `{${members.join(",")}}`;
}

/** The fields of a table's row in its columns; missing ones are empty. */
function inColumns(fields: readonly string[], count: number): readonly string[] {
  return Array.from({ length: count }, (_, place) => fields[place] ?? "");
}

function tableReader(plan: BatchPlan): ReadRow {
  const { columns, places, options } = plan;
  const delimiter = delimiterOf(options.from) as string;
  const toJson = isJson(options.to);
  const faultOf = (fields: readonly string[] | undefined, text: string): Complaint | undefined => {
    if (!fields) return { message: `${BROKEN_QUOTES}: ${quoted(text)}.` };
    if (fields.length === columns.length) return undefined;
    const counts = `has ${fields.length} fields where the first row has ${columns.length}`;
    return { message: `The row ${quoted(text)} ${counts}.` };
  };

  return (text, isUtf8) => {
    const split = splitFields(text, delimiter);
    const fault = faultOf(split, text);
    const fields = fault
      ? inColumns(split ?? text.split(delimiter), columns.length)
      : (split ?? []);
    const asked: Table = {};
    for (const role of rolesOf(options)) {
      const place = places[role];
      if (place === undefined) continue;
      asked[role] = { value: fields[place], column: columns[place] as string };
    }
    const reason = fault ?? (isUtf8 ? undefined : NOT_UTF8);
    return {
      text,
      fields,
      isWhole: !fault,
      object: toJson ? objectText(columns, fields) : "",
      hasMember: NO_MEMBERS,
      asked,
      ...(reason ? { fault: reason } : {}),
    };
  };
}

/** Spaces, tabs or one comma between the numbers of a point. */
const BETWEEN_NUMBERS = /\s*,\s*|\s+/;

function askedOfLine(text: string, isEncode: boolean): Asked | undefined {
  if (!isEncode) return { mapcode: { value: text.split("\t", 1)[0] } };
  const [lat, lon, ...more] = text.trim().split(BETWEEN_NUMBERS);
  if (lon === undefined || more.length > 0) return undefined;
  return { latitude: { value: lat }, longitude: { value: lon } };
}

function lineReader({ columns, options }: BatchPlan): ReadRow {
  const isEncode = options.operation === "encode";
  const toJson = isJson(options.to);
  return (text, isUtf8) => {
    const asked = askedOfLine(text, isEncode);
    const message = `The line ${quoted(text)} is not a latitude and a longitude.`;
    const fault = asked ? undefined : { message };
    const reason = isUtf8 ? fault : NOT_UTF8;
    return {
      text,
      fields: [text],
      isWhole: true,
      object: toJson ? objectText(columns, [text]) : "",
      hasMember: NO_MEMBERS,
      asked: asked ?? {},
      ...(reason ? { fault: reason } : {}),
    };
  };
}

/** The member of a role in an object: the one that the first row had, or else one with a usual name. */
function memberOf(object: JsonObject, role: Role, plan: BatchPlan): string | undefined {
  const chosen = plan.options[COLUMN_OPTIONS[role]];
  if (chosen !== undefined) return chosen;
  const usual = plan.members[role];
  if (usual !== undefined && Object.hasOwn(object, usual)) return usual;
  const names = Object.keys(object);
  return names[findUsual(names, role)];
}

function askedOfValue(value: unknown, plan: BatchPlan): Asked | Complaint {
  const isEncode = plan.options.operation === "encode";
  const roles = rolesOf(plan.options);
  if (isObject(value)) {
    const asked: Table = {};
    for (const role of roles) {
      const name = memberOf(value, role, plan);
      if (name !== undefined && Object.hasOwn(value, name)) {
        asked[role] = { value: value[name], column: name };
      } else if (role !== "territory") {
        const names = name ?? USUAL_NAMES[role].join(", ");
        return { message: `The row has no member for the ${role} (${names}).` };
      }
    }
    return asked;
  }
  if (isEncode && Array.isArray(value) && value.length === 2) {
    return { latitude: { value: value[0] }, longitude: { value: value[1] } };
  }
  if (!isEncode && typeof value === "string") return { mapcode: { value } };
  const wanted = isEncode ? "an array of latitude and longitude" : "a text";
  const shown = quoted(JSON.stringify(value));
  return { message: `The row ${shown} is neither an object nor ${wanted}.` };
}

/** Fields of a row for a table; members that the first row did not have are lost. */
function tableFields(value: unknown, text: string, columns: readonly string[]) {
  const members = memberFields(value, text);
  const fields = columns.map((name) => members.get(name) ?? "");
  const lost = [...members.keys()].find((name) => !columns.includes(name));
  if (lost === undefined) return { fields };
  const message = `The member ${quoted(lost)} is not one of the first row, after which the columns are named.`;
  return { fields, loss: { message, column: lost } };
}

function isComplaint(asked: Asked | Complaint): asked is Complaint {
  return "message" in asked;
}

function valueReader(plan: BatchPlan): ReadRow {
  const isTable = delimiterOf(plan.options.to) !== undefined;
  const noFields = inColumns([], plan.columns.length);
  return (text, isUtf8) => {
    const value = isUtf8 ? parseJson(text) : undefined;
    const isRead = value !== undefined;
    const asked = isRead ? askedOfValue(value, plan) : undefined;
    const broken = { message: `The row ${quoted(text)} is not JSON.` };
    const complaint = asked && isComplaint(asked) ? asked : undefined;
    const fault = isRead ? complaint : isUtf8 ? broken : NOT_UTF8;
    const own = isRead ? onOneLine(text) : JSON.stringify(text);
    const table = isTable && isRead ? tableFields(value, text, plan.columns) : { fields: noFields };
    const isKept = isObject(value);
    return {
      text: isRead ? own : text,
      isWhole: false,
      object: isKept ? own : `{"${ROW_MEMBER}":${own}}`,
      hasMember: (name) => (isKept ? Object.hasOwn(value, name) : name === ROW_MEMBER),
      asked: asked && !isComplaint(asked) ? asked : {},
      ...table,
      ...(fault ? { fault } : {}),
    };
  };
}

export function rowReader(plan: BatchPlan): ReadRow {
  const { from } = plan.options;
  if (from === "plain") return lineReader(plan);
  return isJson(from) ? valueReader(plan) : tableReader(plan);
}
