/** `/codes/{lat},{lon}`: which codes of a point a reply has, by the rules of the dialect, and its bytes. */

import { ByteWriter, CodeWords, type PreEncoded, WORD_BYTES } from "../bytes.ts";
import { NO_CODE } from "../codec/arrays.ts";
import { isFilter } from "../codec/encode.ts";
import { type CodeList, INTERNATIONAL, MAX_CODES, territoryNumber } from "../index.ts";
import { alphabetNumber } from "../library/alphabets.ts";
import { parseDegrees } from "../library/decimal-reading.ts";
import {
  contextOfFilter,
  NO_FILTER,
  PointCodes,
  type TerritoryFilter,
  territoryFilter,
} from "../library/point-codes.ts";
import { HttpError, invalidValue, missingParameter, wrongSegment } from "./errors.ts";
import type { Format } from "./negotiation.ts";
import type { Candidate, Dialect, ResolvedInterfaceOptions } from "./options.ts";
import { CODES_PARAMETERS, readQuery, rememberQueries } from "./parameters.ts";
import {
  MAX_REPLY_BYTES,
  type Members,
  out,
  replyBytes,
  TEXTS,
  type Texts,
  writeEntry,
} from "./write.ts";
import { xmlDocument, xmlElement } from "./xml.ts";

/** What a request asks for, apart from the point. */
export interface CodesOptions {
  readonly precision: number;
  /** The territory, or the country, whose codes are requested. */
  readonly filter: TerritoryFilter;
  /** Undefined without `include` and `alphabet`: codes then have mapcode and territory only. */
  readonly members: Members | undefined;
}

/** What decides about replies to all requests. */
export type CodesRules = Pick<ResolvedInterfaceOptions, "dialect" | "findCandidates">;

/** The segments that may follow the point. */
const REPLIES = ["mapcodes", "local", "international"] as const;
/** `all` is the reply without such a segment: all codes, and the local and the international one. */
type CodesReply = "all" | (typeof REPLIES)[number];
/** The segment that asks for the territories around a point. */
const CANDIDATES = "territories";

// Codes

/** The requested codes, in the published order. */
const points = new PointCodes("all");
const pointWords = new CodeWords(points.list);
/** The codes of a territory itself. */
const own = new PointCodes("all");
const ownWords = new CodeWords(own.list);
/** One code alone. */
const shortest = new PointCodes("local");
const shortestWords = new CodeWords(shortest.list);
const international = new PointCodes("international");
const internationalWords = new CodeWords(international.list);

const INTERNATIONAL_NUMBER = territoryNumber(INTERNATIONAL);

/** The order of a list as it is. */
const PUBLISHED = Uint8Array.from({ length: MAX_CODES }, (_, index) => index);

const NO_CANDIDATES: readonly Candidate[] = [];

/** Puts the codes of each candidate in front of those of later candidates and of all others. */
function orderBy(candidates: readonly Candidate[], { territories }: CodeList): Uint8Array {
  const numbers = candidates.map(({ territory }) => territory);
  const placeOf = (index: number) => {
    const place = numbers.indexOf(territories[index]);
    return place < 0 ? numbers.length : place;
  };
  return PUBLISHED.slice(0, points.count).sort((one, other) => placeOf(one) - placeOf(other));
}

/** Whether local codes that are found are those of the territory itself: of a country, without its subdivisions. */
function takesFirst({ takesFirstCode }: Dialect, filter: TerritoryFilter): boolean {
  return takesFirstCode && isFilter(filter);
}

/** Finds the codes of the requested territory, or of the requested country itself. @returns whether there is one */
function findOwn(latDeg: number, lonDeg: number, { filter, precision }: CodesOptions): boolean {
  const ownFilter = { ...NO_FILTER, territory: contextOfFilter(filter) };
  return own.find(latDeg, lonDeg, precision, ownFilter) > 0;
}

/** Whether all local codes of a list are of one territory. */
function isOfOneTerritory({ count, territories }: CodeList): boolean {
  for (let index = 1; index < count; index++) {
    const isLocal = territories[index] !== INTERNATIONAL_NUMBER;
    if (isLocal && territories[index] !== territories[0]) return false;
  }
  return true;
}

/** The first local code, unless a later one of another territory is shorter, and so on: as the public service does it. */
function bestLocal({ count, territories, starts, ends }: CodeList): number {
  let best = NO_CODE;
  for (let index = 0; index < count; index++) {
    if (territories[index] === INTERNATIONAL_NUMBER) continue;
    const isShorter = best !== NO_CODE && ends[index] - starts[index] < ends[best] - starts[best];
    if (best === NO_CODE || (isShorter && territories[index] !== territories[best])) best = index;
  }
  return best;
}

