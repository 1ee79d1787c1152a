/** Writes one code with its members, as replies of /codes contain it. */
import { type CodeWords, type PreEncoded, preEncoded } from "../../bytes.ts";
import { DOT, HYPHEN } from "../../characters.ts";
import {
  type CodeList,
  decodeBytesInto,
  INTERNATIONAL,
  LAT_DEG,
  LON_DEG,
  RECTANGLE_NUMBERS,
  SOUTH_LAT_DEG,
  territoryNumber,
} from "../../index.ts";
import {
  alphabetNumber,
  alphaCodeOf,
  decodeRectangleBytesInto,
  metersBetween,
} from "../../internal.ts";
import type { ConversionTexts, Enclosure, Format } from "../formats/format.ts";
import { json } from "../formats/json.ts";
import { xml } from "../formats/xml.ts";
import { isRoman, spellCode, spelledWords, territoryIn } from "./alphabets.ts";
import { appendDecimal, body } from "./body.ts";

/** The members that a request adds to codes. */
export interface EntryOptions {
  /** The number of the alphabet to write codes and territories in; undefined if the request names none. */
  readonly alphabet: number | undefined;
  /** Whether texts in the alphabet, by default Roman, are members even where they equal the Roman ones. */
  readonly hasAlphabet: boolean;
  /** Whether the international code has its territory as well. */
  readonly hasTerritory: boolean;
  readonly hasOffset: boolean;
  readonly hasRectangle: boolean;
}

/** The number of the territory of international codes. */
export const INTERNATIONAL_NUMBER = territoryNumber(INTERNATIONAL);

const ROMAN = alphabetNumber("ROMAN");

/** Encodes a text with its value, to be appended as one. */
function encodedWith({ before, after }: Enclosure, value: string): PreEncoded {
  return preEncoded(before.text + value + after.text);
}

/** A text for each territory, none of which is encoded yet. V8 reads arrays without holes faster. */
function noTexts(): (PreEncoded | undefined)[] {
  return new Array<PreEncoded | undefined>(INTERNATIONAL_NUMBER + 1).fill(undefined);
}

/** Writes codes in one format. */
export class EntryWriter {
  readonly texts: ConversionTexts;
  /** The member `territory`, by number of the territory, once it was needed: all would take a tenth of the start. */
  readonly #territory = noTexts();
  /** What follows the characters of a local code, with its territory; likewise. */
  readonly #afterLocalCode = noTexts();
  /** The member `territoryInAlphabet`, by numbers of alphabet and territory, once it was asked for. */
  readonly #territoryInAlphabet: (PreEncoded | undefined)[][] = [];
  readonly #degrees = new Float64Array(RECTANGLE_NUMBERS);

  constructor(texts: ConversionTexts) {
    this.texts = texts;
  }

  /**
   * Appends a code and its members.
   * @param words its list
   * @param index of the code in the list
   * @param latDeg of the point that was encoded, after clamping; offsets are measured from it
   * @param options undefined if the request adds no members
   */
  append(
    words: CodeWords,
    index: number,
    latDeg: number,
    lonDeg: number,
    options: EntryOptions | undefined,
  ): void {
    const start = body.length;
    body.appendCode(words, index);
    const { list } = words;
    const territory = list.territories[index];
    if (options !== undefined) {
      const end = body.length;
      this.#appendSpelling(list, index, options);
      if (options.hasOffset || options.hasRectangle) {
        this.#appendPlace(start, end, territory, latDeg, lonDeg, options);
      }
    } else if (territory === INTERNATIONAL_NUMBER) body.appendEncoded(this.texts.afterCode);
    else this.#appendAfterLocalCode(territory);
  }

  #appendAfterLocalCode(territory: number): void {
    body.appendEncoded(this.#afterLocalCode[territory] ?? this.#encodeAfterLocalCode(territory));
  }

  #encodeAfterLocalCode(territory: number): PreEncoded {
    const text = preEncoded(this.texts.afterCode.text + this.#encodeTerritory(territory).text);
    this.#afterLocalCode[territory] = text;
    return text;
  }

