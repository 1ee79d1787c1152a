/**
 * Codes in Greek, Hebrew, Arabic and Korean never have more than two letters in a row, so they spell no words. Two
 * digits replace one character; in codes of eight or nine characters, three replace two (format 9).
 */
import { CHAR_VALUES, packed, packedOlder, unpacked, withoutIAndO } from "../digits/digits.ts";
import { BASE, DIGITS } from "../tables/format.ts";

/** Ten times the prefix length plus the suffix length. */
function lengthsOf(code: string): number {
  const dot = code.indexOf(".");
  return 10 * dot + code.length - dot - 1;
}

/**
 * The arrangement of codes by their lengths. In a layout, `0` to `8` are the characters of the code, with the dot, and
 * `_` the inserted digits: the number of the removed letters, plus `first` and `more`. `first` distinguishes codes that
 * become equally long. Octal digits start at 2.
 */
function arrangement(lengths: number, layout: string, first: number, base: 8 | 10, more: number) {
  const dot = Math.trunc(lengths / 10);
  const last = dot + (lengths % 10);
  const isPair = lengths >= 44;
  return {
    ...{ lengths, layout, first, base, more, dot, last, isPair },
    arranged: lengthsOf(layout),
    removed: dot === 2 ? 3 : 2,
    end: first + (isPair ? BASE * BASE : BASE),
    low: base === 8 ? 2 : 0,
  };
}

const ARRANGEMENTS = [
  arrangement(22, "01.__4", 0, 8, 0),
  arrangement(23, "01.__45", 0, 8, 0),
  arrangement(24, "01_.4_56", 0, 10, 7),
  arrangement(32, "01.__45", 32, 8, 0),
  arrangement(33, "01_.4_56", 31, 10, 7),
  arrangement(34, "01_.45_67", 0, 8, 0),
  arrangement(42, "01_.3_56", 62, 10, 7),
  arrangement(43, "01_.35_67", 32, 8, 0),
  arrangement(44, "01_3._56_7", 0, 10, 39),
  arrangement(54, "01_34._67_8", 0, 10, 39),
];

/** Codes of other lengths stay as they are unless they have three letters in a row. */
const ALWAYS_ARRANGED = [23, 24, 34];

/** In a row, with or without the dot between them. */
const THREE_LETTERS = /[A-Z](?:\.?[A-Z]){2}/;

function valueAt(code: string, index: number): number {
  return CHAR_VALUES[code.charCodeAt(index)];
}

/** A Roman code as an abjad arranges it. A code that cannot be unpacked stays as it is. */
export function toAbjad(code: string): string {
  const digits = unpacked(code);
  if (digits === undefined) return code;
  const lengths = lengthsOf(digits);
  const rule = ARRANGEMENTS.find((each) => each.lengths === lengths);
  if (rule === undefined) return code;
  if (!ALWAYS_ARRANGED.includes(lengths) && !THREE_LETTERS.test(digits)) return code;
  let number = valueAt(digits, rule.removed);
  if (rule.isPair) number = BASE * number + valueAt(digits, rule.last);
  number += rule.first + rule.more;
  // A loop, as Array.from takes three times as long. The last digit of the number comes first.
  let text = "";
  for (let at = rule.layout.length - 1; at >= 0; at--) {
    const symbol = rule.layout[at];
    if (symbol === "_") {
      text = DIGITS[(number % rule.base) + rule.low] + text;
      number = Math.trunc(number / rule.base);
    } else {
      text = (symbol === "." ? symbol : digits[Number(symbol)]) + text;
    }
  }
  return packed(text);
}

/** A packed code in the older form, without E and U; undefined if its vowels are invalid. */
export function repackedOlder(code: string): string | undefined {
  const digits = unpacked(code);
  return digits === undefined ? undefined : packedOlder(digits);
}

/** The number in the inserted digits of an arranged code. */
function insertedNumber(code: string, rule: ReturnType<typeof arrangement>): number {
  let number = 0;
  for (let at = 0; at < code.length; at++) {
    if (rule.layout[at] === "_") number = number * rule.base + valueAt(code, at) - rule.low;
  }
  return number - rule.more;
}

/** The Roman form of an abjad's code. Any other code stays as it is. */
export function fromAbjad(code: string): string {
  const digits = unpacked(withoutIAndO(code));
  if (digits === undefined) return code;
  const lengths = lengthsOf(digits);
  for (const rule of ARRANGEMENTS) {
    const number = rule.arranged === lengths ? insertedNumber(digits, rule) : -1;
    if (number < rule.first || number >= rule.end) continue;
    const letters = number - rule.first;
    let text = "";
    for (let at = 0; at <= rule.last; at++) {
      if (at === rule.dot) text += ".";
      else if (at === rule.removed)
        text += DIGITS[rule.isPair ? Math.trunc(letters / BASE) : letters];
      else if (rule.isPair && at === rule.last) text += DIGITS[letters % BASE];
      else text += digits[rule.layout.indexOf(`${at}`)];
    }
    return packed(text);
  }
  return code;
}
