/** Angles in texts of people and programs: degrees, or degrees, minutes and seconds. */

export const AXES = ["latitude", "longitude"] as const;
export type Axis = (typeof AXES)[number];

/** Longer texts are not read. A coordinate with all digits of its double has up to 1,077 characters. */
export const MAX_CHARS = 4096;

/** Invisible marks of direction and width in copied texts. Readers ignore them. */
const INVISIBLE_MARKS = "\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff";
const MARK = new RegExp(`[${INVISIBLE_MARKS}]`, "g");
const SPACES = /[\s\u0085]+/g;

/** Each plain sign or digit and its variants, in Arabic and in full width. */
const SIGNS = [
  "°\u00ba\u02da\u2218",
  "'\u2032\u2018\u2019\u02b9\u02bc\u00b4\uff07",
  '"\u2033\u201c\u201d\u02ba\uff02',
  "-\u2010\u2011\u2013\u2212\ufe63\uff0d",
  "+\uff0b",
  ".\u066b\uff0e",
  ",\u060c\uff0c",
  ...Array.from("0123456789", (digit, value) => {
    return digit + String.fromCharCode(0x660 + value, 0x6f0 + value, 0xff10 + value);
  }),
];
const SIGN_VARIANTS = SIGNS.map((signs) => signs.slice(1)).join("");
const OTHER_SIGN = new RegExp(`[${SIGN_VARIANTS}]`, "g");

/** A text without marks and outer spaces, with single spaces inside. */
export function singleSpaced(text: string): string {
  return text.replace(MARK, "").replace(SPACES, " ").trim();
}

/**
 * Hyphens after degrees and minutes, as in aviation and in warnings to ships: `52-22-35N`, `52-22.59N`. A hemisphere, and
 * seconds or decimals of minutes, show that they are not signs.
 */
const HYPHENS =
  /(?<=\d)-(?=\d{1,2}(?:-\d{1,2}(?:\.\d*)?|\.\d*) ?[NSEW](?!\w))|(?<=\d-\d{1,2})-(?=\d{1,2}(?:\.\d*)? ?[NSEW](?!\w))/gi;

/** A text with plain signs, hemispheres as letters, and decimal dots. @param text with single spaces */
export function plainText(text: string): string {
  const plain = text
    .replace(OTHER_SIGN, (sign) => SIGNS.find((signs) => signs.includes(sign))?.[0] ?? sign)
    .replace(/''/g, '"')
    .replace(/north|south|east|west/gi, (word) => word[0].toUpperCase())
    .replace(HYPHENS, ":");
  // Without a dot in any number, a comma between two digits is a decimal comma.
  return /\d\.|\.\d/.test(plain) ? plain : plain.replace(/(\d),(?=\d)/g, "$1.");
}

const MAY_BE_ANGLE = new RegExp(
  String.raw`^(?=\P{Nd}*\p{Nd})(?:[\d.,:+\-°'"${SIGN_VARIANTS}${INVISIBLE_MARKS}\s\u0085]|deg|min|sec|north|south|east|west|[dmsnewo])+$`,
  "iu",
);

/** Whether a text may be an angle: it has a digit, and only parts of angles. Most texts fail at once. */
export function mayBeAngle(text: string): boolean {
  return text.length <= MAX_CHARS && MAY_BE_ANGLE.test(text);
}

// ---- One angle

/** At most three digits before the dot. An exponent has a sign; without one, the E is east. */
export const NUMBER = String.raw`(?:\d{1,3}(?:\.\d*)?|\.\d+)(?:[eE][+-]\d+(?!\d|\.\d))?(?![\d.])`;

/** The dot of an abbreviation; a dot before a digit begins a number. */
const DOT = String.raw`(?:\.(?!\d))?`;

/**
 * Degrees, minutes and seconds with their units, after a hemisphere or a sign, or before a hemisphere. Another number
 * with the unit of degrees begins another angle. Texts have single spaces, so that the time is linear.
 */
const ANGLE = new RegExp(
  [
    `(?:([NSEWnsew])|([+-]))? ?(${NUMBER})(?: ?(°|deg${DOT}|d|:))?`,
    `(?: ?(${NUMBER})(?! ?[°d])(?: ?('|min${DOT}|m|:))?`,
    `(?: ?(${NUMBER})(?! ?[°d:])(?: ?("|sec${DOT}|s))?)?)? ?([NSEWnsew])?`,
  ].join(""),
  "y",
);

/** All numbers of an angle have units, colons or spaces after them. Only the last one may lack its unit. */
const UNIT_PATTERN = /^(?:u+ ?|:+ | +)$/;

/** The angle at an index of a plain text; undefined if there is none. */
export function readAngle(text: string, from: number) {
  ANGLE.lastIndex = from;
  const match = ANGLE.exec(text);
  if (!match) return undefined;
  const [, front, sign, degrees, unit, minutes, minuteUnit, seconds, secondUnit, trailing] = match;
  const texts = [degrees, minutes, seconds].filter((number) => number !== undefined);
  const units = [unit, minuteUnit, secondUnit].map((unit = " ") => unit.replace(/[^ :]+/, "u"));
  const style = units.slice(0, texts.length).join("");
  // After an angle with a hemisphere in front, a hemisphere belongs to the next angle.
  const back = front === undefined ? trailing : undefined;
  // A lone s may be seconds, or south.
  const isLoneS =
    seconds !== undefined && (back === "s" || (secondUnit === "s" && !minuteUnit?.startsWith("m")));
  const isWrong =
    isLoneS ||
    !UNIT_PATTERN.test(style) ||
    (sign !== undefined && back !== undefined) ||
    texts.slice(0, -1).some((number) => !/^\d+$/.test(number)) ||
    Number(minutes) >= 60 ||
    // Programs that round print 60 seconds. They carry over.
    Number(seconds) > 60;
  if (isWrong) return undefined;
  const hemisphere = (front ?? back)?.toUpperCase();
  // Whole numbers are divided once, so that the result is the closest double.
  const total = texts.reduce((sum, number) => sum * 60 + Number(number), 0);
  const size = total / 60 ** (texts.length - 1);
  const isNegative = hemisphere === "S" || hemisphere === "W" || sign === "-";
  const isLatitude = hemisphere === "N" || hemisphere === "S";
  return {
    degrees: isNegative && size > 0 ? -size : size,
    /** The axis of its hemisphere; undefined without one. */
    axis: hemisphere === undefined ? undefined : AXES[isLatitude ? 0 : 1],
    isInFront: front !== undefined,
    isSigned: sign !== undefined,
    /** For each number: u for a unit after it, a colon, or a space for neither. */
    style,
    end: ANGLE.lastIndex - (back === undefined && trailing !== undefined ? 1 : 0),
  };
}

export type Angle = NonNullable<ReturnType<typeof readAngle>>;
