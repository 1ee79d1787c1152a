/** The options of a batch, their defaults and their checks. */
import {
  countryNumber,
  findAlphabet,
  MAX_PRECISION,
  MapcodeError,
  territoryNumber,
} from "../../index.ts";
import {
  checkOptions as checkNames,
  messageOf,
  option as reference,
  sentence,
  shown,
} from "../../internal.ts";
import { batchError } from "../errors.ts";
import { FORMAT_NAMES, type FormatName, formatNamed } from "../formats/index.ts";
import { checkEncoding } from "../input-decoder.ts";
import {
  type BatchOptionName,
  COLUMN_OPTIONS,
  type ConversionOptions,
  INCLUDES,
  OPERATION_INCLUDES,
  ROLES,
} from "./conversion.ts";
import { checkInputOptions } from "./input-checks.ts";
import { DEFAULT_INPUT_OPTIONS } from "./input-options.ts";
import { checkOutputOptions } from "./output-checks.ts";
import { DEFAULT_OUTPUT_OPTIONS } from "./output-options.ts";

export interface BatchOptions extends ConversionOptions {
  /** Format of the input. */
  readonly from: FormatName;
  /** Format of the output. */
  readonly to: FormatName;
}

/**
 * The options of a batch without settings.
 * @example
 * ```ts
 * DEFAULT_BATCH_OPTIONS.operation; // "encode"
 * DEFAULT_BATCH_OPTIONS.precision; // 0
 * ```
 */
export const DEFAULT_BATCH_OPTIONS: BatchOptions = Object.freeze({
  operation: "encode",
  from: "plain",
  to: "plain",
  all: false,
  strictRange: false,
  precision: 0,
  include: Object.freeze([]),
  header: true,
  ...DEFAULT_INPUT_OPTIONS,
  ...DEFAULT_OUTPUT_OPTIONS,
});

/** Options as users give them. DEFAULT_BATCH_OPTIONS replaces those that are undefined. */
export type BatchSettings = {
  readonly [Name in keyof BatchOptions]?: BatchOptions[Name] | undefined;
};

/** The type of each option, to be read after "not". */
const OPTION_TYPES: Readonly<Record<keyof BatchOptions, string>> = {
  operation: "a string",
  from: "a string",
  to: "a string",
  all: "a boolean",
  precision: "a number",
  territory: "a string",
  country: "a string",
  alphabet: "a string",
  include: "an array",
  coordinatesColumn: "a string",
  countryColumn: "a string",
  latColumn: "a string",
  lonColumn: "a string",
  codeColumn: "a string",
  territoryColumn: "a string",
  internationalColumn: "a string",
  header: "a boolean",
  delimiter: "a string",
  encoding: "a string",
  decimalComma: "a boolean",
  skip: "a number",
  comment: "a string",
  maxRowBytes: "a number",
  columns: "an array",
  onlyResults: "a boolean",
  resultPrefix: "a string",
  replace: "a boolean",
  strictRange: "a boolean",
  typedNumbers: "a boolean",
  nullText: "a string",
};

/** The names of all options. */
export const BATCH_OPTION_NAMES: readonly string[] = Object.keys(OPTION_TYPES);

const SETTINGS = { names: BATCH_OPTION_NAMES, example: '{ from: "csv" }' };

/**
 * Checks names and types of options; checkOptions checks their values.
 * @throws TypeError unless the settings are an object
 * @throws InvalidOptionError if an option is unknown
 * @throws BatchError if the value of an option has the wrong type
 */
export function checkSettings(settings: BatchSettings): void {
  checkNames(settings, SETTINGS);
  for (const [option, value] of Object.entries(settings)) {
    const expected = OPTION_TYPES[option as BatchOptionName];
    const type = Array.isArray(value) ? "an array" : `a ${typeof value}`;
    if (value === undefined || type === expected) continue;
    const message = sentence`The ${reference(option)} is ${shown(value)}, not ${expected}.`;
    throw batchError(message, option as BatchOptionName);
  }
}

