/** `/codes/{lat},{lon}`: the codes of a point in a reply, by the rules of the dialect; `/coords/{code}`: its point. */
import { ambiguityWarning } from "../batch/input/code-doubts.ts";
import { territoriesAt } from "../borders/index.ts";
import { NO_CODE } from "../codec/code-list.ts";
import { limitedLatDeg } from "../codec/points.ts";
import { placesOf, type Territory } from "../index.ts";
import * as Into from "../into.ts";
import { decodingProblem } from "../library/decoding-problem.ts";
import { contextOfFilter, NO_FILTER, type TerritoryFilter } from "../library/filters.ts";
import { memoize } from "../library/memoize.ts";
import { meantMapcode } from "../library/places.ts";
import { splitMapcode } from "../text/grammar.ts";
import { excerpt, HttpError, invalidValue, missingParameter } from "./errors.ts";
import type { Format } from "./negotiation.ts";
import type { Dialect } from "./options.ts";
import { codesOptions, coordsOptions, degreesOf, MAX_QUERIES, readQuery } from "./parameters.ts";
import type { MakeBody, ReplyTools } from "./router.ts";
import { type EncodedPoint, textsOf } from "./write.ts";
import { XML_DECLARATION, xmlElement } from "./xml.ts";

/** What may follow the point in a path, and with the option borders, `territories`. */
const PATH_FILTERS = ["mapcodes", "local", "international"];
const NO_CANDIDATES: readonly Territory[] = [];

interface CodesReply extends EncodedPoint {
  readonly tools: ReplyTools;
}

const PUBLISHED_ORDER = Uint8Array.from({ length: Into.MAX_CODES }, (_, index) => index);

/** Sorts the codes by the order of candidates, all others last. */
function orderBy({ pointCodes }: ReplyTools, candidates: readonly Territory[]): Uint8Array {
  const { territories } = pointCodes.list;
  const placeOf = (code: number) => {
    const place = candidates.findIndex(({ number }) => number === territories[code]);
    return place < 0 ? candidates.length : place;
  };
  return PUBLISHED_ORDER.slice(0, pointCodes.count).sort(
    (first, second) => placeOf(first) - placeOf(second),
  );
}

/** The local code, alone or beside all others, or NO_CODE. docs/http.md has the rules in a table. */
function localCode({ tools, options }: CodesReply, isOnlyCode: boolean): number {
  const { pointCodes } = tools;
  const { dialect } = tools.options;
  const { filter } = options;
  const { territories, starts, ends } = pointCodes.list;
  if (dialect === "hosted" && filter !== NO_FILTER) {
    const first = territories.indexOf(contextOfFilter(filter));
    return first < pointCodes.count ? first : NO_CODE;
  }
  if (isOnlyCode) return pointCodes.localIndex;
  let best = pointCodes.internationalIndex > 0 ? 0 : NO_CODE;
  for (let index = 1; index < pointCodes.internationalIndex; index++) {
    if (territories[index] === territories[best]) continue;
    if (dialect === "spec") return NO_CODE;
    if (ends[index] - starts[index] < ends[best] - starts[best]) best = index;
  }
  return dialect === "spec" ? pointCodes.localIndex : best;
}

function candidatesMember(candidates: readonly Territory[], format: Format): string {
  const members = candidates.map(({ alphaCode, parentTerritory }) => {
    return { alphaCode, parentAlphaCode: parentTerritory };
  });
  if (format === "json") return `"territories":${JSON.stringify(members)}`;
  return xmlElement({ territories: { territory: members } });
}

