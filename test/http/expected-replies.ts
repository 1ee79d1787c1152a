/** The bodies of /codes and /coords as slow and obvious code creates them, from the library's objects. */
import { create } from "xmlbuilder2";
import type { Dialect } from "../../src/http/options.ts";
import { decimal } from "../../src/http/write.ts";
import {
  type Coordinate,
  countryNumber,
  decode,
  decodeRectangle,
  distanceMeters,
  encode,
  encodeInternational,
  type Mapcode,
  MapcodeError,
  mapcodeInAlphabet,
  type Territory,
  territories,
  territoryInAlphabet,
} from "../../src/index.ts";
import { shortestLocal } from "../support/local-codes.ts";

export type Include = "offset" | "territory" | "alphabet" | "rectangle";

export interface CodesQuery {
  readonly precision?: number | undefined;
  readonly territory?: string | undefined;
  readonly country?: string | undefined;
  readonly alphabet?: string | undefined;
  readonly include?: readonly Include[] | undefined;
}

/** Members in sending order. */
interface Tree {
  readonly [name: string]: string | number | Tree | readonly Tree[];
}

function jsonOf(value: Tree[string]): string {
  if (typeof value === "number") return decimal(value);
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(jsonOf).join()}]`;
  const members = Object.entries(value).map(([name, member]) => `"${name}":${jsonOf(member)}`);
  return `{${members.join()}}`;
}

/** The names of the elements of lists, by the names of these. */
const ITEMS: Readonly<Record<string, string>> = { territories: "territory" };

/** The tree with numbers as texts, and the items of lists as elements of their own. */
function elementsOf(value: Tree[string], name = ""): unknown {
  if (typeof value === "number") return decimal(value);
  if (typeof value === "string") return value;
  if (Array.isArray(value)) {
    return { [ITEMS[name] ?? "mapcode"]: value.map((item) => elementsOf(item)) };
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, elementsOf(member, name)]),
  );
}

function written(value: Tree | readonly Tree[], format: "json" | "xml", root: string): string {
  if (format === "json") return jsonOf(value);
  const document = create({ version: "1.0", encoding: "UTF-8", standalone: true });
  return document.ele({ [root]: elementsOf(value) }).end();
}

function point({ latDeg, lonDeg }: Coordinate): Tree {
  return { latDeg, lonDeg };
}

function rectangleOf(mapcode: string, context?: string): Tree {
  const { southWest, northEast, center } = decodeRectangle(mapcode, { context });
  return { southWest: point(southWest), northEast: point(northEast), center: point(center) };
}

function textsInAlphabet({ code, territory }: Mapcode, alphabet: string) {
  try {
    return {
      code: mapcodeInAlphabet(code, alphabet),
      territory: territoryInAlphabet(territory, alphabet),
    };
  } catch (error) {
    if (error instanceof MapcodeError && error.code === "unwritable-mapcode") return undefined;
    throw error;
  }
}

function entryOf(mapcode: Mapcode, clamped: Coordinate, query: CodesQuery): Tree {
  const { code, territory } = mapcode;
  const { alphabet, include = [] } = query;
  const isAlways = include.includes("alphabet");
  const hasTerritory = territory !== "AAA" || include.includes("territory");
  const texts = alphabet || isAlways ? textsInAlphabet(mapcode, alphabet ?? "ROMAN") : undefined;
  const entry: Record<string, Tree[string]> = { mapcode: code };
  if (texts && (isAlways || texts.code !== code)) entry.mapcodeInAlphabet = texts.code;
  if (hasTerritory) entry.territory = territory;
  if (texts && hasTerritory && (isAlways || texts.territory !== territory)) {
    entry.territoryInAlphabet = texts.territory;
  }
  const text = `${territory} ${code}`;
  if (include.includes("offset")) entry.offsetMeters = distanceMeters(clamped, decode(text));
  if (include.includes("rectangle")) entry.rectangle = rectangleOf(text.replace(/-\w+$/, ""));
  return entry;
}

/** The member `local` of the reply with all codes, without a country or territory. */
function localOf(mapcodes: readonly Mapcode[], { requiresOneTerritory }: Dialect) {
  const locals = mapcodes.filter(({ territory }) => territory !== "AAA");
  if (requiresOneTerritory) {
    const isOne = new Set(locals.map(({ territory }) => territory)).size === 1;
    return isOne ? shortestLocal(locals) : undefined;
  }
  let held: Mapcode | undefined;
  for (const local of locals) {
    const isShorter = held === undefined || local.code.length < held.code.length;
    if (isShorter && local.territory !== held?.territory) held = local;
  }
  return held;
}

function candidateOf({ alphaCode, parentTerritory }: Territory): Tree {
  return { alphaCode, ...(parentTerritory && { parentAlphaCode: parentTerritory }) };
}

/** The first code of the territory itself, or of the country itself. */
function firstOf(latDeg: number, lonDeg: number, { country, precision, ...query }: CodesQuery) {
  const territory =
    country === undefined ? query.territory : territories()[countryNumber(country)].alphaCode;
  return encode(latDeg, lonDeg, { precision, territory })[0];
}

/** The codes of each candidate, one candidate after the other, then all others. */
function orderedBy(candidates: readonly Territory[], mapcodes: readonly Mapcode[]): Mapcode[] {
  const own = candidates.flatMap(({ alphaCode }) =>
    mapcodes.filter(({ territory }) => territory === alphaCode),
  );
  return [...own, ...mapcodes.filter((mapcode) => !own.includes(mapcode))];
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
  candidates: readonly Territory[] = [],
): string | undefined {
  const { precision, territory, country } = query;
  const clamped = { latDeg: Math.max(-90, Math.min(90, latDeg)), lonDeg };
  const entry = (mapcode: Mapcode): Tree => entryOf(mapcode, clamped, query);
  const mapcodes = encode(latDeg, lonDeg, { precision, territory, country });
  const international = entry(encodeInternational(latDeg, lonDeg, { precision }));
  const isFirst = dialect.takesFirstCode && (territory ?? country) !== undefined;
  const first = isFirst ? firstOf(latDeg, lonDeg, query) : undefined;
  if (filter === "international") return written(international, format, "mapcode");
  if (filter === "mapcodes") return written(mapcodes.map(entry), format, "mapcodes");
  if (filter === "local") {
    const local = isFirst ? first : shortestLocal(mapcodes);
    return local && written(entry(local), format, "mapcode");
  }
  const ordered = orderedBy(candidates, mapcodes);
  const isOfCandidate = ordered[0] && ordered[0].territory === candidates[0]?.alphaCode;
  const withoutBorders = isFirst ? first : localOf(mapcodes, dialect);
  const local = isOfCandidate ? ordered[0] : withoutBorders;
  const isOmitted = mapcodes.length === 0 && dialect.omitsEmptyMapcodes && format === "json";
  const reply = {
    ...(local ? { local: entry(local) } : {}),
    international,
    ...(isOmitted ? {} : { mapcodes: ordered.map(entry) }),
    ...(candidates.length > 0 && { territories: candidates.map(candidateOf) }),
  };
  return written(reply, format, "mapcodes");
}

/** The body of /coords for a mapcode that is a place. */
export function expectedCoords(
  mapcode: string,
  context: string | undefined,
  hasRectangle: boolean,
  format: "json" | "xml",
  { repliesRectangleAlone }: Dialect,
): string {
  const rectangle = rectangleOf(mapcode, context);
  if (hasRectangle && repliesRectangleAlone) return written(rectangle, format, "rectangle");
  const place = point(decode(mapcode, { context }));
  return written(hasRectangle ? { ...place, rectangle } : place, format, "point");
}
