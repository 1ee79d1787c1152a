/** What the `Into` functions return in place of a count when they cannot answer; all negative. */
export const INVALID_COORDINATE = -1;
export const INVALID_PRECISION = -2;
export const MALFORMED_MAPCODE = -3;
export const UNKNOWN_MAPCODE = -4;
/** A number that is no territory's. */
export const INVALID_TERRITORY = -5;
