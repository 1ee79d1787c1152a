/** The negative results of functions whose names end in `Into`. */

/** Error code: a coordinate is not a finite number. */
export const INVALID_COORDINATE = -1;
/** Error code: the precision is not an integer from 0 to 8. */
export const PRECISION_OUT_OF_RANGE = -2;
/** Error code: the text does not have the form of a mapcode. */
export const MALFORMED_MAPCODE = -3;
/** Error code: the mapcode stands for no place, or its territory is unknown. */
export const UNKNOWN_MAPCODE = -4;
/** Error code: a territory number belongs to no territory. */
export const UNKNOWN_TERRITORY = -5;
