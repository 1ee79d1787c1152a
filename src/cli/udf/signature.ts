/** What the options say of a function that an engine calls. */

import {
  type ArgumentName,
  type FunctionSignature,
  isReturnName,
  type ReturnName,
  RULES,
} from "../../batch/functions/signature.ts";
import type { Operation } from "../../batch/options/conversion.ts";
import { quoted } from "../../internal.ts";
import { UsageError } from "../errors.ts";

/** The formats of rows, as engines name them. */
export const ROW_FORMATS = ["TabSeparated", "COPY", "JSONEachRow"] as const;
export type RowFormatName = (typeof ROW_FORMATS)[number];

/** How rows with tabs write a list: `['NLD 49.4V']` or `{"NLD 49.4V"}`. */
export const LIST_STYLES = ["clickhouse", "postgresql"] as const;
export type ListStyle = (typeof LIST_STYLES)[number];

/** How the engine that a format comes from writes lists. */
export function defaultLists(format: RowFormatName): ListStyle {
  return format === "COPY" ? "postgresql" : "clickhouse";
}

/** A function as an engine calls it, and how its answers are written. */
export interface Signature extends FunctionSignature {
  /** Whether the last column says why a row has no result. */
  readonly withErrors: boolean;
  /** Whether all columns are written as one tuple. */
  readonly isTuple: boolean;
}

/** @throws UsageError if a name is unknown or comes twice, or one that the operation needs is missing */
export function parseArguments(operation: Operation, text: string): readonly ArgumentName[] {
  const { arguments: names, requiredCount } = RULES[operation];
  const args = text.split(",").map((item) => {
    const name = names.find((known) => known === item.trim());
    if (name) return name;
    throw new UsageError(
      `The option --args has ${quoted(item)}, which is not one of ${names.join(", ")}.`,
    );
  });
  const twice = args.find((name, index) => args.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new UsageError(`The option --args has ${twice} twice. Name each argument once.`);
  }
  const missing = names.slice(0, requiredCount).find((name) => !args.includes(name));
  if (missing !== undefined) {
    throw new UsageError(
      `The option --args lacks ${missing}. Name the fields of a row in their order, such as ${names.slice(0, requiredCount).join(",")}.`,
    );
  }
  return args;
}

/** @throws UsageError if the operation returns no such thing, or an argument has no effect on it */
export function parseReturns(
  operation: Operation,
  text: string,
  args: readonly ArgumentName[],
): ReturnName {
  const { returns } = RULES[operation];
  const names = Object.keys(returns);
  const name = text.replaceAll(" ", "");
  if (!isReturnName(name) || returns[name] === undefined) {
    throw new UsageError(
      `The option --returns is ${quoted(text)}, not one of ${names.join(" | ")}.`,
    );
  }
  if (name === "international" && args.includes("territory")) {
    throw new UsageError(
      "The international mapcode does not depend on a territory. Omit territory from --args.",
    );
  }
  return name;
}