// Replies

/** The codes of a reply with their members, each once: the local and the international one are in the list as well. */
const entries = new ByteWriter(MAX_REPLY_BYTES);
/** Where each entry begins and the last one ends. The local code of `own` may follow those of `points`. */
const starts = new Uint16Array(MAX_CODES + 2);

function appendEntry(index: number): void {
  out.appendWritten(entries, starts[index], starts[index + 1]);
}

/** Encodes the point and writes an entry for each of its codes. */
function writeEntries(latDeg: number, lonDeg: number, options: CodesOptions, texts: Texts): void {
  points.find(latDeg, lonDeg, options.precision, options.filter);
  const { count } = points.list;
  // Decoding reads a few bytes before a code.
  entries.length = WORD_BYTES;
  for (let index = 0; index < count; index++) {
    starts[index] = entries.length;
    writeEntry(entries, pointWords, index, latDeg, lonDeg, options.members, texts);
  }
  starts[count] = entries.length;
}

/** Appends a list with the entries of the requested codes. @param from the index of its first text */
function appendList(texts: readonly PreEncoded[], from: number, order: Uint8Array): void {
  for (let index = 0; index < points.count; index++) {
    out.appendEncoded(texts[index === 0 ? from : from + 1]);
    appendEntry(order[index]);
  }
  out.appendEncoded(texts[from + 2]);
}

// The territories around a point

function candidateTrees(candidates: readonly Candidate[]): readonly object[] {
  return candidates.map(({ alphaCode, parentAlphaCode }) => ({ alphaCode, parentAlphaCode }));
}

function candidatesReply(candidates: readonly Candidate[], format: Format): string {
  const trees = candidateTrees(candidates);
  if (format === "json") return JSON.stringify({ territories: trees });
  return xmlDocument({ territories: { territoryCandidate: trees } });
}

/** The same as the last member of the reply with all codes. */
function candidatesMember(candidates: readonly Candidate[], texts: Texts): string {
  const trees = candidateTrees(candidates);
  if (texts === TEXTS.json) return `,"territories":${JSON.stringify(trees)}`;
  return xmlElement({ territories: { territory: trees } });
}

/** Appends the reply with the local, the international and all codes. */
function appendAll(
  latDeg: number,
  lonDeg: number,
  options: CodesOptions,
  texts: Texts,
  { dialect, findCandidates }: CodesRules,
): void {
  const candidates = findCandidates?.(latDeg, lonDeg) ?? NO_CANDIDATES;
  writeEntries(latDeg, lonDeg, options, texts);
  const { list, count } = points;
  const order = candidates.length === 0 ? PUBLISHED : orderBy(candidates, list);
  let local: number;
  if (count > 0 && candidates[0]?.territory === list.territories[order[0]]) local = order[0];
  else if (takesFirst(dialect, options.filter)) {
    local = findOwn(latDeg, lonDeg, options) ? list.count : NO_CODE;
    if (local !== NO_CODE) {
      writeEntry(entries, ownWords, 0, latDeg, lonDeg, options.members, texts);
      starts[local + 1] = entries.length;
    }
  } else if (dialect.requiresOneTerritory) local = isOfOneTerritory(list) ? points.local : NO_CODE;
  else local = bestLocal(list);
  const { all } = texts;
  if (local === NO_CODE) out.appendEncoded(texts.withoutLocal[0]);
  else {
    out.appendEncoded(all[0]);
    appendEntry(local);
    out.appendEncoded(all[1]);
  }
  appendEntry(points.international);
  if (count > 0) appendList(all, 2, order);
  else out.appendEncoded((dialect.omitsEmptyMapcodes ? texts.withoutList : texts.withoutCodes)[0]);
  if (candidates.length > 0) out.appendText(candidatesMember(candidates, texts));
  out.appendEncoded(all[5]);
}

/**
 * Writes a reply.
 * @param latDeg from -90 to 90
 * @param lonDeg any finite number
 * @returns its bytes, valid until the next reply; undefined for `local` if the point has no local code
 */
