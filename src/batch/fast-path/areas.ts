/**
 * The areas of rows with a territory or a country, found from the bytes of their names. The general path looks up each
 * pair of names once.
 */
import { BACKSLASH, QUOTE } from "../../characters.ts";
import { countryNumber, NO_TERRITORY, territoryNumber } from "../../index.ts";
import { NO_BYTES } from "../chunks.ts";
import { isText } from "../formats/scan.ts";
import type { ConversionOptions } from "../options/conversion.ts";
import { RowProblem } from "../rows/row-errors.ts";
import { areaOf } from "../rows/row-input.ts";
import { shortText } from "../text.ts";
import { type Failure, FIRST_AREA_GROUP } from "./failures.ts";
import type { ValueRanges } from "./value-ranges.ts";

/** The maximum number of remembered areas: more than files commonly have. */
const MAX_AREAS = 10_000;

/** Longer names than those of territories are left to the general path, as they would fill the memory. */
const MAX_NAME_BYTES = 200;

/** A power of two. */
const BUCKETS = 4096;

/** The territory or country to which the options or a row restrict mapcodes. */
export interface Area {
  /** Each area of a conversion has another number, from 0. */
  readonly number: number;
  /** Whether there is such an area. */
  readonly isKnown: boolean;
  /** Whether only the general path can tell. */
  readonly isRare: boolean;
  /** The number of its territory, or NO_TERRITORY. */
  readonly territory: number;
  /** The number of its country if it is a country with all its subdivisions, or NO_TERRITORY. */
  readonly country: number;
  /** The name of the area in messages. */
  readonly name: string;
}

/** An area, and the bytes of the territory and the country that it was found by. */
interface KeyedArea extends Area {
  /** Of both. Names that all differ are compared with those of a whole bucket, and often begin alike. */
  readonly hash: number;
  readonly territoryBytes: Uint8Array;
  readonly countryBytes: Uint8Array;
  /** The next area in the same bucket. */
  readonly next: KeyedArea | undefined;
}

const NO_NUMBER = -1;

const NO_AREA = { territory: NO_TERRITORY, country: NO_TERRITORY, name: "" };

const RARE_AREA: Area = { ...NO_AREA, number: NO_NUMBER, isKnown: false, isRare: true };

/** Continues a hash of names (FNV-1a). */
function hashOf(hash: number, bytes: Uint8Array, from: number, to: number): number {
  let next = hash;
  for (let at = from; at < to; at++) next = Math.imul(next ^ bytes[at], 0x01000193);
  return next;
}

/** As a signed integer, as the hashes that follow are. */
const FIRST_HASH = 0x811c9dc5 | 0;

function bucketOf(hash: number): number {
  return (hash ^ (hash >>> 16)) & (BUCKETS - 1);
}

function isNamed(area: KeyedArea, bytes: Uint8Array, ranges: ValueRanges): boolean {
  const { territoryFrom, territoryTo, countryFrom, countryTo } = ranges;
  return (
    isText(bytes, territoryFrom, territoryTo, area.territoryBytes) &&
    isText(bytes, countryFrom, countryTo, area.countryBytes)
  );
}

/** Whether a name has characters that fields or JSON strings write in more than one way. */
function hasEscapes(name: Uint8Array): boolean {
  return name.includes(QUOTE) || name.includes(BACKSLASH);
}

/** The group of failures that depend on an area. */
export function groupOfArea({ number }: Area): number {
  return FIRST_AREA_GROUP + number;
}

/** Explains a row whose area is not known. Its message depends on nothing else. */
export function explainArea(area: Area, failure: Failure): void {
  failure.group = groupOfArea(area);
  failure.key = "";
  failure.hasValue = false;
  failure.bytes = NO_BYTES;
  failure.valueFrom = 0;
  failure.valueTo = 0;
}

/** The areas of the rows of a conversion. */
export class Areas {
  private readonly options: ConversionOptions;
  private readonly buckets: (KeyedArea | undefined)[] = [];
  private count = 0;
  /** The area of rows that name none. */
  readonly common: Area;
  /** The area of the last row that names one. */
  private last: KeyedArea;

  /** @param options with the area of rows that name none */
  constructor(options: ConversionOptions) {
    this.options = options;
    this.last = this.create(NO_BYTES, NO_BYTES, FIRST_HASH, undefined);
    this.common = this.last;
  }

  /** The area of a row. */
  find(bytes: Uint8Array, ranges: ValueRanges): Area {
    const { territoryFrom, territoryTo, countryFrom, countryTo } = ranges;
    if (territoryFrom === territoryTo && countryFrom === countryTo) return this.common;
    return isNamed(this.last, bytes, ranges) ? this.last : this.findOther(bytes, ranges);
  }

  private findOther(bytes: Uint8Array, ranges: ValueRanges): Area {
    const { territoryFrom, territoryTo, countryFrom, countryTo } = ranges;
    const start = hashOf(FIRST_HASH, bytes, territoryFrom, territoryTo);
    const hash = hashOf(start, bytes, countryFrom, countryTo);
    let area = this.buckets[bucketOf(hash)];
    while (area !== undefined && (area.hash !== hash || !isNamed(area, bytes, ranges))) {
      area = area.next;
    }
    const found = area ?? this.add(bytes, ranges, hash);
    if (found === undefined) return RARE_AREA;
    this.last = found;
    return found;
  }

  private add(bytes: Uint8Array, ranges: ValueRanges, hash: number): KeyedArea | undefined {
    const { territoryFrom, territoryTo, countryFrom, countryTo } = ranges;
    const nameBytes = Math.max(territoryTo - territoryFrom, countryTo - countryFrom);
    if (this.count === MAX_AREAS || nameBytes > MAX_NAME_BYTES) return undefined;
    const territoryBytes = bytes.slice(Math.max(territoryFrom, 0), Math.max(territoryTo, 0));
    const countryBytes = bytes.slice(Math.max(countryFrom, 0), Math.max(countryTo, 0));
    if (hasEscapes(territoryBytes) || hasEscapes(countryBytes)) return undefined;
    const bucket = bucketOf(hash);
    const area = this.create(territoryBytes, countryBytes, hash, this.buckets[bucket]);
    this.buckets[bucket] = area;
    return area;
  }

  /** Looks up names as the general path does. */
  private create(
    territoryBytes: Uint8Array,
    countryBytes: Uint8Array,
    hash: number,
    next: KeyedArea | undefined,
  ): KeyedArea {
    const area = areaOf(
      {
        territory: { value: shortText(territoryBytes, 0, territoryBytes.length) },
        country: { value: shortText(countryBytes, 0, countryBytes.length) },
      },
      this.options,
    );
    const isKnown = !(area instanceof RowProblem);
    const { territory, country } = isKnown ? area : {};
    return {
      number: this.count++,
      isKnown,
      isRare: false,
      territory: territory === undefined ? NO_TERRITORY : territoryNumber(territory),
      country: country === undefined ? NO_TERRITORY : countryNumber(country),
      name: territory ?? country ?? "",
      territoryBytes,
      countryBytes,
      hash,
      next,
    };
  }
}
