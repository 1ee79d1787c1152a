/** Error codes: what functions whose names end in `Into` return instead of a count. All are negative. */
export const INVALID_COORDINATE = -1;
export const INVALID_PRECISION = -2;
export const MALFORMED_MAPCODE = -3;
export const UNKNOWN_MAPCODE = -4;
/** A number that belongs to no territory. */
export const INVALID_TERRITORY = -5;
