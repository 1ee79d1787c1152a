/** Rows of JSONEachRow: an object on each line, with a member for each argument or column. */

import { utf8Text } from "../batch/text.ts";
import type { ByteWriter } from "../bytes.ts";
import { CARRIAGE_RETURN, LINE_FEED } from "../characters.ts";
import { isObject } from "../internal.ts";
import { type Answer, type AnswerRow, createAnswerRow } from "./function.ts";
import { INCOMPLETE, type RowFormat } from "./row-stream.ts";
import type { FunctionSettings, FunctionSignature, RowStyle } from "./signature.ts";

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

export class JsonRows implements RowFormat {
  readonly #signature: FunctionSignature;
  readonly #isTuple: boolean;
  readonly #answerRow: AnswerRow;
  readonly #names: readonly string[];

  constructor(
    signature: FunctionSignature,
    settings: FunctionSettings,
    { isTuple, withErrors }: RowStyle,
  ) {
    const { columns } = signature;
    const names = withErrors ? [...columns, "error"] : columns;
    this.#signature = signature;
    this.#isTuple = isTuple;
    this.#answerRow = createAnswerRow(signature, settings);
    this.#names = names.length === 1 && !isTuple ? [RESULT] : names;
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
    const { args } = this.#signature;
    const missing = args.find((name) => !Object.hasOwn(object, name));
    if (missing !== undefined) this.writeError(`The row has no member ${missing}.`, output);
    else this.#write(this.#answerRow(args.map((name) => object[name])), output);
  }

  writeError(error: string, output: ByteWriter): void {
    this.#write({ values: this.#signature.columns.map(() => undefined), error }, output);
  }

  #write({ values, error }: Answer, output: ByteWriter): void {
    const all = [...values, error];
    const members = Object.fromEntries(
      this.#names.map((name, index) => [name, all[index] ?? null]),
    );
    const object = this.#isTuple ? { [RESULT]: members } : members;
    output.appendText(`${JSON.stringify(object)}\n`);
  }
}
