/** Messages that name options. Each surface writes the names as its users write them. */

import { quoted } from "../messages.ts";
import { FORMAT_FACTS, type FormatName } from "./options/format-facts.ts";
import { COLUMN_OPTIONS, ROLE_CHOICES } from "./options/roles.ts";

/** An option in a message, and the value to give it, if the message advises one. */
export interface NamedOption {
  readonly option: string;
  readonly value?: string | number | boolean | undefined;
}

/** A message: a text, or texts and the options between them. Plain data. */
export type Message = string | readonly (string | NamedOption)[];

/** A value that can be typed. */
function typed(value: string): string {
  return value === "\t" ? "tab" : value;
}

/** A value on the command line, as POSIX shells take it. */
function shellWord(value: string): string {
  return /^[\w.,/:@%+-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

/** The words of an option's name: `lat-column`. */
export function optionWords(name: string, separator: string): string {
  return name.replace(/[A-Z]/g, (letter) => separator + letter.toLowerCase());
}

const FORMAT_HEADERS: Readonly<Record<string, string>> = { from: "Content-Type", to: "Accept" };

/** Stands for an option that the map page does not have. */
const MISSING = "\0";

/** What stands for other options than columns on the map page. */
const PAGE_CONTROLS: Readonly<Record<string, string>> = {
  lonFirst: 'the button "Swap latitude and longitude"',
  header: 'the box "Table without a header"',
  encoding: 'the menu "Encoding"',
  territory: 'the field "Territory of the codes"',
  skip: "the rows from there on",
};

/** How users of each surface write an option, or an option and its value. */
const SURFACES = {
  /** `latColumn`, `latColumn: "2"` */
  library: ({ option, value }: NamedOption) =>
    value === undefined ? option : `${option}: ${JSON.stringify(value)}`,

  /** `latColumn`, `latColumn=2`; formats are in headers */
  request({ option, value }: NamedOption): string {
    const header = FORMAT_HEADERS[option];
    if (header !== undefined) {
      const { mediaTypes } = FORMAT_FACTS[value as FormatName] ?? {};
      return mediaTypes ? `${header}: ${mediaTypes[0]}` : header;
    }
    return value === undefined ? option : `${option}=${encodeURIComponent(typed(`${value}`))}`;
  },

  /** `--lat-column`, `--lat-column 2`, `--no-header` */
  command({ option, value }: NamedOption): string {
    const name = optionWords(option, "-");
    if (value === undefined || typeof value === "boolean") {
      return value === false ? `--no-${name}` : `--${name}`;
    }
    return `--${name} ${shellWord(typed(`${value}`))}`;
  },

  /** `lat`, `lat="2"`, `territory_column`, `lon_first=False` */
  python({ option, value }: NamedOption): string {
    const words = optionWords(option, "_");
    const name = words.replace(/^(lat|lon|coordinates|code)_column$/, "$1");
    if (value === undefined) return name;
    if (typeof value === "boolean") return `${name}=${value ? "True" : "False"}`;
    return `${name}=${JSON.stringify(value)}`;
  },

  /** The map page has menus and buttons: `the choice "latitude" above the column`, `above column 2` */
  page({ option, value }: NamedOption): string {
    // The same button exchanges them again.
    const control = option === "lonFirst" && value === false ? MISSING : PAGE_CONTROLS[option];
    if (control !== undefined) return control;
    const [role = ""] = Object.entries(COLUMN_OPTIONS).find(([, name]) => name === option) ?? [];
    const choice = ROLE_CHOICES[role];
    if (choice === undefined) return MISSING;
    const column = typeof value === "string" && !/^\d+$/.test(value) ? quoted(value) : value;
    return `the choice "${choice}" above ${value === undefined ? "the column" : `column ${column}`}`;
  },
};

/** A text without advice that names options which the page does not have. */
function withoutMissing(text: string): string {
  const sentences = text
    .split(/(?<=[.?!])\s/)
    .map((part) => part.replace(/[,;] (?:(?:or|and) )?[^,;]*\0.*$/, "."));
  // `If the table has columns.` is half of a sentence.
  const isWhole = (part: string) => !part.includes(MISSING) && !/^(?:If|For)\b[^,]*\.$/.test(part);
  return sentences.filter(isWhole).join(" ");
}

/** Who reads messages: users of the library, of requests, of the command line, of Python, or of the map page. */
export type Surface = keyof typeof SURFACES;

export const SURFACE_NAMES = Object.keys(SURFACES) as readonly Surface[];

/** Makes a message of a template: `` sentence`Use ${{ option: "delimiter", value: ";" }}.` ``. Only objects name options. */
export function sentence(
  texts: TemplateStringsArray,
  ...values: readonly (string | number | NamedOption | Message)[]
): Message {
  const parts = texts.flatMap((text, index) => {
    const value = values[index] ?? "";
    return [text, typeof value === "number" ? `${value}` : value].flat();
  });
  if (parts.every((part) => typeof part === "string")) return parts.join("");
  return parts.filter((part) => part !== "");
}

/** Joins messages as formatList joins texts. */
export function messageList(
  items: readonly (Message | NamedOption)[],
  conjunction: "and" | "or",
): Message {
  return items.reduce<Message>((list, item, index) => {
    const separator = index === items.length - 1 ? ` ${conjunction} ` : ", ";
    return sentence`${list}${index === 0 ? "" : separator}${item}`;
  }, "");
}

/** The text of a message for the users of a surface. */
export function textOf(message: Message, surface: Surface): string {
  if (typeof message === "string") return message;
  const write = SURFACES[surface];
  const isPage = surface === "page";
  const parts = message.map((part, index) => {
    if (typeof part !== "string") return write(part);
    // What the page has are not options.
    const isBefore = isPage && typeof message[index + 1] === "object";
    return isBefore ? part.replace(/the option $/, "") : part;
  });
  return isPage ? withoutMissing(parts.join("")) : parts.join("");
}

/** What may be wrong with a batch whose rows are converted nevertheless. */
export interface Warning<Text = string> {
  /** Whole sentences. */
  readonly message: Text;
  /** The option that removes the warning, if there is one. */
  readonly option?: string | undefined;
}
