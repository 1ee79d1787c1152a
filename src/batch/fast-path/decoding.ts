/** Decoding on the fast path, from the bytes of a row's values to those of its results, or to why it fails. */
import {
  countryNumber,
  decodeBytesInto,
  LAT_DEG,
  LON_DEG,
  MALFORMED_MAPCODE,
  NO_TERRITORY,
  territoryNumber,
  UNKNOWN_MAPCODE,
} from "../../index.ts";
import { territoryNamed } from "../../internal.ts";
import type { ConversionOptions } from "../conversion.ts";
import { QUOTE } from "../formats/scan.ts";
import type { OutputBuffer } from "../output.ts";
import { shortAsciiText } from "../text.ts";
import {
  ABSENT,
  appendPoint,
  type FastConversion,
  MAX_RESULT_BYTES,
  SPACE,
  type ValueRanges,
} from "./conversions.ts";
import { type Failure, isPlain } from "./failures.ts";

/** The maximum number of cached territory names: more than files commonly have. */
const MAX_NAMES = 10_000;

/** In place of the number of a territory: no territory has the name. Mapcodes without a context have NO_TERRITORY. */
const UNKNOWN_NAME = -2;

/** In place of an error code: none is known. */
const NO_ERROR = -1;

// Groups of failures. An unknown mapcode is explained by its territory and context.
const MALFORMED = 0;
const UNNAMED = 1;
const WITHOUT_CONTEXT = 2;
const CONTEXT_OF_OPTIONS = 3;
/** The group of the context with the number 0. */
const FIRST_CONTEXT = 4;

/** The text of a mapcode in front of its code, with the space behind the territory. */
function beforeCode(bytes: Uint8Array, from: number, to: number): string {
  let end = to;
  while (end > from && bytes[end - 1] !== SPACE) end--;
  return shortAsciiText(bytes, from, end);
}

function isAscii(bytes: Uint8Array, from: number, to: number): boolean {
  let all = 0;
  for (let at = from; at < to; at++) all |= bytes[at];
  return all < 0x80;
}

export class FastDecoding implements FastConversion {
  /** The decoded point. */
  readonly degrees = new Float64Array(2);
  private readonly context: number;
  /** Territory numbers by the names in rows. */
  private readonly numbers = new Map<string, number>();
  /** Why the last row was not converted: an error code, UNKNOWN_NAME, or NO_ERROR. */
  private error = NO_ERROR;

  constructor({ territory, country }: ConversionOptions) {
    if (territory !== undefined) this.context = territoryNumber(territory);
    else this.context = country === undefined ? NO_TERRITORY : countryNumber(country);
  }

  convert(bytes: Uint8Array, ranges: ValueRanges): boolean {
    const { firstFrom, firstTo, secondFrom, secondTo, thirdFrom, thirdTo } = ranges;
    if (firstFrom === firstTo && thirdFrom < thirdTo) {
      this.error = decodeBytesInto(bytes, thirdFrom, thirdTo, NO_TERRITORY, this.degrees);
      return this.error === 0;
    }
    this.error = NO_ERROR;
    if (!isAscii(bytes, secondFrom, secondTo)) return false;
    const context =
      secondTo > secondFrom ? this.territoryIn(bytes, secondFrom, secondTo) : this.context;
    this.error =
      context === UNKNOWN_NAME
        ? UNKNOWN_NAME
        : decodeBytesInto(bytes, firstFrom, firstTo, context, this.degrees);
    return this.error === 0;
  }

  explain(bytes: Uint8Array, ranges: ValueRanges, failure: Failure): boolean {
    const { firstFrom, firstTo, secondFrom, secondTo, thirdFrom, thirdTo } = ranges;
    const isInternational = firstFrom === firstTo && thirdFrom < thirdTo;
    failure.hasValue = true;
    failure.valueFrom = isInternational ? thirdFrom : firstFrom;
    failure.valueTo = isInternational ? thirdTo : firstTo;
    if (failure.valueFrom === ABSENT) return false;
    switch (this.error) {
      case MALFORMED_MAPCODE:
        failure.group = MALFORMED;
        failure.key = "";
        return true;
      case UNKNOWN_MAPCODE:
        failure.group = isInternational ? WITHOUT_CONTEXT : this.contextOf(bytes, ranges);
        failure.key = beforeCode(bytes, failure.valueFrom, failure.valueTo);
        return true;
      case UNKNOWN_NAME:
        failure.group = UNNAMED;
        failure.key = shortAsciiText(bytes, secondFrom, secondTo).trim();
        failure.hasValue = false;
        failure.valueTo = failure.valueFrom;
        // A row with a blank mapcode fails for its international one, if it has one.
        return (
          isPlain(bytes, firstFrom, firstTo, QUOTE) && isPlain(bytes, secondFrom, secondTo, QUOTE)
        );
      default:
        return false;
    }
  }

  /** The group of failures with the context of a row. */
  private contextOf(bytes: Uint8Array, { secondFrom, secondTo }: ValueRanges): number {
    const name = shortAsciiText(bytes, secondFrom, secondTo).trim();
    return name === "" ? CONTEXT_OF_OPTIONS : FIRST_CONTEXT + this.territoryNamed(name);
  }

  /** The number of the territory that a field names; UNKNOWN_NAME if it names none. */
  private territoryIn(bytes: Uint8Array, from: number, to: number): number {
    const name = shortAsciiText(bytes, from, to).trim();
    return name === "" ? this.context : this.territoryNamed(name);
  }

  private territoryNamed(name: string): number {
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    const found = territoryNamed(name);
    const number = found === NO_TERRITORY ? UNKNOWN_NAME : found;
    if (this.numbers.size < MAX_NAMES) this.numbers.set(name, number);
    return number;
  }

  rows(): number {
    return 1;
  }

  maxBytes(): number {
    return MAX_RESULT_BYTES;
  }

  write(output: OutputBuffer, delimiter: number): void {
    output.appendByte(delimiter);
    output.appendDecimal(this.degrees[LAT_DEG]);
    output.appendByte(delimiter);
    output.appendDecimal(this.degrees[LON_DEG]);
  }

  writeMembers(output: OutputBuffer, keys: readonly Uint8Array[]): void {
    for (let index = 0; index < keys.length; index++) {
      output.appendFew(keys[index], 0, keys[index].length);
      output.appendDecimal(this.degrees[index === 0 ? LAT_DEG : LON_DEG]);
    }
  }

  writePoint(output: OutputBuffer): void {
    appendPoint(output, this.degrees);
  }
}
