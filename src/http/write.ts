/**
 * Writes codes and points as bytes, in both formats: samples of replies, cut where their values stand, and the values
 * between them. Strings would take half as long again.
 */
import { ByteWriter, type CodeWords, type PreEncoded, preEncoded, TextTable } from "../bytes.ts";
import { DOT, HYPHEN } from "../characters.ts";
import { decodeRectangleBytesInto } from "../codec/rectangle.ts";
import {
  alphabets,
  codeText,
  decodeBytesInto,
  INTERNATIONAL,
  LAT_DEG,
  LON_DEG,
  RECTANGLE_NUMBERS,
  SOUTH_LAT_DEG,
  territories,
  territoryInAlphabet,
  territoryNumber,
} from "../index.ts";
import { alphabetNumber } from "../library/alphabets.ts";
import { metersBetween } from "../library/distance.ts";
import { memoize } from "../library/memoize.ts";
import { encodedInAlphabet } from "../text/alphabets.ts";
import type { Format } from "./negotiation.ts";
import { XML_DECLARATION } from "./xml.ts";

const CORNER = '{"latDeg":#,"lonDeg":#}';
const RECTANGLE = `{"southWest":${CORNER},"northEast":${CORNER},"center":${CORNER}}`;

/** `#` stands for a value, or for a code with its members, whose first characters are those of the code. */
const JSON_SAMPLES = {
  /** A reply that is one code. */
  one: '{"mapcode":"#}',
  /** A reply that is a list, whose second text stands between all of its codes. */
  list: '[{"mapcode":"#},{"mapcode":"#}]',
  emptyList: "[]",
  /** The reply with the local, the international and all codes; the last value is the member `territories`, or nothing. */
  all: '{"local":{"mapcode":"#},"international":{"mapcode":"#},"mapcodes":[{"mapcode":"#},{"mapcode":"#}]#}',
  /** In place of its first text, if there is no local code. */
  withoutLocal: '{"international":{"mapcode":"',
  /** In place of its list, if that is empty; where the dialect leaves it out. */
  withoutCodes: '},"mapcodes":[]',
  withoutList: "}",
  // Members
  afterCode: '"',
  inAlphabet: ',"mapcodeInAlphabet":"#"',
  territory: ',"territory":"#"',
  territoryInAlphabet: ',"territoryInAlphabet":"#"',
  offset: ',"offsetMeters":#',
  rectangle: `,"rectangle":${RECTANGLE}`,
  /** Replies of /coords; the last value of a point is the member `rectangle`, or nothing. */
  wholeRectangle: RECTANGLE,
  point: '{"latDeg":#,"lonDeg":##}',
};

const XML_CORNER = "<latDeg>#</latDeg><lonDeg>#</lonDeg>";
const XML_RECTANGLE = `<rectangle><southWest>${XML_CORNER}</southWest><northEast>${XML_CORNER}</northEast><center>${XML_CORNER}</center></rectangle>`;
const XML_LIST = "<mapcodes><mapcode><mapcode>#</mapcode><mapcode><mapcode>#</mapcode></mapcodes>";

const XML_SAMPLES: typeof JSON_SAMPLES = {
  one: `${XML_DECLARATION}<mapcode><mapcode>#</mapcode>`,
  list: XML_DECLARATION + XML_LIST,
  emptyList: `${XML_DECLARATION}<mapcodes/>`,
  all: `${XML_DECLARATION}<mapcodes><local><mapcode>#</local><international><mapcode>#</international>${XML_LIST}#</mapcodes>`,
  withoutLocal: `${XML_DECLARATION}<mapcodes><international><mapcode>`,
  withoutCodes: "</international><mapcodes/>",
  withoutList: "</international><mapcodes/>",
  afterCode: "</mapcode>",
  inAlphabet: "<mapcodeInAlphabet>#</mapcodeInAlphabet>",
  territory: "<territory>#</territory>",
  territoryInAlphabet: "<territoryInAlphabet>#</territoryInAlphabet>",
  offset: "<offsetMeters>#</offsetMeters>",
  rectangle: XML_RECTANGLE,
  wholeRectangle: XML_DECLARATION + XML_RECTANGLE,
  point: `${XML_DECLARATION}<point><latDeg>#</latDeg><lonDeg>#</lonDeg>#</point>`,
};

