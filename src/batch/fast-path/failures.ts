/** Why rows fail whose messages differ only in the value that they quote. */
import { BACKSLASH, QUOTE, SPACE } from "../../characters.ts";
import { MAX_QUOTED_CHARS } from "../../internal.ts";

// Groups of failures.
export const LATITUDE_TEXT = 0;
export const LONGITUDE_TEXT = 1;
export const LATITUDE_RANGE = 2;
/** The message adds that latitude and longitude may be swapped. */
export const SWAPPED_RANGE = 3;
export const LONGITUDE_RANGE = 4;
export const NO_MAPCODE = 5;
export const MALFORMED = 6;
/** An international mapcode names no place, in whatever area. Others depend on the area of their row. */
export const UNKNOWN_INTERNATIONAL = 7;
/** The first area has this group, and each further one the next. */
export const FIRST_AREA_GROUP = 8;

/** Why a row fails. Failures with the same group and key have the same message, except for the quoted value. */
export interface Failure {
  /** A small number. */
  group: number;
  key: string;
  /** Whether the message quotes a value, which may be empty. If not, the key is all that it depends on. */
  hasValue: boolean;
  /** Whether the value is in quotes; if not, there are spaces around it. */
  isQuoted: boolean;
  /** The bytes that hold the value: the row, or the digits of a number as messages write it. */
  bytes: Uint8Array;
  valueFrom: number;
  valueTo: number;
}

const DELETE = 127;

/** Whether messages have a value as it stands: short printable ASCII, neither blank nor with a character to escape. */
export function isPlain(bytes: Uint8Array, from: number, to: number, delimiter: number): boolean {
  if (to - from > MAX_QUOTED_CHARS) return false;
  let isBlank = from < to;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte < SPACE || byte >= DELETE || byte === QUOTE || byte === BACKSLASH) return false;
    if (byte === delimiter) return false;
    if (byte !== SPACE) isBlank = false;
  }
  return !isBlank;
}
