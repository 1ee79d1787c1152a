/**
 * The options of batches, each declared once. Types, checks and defaults, the options of `mapcoded encode` and `decode`
 * with their help, and the parameters of `/batch/codes` and `/batch/coords` follow from this table. A new option is an
 * entry here, its use, and a line in docs/batches.md. The order is that of checks and of the help.
 */
import { LOCAL_RULE_NAMES } from "../../borders/choice.ts";
import { countryNumber, getAlphabet, MAX_PRECISION, territoryNumber } from "../../index.ts";
import { checkOptions as checkNames } from "../../library/errors.ts";
import { shown } from "../../messages.ts";
import { BatchError } from "../errors.ts";
import {
  columnsProblem,
  commentProblem,
  delimiterProblem,
  encodingProblem,
  INCLUDES,
  type Include,
  includesProblem,
  lookUpProblem,
  type OutputColumn,
  parseColumns,
  parseDelimiter,
  parseIncludes,
} from "./checks.ts";
import { FORMAT_FACTS, FORMAT_NAMES, type FormatName, hasKeys } from "./formats.ts";
import { COLUMN_OPTIONS, type Operation, ROLES } from "./roles.ts";

const OPERATIONS: readonly Operation[] = ["encode", "decode"];

interface More<Value> {
  /** The only operation that it applies to; both without it. */
  readonly only?: Operation;
  /** The letter of the command line. */
  readonly short?: string;
  readonly example?: string;
  readonly min?: number;
  readonly max?: number;
  /** Makes the value of the text that users give. */
  readonly parse?: (text: string) => Value;
  /** What is wrong with a value of the right type, as a sentence; undefined if it is right. */
  readonly check?: (value: NonNullable<Value>, operation: Operation) => string | undefined;
  /** The option that must not be given together with this one. */
  readonly excludes?: string;
  /** Whether users cannot give it as an option, or as a parameter of requests. */
  readonly hidden?: "everywhere" | "in requests";
}

/** An option. `Value` is the type of its values, with undefined if it has no default. */
export interface OptionDeclaration<Value = unknown> extends More<Value> {
  readonly type: "string" | "boolean" | "number" | "array";
  /** Half a sentence for users of programs, the command line and requests. */
  readonly help: string;
  readonly default: Value;
  readonly choices?: readonly string[];
  /** The title above it in the help of the command line; among the first options without one. */
  group?: string;
}

/** An option whose value is a text; undefined without it. */
function text(help: string, more: More<string> = {}): OptionDeclaration<string | undefined> {
  return { type: "string", help, default: undefined, ...more };
}

function column(value: string, example: string, only?: Operation) {
  return text(`column with ${value}`, { example, ...(only && { only }) });
}

/** An option whose value is one of a list. */
function choice<Choice extends string>(
  help: string,
  choices: readonly Choice[],
  absent: Choice,
  more: More<Choice> = {},
): OptionDeclaration<Choice> {
  return { type: "string", help, choices, default: absent, ...more };
}

function format(help: string): OptionDeclaration<FormatName> {
  return choice(help, FORMAT_NAMES, "plain", { hidden: "in requests" });
}

/** An option that is on or off. */
function flag(help: string, more: More<boolean> = {}, absent = false): OptionDeclaration<boolean> {
  return { type: "boolean", help, default: absent, ...more };
}

/** An option whose value is an integer, from 0 on unless it says otherwise. */
function integer(help: string, absent: number, more: More<number>): OptionDeclaration<number> {
  return { type: "number", help, default: absent, min: 0, ...more };
}

/** An option whose value is a list, of which users give a text. */
function list<Value>(help: string, absent: Value, more: More<Value>): OptionDeclaration<Value> {
  return { type: "array", help, default: absent, ...more };
}

/** Options with a title above them. */
function grouped<Options extends Readonly<Record<string, { group?: string }>>>(
  group: string,
  options: Options,
): Options {
  for (const declared of Object.values(options)) declared.group = group;
  return options;
}

