/** How messages show values, and errors for values of the wrong JavaScript type. */

/** Longer texts are shortened. */
export const MAX_QUOTED_CHARS = 100;

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

/**
 * The error for an argument of the wrong type: "The mapcode is 5, not a string."
 * @param subject the role of the value, such as "mapcode"
 * @param expected what would have been accepted, to be read after "not"
 */
export function wrongType(subject: string, value: unknown, expected: string): TypeError {
  return new TypeError(`The ${subject} is ${shown(value)}, not ${expected}.`);
}

/**
 * @param example a text that would be right, where other libraries take something else
 * @throws TypeError unless the value is a string
 */
export function checkText(
  subject: string,
  value: unknown,
  example?: string,
): asserts value is string {
  if (typeof value === "string") return;
  const expected = example === undefined ? "a string" : `a string such as ${quoted(example)}`;
  throw wrongType(subject, value, expected);
}

// ---- Messages that name options

/** An option in a message, and the value to give it if the message says so. */
export interface OptionReference {
  readonly option: string;
  readonly value: string | number | undefined;
}

/**
 * A message whose options get their names when it is written: `option latColumn` for code, `option --lat-column`
 * on the command line, `parameter latColumn` in a URL. Plain data, so that threads can send it.
 */
export type Message = string | readonly (string | OptionReference)[];

/** Writes the name of an option, and its value if it has one, as the readers of a message know it. */
export type NameOption = (reference: OptionReference) => string;

/** Names options as settings of the library. */
export const nameSetting: NameOption = ({ option, value }) => {
  return value === undefined ? `option ${option}` : `option ${option} with ${value}`;
};

/** An option to name in a message that the tag `sentence` makes. */
export function option(name: string, value?: string | number): OptionReference {
  return { option: name, value };
}

/** Makes a message of a template whose values are texts, numbers, options, and messages. */
export function sentence(
  strings: TemplateStringsArray,
  ...values: readonly (Message | number | OptionReference)[]
): Message {
  const parts: (string | OptionReference)[] = [];
  strings.forEach((text, index) => {
    parts.push(text);
    const value = values[index] ?? "";
    if (typeof value === "number") parts.push(String(value));
    else if (typeof value === "string" || "option" in value) parts.push(value);
    else parts.push(...value);
  });
  const isPlain = parts.every((part) => typeof part === "string");
  return isPlain ? parts.join("") : parts;
}

/** The text of a message for readers who know options by the names that a function writes. */
export function messageText(message: Message, nameOption: NameOption = nameSetting): string {
  if (typeof message === "string") return message;
  return message.map((part) => (typeof part === "string" ? part : nameOption(part))).join("");
}

const messages = new WeakMap<Error, Message>();

/** Keeps the message of an error, so that messageOf can name its options in another way. */
export function withMessage<AnyError extends Error>(error: AnyError, message: Message): AnyError {
  // A text names no options, so that it would be the same.
  if (typeof message !== "string") messages.set(error, message);
  return error;
}

/** The message of an error, whose options can be named in any way. */
export function messageOf(error: Error): Message {
  return messages.get(error) ?? error.message;
}
