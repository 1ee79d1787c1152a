/** Rows of JSONEachRow: an object on each line, with a member for each argument or column. */

import type { ByteWriter } from "../bytes.ts";
import { CARRIAGE_RETURN, LINE_FEED } from "../characters.ts";
import { isObject } from "../internal.ts";
import { utf8Text } from "../platform.ts";
import { type AnswerPlan, Answers, JSON_NOTATION, planFields } from "./answers.ts";
import { INCOMPLETE, type RowFormat } from "./row-stream.ts";
import type { FunctionSignature, ResolvedFunctionOptions, RowStyle } from "./signature.ts";

/** The member of an answer with one column. ClickHouse expects this name unless a function has another. */
const RESULT = "result";

type JsonObject = Readonly<Record<string, unknown>>;

/** @returns the object of a row; undefined if the text is not a JSON object */
function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function jsonPlan({ columns }: FunctionSignature, { isTuple, withErrors }: RowStyle): AnswerPlan {
  const names = withErrors ? [...columns, "error"] : columns;
  const members = names.length === 1 && !isTuple ? [RESULT] : names;
  return planFields({
    notation: JSON_NOTATION,
    opening: isTuple ? `{"${RESULT}":{` : "{",
    names: members.map((name) => `"${name}":`),
    withErrors,
    separator: ",",
    closing: isTuple ? "}}\n" : "}\n",
    nullText: JSON_NOTATION.nullText,
  });
}

export class JsonRows implements RowFormat {
  readonly #args: FunctionSignature["args"];
  readonly #answers: Answers;

  constructor(signature: FunctionSignature, options: ResolvedFunctionOptions, style: RowStyle) {
    this.#args = signature.args;
    this.#answers = new Answers(signature, options, jsonPlan(signature, style));
  }

  convert(bytes: Uint8Array, from: number, end: number, output: ByteWriter): number {
    const lineFeed = bytes.indexOf(LINE_FEED, from);
    if (lineFeed >= end) return INCOMPLETE;
    const to = bytes[lineFeed - 1] === CARRIAGE_RETURN && lineFeed > from ? lineFeed - 1 : lineFeed;
    const object = parseObject(utf8Text(bytes, from, to));
    if (object === undefined) this.writeError("The row is not a JSON object.", output);
    else this.#convertObject(object, output);
    return lineFeed + 1;
  }

  #convertObject(object: JsonObject, output: ByteWriter): void {
    const args = this.#args;
    const missing = args.find((name) => !Object.hasOwn(object, name));
    if (missing !== undefined) this.writeError(`The row has no member ${missing}.`, output);
    else
      this.#answers.writeRow(
        args.map((name) => object[name]),
        output,
      );
  }

  writeError(error: string, output: ByteWriter): void {
    this.#answers.writeError(error, output);
  }
}
