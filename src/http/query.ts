/** Percent-decoding of paths and queries. */
import { HttpError, invalidValue, shown } from "./http-error.ts";

/** @throws HttpError when a percent sign is not followed by the two digits of a UTF-8 byte */
export function decodePercent(text: string, what: "path" | "query"): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidValue(what, text, "UTF-8 in percent-encoding", "malformed-request");
  }
}

/** The parameters of a query, each at most once. */
export type Query = ReadonlyMap<string, string>;

/** @throws HttpError for a parameter given twice or encoded wrongly */
export function parseQuery(query: string): Query {
  const parameters = new Map<string, string>();
  for (const pair of query.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const rawName = equals < 0 ? pair : pair.slice(0, equals);
    const rawValue = equals < 0 ? "" : pair.slice(equals + 1);
    const name = decodePercent(rawName.replaceAll("+", " "), "query");
    const value = decodePercent(rawValue.replaceAll("+", " "), "query");
    if (parameters.has(name)) {
      const expected = "at most once";
      const message = `The parameter ${shown(name)} is given twice; expected ${expected}.`;
      throw new HttpError("invalid-parameter", message, { parameter: name, value, expected });
    }
    parameters.set(name, value);
  }
  return parameters;
}
