/**
 * The options of batches, each declared once. Types, checks and defaults, the options of `mapcoded encode` and `decode`
 * with their help, and the parameters of `/batch/codes` and `/batch/coords` follow from this table. A new option is an
 * entry here, its use, and a line in docs/batches.md. Checks and help keep this order.
 */
import { LOCAL_RULE_NAMES, type LocalRuleName } from "../../borders/choice.ts";
import { parsePair } from "../../bytes/decimal-reading.ts";
import * as Library from "../../index.ts";
import * as Into from "../../into.ts";
import { isInRange } from "../../library/errors.ts";
import { getAlphabet } from "../../library/mapcode-text.ts";
import { quoted, shown, wrongType } from "../../messages.ts";
import { BatchError } from "../errors.ts";
import { rangeMessage } from "../rows/row-errors.ts";
import { type Message, SURFACE_NAMES, type Surface, sentence } from "../sentences.ts";
import { FORMAT_NAMES, type FormatName, hasKeys } from "./format-facts.ts";
import { columnsProblem, type OutputColumn, parseColumns } from "./output-columns.ts";
import { COLUMN_OPTIONS, type Operation, ROLES } from "./roles.ts";

interface OptionDetails<Value> {
  /** The only operation with this option; by default both. */
  readonly only?: Operation;
  /** The letter for the command line. */
  readonly short?: string;
  /** What a value is, in a word for the help. A size may have a unit: `4M`. */
  readonly placeholder?: string;
  readonly example?: string;
  readonly choices?: readonly string[];
  /** The smallest and the greatest integer; by default 0 and none. */
  readonly min?: number;
  readonly max?: number;
  readonly parse?: (text: string) => Value;
  /** Returns the problem with a value of the right type, as a sentence; undefined if there is none. */
  readonly check?: (value: NonNullable<Value>, operation: Operation) => Message | undefined;
  readonly excludes?: string;
  /** Whether users cannot give it as an option, or as a parameter of requests. */
  readonly hidden?: "everywhere" | "in requests";
}

/** An option. `Value` is the type of its values, undefined included if it has no default. */
export interface OptionDeclaration<Value = unknown> extends OptionDetails<Value> {
  readonly type: "string" | "boolean" | "number" | "array";
  /** Half a sentence for users of programs, the command line and requests. */
  readonly help: string;
  readonly default: Value;
  /** Its group's title in the help of the command line. Options without a group come first. */
  group?: string;
}

function option<Value>(
  type: OptionDeclaration["type"],
  help: string,
  defaultValue: Value,
  details: OptionDetails<Value> = {},
): OptionDeclaration<Value> {
  return { type, help, default: defaultValue, ...details };
}

function textOption<Text extends string>(help: string, details: OptionDetails<Text | undefined>) {
  return option<Text | undefined>("string", help, undefined, details);
}

function columnOption(value: string, example: string, only?: Operation, excludes?: string) {
  const details = {
    placeholder: "name",
    example,
    ...(only && { only }),
    ...(excludes && { excludes }),
  };
  return textOption(`column with ${value}`, details);
}

function switchOption(help: string, details: OptionDetails<boolean> = {}, defaultValue = false) {
  return option("boolean", help, defaultValue, details);
}

function formatOption(help: string) {
  const details = { placeholder: "format", choices: FORMAT_NAMES, hidden: "in requests" } as const;
  return textOption<FormatName>(help, details);
}

/** Sets the group of options. @param group the title */
function grouped<Options extends Readonly<Record<string, { group?: string }>>>(
  group: string,
  options: Options,
): Options {
  for (const declared of Object.values(options)) declared.group = group;
  return options;
}

// Parsing and checks of values

/** The extra values of results. Only an encoded point has names and an offset. */
const INCLUDES = ["names", "offset", "rectangle"] as const;

/** An extra value of results. */
export type Include = (typeof INCLUDES)[number];

export function includesOf(operation: Operation): readonly Include[] {
  return operation === "encode" ? INCLUDES : ["rectangle"];
}

