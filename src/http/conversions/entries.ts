/** Writes one code with its members, as replies of /codes contain it. */
import {
  type CodeList,
  codeText,
  decodeBytesInto,
  decodeRectangleInto,
  INTERNATIONAL,
  LAT_DEG,
  LON_DEG,
  RECTANGLE_NUMBERS,
  SOUTH_LAT_DEG,
  territories,
  territoryNumber,
} from "../../index.ts";
import { alphabetNumber, metersBetween } from "../../internal.ts";
import { bytesOf, type ConversionTexts, type Enclosure } from "../formats/conversion-texts.ts";
import { isRoman, spellCode, spelled, territoryIn } from "./alphabets.ts";
import { append, appendAll, appendDecimal, appendText } from "./body.ts";

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

const alphaCodes = territories().map(({ alphaCode }) => alphaCode);

function appendEnclosed({ before, after }: Enclosure, text: string): void {
  appendAll(before);
  appendText(text);
  appendAll(after);
}

/** Writes codes in one format. */
export class EntryWriter {
  readonly texts: ConversionTexts;
  /** What follows the characters of a local code, with its territory, by number of the territory. */
  readonly #afterLocalCode: readonly Uint8Array[];
  readonly #degrees = new Float64Array(RECTANGLE_NUMBERS);

  constructor(texts: ConversionTexts) {
    this.texts = texts;
    const { afterCode, territory } = texts;
    this.#afterLocalCode = alphaCodes.map((alphaCode) =>
      Buffer.concat([afterCode, territory.before, bytesOf(alphaCode), territory.after]),
    );
  }

  /**
   * Appends a code and its members.
   * @param index of the code in the list
   * @param latDeg of the point that was encoded, after clamping; offsets are measured from it
   * @param options undefined if the request adds no members
   */
  append(
    list: CodeList,
    index: number,
    latDeg: number,
    lonDeg: number,
    options: EntryOptions | undefined,
  ): void {
    append(list.chars, list.starts[index], list.ends[index]);
    const territory = list.territories[index];
    if (options !== undefined) this.#appendMembers(list, index, latDeg, lonDeg, options);
    else if (territory === INTERNATIONAL_NUMBER) appendAll(this.texts.afterCode);
    else appendAll(this.#afterLocalCode[territory]);
  }

  #appendMembers(
    list: CodeList,
    index: number,
    latDeg: number,
    lonDeg: number,
    options: EntryOptions,
  ): void {
    const { hasTerritory, hasOffset, hasRectangle } = options;
    const territory = list.territories[index];
    const withTerritory = hasTerritory || territory !== INTERNATIONAL_NUMBER;
    if (options.alphabet === undefined && !options.hasAlphabet) {
      appendAll(withTerritory ? this.#afterLocalCode[territory] : this.texts.afterCode);
    } else {
      this.#appendInAlphabet(list, index, withTerritory, options);
    }
    if (hasOffset) this.#appendOffset(list, index, latDeg, lonDeg);
    if (hasRectangle) {
      // The rectangle is that of the code without extra digits.
      decodeRectangleInto(withoutExtension(list, index), territory, this.#degrees);
      appendAll(this.texts.rectangle.before);
      this.appendCorners(this.#degrees);
      appendAll(this.texts.rectangle.after);
    }
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
      appendAll(withTerritory ? this.#afterLocalCode[territory] : texts.afterCode);
    } else {
      appendAll(texts.afterCode);
      appendAll(texts.codeInAlphabet.before);
      append(spelled, 0, length);
      appendAll(texts.codeInAlphabet.after);
      if (withTerritory) appendEnclosed(texts.territory, alphaCodes[territory]);
    }
    if (length === 0 || !withTerritory) return;
    const text = territoryIn(alphabet, territory);
    if (hasAlphabet || text !== alphaCodes[territory]) {
      appendEnclosed(texts.territoryInAlphabet, text);
    }
  }

  #appendOffset(list: CodeList, index: number, latDeg: number, lonDeg: number): void {
    const degrees = this.#degrees;
    const { chars, starts, ends, territories } = list;
    decodeBytesInto(chars, starts[index], ends[index], territories[index], degrees);
    appendAll(this.texts.offsetMeters.before);
    appendDecimal(metersBetween(latDeg, lonDeg, degrees[LAT_DEG], degrees[LON_DEG]));
    appendAll(this.texts.offsetMeters.after);
  }

  /** Appends the corners and the center of a rectangle. @param degrees as decodeRectangleInto orders them */
  appendCorners(degrees: Float64Array): void {
    const { corners, afterCorners } = this.texts;
    for (let index = 0; index < corners.length; index++) {
      appendAll(corners[index]);
      appendDecimal(degrees[SOUTH_LAT_DEG + index]);
    }
    appendAll(afterCorners);
  }
}

function withoutExtension(list: CodeList, index: number): string {
  const code = codeText(list, index);
  const hyphen = code.indexOf("-");
  return hyphen < 0 ? code : code.slice(0, hyphen);
}
