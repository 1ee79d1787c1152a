/**
 * The answers of a function, row by row: a plan says what stands around the values of an answer, a notation how they
 * are written, with tabs or in JSON.
 */
import { alphaCodeTexts } from "../batch/rows/result-texts.ts";
import { type ByteWriter, CodeWords, preEncoded } from "../bytes.ts";
import { SPACE } from "../characters.ts";
import { MAX_CODES } from "../index.ts";
import type { DecodeFunction } from "./decode-function.ts";
import { EncodeFunction } from "./encode-function.ts";
import { createFunction } from "./function.ts";
import type { FunctionSignature, ResolvedFunctionOptions, ReturnName } from "./signature.ts";

// Notations

/** How the values of an answer are written. */
export interface Notation {
  readonly nullText: string;
  /** Around texts; empty for none. */
  readonly quote: string;
  readonly list: {
    readonly opening: string;
    readonly closing: string;
    /** Around the texts of a list. */
    readonly quote: string;
  };
  /** A text as it stands between quotes. */
  escapeText(text: string): string;
  /** An object. @param json the object in JSON */
  objectText(json: string): string;
}

export const JSON_NOTATION: Notation = {
  nullText: "null",
  quote: '"',
  list: { opening: "[", closing: "]", quote: '"' },
  escapeText: (text) => JSON.stringify(text).slice(1, -1),
  objectText: (json) => json,
};

// Plans

/** What stands around the values of an answer. An error comes after them. */
export interface AnswerPlan {
  readonly notation: Notation;
  /** What stands before each value of a result, with what opens the answer. */
  readonly beforeValues: readonly string[];
  /** What ends a result. */
  readonly afterValues: string;
  /** In place of a result. */
  readonly noResult: string;
  /** What stands before the error, or its NULL; undefined for answers without errors. */
  readonly beforeError: string | undefined;
  readonly closing: string;
}

/** An answer whose fields stand side by side. */
interface Fields {
  readonly notation: Notation;
  readonly opening: string;
  /** What stands before each field, such as its name. An error is the last field. */
  readonly names: readonly string[];
  readonly withErrors: boolean;
  readonly separator: string;
  readonly closing: string;
  /** Each field of a missing result. */
  readonly nullText: string;
}

export function planFields(fields: Fields): AnswerPlan {
  const { notation, opening, names, withErrors, separator, closing, nullText } = fields;
  const before = names.map((name, index) => (index === 0 ? opening : separator) + name);
  const beforeError = withErrors ? before.pop() : undefined;
  return {
    notation,
    beforeValues: before,
    afterValues: "",
    noResult: before.map((text) => text + nullText).join(""),
    beforeError,
    closing,
  };
}

// Answers

/** More than a mapcode, or a number, can take with what stands around it. */
export const MAX_RESULT_BYTES = 256;

/** Writes the code at an index of its list, for which there must be room. */
type WriteCode = (output: ByteWriter, index: number) => void;

export function codeWriter({ codes: { list } }: EncodeFunction, returns: ReturnName): WriteCode {
  const words = new CodeWords(list);
  if (returns === "international") return (output, index) => output.appendCode(words, index);
  const names = alphaCodeTexts();
  return (output, index) => {
    output.appendFrom(names, list.territories[index]);
    output.appendByte(SPACE);
    output.appendCode(words, index);
  };
}

/** Writes the answer of a converted row that has a result. */
type WriteAnswer = (output: ByteWriter) => void;

/** What a writer puts around the values: what opens the answer, and what ends it. */
interface Ends {
  readonly before: string;
  readonly after: string;
}

