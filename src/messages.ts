/** Texts of values in messages, and errors for values of the wrong JavaScript type. */

/** Longer texts are shortened. */
const MAX_QUOTED_CHARS = 100;

/** A text for use in a message, shortened to MAX_QUOTED_CHARS. */
export function shortened(text: string): string {
  return text.length > MAX_QUOTED_CHARS ? `${text.slice(0, MAX_QUOTED_CHARS)}...` : text;
}

/** The same in quotes. */
export function quoted(text: string): string {
  return `'${shortened(text)}'`;
}

/** Any value for use in a message. Runs no code of the value, such as its toString, which might throw. */
export function shown(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  return Array.isArray(value) ? "an array" : "an object";
}

/** `France, Germany and Luxembourg`, `lat, latitude or y`. */
export function formatList(items: readonly string[], conjunction: "and" | "or"): string {
  if (items.length < 2) return items.join();
  return `${items.slice(0, -1).join(", ")} ${conjunction} ${items[items.length - 1]}`;
}

/** The error for an argument of the wrong type: "The mapcode is 5, not a string." */
export function wrongType(subject: string, value: unknown, expected: string): TypeError {
  return new TypeError(`The ${subject} is ${shown(value)}, not ${expected}.`);
}

/** @throws TypeError unless an array has the type, and room for so many numbers: V8 ignores writes beyond its end */
export function checkArray(
  items: string,
  array: unknown,
  type: Float64ArrayConstructor | Int16ArrayConstructor,
  length: number,
): void {
  if (array instanceof type && array.length >= length) return;
  const expected = `${type === Int16Array ? "an" : "a"} ${type.name} of ${length} numbers or more`;
  if (!(array instanceof type)) throw wrongType(`array of ${items}`, array, expected);
  throw new TypeError(`The array of ${items} is too short (${array.length}), not ${expected}.`);
}

/** @throws TypeError unless the value is a string */
export function checkText(subject: string, value: unknown): asserts value is string {
  if (typeof value !== "string") throw wrongType(subject, value, "a string");
}
