/**
 * The texts around the values in replies of /codes and /coords, in ASCII. Each format has a table of them;
 * src/http/conversions/ writes them with the values between them.
 */

/** The texts before and after a value. */
export interface Enclosure {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** The texts of a list of codes. */
export interface ListTexts extends Enclosure {
  /** Between two codes. */
  readonly between: Uint8Array;
  /** In place of all others if the list is empty. */
  readonly empty: Uint8Array;
}

/** A text ahead of a code ends where the characters of the code begin. */
export interface ConversionTexts {
  /** The reply with all codes. */
  readonly codes: {
    readonly local: Uint8Array;
    readonly internationalAfterLocal: Uint8Array;
    /** The beginning of a reply without a local code. */
    readonly international: Uint8Array;
    /** Its texts also end the international code and the reply. */
    readonly list: ListTexts;
    /** In place of the list where the dialect omits an empty one. */
    readonly noList: Uint8Array;
  };
  /** The reply that is a list of codes. */
  readonly list: ListTexts;
  /** The reply that is one code. */
  readonly code: Enclosure;
  /** Follows the characters of a code. The members below come after it, in this order. */
  readonly afterCode: Uint8Array;
  readonly codeInAlphabet: Enclosure;
  readonly territory: Enclosure;
  readonly territoryInAlphabet: Enclosure;
  readonly offsetMeters: Enclosure;
  readonly rectangle: Enclosure;
  /** The reply that is a rectangle. */
  readonly wholeRectangle: Enclosure;
  /** Before the six numbers of a rectangle: latitude and longitude of south-west, north-east and center. */
  readonly corners: readonly Uint8Array[];
  readonly afterCorners: Uint8Array;
  /** The reply that is a point. */
  readonly latDeg: Uint8Array;
  readonly lonDeg: Uint8Array;
  readonly afterLonDeg: Uint8Array;
  readonly afterPoint: Uint8Array;
}

const encoder = new TextEncoder();

/** The bytes of a text, to be kept. */
export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

export function enclosure(before: string, after: string): Enclosure {
  return { before: bytesOf(before), after: bytesOf(after) };
}

export function listTexts(
  before: string,
  between: string,
  after: string,
  empty: string,
): ListTexts {
  return { ...enclosure(before, after), between: bytesOf(between), empty: bytesOf(empty) };
}
