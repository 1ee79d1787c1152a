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
  /** The shortest, when there are local codes and all are of one territory. */
  readonly local?: CodeEntry;
  readonly international: CodeEntry;
  readonly mapcodes: readonly CodeEntry[];
}

/** The place of a mapcode. */
export interface CoordsAnswer extends Coordinate {
  readonly rectangle?: Rectangle;
}