/** Writes codes: the items of a list, or one, or NULL. */
function codesWriter(
  converted: EncodeFunction,
  { returns }: FunctionSignature,
  { list, nullText, quote: textQuote }: Notation,
  ends: Ends,
): WriteAnswer {
  const { opening, closing, quote } =
    returns === "all" ? list : { opening: "", closing: "", quote: textQuote };
  const writeCode = codeWriter(converted, returns);
  const before = preEncoded(ends.before + opening + quote);
  const between = preEncoded(`${quote},${quote}`);
  const after = preEncoded(quote + closing + ends.after);
  const nothing = preEncoded(ends.before + nullText + ends.after);
  return (output) => {
    const { first, end } = converted;
    for (let index = first; index < end; index++) {
      output.appendEncoded(index === first ? before : between);
      writeCode(output, index);
    }
    output.appendEncoded(first === end ? nothing : after);
  };
}

function objectWriter(converted: EncodeFunction, notation: Notation, ends: Ends): WriteAnswer {
  return (output) => {
    const object = notation.objectText(JSON.stringify(converted.values()[0]));
    output.appendText(ends.before + object + ends.after);
  };
}

function numbersWriter(
  { columns, degrees }: DecodeFunction,
  beforeValues: readonly string[],
  end: string,
): WriteAnswer {
  const before = beforeValues.map(preEncoded);
  const after = preEncoded(end);
  return (output) => {
    for (let index = 0; index < columns.length; index++) {
      output.appendEncoded(before[index]);
      output.appendDecimal(degrees[columns[index]]);
    }
    output.appendEncoded(after);
  };
}

function answerWriter(
  converted: EncodeFunction | DecodeFunction,
  signature: FunctionSignature,
  { notation, beforeValues, afterValues }: AnswerPlan,
  end: string,
): WriteAnswer {
  const after = afterValues + end;
  if (signature.returns === "error") {
    const noError = preEncoded(after);
    return (output) => output.appendEncoded(noError);
  }
  if (!(converted instanceof EncodeFunction)) return numbersWriter(converted, beforeValues, after);
  const ends = { before: beforeValues[0], after };
  return signature.returns === "json"
    ? objectWriter(converted, notation, ends)
    : codesWriter(converted, signature, notation, ends);
}

/** A function that writes its answers, row by row. */
export class Answers {
  /** Takes the arguments of the next answer. */
  readonly converted: EncodeFunction | DecodeFunction;
  private readonly argumentCount: number;
  private readonly plan: AnswerPlan;
  private readonly writeAnswer: WriteAnswer;
  /** The answer of a row that has neither a result nor an error. */
  private readonly nothing: string;

  /** @throws MapcodeError if the options name no territory or country */
  constructor(signature: FunctionSignature, options: ResolvedFunctionOptions, plan: AnswerPlan) {
    const { notation, noResult, beforeError, closing } = plan;
    const end = (beforeError === undefined ? "" : beforeError + notation.nullText) + closing;
    this.converted = createFunction(signature, options);
    this.argumentCount = signature.args.length;
    this.plan = plan;
    this.writeAnswer = answerWriter(this.converted, signature, plan, end);
    this.nothing = noResult + end;
  }

  /** Converts the arguments that are set, and writes the answer. */
  write(output: ByteWriter): void {
    if (this.converted.convert()) {
      output.reserve(MAX_CODES * MAX_RESULT_BYTES);
      this.writeAnswer(output);
    } else this.writeError(this.converted.problem()?.message, output);
  }

  /** Writes the answer of a row. @param values in the order of the arguments; missing ones are NULL */
  writeRow(values: readonly unknown[], output: ByteWriter): void {
    for (let index = 0; index < this.argumentCount; index++) {
      this.converted.set(index, values[index]);
    }
    this.write(output);
  }

  /** Writes the answer of a row without a result. */
  writeError(error: string | undefined, output: ByteWriter): void {
    const { notation, noResult, beforeError, closing } = this.plan;
    if (error === undefined || beforeError === undefined) output.appendText(this.nothing);
    else {
      const { quote } = notation;
      output.appendText(
        noResult + beforeError + quote + notation.escapeText(error) + quote + closing,
      );
    }
  }
}
