/**
 * A function that an engine calls, on the values of a row: a carrier sets the arguments, converts them, and takes the
 * answer in its own form.
 */
import { DecodeFunction } from "./decode-function.ts";
import { EncodeFunction } from "./encode-function.ts";
import type {
  AnswerValue,
  FunctionSettings,
  FunctionSignature,
  MapcodeFunction,
} from "./signature.ts";

export interface Answer {
  /** In the order of the signature's columns. */
  readonly values: readonly AnswerValue[];
  /** Why the row has no result. */
  readonly error: string | undefined;
}

/** Converts the arguments of a row, in the order of the signature. Missing ones are NULL. */
export type AnswerRow = (args: readonly unknown[]) => Answer;

/**
 * Creates a function.
 * @param settings for arguments that a row does not have
 * @throws UnknownTerritoryError if the settings name no territory or country
 */
export function createFunction(
  signature: FunctionSignature,
  settings: FunctionSettings,
): EncodeFunction | DecodeFunction {
  return signature.operation === "encode"
    ? new EncodeFunction(signature, settings)
    : new DecodeFunction(signature, settings);
}

/** Creates a function that answers whole rows. @throws UnknownTerritoryError as createFunction does */
export function createAnswerRow(
  signature: FunctionSignature,
  settings: FunctionSettings,
): AnswerRow {
  const { args, columns } = signature;
  const converted: MapcodeFunction = createFunction(signature, settings);
  const nulls = columns.map(() => undefined);
  return (values) => {
    args.forEach((_, index) => {
      converted.set(index, values[index]);
    });
    return converted.convert()
      ? { values: columns.length === 0 ? nulls : converted.values(), error: undefined }
      : { values: nulls, error: converted.error() };
  };
}
