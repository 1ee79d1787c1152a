/** Decoding on the fast path, from the bytes of a row's values to those of its results, or to why it fails. */
import { QUOTE, SPACE } from "../../characters.ts";
import {
  decodeBytesInto,
  LAT_DEG,
  LON_DEG,
  MALFORMED_MAPCODE,
  NO_TERRITORY,
  UNKNOWN_MAPCODE,
} from "../../index.ts";
import type { ConversionOptions } from "../options/conversion.ts";
import type { OutputBuffer, PaddedText } from "../output.ts";
import { shortAsciiText } from "../text.ts";
import { type Area, Areas, explainArea, groupOfArea } from "./areas.ts";
import { appendPoint, type FastConversion, MAX_RESULT_BYTES } from "./conversions.ts";
import { type Failure, isPlain, MALFORMED, UNKNOWN_INTERNATIONAL } from "./failures.ts";
import { ABSENT, type ValueRanges } from "./value-ranges.ts";

/** In place of an error code: the area of the row is not known. */
const NO_AREA = -2;

/** In place of an error code: none is known. */
const NO_ERROR = -1;

/** The text of a mapcode in front of its code, with the space behind the territory. */
function beforeCode(bytes: Uint8Array, from: number, to: number): string {
  let end = to;
  while (end > from && bytes[end - 1] !== SPACE) end--;
  return shortAsciiText(bytes, from, end);
}

export class FastDecoding implements FastConversion {
  /** The decoded point. */
  readonly degrees = new Float64Array(2);
  private readonly areas: Areas;
  /** The area of the last row with a mapcode that is not an international one. */
  private area: Area;
  /** Why the last row was not converted: an error code, NO_AREA, or NO_ERROR. */
  private error = NO_ERROR;

  constructor(options: ConversionOptions) {
    this.areas = new Areas(options);
    this.area = this.areas.common;
  }

  convert(bytes: Uint8Array, ranges: ValueRanges): boolean {
    const { firstFrom, firstTo, secondFrom, secondTo } = ranges;
    if (firstFrom === firstTo && secondFrom < secondTo) {
      this.error = decodeBytesInto(bytes, secondFrom, secondTo, NO_TERRITORY, this.degrees);
      return this.error === 0;
    }
    const area = this.areas.find(bytes, ranges);
    this.area = area;
    if (!area.isKnown) {
      this.error = area.isRare ? NO_ERROR : NO_AREA;
      return false;
    }
    const context = area.territory === NO_TERRITORY ? area.country : area.territory;
    this.error = decodeBytesInto(bytes, firstFrom, firstTo, context, this.degrees);
    return this.error === 0;
  }

  explain(bytes: Uint8Array, ranges: ValueRanges, failure: Failure): boolean {
    const { firstFrom, firstTo, secondFrom, secondTo } = ranges;
    const isInternational = firstFrom === firstTo && secondFrom < secondTo;
    failure.hasValue = true;
    failure.bytes = bytes;
    failure.valueFrom = isInternational ? secondFrom : firstFrom;
    failure.valueTo = isInternational ? secondTo : firstTo;
    if (failure.valueFrom === ABSENT) return false;
    switch (this.error) {
      case MALFORMED_MAPCODE:
        failure.group = MALFORMED;
        failure.key = "";
        return true;
      case UNKNOWN_MAPCODE:
        failure.group = isInternational ? UNKNOWN_INTERNATIONAL : groupOfArea(this.area);
        failure.key = beforeCode(bytes, failure.valueFrom, failure.valueTo);
        return true;
      case NO_AREA:
        explainArea(this.area, failure);
        // A row with a blank mapcode fails for its international one, if it has one.
        return isPlain(bytes, firstFrom, firstTo, QUOTE);
      default:
        return false;
    }
  }

  hasResults(): boolean {
    return false;
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

  writeMembers(output: OutputBuffer, keys: readonly PaddedText[]): void {
    for (let index = 0; index < keys.length; index++) {
      output.appendPadded(keys[index]);
      output.appendDecimal(this.degrees[index === 0 ? LAT_DEG : LON_DEG]);
    }
  }

  writePoint(output: OutputBuffer): void {
    appendPoint(output, this.degrees);
  }
}