/** The texts of a format: its samples, cut at their values, and members that depend on the territory, by its number. */
export interface Texts extends Readonly<Record<keyof typeof JSON_SAMPLES, readonly PreEncoded[]>> {
  /** The end of the characters of a code, and its territory. */
  readonly afterLocalCode: () => TextTable;
  readonly ofTerritory: () => TextTable;
  readonly ofTerritoryIn: (alphabet: number) => TextTable;
}

const ROMAN = alphabetNumber("ROMAN");

/** The codes of all territories in an alphabet, both by their numbers. */
const namesIn = memoize((alphabet: number): readonly string[] => {
  const name = alphabets()[alphabet];
  return territories().map(({ alphaCode }) => territoryInAlphabet(alphaCode, name));
});

/** Members of territories are made when they are needed first: all would take a tenth of the start. */
function createTexts(samples: typeof JSON_SAMPLES): Texts {
  const table = (sample: string, alphabet: number) =>
    new TextTable(namesIn(alphabet).map((name) => sample.replace("#", name)));
  const inRoman = memoize((sample: string) => table(sample, ROMAN));
  const local = samples.afterCode + samples.territory;
  const cut = Object.entries(samples).map(([name, sample]) => [
    name,
    sample.split("#").map(preEncoded),
  ]);
  return {
    ...(Object.fromEntries(cut) as Record<keyof typeof JSON_SAMPLES, PreEncoded[]>),
    afterLocalCode: () => inRoman(local),
    ofTerritory: () => inRoman(samples.territory),
    ofTerritoryIn: memoize((alphabet: number) => table(samples.territoryInAlphabet, alphabet)),
  };
}

export const TEXTS: Readonly<Record<Format, Texts>> = {
  json: createTexts(JSON_SAMPLES),
  xml: createTexts(XML_SAMPLES),
};

// Replies

/** Room for the longest reply: 64 codes, each with all members, in XML. One such code has 900 bytes at most. */
export const MAX_REPLY_BYTES = 1 << 16;

/** The reply under construction: one buffer for all of them, so that requests allocate none. */
export const out = new ByteWriter(MAX_REPLY_BYTES);

/** Longer replies are rare, and each view that is kept takes some 100 bytes. */
const MAX_CACHED_VIEW = 1 << 12;

/** Views of the buffer by length. A new view for each reply would be most of the garbage. */
const views: Uint8Array[] = [];

/** The bytes of the reply, valid until the next one is begun. */
export function replyBytes(): Uint8Array {
  const { length } = out;
  if (length > MAX_CACHED_VIEW) return out.written();
  views[length] ??= out.written();
  return views[length];
}

// Numbers

/** Writes a number so that it reads back to the same double. Whole numbers keep one decimal. */
export function decimal(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  const text = `${value}`;
  // Very large and very small numbers have an exponent and need no decimal.
  return Number.isInteger(value) && !text.includes("e") ? `${text}.0` : text;
}

/** Writes numbers with the texts before, between and after them. */
export function writeNumbers(
  out: ByteWriter,
  texts: readonly PreEncoded[],
  numbers: Float64Array,
  from: number,
  count = texts.length - 1,
): void {
  for (let index = 0; index < count; index++) {
    const value = numbers[from + index];
    out.appendEncoded(texts[index]);
    if (Number.isInteger(value)) out.appendText(decimal(value));
    else out.appendDecimal(value);
  }
  out.appendEncoded(texts[count]);
}

// Codes

/** The members that a request adds to codes. */
export interface Members {
  /** The number of the alphabet to write codes and territories in; undefined if the request names none. */
  readonly alphabet: number | undefined;
  /** Whether texts in the alphabet, by default Roman, are members even where they equal the Roman ones. */
  readonly hasAlphabet: boolean;
  /** Whether the international code has its territory as well. */
  readonly hasTerritory: boolean;
  readonly hasOffset: boolean;
  readonly hasRectangle: boolean;
}