function includesProblem(includes: readonly Include[], operation: Operation) {
  const known = includesOf(operation);
  const unknown = includes.find((name) => !known.includes(name));
  if (unknown === undefined) return undefined;
  return sentence`The option ${{ option: "include" }} ${shown(unknown)} is not one of ${known.join(", ")}.`;
}

/** Makes a check from a look-up of the library. Its error becomes the message. */
function checkByLookUp(find: (name: string) => unknown) {
  return (name: string): string | undefined => {
    try {
      find(name);
      return undefined;
    } catch (error) {
      if (error instanceof Library.MapcodeError) return error.message;
      throw error;
    }
  };
}

/** A point in an option or a parameter, as messages describe it. */
export const NEAR_POINT = "a latitude and a longitude such as 52.3,4.9";

/** The problem with the text of a point, for the end of a sentence; undefined if it is a point in range. */
export function pointProblem(text: string): string | undefined {
  const point = parsePair(text);
  if (!point) return `is not ${NEAR_POINT}.`;
  const { latDeg, lonDeg } = point;
  if (isInRange(latDeg, lonDeg)) return undefined;
  return `is out of range. ${rangeMessage(latDeg, lonDeg)}`;
}

/** The problem with a value of the option near. */
export function nearProblem(text: string): Message | undefined {
  const problem = pointProblem(text);
  return problem && sentence`The option ${{ option: "near" }} ${quoted(text)} ${problem}`;
}

