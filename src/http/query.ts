/** Percent-decoding of paths and queries. */
import { Refusal, shown } from "./refusal.ts";

/** @throws Refusal when a percent sign is not followed by the two digits of a UTF-8 byte */
export function decodePercent(text: string, what: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refusal("malformed-request", `The percent-encoding of the ${what} is malformed.`);
  }
}

/** The parameters of a query, each at most once. */
export type Query = ReadonlyMap<string, string>;

/** @throws Refusal for a parameter given twice or encoded wrongly */
export function parseQuery(query: string): Query {
  const parameters = new Map<string, string>();
  for (const pair of query.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const rawName = equals < 0 ? pair : pair.slice(0, equals);
    const rawValue = equals < 0 ? "" : pair.slice(equals + 1);
    const name = decodePercent(rawName.replaceAll("+", " "), "query");
    if (parameters.has(name)) {
      const message = `The parameter ${shown(name)} is given twice; expected at most once.`;
      throw new Refusal("invalid-parameter", message, {
        parameter: name,
        expected: "at most once",
      });
    }
    parameters.set(name, decodePercent(rawValue.replaceAll("+", " "), "query"));
  }
  return parameters;
}
