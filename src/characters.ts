/** Codes of ASCII characters, which are their bytes in UTF-8 as well. The build replaces the names by the numbers. */

export const TAB = 9;
export const LINE_FEED = 10;
export const CARRIAGE_RETURN = 13;
export const SPACE = 32;
export const QUOTE = 34;
export const HASH = 35;
export const PLUS = 43;
export const COMMA = 44;
export const HYPHEN = 45;
/** The same character in numbers. */
export const MINUS = HYPHEN;
export const DOT = 46;
export const DIGIT_0 = 48;
export const DIGIT_9 = 57;
export const COLON = 58;
export const UPPER_A = 65;
export const OPENING_BRACKET = 91;
export const BACKSLASH = 92;
export const CLOSING_BRACKET = 93;
export const LOWER_E = 101;
export const LOWER_N = 110;
export const LOWER_U = 117;
export const OPENING_BRACE = 123;
export const CLOSING_BRACE = 125;
