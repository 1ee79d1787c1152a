/** The bodies of /codes and /coords as slow and obvious code creates them, from the library's objects. */
import { create } from "xmlbuilder2";
import type { Dialect } from "../../src/http/options.ts";
import * as mapcoded from "../../src/index.ts";
import * as Into from "../../src/into.ts";
import { shortestLocal } from "../support/local-codes.ts";

export type Include = "offset" | "territory" | "alphabet" | "rectangle" | "names";

export interface CodesQuery {
  readonly precision?: number | undefined;
  readonly territory?: string | undefined;
  readonly country?: string | undefined;
  readonly alphabet?: string | undefined;
  readonly include?: readonly Include[] | undefined;
}

/** The elements of lists in XML, by the names of these. */
const ITEMS: Readonly<Record<string, string>> = {
  "": "mapcode",
  mapcodes: "mapcode",
  territories: "territory",
};

/** A number that reads back to the same double. Whole ones keep one decimal. */
function decimal(value: number): string {
  return `${Object.is(value, -0) ? "-0" : value}${Number.isInteger(value) ? ".0" : ""}`;
}

/** Writes defined members in sending order. */
function written(members: object, format: "json" | "xml", root: string): string {
  const marked = JSON.stringify(members, (name, member) => {
    if (typeof member === "number") return `#${decimal(member)}#`;
    const isList = format === "xml" && Array.isArray(member) && name in ITEMS;
    return isList ? { [ITEMS[name]]: member } : member;
  });
  if (format === "json") return marked.replace(/"#(.*?)#"/g, "$1");
  const document = create({ version: "1.0", encoding: "UTF-8", standalone: true });
  return document.ele({ [root]: JSON.parse(marked.replaceAll("#", "")) }).end();
}

function point({ latDeg, lonDeg }: mapcoded.Coordinate): object {
  return { latDeg, lonDeg };
}

function rectangleOf(mapcode: string, context?: string): object {
  const { southWest, northEast, center } = mapcoded.decodeRectangle(mapcode, { context });
  return { southWest: point(southWest), northEast: point(northEast), center: point(center) };
}

function textsInAlphabet({ code, territory }: mapcoded.Mapcode, alphabet: string) {
  try {
    return {
      code: mapcoded.formatMapcode(code, { territory: "none", alphabet }),
      territory: mapcoded.territoryInAlphabet(territory, alphabet),
    };
  } catch (error) {
    if (error instanceof mapcoded.MapcodeError && error.code === "unwritable-mapcode")
      return undefined;
    throw error;
  }
}

function entryOf(
  mapcode: mapcoded.Mapcode,
  clamped: mapcoded.Coordinate,
  query: CodesQuery,
): object {
  const { code, territory } = mapcode;
  const { alphabet, include = [] } = query;
  const isAlways = include.includes("alphabet");
  const hasTerritory = territory !== "AAA" || include.includes("territory");
  const texts = alphabet || isAlways ? textsInAlphabet(mapcode, alphabet ?? "ROMAN") : undefined;
  const hasCode = isAlways || texts?.code !== code;
  const hasName = hasTerritory && (isAlways || texts?.territory !== territory);
  const text = `${territory} ${code}`;
  const own = mapcoded.getTerritory(territory);
  const hasNames = include.includes("names") && hasTerritory;
  return {
    mapcode: code,
    mapcodeInAlphabet: hasCode ? texts?.code : undefined,
    territory: hasTerritory ? territory : undefined,
    territoryInAlphabet: hasName ? texts?.territory : undefined,
    territoryName: hasNames ? own.fullName : undefined,
    countryName: hasNames
      ? mapcoded.getTerritory(own.parentTerritory ?? territory).fullName
      : undefined,
    offsetMeters: include.includes("offset")
      ? mapcoded.distanceMeters(clamped, mapcoded.decode(text))
      : undefined,
    rectangle: include.includes("rectangle") ? rectangleOf(text.replace(/-\w+$/, "")) : undefined,
  };
}