/** Adds the defaults. The output has the format of the input unless `to` says otherwise. */
export function completeOptions(settings: BatchSettings): BatchOptions {
  const defined = Object.entries(settings).filter(([, value]) => value !== undefined);
  const to = settings.from ?? DEFAULT_BATCH_OPTIONS.to;
  return { ...DEFAULT_BATCH_OPTIONS, to, ...Object.fromEntries(defined) };
}

/** Converts an error of the library to one about an option. */
function checkWith(option: BatchOptionName, check: () => unknown): void {
  try {
    check();
  } catch (error) {
    if (error instanceof MapcodeError) throw batchError(messageOf(error), option);
    throw error;
  }
}

function checkOneOf(option: BatchOptionName, value: string, known: readonly string[]): void {
  if (known.includes(value)) return;
  const message = sentence`The ${reference(option)} ${shown(value)} is not one of ${known.join(", ")}.`;
  throw batchError(message, option);
}

const ENCODE_ONLY = ["alphabet", "latColumn", "lonColumn", "coordinatesColumn"] as const;
const DECODE_ONLY = ["codeColumn", "internationalColumn"] as const;

/** Checks that each option applies to the operation. */
function checkOperation(options: BatchOptions): void {
  const { operation, all, include, precision } = options;
  checkOneOf("operation", operation, Object.keys(ROLES));
  const isEncode = operation === "encode";
  const others: readonly BatchOptionName[] = isEncode ? DECODE_ONLY : ENCODE_ONLY;
  const misplaced = others.filter((name) => options[name] !== undefined);
  if (!isEncode && all) misplaced.push("all");
  if (!isEncode && precision !== 0) misplaced.push("precision");
  if (!isEncode && options.strictRange) misplaced.push("strictRange");
  const extra = include.find((name) => !OPERATION_INCLUDES[operation].includes(name));
  if (extra !== undefined) misplaced.push("include");
  const [option] = misplaced;
  if (option === undefined) return;
  const value = option === "include" ? ` '${extra}'` : "";
  const message = sentence`The ${reference(option)}${value} does not apply to ${operation}. Omit it.`;
  throw batchError(message, option);
}

/** Checks that the input's format has columns for the options that choose one. */
function checkColumnOptions({ from, ...options }: BatchOptions): void {
  const { columnRoles } = formatNamed(from);
  for (const role of ROLES[options.operation]) {
    const option = COLUMN_OPTIONS[role];
    if (options[option] === undefined || columnRoles.includes(role)) continue;
    const message = sentence`The format ${from} has no columns to choose with the ${reference(option)}. Omit it.`;
    throw batchError(message, option);
  }
}

/** @throws BatchError if an option has a wrong value or contradicts another one */
export function checkOptions(options: BatchOptions): void {
  checkSettings(options);
  const { from, to, precision, territory, country, alphabet, include } = options;
  checkOneOf("from", from, FORMAT_NAMES);
  checkOneOf("to", to, FORMAT_NAMES);
  for (const name of include) checkOneOf("include", name, INCLUDES);
  checkOperation(options);
  if (!Number.isInteger(precision) || precision < 0 || precision > MAX_PRECISION) {
    const message = `The precision ${precision} is not an integer from 0 to ${MAX_PRECISION}.`;
    throw batchError(message, "precision");
  }
  if (territory !== undefined && country !== undefined) {
    const message = sentence`The ${reference("territory")} and the ${reference("country")} exclude each other. Use one of them.`;
    throw batchError(message, "country");
  }
  if (territory !== undefined) checkWith("territory", () => territoryNumber(territory));
  if (country !== undefined) checkWith("country", () => countryNumber(country));
  if (alphabet !== undefined) checkWith("alphabet", () => findAlphabet(alphabet));
  checkColumnOptions(options);
  checkInputOptions(options);
  checkEncoding(options.encoding);
  checkOutputOptions(options, to);
}
