/** Replies of /codes and /coords as bytes: templates, cut at the values. Strings would take 50% longer. */
import type { PreEncoded } from "../bytes/byte-writer.ts";
import { ByteWriter, CodeWords, preEncoded, TextTable } from "../bytes/byte-writer.ts";
import { PointCodes } from "../codec/encode.ts";
import { asciiText } from "../digits/digits.ts";
import { INTERNATIONAL, territories } from "../index.ts";
import * as Into from "../into.ts";
import { metersBetween } from "../library/distance.ts";
import { alphabetNumber } from "../library/mapcode-text.ts";
import { memoize } from "../library/memoize.ts";
import { namesOf } from "../library/territories.ts";
import { NOT_WRITABLE, writeInAlphabet, writeTerritoryCode } from "../text/alphabets.ts";
import type { Format } from "./negotiation.ts";
import type { codesOptions } from "./parameters.ts";
import { XML_DECLARATION } from "./xml.ts";

const CORNER = '{"latDeg":#,"lonDeg":#}';
const RECTANGLE = `{"southWest":${CORNER},"northEast":${CORNER},"center":${CORNER}}`;
const XML_POINT = "<latDeg>#</latDeg><lonDeg>#</lonDeg>";
const XML_RECTANGLE = `<rectangle><southWest>${XML_POINT}</southWest><northEast>${XML_POINT}</northEast><center>${XML_POINT}</center></rectangle>`;
const XML_CODE = "<mapcode>#";
const XML_LIST = `<mapcodes><mapcode>${XML_CODE}</mapcode><mapcode>${XML_CODE}</mapcode></mapcodes>`;

const member = (name: string, value = '"#"') =>
  [`,"${name}":${value}`, `<${name}>#</${name}>`] as const;

/** In JSON and in XML. `#` stands for a value, or a code and its members; the middle of a list is between all its codes. */
const TEMPLATES = {
  single: ['{"mapcode":"#}', `${XML_DECLARATION}<mapcode>${XML_CODE}</mapcode>`],
  list: ['[{"mapcode":"#},{"mapcode":"#}]', XML_DECLARATION + XML_LIST],
  emptyList: ["[]", `${XML_DECLARATION}<mapcodes/>`],
  /** The last value is the member `territories`, or nothing. */
  all: [
    '{"local":{"mapcode":"#},"international":{"mapcode":"#},"mapcodes":[{"mapcode":"#},{"mapcode":"#}]#}',
    `${XML_DECLARATION}<mapcodes><local>${XML_CODE}</local><international>${XML_CODE}</international>${XML_LIST}#</mapcodes>`,
  ],
  /** The beginning of `all` if there is no local code. */
  withoutLocal: [
    '{"international":{"mapcode":"',
    `${XML_DECLARATION}<mapcodes><international><mapcode>`,
  ],
  /** The list of `all` if it is empty: as in the specification, and as in the public service. */
  withoutCodes: ['},"mapcodes":[]#}', "</international><mapcodes/>#</international><mapcodes/>"],
  afterCode: ['"', "</mapcode>"],
  inAlphabet: member("mapcodeInAlphabet"),
  territory: member("territory"),
  territoryInAlphabet: member("territoryInAlphabet"),
  fullNames: [
    ',"territoryName":"#","countryName":"#"',
    "<territoryName>#</territoryName><countryName>#</countryName>",
  ],
  offset: member("offsetMeters", "#"),
  rectangle: [`,"rectangle":${RECTANGLE}`, XML_RECTANGLE],
  rectangleAlone: [RECTANGLE, XML_DECLARATION + XML_RECTANGLE],
  point: ['{"latDeg":#,"lonDeg":#', `${XML_DECLARATION}<point>${XML_POINT}`],
  /** After the members `territory` and `rectangle`, if they are wanted. */
  pointEnd: ["}", "</point>"],
} as const;

/** The codes of all territories in an alphabet, both by their numbers. */
function codesIn(alphabet: number): readonly string[] {
  return territories().map(({ alphaCode }) => writeTerritoryCode(alphaCode, alphabet));
}

/** A text with the full names of a territory and its country, for all territories. No name has special characters. */
function fullNames(template: string): string[] {
  const all = territories().map(({ number }) => namesOf(number));
  return all.map(({ territoryName, parentName = territoryName }) =>
    template.replace("#", territoryName).replace("#", parentName),
  );
}

const ROMAN = alphabetNumber("ROMAN");

/** The texts of a format, created on first use: all of them would take a tenth of the start time. */
export const textsOf = memoize((format: Format) => {
  const index = format === "json" ? 0 : 1;
  const tableOf = (template: string, names: readonly string[]) =>
    new TextTable(names.map((name) => name && template.replace("#", name)));
  const inAlphabet = TEMPLATES.territoryInAlphabet[index];
  const roman = codesIn(ROMAN);
  const cut = Object.entries(TEMPLATES).map(([name, templates]) => {
    return [name, templates[index].split("#").map(preEncoded)];
  });
  return {
    ...(Object.fromEntries(cut) as Record<keyof typeof TEMPLATES, readonly PreEncoded[]>),
    territories: tableOf(TEMPLATES.territory[index], roman),
    fullNames: new TextTable(fullNames(TEMPLATES.fullNames[index])),
    territoriesIn: memoize((alphabet: number) => {
      const all = codesIn(alphabet);
      const others = all.map((name, number) => (name === roman[number] ? "" : name));
      return { all: tableOf(inAlphabet, all), others: tableOf(inAlphabet, others) };
    }),
  };
});

