/** From the bytes of a point to those of its codes. */
import {
  countryNumber,
  createCodeList,
  encodeCountryInto,
  encodeInternationalInto,
  encodeInto,
  encodeTerritoryInto,
  indexOfShortestLocal,
  LAT_DEG,
  LON_DEG,
  NO_CODE,
  territories,
  territoryNumber,
} from "../../index.ts";
import { readDecimal } from "../../internal.ts";
import type { BatchOptions } from "../options.ts";
import type { Output } from "../output.ts";
import { afterSpaces, type Conversion, type Places } from "./conversion.ts";

const NONE = -1;

export class Encoding implements Conversion {
  private readonly precision: number;
  private readonly territory: number;
  private readonly country: number;
  private readonly degrees = new Float64Array(2);
  private readonly list = createCodeList();
  private readonly internationalList = createCodeList();
  /** The code of each territory. */
  private readonly names: readonly Uint8Array[];
  private local = NO_CODE;

  constructor({ precision, territory, country }: BatchOptions) {
    this.precision = precision;
    this.territory = territory === undefined ? NONE : territoryNumber(territory);
    this.country = country === undefined ? NONE : countryNumber(country);
    this.names = territories().map(({ alphaCode }) => new TextEncoder().encode(alphaCode));
  }

  convert(bytes: Buffer, places: Places): boolean {
    const degrees = this.degrees;
    if (!this.readNumber(bytes, places.firstFrom, places.firstTo, LAT_DEG)) return false;
    if (!this.readNumber(bytes, places.secondFrom, places.secondTo, LON_DEG)) return false;
    if (this.encode(degrees[LAT_DEG], degrees[LON_DEG]) < 0) return false;
    this.local = indexOfShortestLocal(this.list);
    return true;
  }

  private readNumber(bytes: Buffer, from: number, to: number, place: number): boolean {
    const end = readDecimal(bytes, afterSpaces(bytes, from, to), to, this.degrees, place);
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

  write(output: Output, delimiter: number): void {
    const list = this.list;
    const local = this.local;
    output.appendByte(delimiter);
    if (local !== NO_CODE) {
      const name = this.names[list.territories[local]] as Uint8Array;
      output.appendFew(name, 0, name.length);
    }
    output.appendByte(delimiter);
    if (local !== NO_CODE) {
      output.appendFew(list.chars, list.starts[local], list.ends[local]);
    }
    output.appendByte(delimiter);
    const isAll = this.territory === NONE && this.country === NONE;
    const { chars, starts, ends, count } = isAll ? list : this.internationalList;
    output.appendFew(chars, starts[count - 1], ends[count - 1]);
  }
}
