/** Values of JSON as rows: what they hold, and their own text, so that numbers keep their digits. */

/** Name of the member, or column, that holds a row which is no object. */
export const ROW_MEMBER = "row";

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of a text; undefined, which no JSON has, for a text that is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/**
 * The texts of an object's values by the names of its members.
 * @param text an object that JSON.parse reads
 */
function valueTexts(text: string): Map<string, string> {
  const texts = new Map<string, string>();
  let depth = 0;
  let name: string | undefined;
  let start = -1;
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    const isClosing = token === "}" || token === "]";
    if (isClosing) depth--;
    const isEnd = isClosing ? depth === 0 : token === "," && depth === 1;
    if (isEnd) {
      if (name !== undefined) texts.set(name, text.slice(start, match.index).trim());
      name = undefined;
    } else if (depth === 1 && name === undefined) {
      name = JSON.parse(token) as string;
      start = -1;
    } else if (depth === 1 && start < 0) {
      start = match.index + 1;
    }
    if (token === "{" || token === "[") depth++;
  }
  return texts;
}

/** A value as a field of a table: strings as they are, nothing for null, else the JSON text. */
function fieldOf(value: unknown, text: string): string {
  if (typeof value === "string") return value;
  return value === null ? "" : text;
}

/** The members of a row as fields of a table, by name; a row that is no object is one member. */
export function memberFields(value: unknown, text: string): ReadonlyMap<string, string> {
  if (!isObject(value)) return new Map([[ROW_MEMBER, fieldOf(value, text)]]);
  const fields = valueTexts(text);
  for (const [name, own] of fields) fields.set(name, fieldOf(value[name], own));
  return fields;
}

/** JSON on one line: line ends stand only where spaces may. */
export function onOneLine(text: string): string {
  return text.replace(/\s*[\r\n]\s*/g, " ");
}
