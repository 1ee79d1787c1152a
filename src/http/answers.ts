/** What replies say, before it is written in a format; absent members are left out of a reply. */
import type { Coordinate, Rectangle } from "../index.ts";

/** One mapcode. */
export interface CodeEntry {
  readonly mapcode: string;
  readonly mapcodeInAlphabet?: string;
  readonly territory?: string;
  readonly territoryInAlphabet?: string;
  readonly offsetMeters?: number;
  /** The cell of the code without extra digits. */
  readonly rectangle?: Rectangle;
}

/** All mapcodes of a point. */
export interface CodesAnswer {
  readonly local?: CodeEntry;
  readonly international: CodeEntry;
  /** Absent where the dialect leaves it out; XML then has an empty element all the same. */
  readonly mapcodes?: readonly CodeEntry[];
}

/** The place of a mapcode. */
export interface CoordsAnswer extends Coordinate {
  readonly rectangle?: Rectangle;
}

/** Some consecutive items of a list. */
export interface Page<Item> {
  /** How many items the whole list has. */
  readonly total: number;
  readonly items: readonly Item[];
}

export interface VersionAnswer {
  /** Of this software. */
  readonly version: string;
  /** Of the interface's specification. */
  readonly apiVersion?: string;
  /** Of the published tables. */
  readonly dataVersion?: string;
}
