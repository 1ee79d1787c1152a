/** `/codes/{lat},{lon}`: the codes of a point in a reply, by the rules of the dialect; `/coords/{code}`: its point. */
import { territoriesAt } from "../borders/index.ts";
import { CodeWords } from "../bytes.ts";
import { NO_CODE } from "../codec/arrays.ts";
import { decodeRectangleBytesInto } from "../codec/decode.ts";
import * as M from "../index.ts";
import * as Into from "../into.ts";
import { decodingProblem } from "../library/decoding-problem.ts";
import { metersBetween } from "../library/distance.ts";
import { PointCodes } from "../library/encoding.ts";
import {
  contextFilter,
  contextOfFilter,
  NO_FILTER,
  type TerritoryFilter,
  territoryFilter,
} from "../library/filters.ts";
import { alphabetNumber } from "../library/mapcode-text.ts";
import { memoize } from "../library/memoize.ts";
import { nearestMapcode } from "../library/places.ts";
import { encodedInAlphabet } from "../text/alphabets.ts";
import { excerpt, HttpError, invalidValue, missingParameter } from "./errors.ts";
import type { Format } from "./negotiation.ts";
import type { Dialect, InterfaceOptions } from "./options.ts";
import {
  CODES_PARAMETERS,
  COORDS_PARAMETERS,
  degreesOf,
  KNOWN_QUERIES,
  readQuery,
} from "./parameters.ts";
import * as W from "./write.ts";
import { xmlDocument, xmlElement } from "./xml.ts";

/** The segments that may follow the point. The last one needs borders; without a segment, the reply has all of the others. */
const FILTERS = ["mapcodes", "local", "international", "territories"];
const NO_CANDIDATES: readonly M.Territory[] = [];

/** The content of a request, apart from the point. */
function readCodesOptions(query: string, dialect: Dialect) {
  const parameters = CODES_PARAMETERS[dialect];
  const { precision, territory, country, alphabet, include } = readQuery(parameters, query);
  const hasAlphabet = include.has("alphabet");
  const written = alphabet ?? (hasAlphabet ? "ROMAN" : undefined);
  return {
    precision,
    /** The territory, or the country, whose codes are requested. */
    filter: territoryFilter({ territory, country }),
    /** The number of an additional alphabet for codes and territories. */
    alphabet: written === undefined ? undefined : alphabetNumber(written),
    /** Whether texts in the alphabet are members even where they equal the Roman ones. */
    hasAlphabet,
    /** Whether the international code has its territory as well. */
    hasTerritory: include.has("territory"),
    hasOffset: include.has("offset"),
    hasRectangle: include.has("rectangle"),
    hasNames: include.has("names"),
  };
}
type CodesOptions = ReturnType<typeof readCodesOptions>;

const codesOptions = {
  spec: memoize((query: string) => readCodesOptions(query, "spec"), KNOWN_QUERIES),
  hosted: memoize((query: string) => readCodesOptions(query, "hosted"), KNOWN_QUERIES),
};

const INTERNATIONAL_NUMBER = Into.territoryNumber(M.INTERNATIONAL);

/** The codes of a point, in the published order: the international one is the last. */
const points = new PointCodes("all");
const words = new CodeWords(points.list);

interface CodesReply {
  readonly latDeg: number;
  readonly lonDeg: number;
  readonly options: CodesOptions;
  readonly texts: W.Texts;
}