  #encodeTerritory(territory: number): PreEncoded {
    const text = encodedWith(this.texts.territory, alphaCodeOf(territory));
    this.#territory[territory] = text;
    return text;
  }

  /** Appends the end of a code and its territory, and both in an alphabet. */
  #appendSpelling(list: CodeList, index: number, options: EntryOptions): void {
    const territory = list.territories[index];
    const withTerritory = options.hasTerritory || territory !== INTERNATIONAL_NUMBER;
    if (options.alphabet === undefined && !options.hasAlphabet) {
      if (withTerritory) this.#appendAfterLocalCode(territory);
      else body.appendEncoded(this.texts.afterCode);
    } else {
      this.#appendInAlphabet(list, index, withTerritory, options);
    }
  }

  /**
   * Appends offset and rectangle of a code.
   * @param start of the code in the body; decoding reads the bytes before it as well
   */
  #appendPlace(
    start: number,
    end: number,
    territory: number,
    latDeg: number,
    lonDeg: number,
    { hasOffset, hasRectangle }: EntryOptions,
  ): void {
    const degrees = this.#degrees;
    const { offsetMeters, rectangle } = this.texts;
    const hyphen = hyphenBefore(end);
    // Without extra digits, one decoding gives both.
    if (!hasRectangle || hyphen !== end)
      decodeBytesInto(body.bytes, start, end, territory, degrees);
    else decodeRectangleBytesInto(body.bytes, start, end, territory, degrees);
    if (hasOffset) {
      body.appendEncoded(offsetMeters.before);
      appendDecimal(metersBetween(latDeg, lonDeg, degrees[LAT_DEG], degrees[LON_DEG]));
      body.appendEncoded(offsetMeters.after);
    }
    if (!hasRectangle) return;
    // The rectangle belongs to the code without extra digits.
    if (hyphen !== end) decodeRectangleBytesInto(body.bytes, start, hyphen, territory, degrees);
    body.appendEncoded(rectangle.before);
    this.appendCorners(degrees);
    body.appendEncoded(rectangle.after);
  }

  /**
   * Appends the end of a code, its territory, and both in the alphabet. If the alphabet cannot write the code,
   * neither is: a Greek territory in front of the Roman code would change how the code is read.
   */
  #appendInAlphabet(
    list: CodeList,
    index: number,
    withTerritory: boolean,
    { alphabet = ROMAN, hasAlphabet }: EntryOptions,
  ): void {
    const texts = this.texts;
    const territory = list.territories[index];
    const length = spellCode(list, index, alphabet);
    if (length === 0 || (!hasAlphabet && isRoman(list, index, length))) {
      if (withTerritory) this.#appendAfterLocalCode(territory);
      else body.appendEncoded(texts.afterCode);
    } else {
      body.appendEncoded(texts.afterCode);
      body.appendEncoded(texts.codeInAlphabet.before);
      body.appendWords(spelledWords, 0, length);
      body.appendEncoded(texts.codeInAlphabet.after);
      if (withTerritory) {
        body.appendEncoded(this.#territory[territory] ?? this.#encodeTerritory(territory));
      }
    }
    if (length === 0 || !withTerritory) return;
    if (hasAlphabet || territoryIn(alphabet, territory) !== alphaCodeOf(territory)) {
      body.appendEncoded(this.#territoryMember(alphabet, territory));
    }
  }

  #territoryMember(alphabet: number, territory: number): PreEncoded {
    this.#territoryInAlphabet[alphabet] ??= [];
    const members = this.#territoryInAlphabet[alphabet];
    members[territory] ??= encodedWith(
      this.texts.territoryInAlphabet,
      territoryIn(alphabet, territory),
    );
    return members[territory];
  }

  /** Appends the corners and the center of a rectangle. @param degrees as decodeRectangleInto orders them */
  appendCorners(degrees: Float64Array): void {
    const { corners, afterCorners } = this.texts;
    for (let index = 0; index < corners.length; index++) {
      body.appendEncoded(corners[index]);
      appendDecimal(degrees[SOUTH_LAT_DEG + index]);
    }
    body.appendEncoded(afterCorners);
  }
}

/** The writers of all replies, by format. */
export const ENTRY_WRITERS: Readonly<Record<Format["name"], EntryWriter>> = {
  json: new EntryWriter(json.conversions),
  xml: new EntryWriter(xml.conversions),
};

/** The end, in the body, of a code without its extra digits. @param end of the code with them */
function hyphenBefore(end: number): number {
  for (let index = end - 1; body.bytes[index] !== DOT; index--) {
    if (body.bytes[index] === HYPHEN) return index;
  }
  return end;
}
