/**
 * The texts around the values in replies of /codes and /coords. Each format has a table of them;
 * src/http/conversions/ writes them with the values between them.
 */
import { type PreparedText, prepared } from "./prepared-text.ts";

/** The texts before and after a value. */
export interface Enclosure {
  readonly before: PreparedText;
  readonly after: PreparedText;
}

/** The texts of a list of codes. */
export interface ListTexts extends Enclosure {
  /** Between two codes. */
  readonly between: PreparedText;
  /** In place of all others if the list is empty. */
  readonly empty: PreparedText;
}

/** A text ahead of a code ends where the characters of the code begin. */
export interface ConversionTexts {
  /** The reply with all codes. */
  readonly codes: {
    readonly local: PreparedText;
    readonly internationalAfterLocal: PreparedText;
    /** The beginning of a reply without a local code. */
    readonly international: PreparedText;
    /** Its texts also end the international code and the reply. */
    readonly list: ListTexts;
    /** In place of the list where the dialect omits an empty one. */
    readonly noList: PreparedText;
  };
  /** The reply that is a list of codes. */
  readonly list: ListTexts;
  /** The reply that is one code. */
  readonly code: Enclosure;
  /** Follows the characters of a code. The members below come after it, in this order. */
  readonly afterCode: PreparedText;
  readonly codeInAlphabet: Enclosure;
  readonly territory: Enclosure;
  readonly territoryInAlphabet: Enclosure;
  readonly offsetMeters: Enclosure;
  readonly rectangle: Enclosure;
  /** The reply that is a rectangle. */
  readonly wholeRectangle: Enclosure;
  /** Before the six numbers of a rectangle: latitude and longitude of south-west, north-east and center. */
  readonly corners: readonly PreparedText[];
  readonly afterCorners: PreparedText;
  /** The reply that is a point. */
  readonly latDeg: PreparedText;
  readonly lonDeg: PreparedText;
  readonly afterLonDeg: PreparedText;
  readonly afterPoint: PreparedText;
}

export function enclosure(before: string, after: string): Enclosure {
  return { before: prepared(before), after: prepared(after) };
}

export function listTexts(
  before: string,
  between: string,
  after: string,
  empty: string,
): ListTexts {
  return { ...enclosure(before, after), between: prepared(between), empty: prepared(empty) };
}
