/** Codes and points as bytes: samples of replies, cut where values stand. Strings would take half as long again. */
import { ByteWriter, CodeWords, type PreEncoded, preEncoded, TextTable } from "../bytes.ts";
import { decodeRectangleBytesInto } from "../codec/decode.ts";
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
import { metersBetween } from "../library/distance.ts";
import { PointCodes, type TerritoryFilter } from "../library/encoding.ts";
import { alphabetNumber } from "../library/mapcode-text.ts";
import { memoize } from "../library/memoize.ts";
import { encodedInAlphabet } from "../text/alphabets.ts";
import type { Format } from "./negotiation.ts";
import { XML_DECLARATION } from "./xml.ts";

const CORNER = '{"latDeg":#,"lonDeg":#}';
const RECTANGLE = `{"southWest":${CORNER},"northEast":${CORNER},"center":${CORNER}}`;
const XML_POINT = "<latDeg>#</latDeg><lonDeg>#</lonDeg>";
const XML_RECTANGLE = `<rectangle><southWest>${XML_POINT}</southWest><northEast>${XML_POINT}</northEast><center>${XML_POINT}</center></rectangle>`;
const XML_CODE = "<mapcode>#";
const XML_LIST = `<mapcodes><mapcode>${XML_CODE}</mapcode><mapcode>${XML_CODE}</mapcode></mapcodes>`;

/**
 * Texts in JSON and in XML. `#` stands for a value, or for a code and its members. The middle of a list stands between all
 * of its codes.
 */
const SAMPLES = {
  one: ['{"mapcode":"#}', `${XML_DECLARATION}<mapcode>${XML_CODE}</mapcode>`],
  list: ['[{"mapcode":"#},{"mapcode":"#}]', XML_DECLARATION + XML_LIST],
  emptyList: ["[]", `${XML_DECLARATION}<mapcodes/>`],
  /** The last value is the member `territories`, or nothing. */
  all: [
    '{"local":{"mapcode":"#},"international":{"mapcode":"#},"mapcodes":[{"mapcode":"#},{"mapcode":"#}]#}',
    `${XML_DECLARATION}<mapcodes><local>${XML_CODE}</local><international>${XML_CODE}</international>${XML_LIST}#</mapcodes>`,
  ],
  /** In place of its beginning, if there is no local code. */
  withoutLocal: [
    '{"international":{"mapcode":"',
    `${XML_DECLARATION}<mapcodes><international><mapcode>`,
  ],
  /** In place of its list, if that is empty: in the specification, and in the public service. */
  withoutCodes: ['},"mapcodes":[]#}', "</international><mapcodes/>#</international><mapcodes/>"],
  afterCode: ['"', "</mapcode>"],
  inAlphabet: [',"mapcodeInAlphabet":"#"', "<mapcodeInAlphabet>#</mapcodeInAlphabet>"],
  territory: [',"territory":"#"', "<territory>#</territory>"],
  territoryInAlphabet: [
    ',"territoryInAlphabet":"#"',
    "<territoryInAlphabet>#</territoryInAlphabet>",
  ],
  offset: [',"offsetMeters":#', "<offsetMeters>#</offsetMeters>"],
  rectangle: [`,"rectangle":${RECTANGLE}`, XML_RECTANGLE],
  rectangleAlone: [RECTANGLE, XML_DECLARATION + XML_RECTANGLE],
  /** The last value is the member `rectangle`, or nothing. */
  point: ['{"latDeg":#,"lonDeg":##}', `${XML_DECLARATION}<point>${XML_POINT}#</point>`],
} as const;

/** The codes of all territories in an alphabet, both by their numbers. */
const namesIn = memoize((alphabet: number): readonly string[] => {
  const name = alphabets()[alphabet];
  return territories().map(({ alphaCode }) => territoryInAlphabet(alphaCode, name));
});

const ROMAN = alphabetNumber("ROMAN");

/** The texts of a format, made when they are needed first: all would take a tenth of the start. */
export const textsOf = memoize((format: Format) => {
  const index = format === "json" ? 0 : 1;
  const tableOf = (samples: readonly string[], alphabet: number) =>
    new TextTable(namesIn(alphabet).map((name) => samples[index].replace("#", name)));
  const cut = Object.entries(SAMPLES).map(([name, samples]) => {
    return [name, samples[index].split("#").map(preEncoded)];
  });
  return {
    ...(Object.fromEntries(cut) as Record<keyof typeof SAMPLES, readonly PreEncoded[]>),
    territories: tableOf(SAMPLES.territory, ROMAN),
    territoriesIn: memoize((alphabet: number) => tableOf(SAMPLES.territoryInAlphabet, alphabet)),
  };
});
export type Texts = ReturnType<typeof textsOf>;