export function writeCodes(
  latDeg: number,
  lonDeg: number,
  options: CodesOptions,
  reply: CodesReply,
  texts: Texts,
  rules: CodesRules,
): Uint8Array | undefined {
  const { precision, filter, members } = options;
  out.length = 0;
  if (reply === "all") appendAll(latDeg, lonDeg, options, texts, rules);
  else if (reply === "mapcodes") {
    writeEntries(latDeg, lonDeg, options, texts);
    if (points.count > 0) appendList(texts.list, 0, PUBLISHED);
    else out.appendEncoded(texts.emptyList[0]);
  } else {
    let words = internationalWords;
    let index = 0;
    if (reply === "international") {
      international.find(latDeg, lonDeg, precision, filter);
      index = international.international;
    } else if (takesFirst(rules.dialect, filter)) {
      words = ownWords;
      index = findOwn(latDeg, lonDeg, options) ? 0 : NO_CODE;
    } else {
      words = shortestWords;
      shortest.find(latDeg, lonDeg, precision, filter);
      index = shortest.local;
    }
    if (index === NO_CODE) return undefined;
    out.appendEncoded(texts.one[0]);
    writeEntry(out, words, index, latDeg, lonDeg, members, texts);
    out.appendEncoded(texts.one[1]);
  }
  return replyBytes();
}

// Requests

const CODES_PATH = "/codes/{lat},{lon}";

function readCodesOptions(query: string): CodesOptions {
  const { precision, territory, country, alphabet, include } = readQuery(CODES_PARAMETERS, query);
  const hasMembers = alphabet !== undefined || include.size > 0;
  return {
    precision,
    filter: territoryFilter({ territory, country }),
    members: hasMembers
      ? {
          alphabet: alphabet === undefined ? undefined : alphabetNumber(alphabet),
          hasAlphabet: include.has("alphabet"),
          hasTerritory: include.has("territory"),
          hasOffset: include.has("offset"),
          hasRectangle: include.has("rectangle"),
        }
      : undefined,
  };
}

const codesOptions = rememberQueries(readCodesOptions);

/** The error for a segment that is not a pair of texts. */
function pairError(segment: string, isLast: boolean): HttpError {
  if (segment === "" && isLast) return missingParameter("lat,lon", CODES_PATH);
  const texts = segment.split(",");
  if (texts.length < 2 || texts.includes("")) return wrongSegment("lat,lon", segment, CODES_PATH);
  return invalidValue("lat,lon", segment, "two numbers separated by a comma");
}

/** Reads degrees, which may have blanks around them. */
function degreesOf(parameter: string, text: string): number {
  const degrees = parseDegrees(text.trim());
  if (degrees !== undefined) return degrees;
  throw invalidValue(parameter, text, "a decimal number of degrees");
}

function latitudeOf(text: string, { clampsLatitude }: Dialect): number {
  const degrees = degreesOf("lat", text);
  if (Math.abs(degrees) <= 90) return degrees;
  if (clampsLatitude) return degrees < 0 ? -90 : 90;
  throw invalidValue("lat", text, "a number of degrees from -90 to 90");
}

function noLocalMapcode(latDeg: number, lonDeg: number, { name }: TerritoryFilter): HttpError {
  const where = `${latDeg},${lonDeg}${name === "" ? "" : ` in ${name}`}`;
  return new HttpError("no-local-mapcode", `There is no local mapcode at ${where}.`, {
    parameter: "lat,lon",
    value: `${latDeg},${lonDeg}`,
    expected: `a point within ${name || "a territory"}`,
  });
}

/**
 * The body of the reply to a request.
 * @param segments of the path after `codes`, decoded: the point, and what may follow it
 * @returns bytes are valid until the next reply
 * @throws HttpError
 */
export function codesReply(
  segments: readonly string[],
  query: string,
  format: Format,
  rules: CodesRules,
): Uint8Array | string {
  const { dialect, findCandidates } = rules;
  const [point = "", last = ""] = segments;
  const comma = point.indexOf(",");
  const lat = point.slice(0, comma);
  const lon = point.slice(comma + 1);
  const isPair = comma > 0 && lon !== "" && !lon.includes(",");
  if (!isPair) throw pairError(point, segments.length < 2);
  const latDeg = latitudeOf(lat, dialect);
  const lonDeg = degreesOf("lon", lon);
  const name = last.toLowerCase();
  if (findCandidates && name === CANDIDATES) {
    readQuery([], query);
    return candidatesReply(findCandidates(latDeg, lonDeg), format);
  }
  const options = codesOptions(query);
  const reply = name === "" ? "all" : REPLIES[REPLIES.indexOf(name as (typeof REPLIES)[number])];
  if (reply === undefined) {
    const names = findCandidates ? [...REPLIES, CANDIDATES] : REPLIES;
    throw invalidValue("filter", last, `one of ${names.join(", ")}`);
  }
  const body = writeCodes(latDeg, lonDeg, options, reply, TEXTS[format], rules);
  if (body === undefined) throw noLocalMapcode(latDeg, lonDeg, options.filter);
  return body;
}
