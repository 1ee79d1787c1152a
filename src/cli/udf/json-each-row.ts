/** Rows of JSONEachRow: an object on each line, with a member for each argument or column. */
import type { JsonObject } from "../../batch/formats/json-text.ts";
import type { Answer, AnswerValue, ConvertArguments } from "../../batch/functions/conversion.ts";
import type { OutputBuffer } from "../../batch/output/frame.ts";
import { utf8Text } from "../../batch/text.ts";
import { CARRIAGE_RETURN, LINE_FEED } from "../../characters.ts";
import { isObject } from "../../internal.ts";
import { INCOMPLETE, type RowFormat } from "./row-stream.ts";
import type { Signature } from "./signature.ts";

/** The member of an answer with one column. ClickHouse expects this name unless a function has another. */
const RESULT = "result";

/** @returns the object of a row; undefined if the text is not a JSON object */
function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export class JsonEachRow implements RowFormat {
  readonly #signature: Signature;
  readonly #convert: ConvertArguments;
  readonly #names: readonly string[];

  constructor(signature: Signature, convert: ConvertArguments) {
    const { columns, isTuple, withErrors } = signature;
    const names = withErrors ? [...columns, "error"] : columns;
    this.#signature = signature;
    this.#convert = convert;
    this.#names = names.length === 1 && !isTuple ? [RESULT] : names;
  }

  convert(bytes: Uint8Array, from: number, end: number, output: OutputBuffer): number {
    const lineFeed = bytes.indexOf(LINE_FEED, from);
    if (lineFeed >= end) return INCOMPLETE;
    const to = bytes[lineFeed - 1] === CARRIAGE_RETURN && lineFeed > from ? lineFeed - 1 : lineFeed;
    const object = parseObject(utf8Text(bytes, from, to));
    if (object === undefined) this.writeError("The row is not a JSON object.", output);
    else this.#convertObject(object, output);
    return lineFeed + 1;
  }

  #convertObject(object: JsonObject, output: OutputBuffer): void {
    const { args } = this.#signature;
    const missing = args.find((name) => !Object.hasOwn(object, name));
    if (missing === undefined) this.#write(this.#convert(args.map((name) => object[name])), output);
    else this.writeError(`The row has no member ${missing}.`, output);
  }

  writeError(error: string, output: OutputBuffer): void {
    this.#write({ values: this.#signature.columns.map(() => undefined), error }, output);
  }

  #write({ values, error }: Answer, output: OutputBuffer): void {
    const all: readonly AnswerValue[] = [...values, error];
    const members = Object.fromEntries(
      this.#names.map((name, index) => [name, all[index] ?? null]),
    );
    const object = this.#signature.isTuple ? { [RESULT]: members } : members;
    output.appendText(`${JSON.stringify(object)}\n`);
  }
}