/** The reply under construction, with room for the longest: 64 codes with all members in XML, of 900 bytes each. */
export const out = new ByteWriter(1 << 16);

/** Views of it by length: a new one for each reply would be most of the garbage. Each takes some 100 bytes. */
const views: Uint8Array[] = [];
const MAX_CACHED_VIEW = 1 << 12;

/** The bytes of the reply, valid until the next one is begun. */
export function replyBytes(): Uint8Array {
  const { length } = out;
  if (length > MAX_CACHED_VIEW) return out.written();
  views[length] ??= out.written();
  return views[length];
}

/** Writes a number so that it reads back to the same double. Whole numbers keep one decimal. */
export function decimal(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  const text = `${value}`;
  // Very large and very small numbers have an exponent and need no decimal.
  return Number.isInteger(value) && !text.includes("e") ? `${text}.0` : text;
}

/** What a mapcode decodes to. */
export const degrees = new Float64Array(RECTANGLE_NUMBERS);

/** Writes numbers of `degrees` with the texts before, between and after them. */
export function writeNumbers(
  texts: readonly PreEncoded[],
  from: number,
  count = texts.length - 1,
): void {
  for (let index = 0; index < count; index++) {
    const value = degrees[from + index];
    out.appendEncoded(texts[index]);
    if (Number.isInteger(value)) out.appendText(decimal(value));
    else out.appendDecimal(value);
  }
  out.appendEncoded(texts[count]);
}

/** What a request asks for. */
export interface CodesOptions {
  readonly precision: number;
  /** The territory, or the country, whose codes are requested. */
  readonly filter: TerritoryFilter;
  /** The number of the alphabet to write codes and territories in as well; undefined for none. */
  readonly alphabet: number | undefined;
  /** Whether texts in the alphabet are members even where they equal the Roman ones. */
  readonly hasAlphabet: boolean;
  /** Whether the international code has its territory as well. */
  readonly hasTerritory: boolean;
  readonly hasOffset: boolean;
  readonly hasRectangle: boolean;
}

const INTERNATIONAL_NUMBER = territoryNumber(INTERNATIONAL);

/** The codes of a point, in the published order: the international one is the last. */
export const points = new PointCodes("all");
const words = new CodeWords(points.list);

/** A reply with codes of a point. */
export interface CodesReply {
  readonly latDeg: number;
  readonly lonDeg: number;
  readonly options: CodesOptions;
  readonly texts: Texts;
}

/** Writes a code of `points` and its members. */
export function writeEntry({ latDeg, lonDeg, options, texts }: CodesReply, index: number): void {
  const { precision, alphabet, hasAlphabet, hasTerritory, hasOffset, hasRectangle } = options;
  const territory = words.list.territories[index];
  const start = out.length;
  out.appendCode(words, index);
  const end = out.length;
  out.appendEncoded(texts.afterCode[0]);
  const code = alphabet === undefined ? "" : codeText(words.list, index);
  // If the alphabet cannot write the code, a territory in it would change how the code is read.
  const written = alphabet === undefined ? undefined : encodedInAlphabet(code, alphabet);
  if (written !== undefined && (hasAlphabet || written !== code)) {
    out.appendEncoded(texts.inAlphabet[0]);
    out.appendText(written);
    out.appendEncoded(texts.inAlphabet[1]);
  }
  if (hasTerritory || territory !== INTERNATIONAL_NUMBER) {
    out.appendFrom(texts.territories, territory);
    if (alphabet !== undefined && written !== undefined) {
      const isRoman = namesIn(alphabet)[territory] === namesIn(ROMAN)[territory];
      if (hasAlphabet || !isRoman) out.appendFrom(texts.territoriesIn(alphabet), territory);
    }
  }
  if (hasOffset) {
    decodeBytesInto(out.bytes, start, end, territory, degrees);
    degrees[0] = metersBetween(latDeg, lonDeg, degrees[LAT_DEG], degrees[LON_DEG]);
    writeNumbers(texts.offset, 0);
  }
  if (hasRectangle) {
    // That of the code without its hyphen and extra digits.
    const extra = precision === 0 ? 0 : precision + 1;
    decodeRectangleBytesInto(out.bytes, start, end - extra, territory, degrees);
    writeNumbers(texts.rectangle, SOUTH_LAT_DEG);
  }
}
