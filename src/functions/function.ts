/**
 * A function that an engine calls, on the values of a row: a carrier sets the arguments, converts them, and takes the
 * answer in its own form.
 */
import { DecodeFunction } from "./decode-function.ts";
import { EncodeFunction } from "./encode-function.ts";
import type { FunctionSignature, ResolvedFunctionOptions } from "./signature.ts";

/**
 * Creates a function.
 * @param options for arguments that a row does not have
 * @throws MapcodeError if the options name no territory or country
 */
export function createFunction(
  signature: FunctionSignature,
  options: ResolvedFunctionOptions,
): EncodeFunction | DecodeFunction {
  return signature.operation === "encode"
    ? new EncodeFunction(signature, options)
    : new DecodeFunction(signature, options);
}
