/** Why rows fail whose messages differ only in the value that they quote. */
import { MAX_QUOTED_CHARS } from "../../internal.ts";
import { BACKSLASH, QUOTE } from "../formats/scan.ts";

/** Why a row fails. Failures with the same group and key have the same message, except for the quoted value. */
export interface Failure {
  /** A small number. */
  group: number;
  key: string;
  /** Whether the message quotes a value, which may be empty. If not, the key is all that it depends on. */
  hasValue: boolean;
  valueFrom: number;
  valueTo: number;
}

const SPACE = 32;
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