/** All options. */
export const BATCH_OPTIONS = {
  operation: choice("whether rows are points or mapcodes", OPERATIONS, "encode", {
    hidden: "everywhere",
  }),
  from: format("format of the input, by default by its name or first row"),
  to: format("format of the output, by default by its name or as the input"),
  territory: text("territory of the mapcodes, or of mapcodes without one (NLD, US-IN, Brazil)", {
    short: "t",
    check: lookUpProblem(territoryNumber),
  }),
  precision: integer(`number of extra digits, 0 to ${MAX_PRECISION}`, 0, {
    only: "encode",
    short: "p",
    max: MAX_PRECISION,
  }),

  ...grouped("Mapcodes", {
    country: text(
      "country (ISO 3166) of the mapcodes with its subdivisions, in place of a territory",
      { short: "c", excludes: "territory", check: lookUpProblem(countryNumber) },
    ),
    alphabet: text("alphabet of the mapcodes and territories", {
      only: "encode",
      check: lookUpProblem(getAlphabet),
    }),
    all: flag("all mapcodes of each point, not only the best ones", { only: "encode" }),
    local: choice(
      "local mapcode: of the territory that the point is in, by borders of OpenStreetMap (ODbL), or the shortest one",
      LOCAL_RULE_NAMES,
      "borders",
      { only: "encode" },
    ),
    include: list<readonly Include[]>(
      `values to add to each row: ${INCLUDES.join(",")}; when decoding, rectangle`,
      Object.freeze([]),
      { parse: parseIncludes, check: includesProblem },
    ),
  }),

  ...grouped("Columns", {
    latColumn: column("the latitude, by name or number", "latitude", "encode"),
    lonColumn: column("the longitude", "longitude", "encode"),
    coordinatesColumn: column("both coordinates", "point", "encode"),
    codeColumn: column("the mapcode, by name or number", "mapcode", "decode"),
    internationalColumn: column(
      "the mapcode of rows that have no other one",
      "international",
      "decode",
    ),
    territoryColumn: column("the territory", "territory"),
    countryColumn: column("the country (ISO 3166)", "country"),
  }),

  ...grouped("Input", {
    header: flag("names of columns in the first row of tables; without, use numbers", {}, true),
    delimiter: text("character between the fields of csv, or tab; by default as in the first row", {
      short: "d",
      example: "|",
      parse: parseDelimiter,
      check: delimiterProblem,
    }),
    decimalComma: flag("decimal commas in the numbers of tables"),
    encoding: text("encoding of the input, by default UTF-8 or by its mark", {
      example: "latin1",
      check: encodingProblem,
    }),
    skip: integer("lines to leave out at the start of each input", 0, {}),
    comment: text("beginning of lines that are not rows", { example: "#", check: commentProblem }),
    maxRowBytes: integer("greatest length of a row in bytes, by default 1 MiB", 1 << 20, {
      min: 1,
      hidden: "in requests",
    }),
  }),

  ...grouped("Output", {
    columns: list<readonly OutputColumn[] | undefined>(
      "columns to write, in this order",
      undefined,
      { example: "id,mapcode as code", parse: parseColumns, check: columnsProblem },
    ),
    onlyResults: flag("the results without the columns of the input", { excludes: "columns" }),
    replace: flag("results in place of columns with their names"),
    typedNumbers: flag("numbers of tables as numbers in JSON; other cells stay texts"),
  }),
};

type OptionValues<Declarations> = {
  readonly [Name in keyof Declarations]: Declarations[Name] extends OptionDeclaration<infer Value>
    ? Value
    : never;
};

type GivenValues<Values> = { readonly [Name in keyof Values]?: Values[Name] | undefined };

/** The name of an option, as in errors. */
export type BatchOptionName = keyof typeof BATCH_OPTIONS;

/** All options of a batch. An option without a default is undefined unless it was given. Plain data. */
export interface ResolvedBatchOptions extends OptionValues<typeof BATCH_OPTIONS> {}

/** Options of a batch as users give them. Absent and undefined ones have their defaults. */
export interface BatchOptions extends GivenValues<ResolvedBatchOptions> {}

