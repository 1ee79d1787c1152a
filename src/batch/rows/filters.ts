/** The territory or country to which a row or the options restrict mapcodes, found by the bytes of their names. */
import { countryNumber, NO_TERRITORY, territoryNumber } from "../../index.ts";
import { NO_BYTES } from "../chunks.ts";
import type { ConversionOptions } from "../options/conversion.ts";
import { isText } from "../scan.ts";
import type { Row, RowInput } from "./row.ts";
import { RowProblem } from "./row-errors.ts";
import { filterOf, inputOf } from "./row-input.ts";
import { findText, text } from "./values.ts";

/** Which mapcodes of a point are wanted, or in which territory a mapcode is looked up. */
export interface TerritoryFilter {
  /** The number of its territory, or NO_TERRITORY. */
  readonly territory: number;
  /** The number of its country if it is a country with all its subdivisions, or NO_TERRITORY. */
  readonly country: number;
  /** Its name in messages; empty if everything is wanted. */
  readonly name: string;
}

/** A filter, and the bytes of the names of the territory and the country that it was found by. */
interface NamedFilter {
  readonly filter: TerritoryFilter | RowProblem;
  /** The hash of both names. Names that all differ often begin alike. */
  readonly hash: number;
  readonly territoryBytes: Uint8Array;
  readonly countryBytes: Uint8Array;
  /** The next filter in the same bucket. */
  readonly next: NamedFilter | undefined;
}

/** More than files commonly have. */
const MAX_FILTERS = 10_000;

/** No territory has a longer name. Longer texts would fill the memory. */
const MAX_NAME_BYTES = 200;

/** A power of two. */
const BUCKETS = 4096;

/** As a signed integer, as the hashes that follow are. */
const FIRST_HASH = 0x811c9dc5 | 0;

/** Continues a hash of names (FNV-1a). */
function hashOf(hash: number, bytes: Uint8Array, from: number, to: number): number {
  let next = hash;
  for (let at = from; at < to; at++) next = Math.imul(next ^ bytes[at], 0x01000193);
  return next;
}

function bucketOf(hash: number): number {
  return (hash ^ (hash >>> 16)) & (BUCKETS - 1);
}

/** The filters of the rows of a conversion, found without making strings. */
export class Filters {
  private readonly options: ConversionOptions;
  /** The filter of rows that name none. */
  readonly common: TerritoryFilter | RowProblem;
  private readonly buckets: (NamedFilter | undefined)[] = [];
  private count = 0;
  /** The filter of the last row that names one. */
  private last: NamedFilter;
  /** The names of the row, in its chunk. */
  private territoryFrom = 0;
  private territoryTo = 0;
  private countryFrom = 0;
  private countryTo = 0;

  constructor(options: ConversionOptions) {
    this.options = options;
    this.common = this.filterOfInput({});
    const names = { territoryBytes: NO_BYTES, countryBytes: NO_BYTES };
    this.last = { ...names, filter: this.common, hash: FIRST_HASH, next: undefined };
  }

  /** @returns a problem if the row names no territory or country */
  find(bytes: Uint8Array, row: Row): TerritoryFilter | RowProblem {
    if (row.input) return this.filterOfInput(row.input);
    if (!row.schema.hasFilter) return this.common;
    const { territory, country } = row.schema.values;
    if (!findText(bytes, row, territory)) return this.findRare(bytes, row);
    this.territoryFrom = text.from;
    this.territoryTo = text.to;
    if (!findText(bytes, row, country)) return this.findRare(bytes, row);
    this.countryFrom = text.from;
    this.countryTo = text.to;
    return this.isNamed(this.last, bytes) ? this.last.filter : this.findOther(bytes, row);
  }

  private isNamed({ territoryBytes, countryBytes }: NamedFilter, bytes: Uint8Array): boolean {
    return (
      isText(bytes, this.territoryFrom, this.territoryTo, territoryBytes) &&
      isText(bytes, this.countryFrom, this.countryTo, countryBytes)
    );
  }

  /** Finds another filter than the last one. */
  private findOther(bytes: Uint8Array, row: Row): TerritoryFilter | RowProblem {
    const { territoryFrom, territoryTo, countryFrom, countryTo } = this;
    const start = hashOf(FIRST_HASH, bytes, territoryFrom, territoryTo);
    const hash = hashOf(start, bytes, countryFrom, countryTo);
    const bucket = bucketOf(hash);
    let named = this.buckets[bucket];
    while (named !== undefined && (named.hash !== hash || !this.isNamed(named, bytes))) {
      named = named.next;
    }
    if (named === undefined) {
      const filter = this.findRare(bytes, row);
      const nameBytes = Math.max(territoryTo - territoryFrom, countryTo - countryFrom);
      if (this.count === MAX_FILTERS || nameBytes > MAX_NAME_BYTES) return filter;
      const territoryBytes = bytes.slice(territoryFrom, territoryTo);
      const countryBytes = bytes.slice(countryFrom, countryTo);
      named = { filter, hash, territoryBytes, countryBytes, next: this.buckets[bucket] };
      this.buckets[bucket] = named;
      this.count++;
    }
    this.last = named;
    return named.filter;
  }

  private findRare(bytes: Uint8Array, row: Row): TerritoryFilter | RowProblem {
    const input = inputOf(bytes, row, this.options);
    return input instanceof RowProblem ? input : this.filterOfInput(input);
  }

  private filterOfInput(input: RowInput): TerritoryFilter | RowProblem {
    const names = filterOf(input, this.options);
    if (names instanceof RowProblem) return names;
    const { territory, country } = names;
    return {
      territory: territory === undefined ? NO_TERRITORY : territoryNumber(territory),
      country: country === undefined ? NO_TERRITORY : countryNumber(country),
      name: territory ?? country ?? "",
    };
  }
}
