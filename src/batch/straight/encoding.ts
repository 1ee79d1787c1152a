/** From the bytes of a point to those of its codes. */
import {
  countryNumber,
  createCodeList,
  encodeCountryInto,
  encodeInternationalInto,
  encodeInto,
  encodeTerritoryInto,
  INTERNATIONAL,
  territories,
  territoryNumber,
} from "../../index.ts";
import type { BatchOptions } from "../options.ts";
import type { Output } from "../output.ts";
import { afterSpaces, type Conversion, type Places } from "./conversion.ts";
import { degrees, readDegrees } from "./degrees.ts";

const NONE = -1;

export class Encoding implements Conversion {
  private readonly precision: number;
  private readonly territory: number;
  private readonly country: number;
  private readonly international: number;
  private readonly list = createCodeList();
  private readonly internationalList = createCodeList();
  /** The code of each territory. */
  private readonly names: readonly Uint8Array[];
  private local = NONE;

  constructor({ precision, territory, country }: BatchOptions) {
    this.precision = precision;
    this.territory = territory === undefined ? NONE : territoryNumber(territory);
    this.country = country === undefined ? NONE : countryNumber(country);
    this.international = territoryNumber(INTERNATIONAL);
    this.names = territories().map(({ alphaCode }) => new TextEncoder().encode(alphaCode));
  }

  convert(bytes: Buffer, places: Places): boolean {
    if (!this.readNumber(bytes, places.firstFrom, places.firstTo)) return false;
    const latDeg = degrees[0] as number;
    if (!this.readNumber(bytes, places.secondFrom, places.secondTo)) return false;
    if (this.encode(latDeg, degrees[0] as number) < 0) return false;
    this.local = this.shortestLocal();
    return true;
  }

  private readNumber(bytes: Buffer, from: number, to: number): boolean {
    const end = readDegrees(bytes, afterSpaces(bytes, from, to), to);
    return end >= 0 && (end === to || afterSpaces(bytes, end, to) === to);
  }

  private encode(latDeg: number, lonDeg: number): number {
    const { country, list, internationalList, territory } = this;
    const precision = this.precision;
    if (territory === NONE && country === NONE) return encodeInto(latDeg, lonDeg, precision, list);
    encodeInternationalInto(latDeg, lonDeg, precision, internationalList);
    return country === NONE
      ? encodeTerritoryInto(latDeg, lonDeg, precision, territory, list)
      : encodeCountryInto(latDeg, lonDeg, precision, country, list);
  }

  /** The shortest of the local codes, the first of equals. */
  private shortestLocal(): number {
    const { starts, ends, territories: owners, count } = this.list;
    let best = NONE;
    let bestLength = 0;
    for (let index = 0; index < count; index++) {
      const length = (ends[index] as number) - (starts[index] as number);
      const isBetter = best === NONE || length < bestLength;
      if (!isBetter || owners[index] === this.international) continue;
      best = index;
      bestLength = length;
    }
    return best;
  }

  write(output: Output, delimiter: number): void {
    const list = this.list;
    const local = this.local;
    output.appendByte(delimiter);
    if (local !== NONE) {
      const name = this.names[list.territories[local] as number] as Uint8Array;
      output.appendFew(name, 0, name.length);
    }
    output.appendByte(delimiter);
    if (local !== NONE) {
      output.appendFew(list.chars, list.starts[local] as number, list.ends[local] as number);
    }
    output.appendByte(delimiter);
    const isAll = this.territory === NONE && this.country === NONE;
    const { chars, starts, ends, count } = isAll ? list : this.internationalList;
    output.appendFew(chars, starts[count - 1] as number, ends[count - 1] as number);
  }
}
