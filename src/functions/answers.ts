/**
 * The answers of a function, row by row: a plan says what stands around the values of an answer, a notation how they
 * are written, with tabs or in JSON.
 */
import { type ByteWriter, preEncoded } from "../bytes.ts";
import { MAX_CODES } from "../index.ts";
import type { DecodeFunction } from "./decode-function.ts";
import { EncodeFunction } from "./encode-function.ts";
import { createFunction } from "./function.ts";
import { type FunctionTexts, MAX_RESULT_BYTES, textsOf } from "./result-texts.ts";
import type { FunctionSettings, FunctionSignature } from "./signature.ts";

// Notations

/** How a list is written, or a single text without brackets. */
interface ListNotation {
  readonly opening: string;
  readonly closing: string;
  /** Around each text. */
  readonly quote: string;
}

/** How the values of an answer are written. */
export interface Notation {
  readonly nullText: string;
  /** Around texts; empty for none. */
  readonly quote: string;
  readonly list: ListNotation;
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

/** Writes the answer of a converted row that has a result. */
type WriteAnswer = (output: ByteWriter) => void;

/** What a writer puts around the values: what opens the answer, and what ends it. */
interface Ends {
  readonly before: string;
  readonly after: string;
}

/** Writes texts: the items of a list, or one, or NULL. */
function textsWriter(
  { count, write }: FunctionTexts,
  nullText: string,
  { opening, closing, quote }: ListNotation,
  ends: Ends,
): WriteAnswer {
  const before = preEncoded(ends.before + opening + quote);
  const between = preEncoded(`${quote},${quote}`);
  const after = preEncoded(quote + closing + ends.after);
  const nothing = preEncoded(ends.before + nullText + ends.after);
  return (output) => {
    const texts = count();
    for (let index = 0; index < texts; index++) {
      output.appendEncoded(index === 0 ? before : between);
      write(output, index);
    }
    output.appendEncoded(texts === 0 ? nothing : after);
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
  { returns }: FunctionSignature,
  { notation, beforeValues, afterValues }: AnswerPlan,
  end: string,
): WriteAnswer {
  const after = afterValues + end;
  if (returns === "error") {
    const noError = preEncoded(after);
    return (output) => output.appendEncoded(noError);
  }
  if (!(converted instanceof EncodeFunction)) return numbersWriter(converted, beforeValues, after);
  const { list, nullText, objectText, quote } = notation;
  const single = { opening: "", closing: "", quote: returns === "json" ? "" : quote };
  const texts = textsOf(converted, returns, objectText);
  const ends = { before: beforeValues[0], after };
  return textsWriter(texts, nullText, returns === "all" ? list : single, ends);
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

  /** @throws UnknownTerritoryError if the settings name no territory or country */
  constructor(signature: FunctionSignature, settings: FunctionSettings, plan: AnswerPlan) {
    const { notation, noResult, beforeError, closing } = plan;
    const end = (beforeError === undefined ? "" : beforeError + notation.nullText) + closing;
    this.converted = createFunction(signature, settings);
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
