/** From the bytes of a mapcode to those of its point. */
import {
  decodeBytesInto,
  LAT_DEG,
  LON_DEG,
  MapcodeError,
  NO_TERRITORY,
  territoryNumber,
} from "../../index.ts";
import type { BatchOptions } from "../options.ts";
import type { Output } from "../output.ts";
import type { Conversion, Places } from "./conversion.ts";

/** More than there are names of territories that rows usually have. */
const MAX_NAMES = 10_000;

function isAscii(bytes: Buffer, from: number, to: number): boolean {
  let all = 0;
  for (let at = from; at < to; at++) all |= bytes[at];
  return all < 0x80;
}

export class Decoding implements Conversion {
  private readonly context: number;
  private readonly degrees = new Float64Array(2);
  /** Numbers of the territories that rows named. */
  private readonly numbers = new Map<string, number>();

  constructor({ territory }: BatchOptions) {
    this.context = territory === undefined ? NO_TERRITORY : territoryNumber(territory);
  }

  convert(bytes: Buffer, { firstFrom, firstTo, secondFrom, secondTo }: Places): boolean {
    if (!isAscii(bytes, secondFrom, secondTo)) return false;
    const context = secondTo > secondFrom ? this.named(bytes, secondFrom, secondTo) : this.context;
    if (context === undefined) return false;
    return decodeBytesInto(bytes, firstFrom, firstTo, context, this.degrees) === 0;
  }

  /** The territory of a field, or undefined when it names none. */
  private named(bytes: Buffer, from: number, to: number): number | undefined {
    const name = bytes.toString("latin1", from, to).trim();
    if (name === "") return this.context;
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    try {
      const number = territoryNumber(name);
      if (this.numbers.size < MAX_NAMES) this.numbers.set(name, number);
      return number;
    } catch (error) {
      if (error instanceof MapcodeError) return undefined;
      throw error;
    }
  }

  write(output: Output, delimiter: number): void {
    output.appendByte(delimiter);
    output.appendDecimal(this.degrees[LAT_DEG]);
    output.appendByte(delimiter);
    output.appendDecimal(this.degrees[LON_DEG]);
  }
}
