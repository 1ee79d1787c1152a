/**
 * Messages of rows that fail, for the fast path. The general path writes the first message of a kind. The others
 * differ from it only in the value that they quote, so that they are written without a string or object.
 */
import { QUOTE } from "../../characters.ts";
import { quoted } from "../../internal.ts";
import { NO_BYTES } from "../chunks.ts";
import { quotedField } from "../formats/delimited-fields.ts";
import type { OutputBuffer } from "../output.ts";
import { shortAsciiText } from "../text.ts";
import type { FastConversion } from "./conversions.ts";
import { type Failure, isPlain } from "./failures.ts";
import type { WriteResults } from "./templates.ts";
import type { ValueRanges } from "./value-ranges.ts";

/** The bytes of a message in front of its value and behind it. */
interface MessageBytes {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** How an output writes messages. */
export interface MessageForm {
  /** The field or string for a message. It has the characters that `isPlain` accepts as they are. */
  readonly textOf: (message: string) => string;
  /** The delimiter of fields; for strings, their quote. */
  readonly delimiter: number;
}

/** The form of messages in tables with a delimiter. */
export function fieldForm(delimiter: string): MessageForm {
  return {
    textOf: (message) => quotedField(message, delimiter),
    delimiter: delimiter.charCodeAt(0),
  };
}

/** The form of messages in JSON. */
export const STRING_FORM: MessageForm = { textOf: JSON.stringify, delimiter: QUOTE };

/** Most inputs fail for a few reasons. If each row has a reason of its own, no kept message is ever used again. */
const MAX_MESSAGES = 1000;

const encoder = new TextEncoder();

/** Returned by `find`: only the general path can write the message. */
const UNKNOWN_MESSAGE = -1;

/** The messages of the rows that a conversion does not convert. */
export class FailureMessages {
  private readonly conversion: FastConversion;
  private readonly form: MessageForm;
  /** By group and key. */
  private readonly groups: (Map<string, MessageBytes> | undefined)[] = [];
  private count = 0;
  private readonly failure: Failure = {
    group: 0,
    key: "",
    hasValue: false,
    isQuoted: true,
    bytes: NO_BYTES,
    valueFrom: 0,
    valueTo: 0,
  };
  /** Calls `write`. */
  readonly writer: WriteResults = (output) => this.write(output);
  private found: MessageBytes = { before: NO_BYTES, after: NO_BYTES };

  constructor(conversion: FastConversion, form: MessageForm) {
    this.conversion = conversion;
    this.form = form;
  }

  /**
   * Finds the message for the values that the conversion has just rejected.
   * @returns its length, or UNKNOWN_MESSAGE
   */
  find(bytes: Uint8Array, ranges: ValueRanges): number {
    if (!this.explain(bytes, ranges)) return UNKNOWN_MESSAGE;
    const { group, key, valueFrom, valueTo } = this.failure;
    const found = this.groups[group]?.get(key);
    if (found === undefined) return UNKNOWN_MESSAGE;
    this.found = found;
    return found.before.length + (valueTo - valueFrom) + found.after.length;
  }

  /** Writes the message that `find` has found. */
  write(output: OutputBuffer): void {
    const { before, after } = this.found;
    const { bytes, valueFrom, valueTo } = this.failure;
    output.appendFew(before, 0, before.length);
    output.appendFew(bytes, valueFrom, valueTo);
    output.appendMany(after);
  }

  /** Keeps the message that the general path has written for such values. */
  learn(bytes: Uint8Array, ranges: ValueRanges, message: string): void {
    if (this.count === MAX_MESSAGES || !this.explain(bytes, ranges)) return;
    const { group, key, hasValue, isQuoted, valueFrom, valueTo } = this.failure;
    const text = this.form.textOf(message);
    const value = shortAsciiText(this.failure.bytes, valueFrom, valueTo);
    const shown = isQuoted ? quoted(value) : ` ${value} `;
    const found = text.indexOf(shown);
    // A column may have the value as its name.
    if (hasValue && (found < 0 || text.includes(shown, found + 1))) return;
    const at = hasValue ? found + 1 : text.length;
    const before = encoder.encode(text.slice(0, at));
    const after = encoder.encode(text.slice(at + value.length));
    const messages = this.groups[group] ?? new Map<string, MessageBytes>();
    this.groups[group] = messages.set(key, { before, after });
    this.count++;
  }

  private explain(bytes: Uint8Array, ranges: ValueRanges): boolean {
    const failure = this.failure;
    if (!this.conversion.explain(bytes, ranges, failure)) return false;
    return isPlain(failure.bytes, failure.valueFrom, failure.valueTo, this.form.delimiter);
  }
}