const INTERNATIONAL_NUMBER = territoryNumber(INTERNATIONAL);

/**
 * Writes a code and its members.
 * @param out has some bytes already, as decoding reads a few bytes before the code
 * @param words the list of the code
 * @param latDeg of the point that was encoded, after clamping; offsets are measured from it
 * @param members undefined for no more than a code always has
 */
export function writeEntry(
  out: ByteWriter,
  words: CodeWords,
  index: number,
  latDeg: number,
  lonDeg: number,
  members: Members | undefined,
  texts: Texts,
): void {
  const start = out.length;
  const territory = words.list.territories[index];
  out.appendCode(words, index);
  const end = out.length;
  const isNamed = territory !== INTERNATIONAL_NUMBER || members?.hasTerritory === true;
  const isInAlphabet = members?.alphabet !== undefined || members?.hasAlphabet === true;
  if (isInAlphabet)
    writeInAlphabet(out, codeText(words.list, index), territory, isNamed, members, texts);
  else if (isNamed) out.appendFrom(texts.afterLocalCode(), territory);
  else out.appendEncoded(texts.afterCode[0]);
  if (members?.hasOffset || members?.hasRectangle) {
    writePlace(out, start, end, territory, latDeg, lonDeg, members, texts);
  }
}

/**
 * Writes the end of a code, its territory, and both in the alphabet. If the alphabet cannot write the code, neither is:
 * a Greek territory in front of the Roman code would change how the code is read.
 */
function writeInAlphabet(
  out: ByteWriter,
  code: string,
  territory: number,
  isNamed: boolean,
  { alphabet = ROMAN, hasAlphabet }: Members,
  texts: Texts,
): void {
  const written = encodedInAlphabet(code, alphabet);
  out.appendEncoded(texts.afterCode[0]);
  if (written !== undefined && (hasAlphabet || written !== code)) {
    out.appendEncoded(texts.inAlphabet[0]);
    out.appendText(written);
    out.appendEncoded(texts.inAlphabet[1]);
  }
  if (!isNamed) return;
  out.appendFrom(texts.ofTerritory(), territory);
  if (written === undefined) return;
  const isRoman = namesIn(alphabet)[territory] === namesIn(ROMAN)[territory];
  if (hasAlphabet || !isRoman) out.appendFrom(texts.ofTerritoryIn(alphabet), territory);
}

const degrees = new Float64Array(RECTANGLE_NUMBERS);

/** Writes offset and rectangle of a code. @param start of the code in the bytes that are written, as `end` is */
function writePlace(
  out: ByteWriter,
  start: number,
  end: number,
  territory: number,
  latDeg: number,
  lonDeg: number,
  { hasOffset, hasRectangle }: Members,
  texts: Texts,
): void {
  const hyphen = hyphenBefore(out.bytes, end);
  const isOneCell = hasRectangle && hyphen === end;
  // Without extra digits, one decoding gives both.
  if (isOneCell) decodeRectangleBytesInto(out.bytes, start, end, territory, degrees);
  else decodeBytesInto(out.bytes, start, end, territory, degrees);
  if (hasOffset) {
    offset[0] = metersBetween(latDeg, lonDeg, degrees[LAT_DEG], degrees[LON_DEG]);
    writeNumbers(out, texts.offset, offset, 0);
  }
  if (!hasRectangle) return;
  // The rectangle belongs to the code without extra digits.
  if (!isOneCell) decodeRectangleBytesInto(out.bytes, start, hyphen, territory, degrees);
  writeNumbers(out, texts.rectangle, degrees, SOUTH_LAT_DEG);
}

const offset = new Float64Array(1);

/** The end of a code without its extra digits. @param end of the code with them */
function hyphenBefore(bytes: Uint8Array, end: number): number {
  for (let index = end - 1; bytes[index] !== DOT; index--) {
    if (bytes[index] === HYPHEN) return index;
  }
  return end;
}
