/**
 * Integer arithmetic, base-31 digits, and the numberings of cells that encoding and decoding share
 * (format 2). Each numbering is followed by its inverse.
 */
import { at } from "./tables.ts";

const DIGITS = "0123456789BCDFGHJKLMNPQRSTVWXYZ";
const VOWELS = "AEU";

/** Columns and rows of a standard grid for 0 to 5 characters. */
export const XSIDE: readonly number[] = [0, 5, 31, 168, 961, 5208];
export const YSIDE: readonly number[] = [0, 6, 31, 176, 961, 5456];

/** Four times the micro-degrees of longitude that are as wide as 90 of latitude, per 2^19 north. */
const XDIVIDERS: readonly number[] = [
  360, 360, 360, 360, 360, 360, 361, 361, 361, 361, 362, 362, 362, 363, 363, 363, 364, 364, 365,
  366, 366, 367, 367, 368, 369, 370, 370, 371, 372, 373, 374, 375, 376, 377, 378, 379, 380, 382,
  383, 384, 386, 387, 388, 390, 391, 393, 394, 396, 398, 399, 401, 403, 405, 407, 409, 411, 413,
  415, 417, 420, 422, 424, 427, 429, 432, 435, 437, 440, 443, 446, 449, 452, 455, 459, 462, 465,
  469, 473, 476, 480, 484, 488, 492, 496, 501, 505, 510, 515, 520, 525, 530, 535, 540, 546, 552,
  558, 564, 570, 577, 583, 590, 598, 605, 612, 620, 628, 637, 645, 654, 664, 673, 683, 693, 704,
  715, 726, 738, 751, 763, 777, 791, 805, 820, 836, 852, 869, 887, 906, 925, 946, 968, 990, 1014,
  1039, 1066, 1094, 1123, 1154, 1187, 1223, 1260, 1300, 1343, 1389, 1438, 1490, 1547, 1609, 1676,
  1749, 1828, 1916, 2012, 2118, 2237, 2370, 2521, 2691, 2887, 3114, 3380, 3696, 4077, 4547, 5139,
  5910, 6952, 8443, 10747, 14784, 23681, 59485,
];

/** Division rounded toward zero, exact for integers below 2^53. */
export function div(a: number, b: number): number {
  return (a - (a % b)) / b;
}

/** Division rounded down. */
export function floorDiv(a: number, b: number): number {
  const remainder = ((a % b) + b) % b;
  return (a - remainder) / b;
}

/** Division of non-negative numbers, rounded up. */
export function ceilDiv(a: number, b: number): number {
  return div(a + b - 1, b);
}

/** The character of a value from 0 to 33: the digits, then the three vowels. */
export function digitOf(value: number): string {
  const character = (DIGITS + VOWELS).charAt(value);
  if (value < 0 || character === "") throw new Error(`no digit for ${value}`);
  return character;
}

/** The value from 0 to 33 of an upper-case character, or -1 (format 2). */
export function digitValue(character: string): number {
  return (DIGITS + VOWELS).indexOf(character);
}

/** Replaces the letters I and O by 1 and 0 (format 2). */
export function withoutIAndO(text: string): string {
  return text.replaceAll("I", "1").replaceAll("O", "0");
}

/** A value as exactly `length` base-31 digits. */
export function base31(value: number, length: number): string {
  let rest = value;
  let written = "";
  for (let i = 0; i < length; i++) {
    written = digitOf(rest % 31) + written;
    rest = div(rest, 31);
  }
  if (rest !== 0) throw new Error(`${value} has more than ${length} digits`);
  return written;
}

/** The inverse of base31. */
export function base31Value(digits: string): number {
  let value = 0;
  for (const digit of digits) value = value * 31 + digitValue(digit);
  return value;
}

/** Exchanges two neighboring characters. */
export function swapAt(text: string, first: number): string {
  const pair = text.charAt(first + 1) + text.charAt(first);
  return text.slice(0, first) + pair + text.slice(first + 2);
}

/** Four times the width of a 10 m column, in micro-degrees, for a belt of latitudes. */
export function xdivider(latMin: number, latMax: number): number {
  let nearestEquator = 0;
  if (latMin >= 0) nearestEquator = latMin;
  else if (latMax < 0) nearestEquator = -latMax;
  return at(XDIVIDERS, nearestEquator >> 19);
}

/** Numbers cells from the north-west in columns six wide; the last column is 4 to 9 wide. */
export function sixWide(x: number, y: number, width: number, height: number): number {
  const maxCol = div(width - 4, 6);
  const col = Math.min(div(x, 6), maxCol);
  const d = col < maxCol ? 6 : width - 6 * maxCol;
  return height * 6 * col + (height - 1 - y) * d + (x - 6 * col);
}

/** The inverse of sixWide. Numbers beyond the last cell give a place outside the rectangle. */
export function unSixWide(v: number, width: number, height: number): { x: number; y: number } {
  const maxCol = div(width - 4, 6);
  const col = Math.min(div(v, height * 6), maxCol);
  const d = col < maxCol ? 6 : width - 6 * maxCol;
  const w = v - col * height * 6;
  return { x: 6 * col + (w % d), y: height - 1 - div(w, d) };
}

/** Writes a cell of a 168 x 176 grid as three digits. */
export function digitsInBlock(x: number, y: number): string {
  if (y < 136) {
    const first = div(x, 28) + 6 * div(y, 34);
    return digitOf(first) + base31((x % 28) * 34 + (y % 34), 2);
  }
  return digitOf(div(x, 24) + 24) + base31((x % 24) * 40 + y - 136, 2);
}

/** The inverse of digitsInBlock. */
export function cellInBlock(digits: string): { x: number; y: number } {
  const c = digitValue(digits.charAt(0));
  const r = base31Value(digits.slice(1));
  if (c < 24) return { x: (c % 6) * 28 + div(r, 34), y: div(c, 6) * 34 + (r % 34) };
  return { x: div(r, 40) + 24 * (c - 24), y: (r % 40) + 136 };
}