/** Entries that are in the list as well are copied. */
function writeAll(reply: CodesReply, format: Format): void {
  const { latDeg, lonDeg, texts, tools } = reply;
  const { out, pointCodes } = tools;
  const { borders, dialect } = tools.options;
  const candidates = borders ? territoriesAt(latDeg, lonDeg) : NO_CANDIDATES;
  const order = candidates.length === 0 ? PUBLISHED_ORDER : orderBy(tools, candidates);
  const { count, internationalIndex, list } = pointCodes;
  const isFirst = candidates.length > 0 && candidates[0].number === list.territories[order[0]];
  const local = isFirst && count > 0 ? order[0] : localCode(reply, false);
  out.appendEncoded(local === NO_CODE ? texts.withoutLocal[0] : texts.all[0]);
  const localStart = out.length;
  if (local !== NO_CODE) tools.writeEntry(reply, local);
  const localEnd = out.length;
  if (local !== NO_CODE) out.appendEncoded(texts.all[1]);
  const start = out.length;
  tools.writeEntry(reply, internationalIndex);
  const end = out.length;
  for (let index = 0; index < count; index++) {
    const code = order[index];
    out.appendEncoded(texts.all[index === 0 ? 2 : 3]);
    if (code === internationalIndex) out.appendWritten(out, start, end);
    else if (code === local) out.appendWritten(out, localStart, localEnd);
    else tools.writeEntry(reply, code);
  }
  if (count > 0) out.appendEncoded(texts.all[4]);
  else out.appendEncoded(texts.withoutCodes[dialect === "spec" ? 0 : 1]);
  if (candidates.length > 0) {
    out.appendText((format === "json" ? "," : "") + candidatesMember(candidates, format));
  }
  out.appendEncoded(texts.all[5]);
}

function writeList(reply: CodesReply): void {
  const { tools, texts } = reply;
  const { out, pointCodes } = tools;
  const { list, emptyList } = texts;
  for (let index = 0; index < pointCodes.count; index++) {
    out.appendEncoded(list[index === 0 ? 0 : 1]);
    tools.writeEntry(reply, index);
  }
  out.appendEncoded(pointCodes.count > 0 ? list[2] : emptyList[0]);
}

/** A problem in a territory, and how the name of the territory is read if it is a country's, too. */
function withAmbiguity(problem: string, { name, territory }: TerritoryFilter): string {
  const ambiguity = territory === Into.NO_TERRITORY ? undefined : ambiguityWarning(name);
  return ambiguity === undefined ? problem : `${problem} ${ambiguity}`;
}

/** @throws HttpError if the point has no such code */
function writeCode(reply: CodesReply, index: number): void {
  if (index === NO_CODE) {
    const { latDeg, lonDeg, options } = reply;
    const { name } = options.filter;
    const value = `${latDeg},${lonDeg}`;
    const problem = `There is no local mapcode at ${value}${name && ` in ${name}`}.`;
    const message = withAmbiguity(problem, options.filter);
    const expected = `a point within ${name || "a territory"}`;
    throw new HttpError("no-local-mapcode", message, { parameter: "lat,lon", value, expected });
  }
  const { tools, texts } = reply;
  tools.out.appendEncoded(texts.single[0]);
  tools.writeEntry(reply, index);
  tools.out.appendEncoded(texts.single[1]);
}

const CODES_PATH = "/codes/{lat},{lon}";

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

