/** The options of a batch with its formats: their defaults and their checks. */
import { checkOptions as checkNames } from "../library/options.ts";
import { shown } from "../messages.ts";
import { BatchError } from "./errors.ts";
import { COLUMN_OPTIONS, ROLES } from "./options/conversion.ts";
import {
  choice,
  type GivenValues,
  type OptionDeclaration,
  type OptionValues,
} from "./options/declaration.ts";
import {
  CHOSEN_ROLES,
  FORMAT_FACTS,
  FORMAT_NAMES,
  type FormatName,
  hasKeys,
} from "./options/formats.ts";
import type { Operation } from "./options/operations.ts";
import { type BatchOptionName, CONVERSION_OPTIONS } from "./options/option-table.ts";

/** All options; see options/option-table.ts. */
export const BATCH_OPTIONS = {
  /** Format of the input. */
  from: choice<FormatName>("from", FORMAT_NAMES, {
    default: "plain",
    flag: "--from <format>",
    help: "format of the inputs; by default from their names, of standard input from its first row",
  }),
  /** Format of the output. */
  to: choice<FormatName>("to", FORMAT_NAMES, {
    default: "plain",
    flag: "--to <format>",
    help: "format of the output; by default from its name, or the format of the inputs",
  }),
  ...CONVERSION_OPTIONS,
};

/** All options of a batch. An option without a default is undefined unless it was given. */
export interface ResolvedBatchOptions extends OptionValues<typeof BATCH_OPTIONS> {}

/** Options of a batch as users give them. DEFAULT_BATCH_OPTIONS replaces absent and undefined ones. */
export interface BatchOptions extends GivenValues<ResolvedBatchOptions> {}

/** Options of a stream, whose name says the operation. */
export interface StreamOptions extends Omit<BatchOptions, "operation"> {}

/** The declarations of all options with their names. */
export const DECLARED_OPTIONS = Object.entries(BATCH_OPTIONS) as readonly (readonly [
  BatchOptionName,
  OptionDeclaration,
])[];

/**
 * The options of a batch for which users give none.
 */
export const DEFAULT_BATCH_OPTIONS: ResolvedBatchOptions = Object.freeze(
  Object.fromEntries(DECLARED_OPTIONS.map(([name, declared]) => [name, declared.default])),
) as unknown as ResolvedBatchOptions;

const NAMES = Object.keys(BATCH_OPTIONS);

/** The type of a value, to be read after "not". */
function withArticle(type: OptionDeclaration["type"]): string {
  return type === "array" ? "an array" : `a ${type}`;
}

/**
 * Checks names and types of options; checkOptions checks their values.
 * @throws TypeError unless the options are an object
 * @throws MapcodeError if an option is unknown
 * @throws BatchError if the value of an option has the wrong type
 */
export function checkOptionTypes(options: BatchOptions): void {
  checkNames(options, NAMES);
  for (const [name, { type }] of DECLARED_OPTIONS) {
    const value = options[name];
    if (value === undefined || type === (Array.isArray(value) ? "array" : typeof value)) continue;
    const message = `The option ${name} is ${shown(value)}, not ${withArticle(type)}.`;
    throw new BatchError(message, name);
  }
}

/** Adds the defaults. The output has the format of the input unless `to` says otherwise. */
export function completeOptions(options: BatchOptions): ResolvedBatchOptions {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const to = options.from ?? DEFAULT_BATCH_OPTIONS.to;
  return { ...DEFAULT_BATCH_OPTIONS, to, ...Object.fromEntries(given) };
}

/**
 * The options of a stream with its operation.
 * @throws BatchError if they name another operation
 */
export function streamOptions(operation: Operation, options: BatchOptions): BatchOptions {
  checkOptionTypes(options);
  if (options.operation === undefined || options.operation === operation) {
    return { ...options, operation };
  }
  const message = `The option operation is ${shown(options.operation)}, and this stream is for ${operation}. Omit it.`;
  throw new BatchError(message, "operation");
}

/** Checks the value of an option, and that it goes together with the operation and with another option. */
function checkOption(
  name: BatchOptionName,
  { check, excludes, operation, ...declared }: OptionDeclaration,
  options: ResolvedBatchOptions,
): void {
  const value = options[name];
  if (value === declared.default) return;
  if (operation !== undefined && operation !== options.operation) {
    const message = `The option ${name} does not apply to ${options.operation}. Omit it.`;
    throw new BatchError(message, name);
  }
  // A required option may be missing in options that nobody has completed.
  const message = check?.(value as NonNullable<typeof value>, options.operation);
  if (message !== undefined) throw new BatchError(message, name);
  if (excludes === undefined || options[excludes as BatchOptionName] === undefined) return;
  throw new BatchError(
    `The option ${excludes} and the option ${name} exclude each other. Use one of them.`,
    name,
  );
}

/** Checks that the formats have columns and names for the options that choose them. */
function checkFormats({ from, to, ...options }: ResolvedBatchOptions): void {
  const roles = CHOSEN_ROLES[FORMAT_FACTS[from].kind];
  for (const role of ROLES[options.operation]) {
    const name = COLUMN_OPTIONS[role];
    if (options[name] === undefined || roles.includes(role)) continue;
    const message = `The format ${from} has no columns to choose with the option ${name}. Omit it.`;
    throw new BatchError(message, name);
  }
  const leavesOut = options.skip > 0 ? "skip" : "comment";
  if (hasKeys(FORMAT_FACTS[from].kind) && (options.skip > 0 || options.comment !== undefined)) {
    const message = `The format ${from} has no lines to leave out with the option ${leavesOut}. Use tail or grep -v in front.`;
    throw new BatchError(message, leavesOut);
  }
  if (options.columns === undefined || FORMAT_FACTS[to].kind !== "line") return;
  const message = `The format ${to} has no names of columns. Omit the option columns, or use the option onlyResults.`;
  throw new BatchError(message, "columns");
}

/** @throws BatchError if an option has a wrong value or contradicts another one */
export function checkOptions(options: ResolvedBatchOptions): void {
  checkOptionTypes(options);
  for (const [name, declared] of DECLARED_OPTIONS) checkOption(name, declared, options);
  checkFormats(options);
}
