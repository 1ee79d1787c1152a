/** `/codes/{lat},{lon}`: which codes of a point a reply has, by the rules of the dialect. */
import { CodeWords } from "../bytes.ts";
import { NO_CODE } from "../codec/arrays.ts";
import { MAX_CODES, type Territory } from "../index.ts";
import { parseDegrees } from "../library/decimal-reading.ts";
import { contextOfFilter, NO_FILTER, PointCodes, territoryFilter } from "../library/encoding.ts";
import { alphabetNumber } from "../library/mapcode-text.ts";
import { memoize } from "../library/memoize.ts";
import { HttpError, invalidValue, missingParameter } from "./errors.ts";
import type { Format } from "./negotiation.ts";
import type { ResolvedInterfaceOptions } from "./options.ts";
import { CODES_PARAMETERS, KNOWN_QUERIES, readQuery } from "./parameters.ts";
import { type CodesOptions, out, replyBytes, textsOf, writeEntry } from "./write.ts";
import { xmlDocument, xmlElement } from "./xml.ts";

/** The segments that may follow the point; without one, the reply has all of these. */
const REPLIES = ["mapcodes", "local", "international"];
/** The segment that asks for the territories around a point. */
const CANDIDATES = "territories";
const NO_CANDIDATES: readonly Territory[] = [];

/** The codes of a point, in the published order: the international one is the last. */
const points = new PointCodes("all");
const words = new CodeWords(points.list);
const PUBLISHED = Uint8Array.from({ length: MAX_CODES }, (_, index) => index);

/** Puts the codes of each candidate in front of those of later candidates and of all others. */
function orderBy(candidates: readonly Territory[]): Uint8Array {
  const { territories } = points.list;
  const placeOf = (index: number) => {
    const place = candidates.findIndex(({ number }) => number === territories[index]);
    return place < 0 ? candidates.length : place;
  };
  return PUBLISHED.slice(0, points.count).sort((one, other) => placeOf(one) - placeOf(other));
}

/** The shortest local code, or NO_CODE if local codes are of several territories. */
function onlyLocal(): number {
  const { territories } = points.list;
  for (let index = 1; index < points.international; index++) {
    if (territories[index] !== territories[0]) return NO_CODE;
  }
  return points.local;
}

/** The first local code, unless a later one of another territory is shorter, and so on: as the public service does it. */
function bestLocal(): number {
  const { territories, starts, ends } = points.list;
  let best = points.international > 0 ? 0 : NO_CODE;
  for (let index = 1; index < points.international; index++) {
    const isShorter = ends[index] - starts[index] < ends[best] - starts[best];
    if (isShorter && territories[index] !== territories[best]) best = index;
  }
  return best;
}

function treesOf(candidates: readonly Territory[]): readonly object[] {
  return candidates.map(({ alphaCode, parentTerritory: parentAlphaCode }) => ({
    alphaCode,
    parentAlphaCode,
  }));
}

/** Writes the reply with the local, the international and all codes. Entries that are in the list as well are copied. */
function writeAll(
  latDeg: number,
  lonDeg: number,
  options: CodesOptions,
  format: Format,
  { dialect, findCandidates }: ResolvedInterfaceOptions,
): void {
  const { precision, filter } = options;
  const texts = textsOf(format);
  const candidates = findCandidates?.(latDeg, lonDeg) ?? NO_CANDIDATES;
  const count = points.find(latDeg, lonDeg, precision, filter);
  const order = candidates.length === 0 ? PUBLISHED : orderBy(candidates);
  const isOfCandidate = count > 0 && candidates[0]?.number === points.list.territories[order[0]];
  const own = dialect.takesFirstCode && !isOfCandidate ? options.ownFilter : undefined;
  let local = order[0];
  if (own) local = points.find(latDeg, lonDeg, precision, own) > 0 ? 0 : NO_CODE;
  else if (!isOfCandidate) local = dialect.requiresOneTerritory ? onlyLocal() : bestLocal();
  let localStart = 0;
  let localEnd = 0;
  if (local === NO_CODE) out.appendEncoded(texts.withoutLocal[0]);
  else {
    out.appendEncoded(texts.all[0]);
    localStart = out.length;
    writeEntry(words, local, latDeg, lonDeg, options, texts);
    localEnd = out.length;
    out.appendEncoded(texts.all[1]);
  }
  if (own) points.find(latDeg, lonDeg, precision, filter);
  const start = out.length;
  writeEntry(words, points.international, latDeg, lonDeg, options, texts);
  const end = out.length;
  for (let index = 0; index < count; index++) {
    const code = order[index];
    out.appendEncoded(texts.all[index === 0 ? 2 : 3]);
    if (code === points.international) out.appendWritten(out, start, end);
    else if (code === local && !own) out.appendWritten(out, localStart, localEnd);
    else writeEntry(words, code, latDeg, lonDeg, options, texts);
  }
  if (count > 0) out.appendEncoded(texts.all[4]);
  else out.appendEncoded((dialect.omitsEmptyMapcodes ? texts.withoutList : texts.withoutCodes)[0]);
  if (candidates.length > 0) {
    const trees = treesOf(candidates);
    if (format === "json") out.appendText(`,"territories":${JSON.stringify(trees)}`);
    else out.appendText(xmlElement({ territories: { territory: trees } }));
  }
  out.appendEncoded(texts.all[5]);
}

