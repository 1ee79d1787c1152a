/** Parsers of option values. Commander puts the name and the value of the option before their messages. */
import { InvalidArgumentError, Option } from "commander";
import { BatchError } from "../batch/errors.ts";
import { FORMAT_NAMES } from "../batch/formats/index.ts";
import { INCLUDES, type Include } from "../batch/options/conversion.ts";
import { parseColumns } from "../batch/options/output-checks.ts";
import type { OutputColumn } from "../batch/options/output-options.ts";
import { formatList } from "../internal.ts";
import { processorCount } from "./processors.ts";
import { commandMessageOf } from "./terminal.ts";

const MAX_WORKERS = 256;

/** @returns a parser of integers from `min` to `max` */
export function integerParser(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Expected an integer from ${min} to ${max}.`);
  };
}

/** Parses a number of workers; `auto` is one per processor that this process may use. */
export function parseWorkers(text: string): number {
  if (text === "auto") return processorCount();
  const isCount = /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_WORKERS;
  if (isCount) return Number(text);
  throw new InvalidArgumentError(`Expected auto or an integer from 1 to ${MAX_WORKERS}.`);
}

/** Parses the comma-separated list of `--include`. */
export function parseIncludes(text: string): readonly Include[] {
  return text.split(",").map((item) => {
    const include = INCLUDES.find((name) => name === item.trim());
    if (include) return include;
    const expected = `one or more of ${formatList(INCLUDES, "and")}, separated by commas`;
    throw new InvalidArgumentError(`Expected ${expected}.`);
  });
}

/** Parses the list of `--columns`: names separated by commas, `as` before a new name. */
export function parseColumnList(text: string): readonly OutputColumn[] {
  try {
    return parseColumns(text);
  } catch (error) {
    if (error instanceof BatchError) throw new InvalidArgumentError(commandMessageOf(error));
    throw error;
  }
}

/** An option whose value is a batch format. */
export function formatOption(flags: string, description: string): Option {
  return new Option(flags, description).choices(FORMAT_NAMES).argParser((text: string) => {
    const format = FORMAT_NAMES.find((name) => name === text);
    if (format) return format;
    throw new InvalidArgumentError(`Expected one of ${FORMAT_NAMES.join(", ")}.`);
  });
}