export interface EncodedPoint {
  readonly latDeg: number;
  readonly lonDeg: number;
  readonly options: ReturnType<typeof codesOptions.spec>;
  readonly texts: ReturnType<typeof textsOf>;
}

const INTERNATIONAL_NUMBER = Into.territoryNumber(INTERNATIONAL);

/** Views of longer replies are not kept: most replies are shorter. */
const MAX_KEPT_BYTES = 2_048;

/**
 * Creates the reply under construction, and the functions that write numbers and codes to it. A thread has one: a reply is
 * valid until the next one is begun. V8 makes constants of the variables of a function that is created once: as members of
 * an object, they took 3% of a request.
 */
export function createWriter() {
  /** Room for the longest reply: 64 codes with all members in XML, of 900 bytes each. */
  const out = new ByteWriter(1 << 16);
  /** The codes of a point, in the published order: the international one is the last. */
  const pointCodes = new PointCodes("all");
  const codeWords = new CodeWords(pointCodes.list);
  const degrees = new Float64Array(Into.RECTANGLE_NUMBERS);
  /** The views of the last replies, by their length: to make one for each reply takes 4% of a request, with its garbage. */
  const views: Uint8Array[] = [];
  let viewed = out.bytes;

  /** The bytes of the reply, until the next one is begun. */
  function replyBytes(): Uint8Array {
    const { bytes, length } = out;
    if (length > MAX_KEPT_BYTES) return out.written();
    // A longer reply moves the bytes.
    if (bytes !== viewed) views.length = 0;
    viewed = bytes;
    views[length] ??= out.written();
    return views[length];
  }

  /** Writes numbers of `degrees` with the texts before, between and after them. Whole numbers keep one decimal. */
  function writeNumbers(texts: readonly PreEncoded[], from: number): void {
    const count = texts.length - 1;
    for (let index = 0; index < count; index++) {
      const value = degrees[from + index];
      out.appendEncoded(texts[index]);
      if (Number.isInteger(value)) out.appendText(`${Object.is(value, -0) ? "-0" : value}.0`);
      else out.appendDecimal(value);
    }
    out.appendEncoded(texts[count]);
  }

  /** Appends the code from `start` to `end` in the alphabet. @returns whether the alphabet can write it */
  function appendInAlphabet({ options, texts }: EncodedPoint, start: number, end: number): boolean {
    const { alphabet, hasAlphabet } = options;
    if (alphabet === undefined) return false;
    const before = out.length;
    out.appendEncoded(texts.inAlphabet[0]);
    const { bytes, length } = out;
    const to = writeInAlphabet(bytes, start, end, alphabet, bytes, length);
    // Texts of the same length are the same: all letters of other alphabets take two bytes or more.
    const isAdded = to !== NOT_WRITABLE && (hasAlphabet || to - length !== end - start);
    out.length = isAdded ? to : before;
    if (isAdded) out.appendEncoded(texts.inAlphabet[1]);
    return to !== NOT_WRITABLE;
  }

  function writeEntry(reply: EncodedPoint, index: number): void {
    const { latDeg, lonDeg, options, texts } = reply;
    const { precision, alphabet, hasAlphabet, hasTerritory, hasOffset, hasRectangle } = options;
    const territory = codeWords.list.territories[index];
    const start = out.length;
    out.appendCode(codeWords, index);
    const end = out.length;
    out.appendEncoded(texts.afterCode[0]);
    const isWritten = appendInAlphabet(reply, start, end);
    if (hasTerritory || territory !== INTERNATIONAL_NUMBER) {
      out.appendTableText(texts.territories, territory);
      // If the alphabet cannot write the code, a territory in it would change the meaning of the code.
      if (isWritten && alphabet !== undefined) {
        const { all, others } = texts.territoriesIn(alphabet);
        out.appendTableText(hasAlphabet ? all : others, territory);
      }
      if (options.hasNames) out.appendTableText(texts.fullNames, territory);
    }
    if (hasOffset) {
      Into.decodeBytesInto(out.bytes, start, end, territory, degrees);
      degrees[0] = metersBetween(latDeg, lonDeg, degrees[Into.LAT_DEG], degrees[Into.LON_DEG]);
      writeNumbers(texts.offset, 0);
    }
    if (hasRectangle) {
      // The territory of the code without its hyphen and extra digits.
      const extra = precision === 0 ? 0 : precision + 1;
      const code = asciiText(out.bytes, start, end - extra);
      Into.decodeRectangleInto(code, territory, degrees);
      writeNumbers(texts.rectangle, Into.SOUTH_LAT_DEG);
    }
  }

  return { out, pointCodes, degrees, replyBytes, writeNumbers, writeEntry };
}