/** Writes a reply with some of the codes. @returns false if it is the local one, and the point has none */
function writeSome(
  latDeg: number,
  lonDeg: number,
  options: CodesOptions,
  reply: string,
  format: Format,
  { dialect }: ResolvedInterfaceOptions,
): boolean {
  const texts = textsOf(format);
  const own = reply === "local" && dialect.takesFirstCode ? options.ownFilter : undefined;
  const count = points.find(latDeg, lonDeg, options.precision, own ?? options.filter);
  if (reply === "mapcodes") {
    for (let index = 0; index < count; index++) {
      out.appendEncoded(texts.list[index === 0 ? 0 : 1]);
      writeEntry(words, index, latDeg, lonDeg, options, texts);
    }
    out.appendEncoded(count > 0 ? texts.list[2] : texts.emptyList[0]);
    return true;
  }
  let code = reply === "local" ? points.local : points.international;
  if (own) code = count > 0 ? 0 : NO_CODE;
  if (code === NO_CODE) return false;
  out.appendEncoded(texts.one[0]);
  writeEntry(words, code, latDeg, lonDeg, options, texts);
  out.appendEncoded(texts.one[1]);
  return true;
}

const CODES_PATH = "/codes/{lat},{lon}";

const codesOptions = memoize((query: string): CodesOptions => {
  const { precision, territory, country, alphabet, include } = readQuery(CODES_PARAMETERS, query);
  const filter = territoryFilter({ territory, country });
  const hasAlphabet = include.has("alphabet");
  const written = alphabet ?? (hasAlphabet ? "ROMAN" : undefined);
  const own = { ...NO_FILTER, territory: contextOfFilter(filter) };
  return {
    precision,
    filter,
    ownFilter: filter === NO_FILTER ? undefined : own,
    alphabet: written === undefined ? undefined : alphabetNumber(written),
    hasAlphabet,
    hasTerritory: include.has("territory"),
    hasOffset: include.has("offset"),
    hasRectangle: include.has("rectangle"),
  };
}, KNOWN_QUERIES);

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

/** Reads degrees, which may have blanks around them. */
function degreesOf(parameter: string, text: string): number {
  const degrees = parseDegrees(text.trim());
  if (degrees !== undefined) return degrees;
  throw invalidValue(parameter, text, "a decimal number of degrees");
}

/** The body of a reply: a text, or bytes until the next reply. @param segments decoded: the point, and what may follow it */
export function codesReply(
  segments: readonly string[],
  query: string,
  format: Format,
  rules: ResolvedInterfaceOptions,
): Uint8Array | string {
  const { dialect, findCandidates } = rules;
  const [point = "", last = ""] = segments;
  const comma = point.indexOf(",");
  const lat = point.slice(0, comma);
  const lon = point.slice(comma + 1);
  const isPair = comma > 0 && lon !== "" && !lon.includes(",");
  if (!isPair) throw pairError(point, segments.length < 2);
  const sent = degreesOf("lat", lat);
  const latDeg = Math.max(-90, Math.min(90, sent));
  if (sent !== latDeg && !dialect.clampsLatitude) {
    throw invalidValue("lat", lat, "a number of degrees from -90 to 90");
  }
  const lonDeg = degreesOf("lon", lon);
  const reply = last.toLowerCase();
  if (findCandidates && reply === CANDIDATES) {
    readQuery([], query);
    const trees = treesOf(findCandidates(latDeg, lonDeg));
    if (format === "json") return JSON.stringify({ territories: trees });
    return xmlDocument({ territories: { territoryCandidate: trees } });
  }
  const options = codesOptions(query);
  if (reply !== "" && !REPLIES.includes(reply)) {
    const names = findCandidates ? [...REPLIES, CANDIDATES] : REPLIES;
    throw invalidValue("filter", last, `one of ${names.join(", ")}`);
  }
  out.length = 0;
  if (reply === "") writeAll(latDeg, lonDeg, options, format, rules);
  const isWritten = reply === "" || writeSome(latDeg, lonDeg, options, reply, format, rules);
  if (isWritten) return replyBytes();
  const { name } = options.filter;
  const value = `${latDeg},${lonDeg}`;
  const message = `There is no local mapcode at ${value}${name && ` in ${name}`}.`;
  const expected = `a point within ${name || "a territory"}`;
  throw new HttpError("no-local-mapcode", message, { parameter: "lat,lon", value, expected });
}