/** The member `local` of the reply with all codes, without a country or territory. */
function localOf(mapcodes: readonly mapcoded.Mapcode[], dialect: Dialect) {
  const locals = mapcodes.filter(({ territory }) => territory !== "AAA");
  if (dialect === "spec") {
    const isOne = new Set(locals.map(({ territory }) => territory)).size === 1;
    return isOne ? shortestLocal(locals) : undefined;
  }
  return locals.reduce<mapcoded.Mapcode | undefined>((best, local) => {
    const isShorter = best === undefined || local.code.length < best.code.length;
    return isShorter && local.territory !== best?.territory ? local : best;
  }, undefined);
}

/** The first code of the territory itself, or of the country itself. */
function firstOf(latDeg: number, lonDeg: number, { country, precision, ...query }: CodesQuery) {
  const territory =
    country === undefined
      ? query.territory
      : mapcoded.territories()[Into.countryNumber(country)].alphaCode;
  return mapcoded.encode(latDeg, lonDeg, { precision, territory })[0];
}

/** The codes of each candidate, one candidate after the other, then all others. */
function orderedBy(
  candidates: readonly mapcoded.Territory[],
  mapcodes: readonly mapcoded.Mapcode[],
): mapcoded.Mapcode[] {
  const own = candidates.flatMap(({ alphaCode }) =>
    mapcodes.filter(({ territory }) => territory === alphaCode),
  );
  return [...new Set([...own, ...mapcodes])];
}

/**
 * The body of /codes.
 * @param filter the segment after the point; empty for none
 * @param candidates the territories around the point, for a service with borders
 * @returns undefined if there is no local code to reply with
 */
export function expectedCodes(
  latDeg: number,
  lonDeg: number,
  query: CodesQuery,
  filter: string,
  format: "json" | "xml",
  dialect: Dialect,
  candidates: readonly mapcoded.Territory[] = [],
): string | undefined {
  const { precision, territory, country } = query;
  const clamped = { latDeg: Math.max(-90, Math.min(90, latDeg)), lonDeg };
  const entry = (mapcode: mapcoded.Mapcode | undefined) =>
    mapcode && entryOf(mapcode, clamped, query);
  const mapcodes = mapcoded.encode(latDeg, lonDeg, { precision, territory, country });
  const international = entryOf(
    mapcoded.encodeInternational(latDeg, lonDeg, { precision }),
    clamped,
    query,
  );
  const isFirst = dialect === "hosted" && (territory ?? country) !== undefined;
  const first = isFirst ? firstOf(latDeg, lonDeg, query) : undefined;
  if (filter === "international") return written(international, format, "mapcode");
  if (filter === "mapcodes") return written(mapcodes.map(entry), format, "mapcodes");
  if (filter === "local") {
    const local = entry(isFirst ? first : shortestLocal(mapcodes));
    return local && written(local, format, "mapcode");
  }
  const ordered = orderedBy(candidates, mapcodes);
  const isOfCandidate = ordered[0] && ordered[0].territory === candidates[0]?.alphaCode;
  const withoutBorders = isFirst ? first : localOf(mapcodes, dialect);
  const isOmitted = mapcodes.length === 0 && dialect === "hosted" && format === "json";
  const around = candidates.map(({ alphaCode, parentTerritory }) => {
    return { alphaCode, parentAlphaCode: parentTerritory };
  });
  const reply = {
    local: entry(isOfCandidate ? ordered[0] : withoutBorders),
    international,
    mapcodes: isOmitted ? undefined : ordered.map(entry),
    territories: candidates.length > 0 ? around : undefined,
  };
  return written(reply, format, "mapcodes");
}

/** The body of /coords for a mapcode that is a place. */
export function expectedCoords(
  mapcode: string,
  context: string | undefined,
  hasRectangle: boolean,
  format: "json" | "xml",
  dialect: Dialect,
): string {
  const rectangle = hasRectangle ? rectangleOf(mapcode, context) : undefined;
  if (rectangle && dialect === "hosted") return written(rectangle, format, "rectangle");
  return written({ ...point(mapcoded.decode(mapcode, { context })), rectangle }, format, "point");
}
