/**
 * Answers of common rows, from the bytes of the fields to the bytes of the answer by the fast path of batches. Other
 * rows are left to the general path, which writes the same bytes.
 */

import { DEFAULT_BATCH_OPTIONS } from "../../batch/batch-options.ts";
import { FastEncoding, MAX_RESULT_BYTES } from "../../batch/fast-path/conversions.ts";
import { FastDecoding } from "../../batch/fast-path/decoding.ts";
import { createRanges } from "../../batch/fast-path/value-ranges.ts";
import type { FunctionSettings } from "../../batch/functions/conversion.ts";
import type { ArgumentName } from "../../batch/functions/signature.ts";
import { DEFAULT_BATCH_OPTIONS } from "../../batch/options/options.ts";
import type { OutputBuffer } from "../../batch/output/frame.ts";
import { DIGIT_0, SPACE } from "../../characters.ts";
import { LAT_DEG, LON_DEG, MAX_CODES, MAX_PRECISION, NO_CODE } from "../../index.ts";
import type { Punctuation, TabSeparatedStyle } from "./punctuation.ts";
import type { Signature } from "./signature.ts";

export interface FastAnswers {
  /**
   * Converts a row and appends its answer.
   * @param bounds the start and the end of each field, alternating
   * @returns false, with nothing written, if the general path has to convert the row
   */
  convert(bytes: Uint8Array, bounds: Int32Array, output: OutputBuffer): boolean;
}

const NO_FIELD = -1;

/** The bytes around the values of an answer. */
interface PunctuationBytes {
  readonly opening: Uint8Array;
  readonly separator: Uint8Array;
  readonly closing: Uint8Array;
  readonly nullText: Uint8Array;
  readonly quote: Uint8Array;
}

function bytesOf({ opening, separator, closing, nullText, quote }: Punctuation): PunctuationBytes {
  const encoder = new TextEncoder();
  return {
    opening: encoder.encode(opening),
    separator: encoder.encode(separator),
    closing: encoder.encode(closing),
    nullText: encoder.encode(nullText),
    quote: encoder.encode(quote),
  };
}

/** The punctuation of a row, whose closing has the line end, after the NULL of the error. */
function rowBytes({ withErrors }: Signature, row: Punctuation): PunctuationBytes {
  const error = withErrors ? row.separator + row.nullText : "";
  return bytesOf({ ...row, closing: `${error}${row.closing}\n` });
}

function appendAll(output: OutputBuffer, bytes: Uint8Array): void {
  output.appendFew(bytes, 0, bytes.length);
}

/** Twice the index of an argument among those of the signature, or NO_FIELD. */
function fieldOf({ args }: Signature, name: ArgumentName): number {
  const index = args.indexOf(name);
  return index < 0 ? NO_FIELD : 2 * index;
}

class FastEncodeAnswers implements FastAnswers {
  readonly #settings: FunctionSettings;
  readonly #row: PunctuationBytes;
  readonly #list: PunctuationBytes;
  readonly #returns: string;
  readonly #lat: number;
  readonly #lon: number;
  readonly #territory: number;
  readonly #precision: number;
  readonly #ranges = createRanges();
  /** The conversion for rows without a precision of their own. */
  readonly #encoding: FastEncoding;
  /** Conversions by the precision of rows. */
  readonly #encodings: (FastEncoding | undefined)[] = [];

  constructor(signature: Signature, settings: FunctionSettings, { row, list }: TabSeparatedStyle) {
    this.#settings = settings;
    this.#row = rowBytes(signature, row);
    this.#list = bytesOf(list);
    this.#returns = signature.returns;
    this.#lat = fieldOf(signature, "lat");
    this.#lon = fieldOf(signature, "lon");
    this.#territory = fieldOf(signature, "territory");
    this.#precision = fieldOf(signature, "precision");
    this.#encoding = this.#createEncoding(settings);
  }

