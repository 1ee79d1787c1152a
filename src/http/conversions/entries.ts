/** Writes one code with its members, as replies of /codes contain it. */
import {
  type CodeList,
  codeText,
  decodeBytesInto,
  decodeRectangleInto,
  INTERNATIONAL,
  LAT_DEG,
  LON_DEG,
  mapcodeInAlphabet,
  RECTANGLE_NUMBERS,
  SOUTH_LAT_DEG,
  territories,
  territoryInAlphabet,
  territoryNumber,
  UnwritableMapcodeError,
} from "../../index.ts";
import { metersBetween } from "../../internal.ts";
import { bytesOf, type ConversionTexts, type Enclosure } from "../formats/conversion-texts.ts";
import { append, appendAll, appendDecimal, appendText } from "./body.ts";

/** The members that a request adds to codes. */
export interface EntryOptions {
  /** The name of the alphabet to write codes and territories in; undefined if the request names none. */
  readonly alphabet: string | undefined;
  /** Whether texts in the alphabet, by default Roman, are members even where they equal the Roman ones. */
  readonly hasAlphabet: boolean;
  /** Whether the international code has its territory as well. */
  readonly hasTerritory: boolean;
  readonly hasOffset: boolean;
  readonly hasRectangle: boolean;
}

/** The number of the territory of international codes. */
export const INTERNATIONAL_NUMBER = territoryNumber(INTERNATIONAL);

const ROMAN = "ROMAN";

const alphaCodes = territories().map(({ alphaCode }) => alphaCode);

/** The codes of all territories in an alphabet, by number. */
const territoryTexts = new Map<string, readonly string[]>();

function territoriesIn(alphabet: string): readonly string[] {
  let texts = territoryTexts.get(alphabet);
  if (texts === undefined) {
    texts = alphaCodes.map((alphaCode) => territoryInAlphabet(alphaCode, alphabet));
    territoryTexts.set(alphabet, texts);
  }
  return texts;
}

/** Returns the code in an alphabet, or undefined if the alphabet cannot write it. */
function inAlphabet(code: string, alphabet: string): string | undefined {
  try {
    return mapcodeInAlphabet(code, alphabet);
  } catch (error) {
    if (error instanceof UnwritableMapcodeError) return undefined;
    throw error;
  }
}

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
      this.#appendInAlphabet(codeText(list, index), territory, withTerritory, options);
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
    code: string,
    territory: number,
    withTerritory: boolean,
    { alphabet = ROMAN, hasAlphabet }: EntryOptions,
  ): void {
    const texts = this.texts;
    const written = inAlphabet(code, alphabet);
    if (written === undefined || !(hasAlphabet || written !== code)) {
      appendAll(withTerritory ? this.#afterLocalCode[territory] : texts.afterCode);
    } else {
      appendAll(texts.afterCode);
      appendEnclosed(texts.codeInAlphabet, written);
      if (withTerritory) appendEnclosed(texts.territory, alphaCodes[territory]);
    }
    if (written === undefined || !withTerritory) return;
    const text = territoriesIn(alphabet)[territory];
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