/** Writes a code of `points` and its members. */
function writeEntry({ latDeg, lonDeg, options, texts }: CodesReply, index: number): void {
  const { precision, alphabet, hasAlphabet, hasTerritory, hasOffset, hasRectangle } = options;
  const territory = words.list.territories[index];
  const start = W.out.length;
  W.out.appendCode(words, index);
  const end = W.out.length;
  W.out.appendEncoded(texts.afterCode[0]);
  const code = alphabet === undefined ? "" : Into.codeText(words.list, index);
  // If the alphabet cannot write the code, a territory in it would change the meaning of the code.
  const written = alphabet === undefined ? undefined : encodedInAlphabet(code, alphabet);
  if (written !== undefined && (hasAlphabet || written !== code)) {
    W.out.appendEncoded(texts.inAlphabet[0]);
    W.out.appendText(written);
    W.out.appendEncoded(texts.inAlphabet[1]);
  }
  if (hasTerritory || territory !== INTERNATIONAL_NUMBER) {
    W.out.appendFrom(texts.territories, territory);
    if (alphabet !== undefined && written !== undefined) {
      const isRoman = W.namesIn(alphabet)[territory] === W.namesIn(W.ROMAN)[territory];
      if (hasAlphabet || !isRoman) W.out.appendFrom(texts.territoriesIn(alphabet), territory);
    }
  }
  if (options.hasNames && territory !== INTERNATIONAL_NUMBER) {
    W.out.appendFrom(texts.fullNames, territory);
  }
  if (hasOffset) {
    Into.decodeBytesInto(W.out.bytes, start, end, territory, W.degrees);
    W.degrees[0] = metersBetween(latDeg, lonDeg, W.degrees[Into.LAT_DEG], W.degrees[Into.LON_DEG]);
    W.writeNumbers(texts.offset, 0);
  }
  if (hasRectangle) {
    // The territory of the code without its hyphen and extra digits.
    const extra = precision === 0 ? 0 : precision + 1;
    decodeRectangleBytesInto(W.out.bytes, start, end - extra, territory, W.degrees);
    W.writeNumbers(texts.rectangle, Into.SOUTH_LAT_DEG);
  }
}

const PUBLISHED = Uint8Array.from({ length: Into.MAX_CODES }, (_, index) => index);

/** Sorts the codes by the order of candidates, all others last. */
function orderBy(candidates: readonly M.Territory[]): Uint8Array {
  const { territories } = points.list;
  const placeOf = (index: number) => {
    const place = candidates.findIndex(({ number }) => number === territories[index]);
    return place < 0 ? candidates.length : place;
  };
  return PUBLISHED.slice(0, points.count).sort((one, other) => placeOf(one) - placeOf(other));
}

/** The local code, alone or beside all others, or NO_CODE. docs/http.md has the rules in a table. */
function localCode({ filter }: CodesOptions, isAlone: boolean, dialect: Dialect): number {
  const { territories, starts, ends } = points.list;
  if (dialect === "hosted" && filter !== NO_FILTER) {
    const own = territories.indexOf(contextOfFilter(filter));
    return own < points.count ? own : NO_CODE;
  }
  if (isAlone) return points.local;
  let best = points.international > 0 ? 0 : NO_CODE;
  for (let index = 1; index < points.international; index++) {
    if (territories[index] === territories[best]) continue;
    if (dialect === "spec") return NO_CODE;
    if (ends[index] - starts[index] < ends[best] - starts[best]) best = index;
  }
  return dialect === "spec" ? points.local : best;
}

function treesOf(candidates: readonly M.Territory[]): readonly object[] {
  return candidates.map(({ alphaCode, parentTerritory }) => {
    return { alphaCode, parentAlphaCode: parentTerritory };
  });
}