  convert(bytes: Uint8Array, bounds: Int32Array, output: OutputBuffer): boolean {
    const ranges = this.#ranges;
    ranges.firstFrom = bounds[this.#lat];
    ranges.firstTo = bounds[this.#lat + 1];
    ranges.secondFrom = bounds[this.#lon];
    ranges.secondTo = bounds[this.#lon + 1];
    if (this.#territory !== NO_FIELD) {
      ranges.territoryFrom = bounds[this.#territory];
      ranges.territoryTo = bounds[this.#territory + 1];
    }
    const encoding = this.#encodingOfRow(bytes, bounds);
    if (encoding?.convert(bytes, ranges) !== true) return false;
    // The codes of a point with all their punctuation.
    output.reserve(MAX_RESULT_BYTES + MAX_CODES * MAX_RESULT_BYTES);
    appendAll(output, this.#row.opening);
    if (this.#returns === "all") this.#writeAll(encoding, output);
    else if (this.#returns === "local") this.#writeLocal(encoding, output);
    else this.#writeInternational(encoding, output);
    appendAll(output, this.#row.closing);
    return true;
  }

  #writeLocal(encoding: FastEncoding, output: OutputBuffer): void {
    const local = encoding.indexOfLocal();
    if (local === NO_CODE) appendAll(output, this.#row.nullText);
    else this.#writeMapcode(encoding, local, this.#row.quote, output);
  }

  #writeInternational(encoding: FastEncoding, output: OutputBuffer): void {
    appendAll(output, this.#row.quote);
    encoding.writeInternational(output);
    appendAll(output, this.#row.quote);
  }

  #writeAll(encoding: FastEncoding, output: OutputBuffer): void {
    const list = this.#list;
    appendAll(output, list.opening);
    for (let index = 0; index < encoding.list.count; index++) {
      if (index > 0) appendAll(output, list.separator);
      this.#writeMapcode(encoding, index, list.quote, output);
    }
    appendAll(output, list.closing);
  }

  #writeMapcode(
    encoding: FastEncoding,
    index: number,
    quote: Uint8Array,
    output: OutputBuffer,
  ): void {
    appendAll(output, quote);
    encoding.writeTerritory(output, index);
    output.appendByte(SPACE);
    encoding.writeCode(output, index);
    appendAll(output, quote);
  }

  /** The conversion with the precision of a row; undefined if the general path has to read it. */
  #encodingOfRow(bytes: Uint8Array, bounds: Int32Array): FastEncoding | undefined {
    const from = bounds[this.#precision];
    const to = bounds[this.#precision + 1];
    if (this.#precision === NO_FIELD || from === to) return this.#encoding;
    const precision = bytes[from] - DIGIT_0;
    if (to - from > 1 || precision < 0 || precision > MAX_PRECISION) return undefined;
    this.#encodings[precision] ??= this.#createEncoding({ ...this.#settings, precision });
    return this.#encodings[precision];
  }

  #createEncoding(settings: FunctionSettings): FastEncoding {
    const all = this.#returns === "all";
    return new FastEncoding({ ...DEFAULT_BATCH_OPTIONS, ...settings, all });
  }
}

class FastDecodeAnswers implements FastAnswers {
  readonly #row: PunctuationBytes;
  readonly #code: number;
  readonly #context: number;
  readonly #ranges = createRanges();
  readonly #decoding: FastDecoding;

  constructor(signature: Signature, settings: FunctionSettings, { row }: TabSeparatedStyle) {
    this.#row = rowBytes(signature, row);
    this.#code = fieldOf(signature, "code");
    this.#context = fieldOf(signature, "context");
    const options = { ...DEFAULT_BATCH_OPTIONS, ...settings, operation: signature.operation };
    this.#decoding = new FastDecoding(options);
  }

  convert(bytes: Uint8Array, bounds: Int32Array, output: OutputBuffer): boolean {
    const ranges = this.#ranges;
    ranges.firstFrom = bounds[this.#code];
    ranges.firstTo = bounds[this.#code + 1];
    if (this.#context !== NO_FIELD) {
      ranges.territoryFrom = bounds[this.#context];
      ranges.territoryTo = bounds[this.#context + 1];
    }
    const { degrees } = this.#decoding;
    if (!this.#decoding.convert(bytes, ranges)) return false;
    output.reserve(MAX_RESULT_BYTES);
    appendAll(output, this.#row.opening);
    output.appendDecimal(degrees[LAT_DEG]);
    appendAll(output, this.#row.separator);
    output.appendDecimal(degrees[LON_DEG]);
    appendAll(output, this.#row.closing);
    return true;
  }
}

/** Creates the fast path of a function; undefined if the general path has to convert all rows. */
export function createFastAnswers(
  signature: Signature,
  settings: FunctionSettings,
  style: TabSeparatedStyle,
): FastAnswers | undefined {
  const { operation, returns } = signature;
  if (operation === "decode") {
    return returns === "lat,lon" ? new FastDecodeAnswers(signature, settings, style) : undefined;
  }
  return returns === "json" ? undefined : new FastEncodeAnswers(signature, settings, style);
}