/** Options of a stream, whose name says the operation. */
export interface StreamOptions extends Omit<BatchOptions, "operation"> {}

/** The declarations of all options with their names. */
export const DECLARED_OPTIONS = Object.entries(BATCH_OPTIONS) as readonly (readonly [
  BatchOptionName,
  OptionDeclaration,
])[];

/** The options of a batch for which users give none. */
export const DEFAULT_BATCH_OPTIONS = Object.freeze(
  Object.fromEntries(DECLARED_OPTIONS.map(([name, declared]) => [name, declared.default])),
) as ResolvedBatchOptions;

/**
 * Checks names and types of options; checkOptions checks their values.
 * @throws TypeError unless the options are an object
 * @throws MapcodeError if an option is unknown
 * @throws BatchError if the value of an option has the wrong type
 */
export function checkOptionTypes(options: BatchOptions, names = Object.keys(BATCH_OPTIONS)): void {
  checkNames(options, names);
  for (const [name, { type }] of DECLARED_OPTIONS) {
    const value = options[name];
    if (value === undefined || type === (Array.isArray(value) ? "array" : typeof value)) continue;
    const expected = type === "array" ? "an array" : `a ${type}`;
    throw new BatchError(`The option ${name} is ${shown(value)}, not ${expected}.`, name);
  }
}

/** Adds the defaults. The output has the format of the input unless `to` says otherwise. */
export function completeOptions(options: BatchOptions): ResolvedBatchOptions {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const to = options.from ?? DEFAULT_BATCH_OPTIONS.to;
  return { ...DEFAULT_BATCH_OPTIONS, to, ...Object.fromEntries(given) };
}

/** What is wrong with the value of an option; undefined if it is right. */
function optionProblem(
  name: BatchOptionName,
  { check, choices, excludes, only, min = 0, max = Number.MAX_SAFE_INTEGER }: OptionDeclaration,
  options: ResolvedBatchOptions,
): string | undefined {
  const value = options[name];
  if (only !== undefined && only !== options.operation) {
    return `The option ${name} does not apply to ${options.operation}. Omit it.`;
  }
  if (choices && !choices.includes(`${value}`)) {
    return `The option ${name} ${shown(value)} is not one of ${choices.join(", ")}.`;
  }
  if (typeof value === "number" && !(Number.isInteger(value) && value >= min && value <= max)) {
    return `The option ${name} ${value} is not an integer from ${min} to ${max}.`;
  }
  if (excludes !== undefined && options[excludes as BatchOptionName] !== undefined) {
    return `The option ${excludes} and the option ${name} exclude each other. Use one of them.`;
  }
  return check?.(value as NonNullable<typeof value>, options.operation);
}

/** What the formats have no columns, lines or names for. */
function formatProblem(name: BatchOptionName, options: ResolvedBatchOptions): string | undefined {
  const { from, to, operation } = options;
  const { kind } = FORMAT_FACTS[from];
  const isColumn = ROLES[operation].some((role) => COLUMN_OPTIONS[role] === name);
  if (isColumn && kind === "line") {
    return `The format ${from} has no columns to choose with the option ${name}. Omit it.`;
  }
  if ((name === "skip" || name === "comment") && hasKeys(kind)) {
    return `The format ${from} has no lines to leave out with the option ${name}. Use tail or grep -v in front.`;
  }
  if (name !== "columns" || FORMAT_FACTS[to].kind !== "line") return undefined;
  return `The format ${to} has no names of columns. Omit the option columns, or use the option onlyResults.`;
}

/** @throws BatchError if an option has a wrong value or contradicts another one */
export function checkOptions(options: ResolvedBatchOptions): void {
  checkOptionTypes(options);
  for (const [name, declared] of DECLARED_OPTIONS) {
    if (options[name] === undefined || options[name] === declared.default) continue;
    const message = optionProblem(name, declared, options) ?? formatProblem(name, options);
    if (message !== undefined) throw new BatchError(message, name);
  }
}