/** Writes the local, the international and all codes. Entries that are in the list as well are copied. */
function writeAll(reply: CodesReply, format: Format, rules: InterfaceOptions): void {
  const { latDeg, lonDeg, options, texts } = reply;
  const candidates = rules.borders ? territoriesAt(latDeg, lonDeg) : NO_CANDIDATES;
  const order = candidates.length === 0 ? PUBLISHED : orderBy(candidates);
  const { count, international, list } = points;
  const isFirst = candidates.length > 0 && candidates[0].number === list.territories[order[0]];
  const local = isFirst && count > 0 ? order[0] : localCode(options, false, rules.dialect);
  W.out.appendEncoded(local === NO_CODE ? texts.withoutLocal[0] : texts.all[0]);
  const localStart = W.out.length;
  if (local !== NO_CODE) writeEntry(reply, local);
  const localEnd = W.out.length;
  if (local !== NO_CODE) W.out.appendEncoded(texts.all[1]);
  const start = W.out.length;
  writeEntry(reply, international);
  const end = W.out.length;
  for (let index = 0; index < count; index++) {
    const code = order[index];
    W.out.appendEncoded(texts.all[index === 0 ? 2 : 3]);
    if (code === international) W.out.appendWritten(W.out, start, end);
    else if (code === local) W.out.appendWritten(W.out, localStart, localEnd);
    else writeEntry(reply, code);
  }
  if (count > 0) W.out.appendEncoded(texts.all[4]);
  else W.out.appendEncoded(texts.withoutCodes[rules.dialect === "spec" ? 0 : 1]);
  if (candidates.length > 0) {
    const trees = treesOf(candidates);
    if (format === "json") W.out.appendText(`,"territories":${JSON.stringify(trees)}`);
    else W.out.appendText(xmlElement({ territories: { territory: trees } }));
  }
  W.out.appendEncoded(texts.all[5]);
}

function writeList(reply: CodesReply): void {
  const { list, emptyList } = reply.texts;
  for (let index = 0; index < points.count; index++) {
    W.out.appendEncoded(list[index === 0 ? 0 : 1]);
    writeEntry(reply, index);
  }
  W.out.appendEncoded(points.count > 0 ? list[2] : emptyList[0]);
}

/** Writes one code. @throws HttpError if the point has no such code */
function writeOne(reply: CodesReply, index: number): void {
  if (index === NO_CODE) {
    const { latDeg, lonDeg, options } = reply;
    const { name } = options.filter;
    const value = `${latDeg},${lonDeg}`;
    const message = `There is no local mapcode at ${value}${name && ` in ${name}`}.`;
    const expected = `a point within ${name || "a territory"}`;
    throw new HttpError("no-local-mapcode", message, { parameter: "lat,lon", value, expected });
  }
  W.out.appendEncoded(reply.texts.one[0]);
  writeEntry(reply, index);
  W.out.appendEncoded(reply.texts.one[1]);
}

const CODES_PATH = "/codes/{lat},{lon}";

/** The error for a segment that is not a pair of texts. */
function pairError(segment: string, isLast: boolean): HttpError {
  if (segment === "" && isLast) return missingParameter("lat,lon", CODES_PATH);
  const texts = segment.split(",");
  if (texts.length < 2 || texts.includes("")) {
    const message = `There is nothing at this path. Use ${CODES_PATH}.`;
    const detail = { parameter: "lat,lon", value: segment, expected: CODES_PATH };
    return new HttpError("unknown-path", message, detail);
  }
  return invalidValue("lat,lon", segment, "two numbers separated by a comma");
}

/** The body of a reply: a text, or bytes until the next reply. @param segments decoded, the point first */
export function codesReply(
  segments: readonly string[],
  query: string,
  format: Format,
  rules: InterfaceOptions,
): Uint8Array | string {
  const { dialect, borders } = rules;
  const [point = "", last = ""] = segments;
  const comma = point.indexOf(",");
  const lat = point.slice(0, comma);
  const lon = point.slice(comma + 1);
  const isPair = comma > 0 && lon !== "" && !lon.includes(",");
  if (!isPair) throw pairError(point, segments.length < 2);
  const sent = degreesOf("lat", lat);
  const latDeg = Math.max(-90, Math.min(90, sent));
  if (sent !== latDeg && dialect === "hosted") {
    throw invalidValue("lat", lat, "a number of degrees from -90 to 90");
  }
  const lonDeg = degreesOf("lon", lon);
  const filter = last.toLowerCase();
  if (borders && filter === "territories") {
    readQuery([], query);
    const trees = treesOf(territoriesAt(latDeg, lonDeg));
    if (format === "json") return JSON.stringify({ territories: trees });
    return xmlDocument({ territories: { territoryCandidate: trees } });
  }
  const options = codesOptions[dialect](query);
  const reply = { latDeg, lonDeg, options, texts: W.textsOf(format) };
  W.out.length = 0;
  points.find(latDeg, lonDeg, options.precision, options.filter);
  if (filter === "") writeAll(reply, format, rules);
  else if (filter === "mapcodes") writeList(reply);
  else if (filter === "local") writeOne(reply, localCode(options, true, dialect));
  else if (filter === "international") writeOne(reply, points.international);
  else {
    const names = FILTERS.slice(0, borders ? undefined : -1);
    throw invalidValue("filter", last, `one of ${names.join(", ")}`);
  }
  return W.replyBytes();
}