/** A character that can separate fields: ASCII, but not part of quotes, numbers or line ends. Hive has U+0001. */
const DELIMITER = /^(?:[ !#$%&'*,/:;<=>?@\\^_`|~]|(?=\p{ASCII})(?![\r\n])\p{Cc})$/u;

export function encodingProblem(encoding: string): string | undefined {
  try {
    new TextDecoder(encoding);
    return undefined;
  } catch {
    return `The encoding ${quoted(encoding)} is unknown. Use one such as utf-8, utf-16le, latin1 or windows-1252.`;
  }
}

export const BATCH_OPTIONS = {
  operation: option<Operation>("string", "whether rows are points or mapcodes", "encode", {
    choices: ["encode", "decode"],
    hidden: "everywhere",
  }),
  surface: option<Surface>("string", "how messages name options", "library", {
    choices: SURFACE_NAMES,
    hidden: "everywhere",
  }),
  from: formatOption("format of the input, by default by its name or first row"),
  to: formatOption("format of the output, by default by its name or as the input"),
  territory: textOption(
    "territory of the mapcodes, or of mapcodes without one (NLD, US-IN, Brazil)",
    { placeholder: "territory", short: "t", check: checkByLookUp(Into.territoryNumber) },
  ),
  precision: option("number", `number of extra digits, 0 to ${Library.MAX_PRECISION}`, 0, {
    only: "encode",
    placeholder: "digits",
    short: "p",
    max: Library.MAX_PRECISION,
  }),

  ...grouped("Mapcodes", {
    country: textOption(
      "country (ISO 3166) of the mapcodes, with its subdivisions, instead of a territory",
      {
        placeholder: "country",
        short: "c",
        excludes: "territory",
        check: checkByLookUp(Into.countryNumber),
      },
    ),
    near: textOption("point near the places of mapcodes without a territory", {
      placeholder: "lat,lon",
      only: "decode",
      example: "52.3,4.9",
      excludes: "territory",
      check: nearProblem,
    }),
    meanings: textOption("territories that names in rows mean, such as NL=NLD", {
      hidden: "everywhere",
    }),
    joined: switchOption("mapcodes with their territories as one result", {
      only: "encode",
      hidden: "everywhere",
    }),
    shortDegrees: switchOption("degrees rounded to the size of the mapcode", {
      only: "decode",
      hidden: "everywhere",
    }),
    alphabet: textOption("alphabet of the mapcodes and territories, by default Roman", {
      placeholder: "alphabet",
      example: "greek",
      only: "encode",
      check: checkByLookUp(getAlphabet),
    }),
    all: switchOption("all mapcodes of each point, not only the best ones", { only: "encode" }),
    local: option<LocalRuleName>(
      "string",
      "how to choose the local mapcode: by the borders of OpenStreetMap (ODbL), or the shortest one",
      "borders",
      { placeholder: "rule", only: "encode", choices: LOCAL_RULE_NAMES },
    ),
    include: option<readonly Include[]>(
      "array",
      "values to add to each row, with commas between them: rectangle; when encoding, also names and offset",
      Object.freeze([]),
      {
        placeholder: "values",
        parse: (text) => text.split(",").map((name) => name.trim() as Include),
        check: includesProblem,
      },
    ),
  }),

  ...grouped("Columns", {
    latColumn: columnOption(
      "the latitude, by name or number",
      "latitude",
      "encode",
      "coordinatesColumn",
    ),
    lonColumn: columnOption("the longitude", "longitude", "encode", "coordinatesColumn"),
    coordinatesColumn: columnOption("both coordinates", "point", "encode"),
    lonFirst: option<boolean | undefined>(
      "boolean",
      "the longitude comes first in pairs such as 4.9,52.3; by default decided by names and values",
      undefined,
      { only: "encode" },
    ),
    codeColumn: columnOption("the mapcode, by name or number", "mapcode", "decode"),
    internationalColumn: columnOption(
      "the mapcode to use if a row has no other",
      "international",
      "decode",
    ),
    territoryColumn: columnOption("the territory", "territory"),
    countryColumn: columnOption("the country (ISO 3166, or its name)", "country"),
  }),

  ...grouped("Input", {
    header: switchOption("header in tables; without a header, columns have numbers", {}, true),
    delimiter: textOption(
      "character between the fields of csv, or tab; by default as in the first row",
      {
        placeholder: "char",
        short: "d",
        example: "|",
        // Shells and addresses make a tab hard to type.
        parse: (text) => (text === "tab" || text === "\\t" ? "\t" : text),
        check: (text) =>
          DELIMITER.test(text)
            ? undefined
            : `The delimiter ${quoted(text)} is not a single character such as ',', ';', '|' or a tab.`,
      },
    ),
    decimalComma: switchOption("decimal commas in the numbers of tables"),
    encoding: textOption(
      "encoding of the input, by default by its byte order mark, or else UTF-8",
      { placeholder: "encoding", example: "latin1", check: encodingProblem },
    ),
    skip: option("number", "lines to leave out at the start of each input", 0, {
      placeholder: "lines",
      max: 1_000_000,
    }),
    comment: textOption("beginning of lines that are not rows", {
      placeholder: "text",
      example: "#",
      check: (text) =>
        /^\S+$/.test(text)
          ? undefined
          : sentence`The option ${{ option: "comment" }} ${quoted(text)} is not the beginning of a line. Give one or more characters without spaces, such as '#'.`,
    }),
    maxRowBytes: option("number", "maximum number of bytes in a row", 1 << 20, {
      placeholder: "size",
      min: 1,
      hidden: "in requests",
    }),
  }),

  ...grouped("Output", {
    columns: option<readonly OutputColumn[] | undefined>(
      "array",
      "columns to write, in this order, by default all",
      undefined,
      {
        placeholder: "names",
        example: "id,mapcode as code",
        parse: parseColumns,
        check: columnsProblem,
      },
    ),
    onlyResults: switchOption("the results without the columns of the input", {
      excludes: "columns",
    }),
    replace: switchOption("write results into the columns with the same names"),
    typedNumbers: switchOption(
      "write numbers of tables as numbers of JSON; other cells stay texts",
    ),
  }),
};

type OptionValues<Declarations> = {
  readonly [Name in keyof Declarations]: Declarations[Name] extends OptionDeclaration<infer Value>
    ? Value
    : never;
};

type GivenValues<Values> = { readonly [Name in keyof Values]?: Values[Name] | undefined };

/** The name of an option. */
export type BatchOptionName = keyof typeof BATCH_OPTIONS;

/** All options of a batch. An option without a default is undefined unless given. Plain data. */
export interface ResolvedBatchOptions extends OptionValues<typeof BATCH_OPTIONS> {}

/** The options of a batch once its formats are decided. */
export interface PlannedOptions extends ResolvedBatchOptions {
  readonly from: FormatName;
  readonly to: FormatName;
}

/** Options of a batch from users. Absent and undefined options have their defaults. */
export interface BatchOptions extends GivenValues<ResolvedBatchOptions> {}

/** Options of a stream. Its class says the operation. */
export interface StreamOptions
  extends Omit<BatchOptions, "operation" | "surface" | "meanings" | "joined" | "shortDegrees"> {}

/** The declarations of all options with their names. */
export const DECLARED_OPTIONS = Object.entries(BATCH_OPTIONS) as readonly (readonly [
  BatchOptionName,
  OptionDeclaration,
])[];

/** The options of a batch without options from users. */
export const DEFAULT_BATCH_OPTIONS = Object.freeze(
  Object.fromEntries(DECLARED_OPTIONS.map(([name, declared]) => [name, declared.default])),
) as ResolvedBatchOptions;

export function completeOptions(options: BatchOptions): ResolvedBatchOptions {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...DEFAULT_BATCH_OPTIONS, ...Object.fromEntries(given) };
}

/** The problem with one option, also together with the formats; undefined if there is none. @throws as checkOptions */
function optionProblem(
  name: BatchOptionName,
  { check, choices, excludes, only, type, ...declared }: OptionDeclaration,
  options: ResolvedBatchOptions,
): Message | undefined {
  const { from, to, operation } = options;
  const named = { option: name };
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = declared;
  const value = options[name];
  if (value === undefined || value === declared.default) return undefined;
  if (type !== (Array.isArray(value) ? "array" : typeof value)) {
    throw wrongType(`option ${name}`, value, type === "array" ? "an array" : `a ${type}`);
  }
  if (only !== undefined && only !== operation) {
    return sentence`The option ${named} does not apply to ${operation}. Omit it.`;
  }
  if (choices && !choices.includes(`${value}`)) {
    return sentence`The option ${named} ${shown(value)} is not one of ${choices.join(", ")}.`;
  }
  if (typeof value === "number" && !(Number.isInteger(value) && value >= min && value <= max)) {
    return sentence`The option ${named} ${value} is not an integer from ${min} to ${max}.`;
  }
  if (excludes !== undefined && options[excludes as BatchOptionName] !== undefined) {
    return sentence`The option ${{ option: excludes }} and the option ${named} exclude each other. Use one of them.`;
  }
  const problem = check?.(value, operation);
  if (problem !== undefined) return problem;
  if (ROLES[operation].some((role) => COLUMN_OPTIONS[role] === name) && from === "plain") {
    return sentence`The format ${from} has no columns to choose with the option ${named}. Omit it.`;
  }
  // `from` stands before these options in the table, so it is a known format here.
  const isOfLines = name === "skip" || name === "comment";
  if (isOfLines && from !== undefined && hasKeys(from)) {
    return sentence`The format ${from} has no lines to leave out with the option ${named}. Remove these lines first, for example with tail or grep -v.`;
  }
  if (name !== "columns" || to !== "plain") return undefined;
  return sentence`The format ${to} has no names of columns. Omit the option ${named}, or use the option ${{ option: "onlyResults" }}.`;
}

/** @throws TypeError if an option has a wrong type. @throws BatchError if it has a wrong value, or contradicts another one */
export function checkOptions(options: ResolvedBatchOptions): void {
  for (const [name, declared] of DECLARED_OPTIONS) {
    const message = optionProblem(name, declared, options);
    if (message !== undefined) throw new BatchError(message, name);
  }
}