export const codesReply: MakeBody = (tools, segments, query, format) => {
  const { dialect, borders } = tools.options;
  const [point = "", last = ""] = segments;
  const comma = point.indexOf(",");
  const lat = point.slice(0, comma);
  const lon = point.slice(comma + 1);
  const isPair = comma > 0 && lon !== "" && !lon.includes(",");
  if (!isPair) throw pairError(point, segments.length < 2);
  const sent = degreesOf("lat", lat);
  const latDeg = limitedLatDeg(sent);
  if (sent !== latDeg && dialect === "hosted") {
    throw invalidValue("lat", lat, "a number of degrees from -90 to 90");
  }
  const lonDeg = degreesOf("lon", lon);
  const pathFilter = last.toLowerCase();
  if (borders && pathFilter === "territories") {
    readQuery([], query);
    const member = candidatesMember(territoriesAt(latDeg, lonDeg), format);
    return format === "json" ? `{${member}}` : XML_DECLARATION + member;
  }
  const options = codesOptions[dialect](query);
  if (pathFilter !== "" && !PATH_FILTERS.includes(pathFilter)) {
    const filters = [...PATH_FILTERS, ...(borders ? ["territories"] : [])];
    throw invalidValue("filter", last, `one of ${filters.join(", ")}`);
  }
  const reply = { tools, latDeg, lonDeg, options, texts: textsOf(format) };
  const { out, pointCodes } = tools;
  out.length = 0;
  pointCodes.find(latDeg, lonDeg, options.precision, options.filter);
  if (pathFilter === "") writeAll(reply, format);
  else if (pathFilter === "mapcodes") writeList(reply);
  else
    writeCode(
      reply,
      pathFilter === "local" ? localCode(reply, true) : pointCodes.internationalIndex,
    );
  return tools.replyBytes();
};

const THREE_PARTS = /[^ ] +[^ ]+ +[^ ]/;

/** In how many territories a code has a place: counting takes longer than many replies. */
const placeCount = memoize((mapcode: string) => placesOf(mapcode).length, MAX_QUERIES);

/** @param errorCode of decodeInto */
function coordsError(
  errorCode: number,
  mapcode: string,
  filter: TerritoryFilter,
  dialect: Dialect,
) {
  // The hint for a named context is an option that requests lack.
  const found = decodingProblem(errorCode, mapcode, { ...filter, name: "" });
  const { code, expected: wanted = "" } = found;
  const message = withAmbiguity(found.message, filter);
  const detail = { parameter: "code", value: mapcode, expected: wanted };
  if (code !== "unknown-mapcode") return new HttpError("invalid-parameter", message, detail);
  const isBare = filter === NO_FILTER && splitMapcode(mapcode)?.territory === undefined;
  const count = isBare ? placeCount(mapcode) : 0;
  if (count === 0) return new HttpError(code, message, detail);
  const near = dialect === "spec" ? ", or a point near it as near" : "";
  const expected = `its territory in front ('NLD 49.4V') or as the parameter context${near}`;
  const places = count === 1 ? "1 territory" : `${count} territories`;
  const alone = `The mapcode '${excerpt(mapcode)}' has a place in ${places}: send ${expected}.`;
  return new HttpError(code, alone, { ...detail, expected });
}

export const coordsReply: MakeBody = (tools, [mapcode = ""], query, format) => {
  const { out, degrees, options } = tools;
  if (mapcode === "") throw missingParameter("code", "/coords/{code}");
  const { filter, hasRectangle } = coordsOptions[options.dialect](query);
  if (mapcode.indexOf(" ") !== mapcode.lastIndexOf(" ") && THREE_PARTS.test(mapcode)) {
    throw invalidValue("code", mapcode, "a code, or a territory and a code");
  }
  const nearest = filter.origin && meantMapcode(mapcode, filter);
  const decodeIt = hasRectangle ? Into.decodeRectangleInto : Into.decodeInto;
  const errorCode = decodeIt(nearest ? `${nearest}` : mapcode, filter.territory, degrees);
  if (errorCode !== 0) throw coordsError(errorCode, mapcode, filter, options.dialect);
  const texts = textsOf(format);
  out.length = 0;
  if (hasRectangle && options.dialect === "hosted") {
    tools.writeNumbers(texts.rectangleAlone, Into.SOUTH_LAT_DEG);
  } else {
    tools.writeNumbers(texts.point, Into.LAT_DEG);
    if (nearest) out.appendTableText(texts.territories, Into.territoryNumber(nearest.territory));
    if (hasRectangle) tools.writeNumbers(texts.rectangle, Into.SOUTH_LAT_DEG);
    out.appendEncoded(texts.pointEnd[0]);
  }
  return tools.replyBytes();
};