// ---- /coords/{code}

function readCoordsOptions(query: string, dialect: Dialect) {
  const { context, near, include } = readQuery(COORDS_PARAMETERS[dialect], query);
  return { filter: contextFilter({ context, near }), hasRectangle: include.has("rectangle") };
}

const coordsOptions = {
  spec: memoize((query: string) => readCoordsOptions(query, "spec"), KNOWN_QUERIES),
  hosted: memoize((query: string) => readCoordsOptions(query, "hosted"), KNOWN_QUERIES),
};

const THREE_PARTS = /[^ ] +[^ ]+ +[^ ]/;

/** In how many territories a code has a place: counting takes longer than many replies. */
const placeCount = memoize((mapcode: string) => M.placesOf(mapcode).length, KNOWN_QUERIES);

/** The error for a mapcode that is not decoded. @param problem of decodeInto */
function coordsError(
  problem: number,
  mapcode: string,
  filter: TerritoryFilter,
  dialect: Dialect,
): HttpError {
  const { code, message, expected: wanted = "" } = decodingProblem(problem, mapcode, filter);
  const detail = { parameter: "code", value: mapcode, expected: wanted };
  if (code !== "unknown-mapcode") return new HttpError("invalid-parameter", message, detail);
  const isAlone = filter === NO_FILTER && !mapcode.trim().includes(" ");
  const count = isAlone ? placeCount(mapcode) : 0;
  if (count === 0) return new HttpError(code, message, detail);
  const near = dialect === "spec" ? ", or a point near it as near" : "";
  const expected = `its territory in front ('NLD 49.4V') or as the parameter context${near}`;
  const places = count === 1 ? "1 territory" : `${count} territories`;
  const alone = `The mapcode '${excerpt(mapcode)}' has a place in ${places}: send ${expected}.`;
  return new HttpError(code, alone, { ...detail, expected });
}

/** The body of the reply to a request: bytes, valid until the next reply. */
export function coordsReply(
  [mapcode = ""]: readonly string[],
  query: string,
  format: Format,
  { dialect }: InterfaceOptions,
): Uint8Array {
  if (mapcode === "") throw missingParameter("code", "/coords/{code}");
  const { filter, hasRectangle } = coordsOptions[dialect](query);
  if (mapcode.indexOf(" ") !== mapcode.lastIndexOf(" ") && THREE_PARTS.test(mapcode)) {
    throw invalidValue("code", mapcode, "a code, or a territory and a code");
  }
  const nearest = nearestMapcode(mapcode, filter);
  const decodeIt = hasRectangle ? Into.decodeRectangleInto : Into.decodeInto;
  const problem = decodeIt(`${nearest ?? mapcode}`, filter.territory, W.degrees);
  if (problem !== 0) throw coordsError(problem, mapcode, filter, dialect);
  const texts = W.textsOf(format);
  W.out.length = 0;
  if (hasRectangle && dialect === "hosted")
    W.writeNumbers(texts.rectangleAlone, Into.SOUTH_LAT_DEG);
  else {
    W.writeNumbers(texts.point, Into.LAT_DEG, 2);
    if (nearest) W.out.appendFrom(texts.territories, Into.territoryNumber(nearest.territory));
    if (hasRectangle) W.writeNumbers(texts.rectangle, Into.SOUTH_LAT_DEG);
    W.out.appendEncoded(texts.point[3]);
  }
  return W.replyBytes();
}
