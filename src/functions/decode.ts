/** Functions of mapcodes: code and territory to a point. */
import { RowProblem } from "../batch/rows/row-errors.ts";
import { filtersByName } from "../batch/rows/territory-filters.ts";
import { shortText } from "../batch/text.ts";
import { preEncoded } from "../bytes.ts";
import { decodeBytesInto, decodeInto, LAT_DEG, LON_DEG } from "../index.ts";
import { decodingProblem } from "../library/decoding.ts";
import { contextOfFilter, type TerritoryFilter, territoryFilter } from "../library/encoding.ts";
import type { FunctionOptions, ReportingFunction } from "./rows.ts";

/** The arguments of a row, of which the first one is needed. */
export const DECODE_ARGUMENTS = ["code", "context"] as const;
export type DecodeArgument = (typeof DECODE_ARGUMENTS)[number];

/** More than two numbers can take. */
const MAX_RESULT_BYTES = 128;

// What stands around the numbers of a point
const FIELDS = ["", "\t", "\n", "\\N\t\\N\n"].map(preEncoded);
const TUPLE = ["(", ",", ")\n", "(NULL,NULL)\n"].map(preEncoded);

/** `degrees` are the latitude and the longitude of the result. */
export interface DecodeFunction extends ReportingFunction {
  readonly degrees: Float64Array;
}

/**
 * @param isTuple whether the point is a tuple of ClickHouse
 * @throws MapcodeError if the options name no territory or country
 */
export function decodeFunction(
  args: readonly DecodeArgument[],
  isTuple: boolean,
  options: FunctionOptions,
): DecodeFunction {
  const code = args.indexOf("code");
  const around = isTuple ? TUPLE : FIELDS;
  const degrees = new Float64Array(2);
  let filter: TerritoryFilter | RowProblem = territoryFilter(options);
  const filterNamed = filtersByName(filter);
  // The code: a text, or bytes where that is undefined; null if there is none.
  let text: string | null | undefined = null;
  let codeBytes: Uint8Array = new Uint8Array(0);
  let start = 0;
  let end = 0;
  /** An error code of the engine, which is negative. */
  let failure = 0;

  return {
    degrees,
    setBytes(index, bytes, from, to) {
      if (index !== code) {
        filter = filterNamed(shortText(bytes, from, to));
        return;
      }
      text = undefined;
      codeBytes = bytes;
      start = from;
      end = to;
    },
    setValue(index, value) {
      if (index === code) text = value === null ? null : String(value);
      else filter = filterNamed(value);
    },
    convert() {
      if (text === null || filter instanceof RowProblem) return false;
      const context = contextOfFilter(filter);
      failure =
        text === undefined
          ? decodeBytesInto(codeBytes, start, end, context, degrees)
          : decodeInto(text, context, degrees);
      return failure === 0;
    },
    write(output) {
      output.reserve(MAX_RESULT_BYTES);
      output.appendEncoded(around[0]);
      output.appendDecimal(degrees[LAT_DEG]);
      output.appendEncoded(around[1]);
      output.appendDecimal(degrees[LON_DEG]);
      output.appendEncoded(around[2]);
    },
    writeNull(output) {
      output.reserve(MAX_RESULT_BYTES);
      output.appendEncoded(around[3]);
    },
    members: () => Array.from(degrees, String),
    error() {
      if (typeof text !== "string") return "The row has no mapcode.";
      if (filter instanceof RowProblem) return filter.message;
      return decodingProblem(failure, text, filter).message;
    },
  };
}
