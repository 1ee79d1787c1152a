/** The interface of the formats of replies. */
import { type PreEncoded, preEncoded } from "../../bytes.ts";
import type { Territory } from "../../index.ts";

export const JSON_TYPE = "application/json";
export const XML_TYPE = "application/xml";

/** Consecutive items of a list. */
export interface Page<Item> {
  /** The length of the whole list. */
  readonly total: number;
  readonly items: readonly Item[];
}

/** A territory around a point, by borders. */
export interface Candidate {
  readonly alphaCode: string;
  /** The country of a subdivision. */
  readonly parentAlphaCode: string | undefined;
  /** Its number in the tables; NO_TERRITORY if they lack it. */
  readonly territory: number;
}

/** Writes replies. */
export interface Format {
  readonly name: "json" | "xml";
  readonly contentType: string;
  /** The replies of /codes and /coords, which are written as bytes. All others have a function each. */
  readonly conversions: ConversionTexts;
  /** The reply that is the territories around a point. */
  candidates(candidates: readonly Candidate[]): string;
  /** The same as the last member of the reply with all codes. */
  candidatesMember(candidates: readonly Candidate[]): string;
  territories(page: Page<Territory>): string;
  territory(territory: Territory): string;
  alphabets(page: Page<string>): string;
  /** A reply of texts and numbers: an alphabet, versions, the state of the service, an error. */
  members(name: string, members: Readonly<Record<string, string | number>>): string;
}

// The texts around the values in replies of /codes and /coords: src/http/conversions/ writes them with the values between them

/** The texts before and after a value. */
export interface Enclosure {
  readonly before: PreEncoded;
  readonly after: PreEncoded;
}

/** The texts of a list of codes. */
export interface ListTexts extends Enclosure {
  /** Between two codes. */
  readonly between: PreEncoded;
  /** In place of all others if the list is empty. */
  readonly empty: PreEncoded;
}

/** A text ahead of a code ends where the characters of the code begin. */
export interface ConversionTexts {
  /** The reply with all codes. */
  readonly codes: {
    readonly local: PreEncoded;
    readonly internationalAfterLocal: PreEncoded;
    /** The beginning of a reply without a local code. */
    readonly international: PreEncoded;
    /** Its texts also end the international code and the reply. */
    readonly list: ListTexts;
    /** The end of the reply, with which all texts of its list end. */
    readonly end: PreEncoded;
    /** In place of the list where the dialect omits an empty one. */
    readonly noList: PreEncoded;
  };
  /** The reply that is a list of codes. */
  readonly list: ListTexts;
  /** The reply that is one code. */
  readonly code: Enclosure;
  /** Follows the characters of a code. The members below come after it, in this order. */
  readonly afterCode: PreEncoded;
  readonly codeInAlphabet: Enclosure;
  readonly territory: Enclosure;
  readonly territoryInAlphabet: Enclosure;
  readonly offsetMeters: Enclosure;
  readonly rectangle: Enclosure;
  /** The reply that is a rectangle. */
  readonly wholeRectangle: Enclosure;
  /** Before the six numbers of a rectangle: latitude and longitude of south-west, north-east and center. */
  readonly corners: readonly PreEncoded[];
  readonly afterCorners: PreEncoded;
  /** The reply that is a point. */
  readonly latDeg: PreEncoded;
  readonly lonDeg: PreEncoded;
  readonly afterLonDeg: PreEncoded;
  readonly afterPoint: PreEncoded;
}

export function enclosure(before: string, after: string): Enclosure {
  return { before: preEncoded(before), after: preEncoded(after) };
}

export function listTexts(
  before: string,
  between: string,
  after: string,
  empty: string,
): ListTexts {
  return { ...enclosure(before, after), between: preEncoded(between), empty: preEncoded(empty) };
}
