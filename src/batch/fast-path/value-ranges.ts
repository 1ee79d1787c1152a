/** The values of a row that the fast path converts, and where they are in its bytes. */
import type { Operation, Role } from "../options/conversion.ts";

/** The roles of the values, in the order of ValueRanges. Rows with values of other roles take the general path. */
export const FAST_ROLES = {
  encode: ["latitude", "longitude", "territory", "country"],
  decode: ["mapcode", "international", "territory", "country"],
} as const satisfies Readonly<Record<Operation, readonly Role[]>>;

/** In place of the start and the end of a value that the row does not have. */
export const ABSENT = -1;

/** Where the values of a row are. Separate numbers are faster than arrays. */
export interface ValueRanges {
  firstFrom: number;
  firstTo: number;
  secondFrom: number;
  secondTo: number;
  territoryFrom: number;
  territoryTo: number;
  countryFrom: number;
  countryTo: number;
  /** The names of the members that hold the first two; empty where all rows have the same. */
  names: string;
}

export function createRanges(): ValueRanges {
  return {
    firstFrom: ABSENT,
    firstTo: ABSENT,
    secondFrom: ABSENT,
    secondTo: ABSENT,
    territoryFrom: ABSENT,
    territoryTo: ABSENT,
    countryFrom: ABSENT,
    countryTo: ABSENT,
    names: "",
  };
}
