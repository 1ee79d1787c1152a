/** `/codes/{lat},{lon}` and its filters: from a point to its mapcodes. */
import {
  countryNumber,
  decode,
  decodeRectangle,
  distanceMeters,
  encode,
  encodeInternational,
  encodeShortestInTerritory,
  INTERNATIONAL,
  type Mapcode,
  mapcodeInAlphabet,
  shortestLocalMapcode,
  type Territory,
  territories,
  territoryInAlphabet,
  UnwritableMapcodeError,
} from "../../index.ts";
import type { CodeEntry, CodesAnswer } from "../answers.ts";
import type { Dialect } from "../dialect.ts";
import { HttpError, invalidValue, missingParameter } from "../http-error.ts";
import {
  alphabetParameter,
  areaParameters,
  INCLUDES,
  type Include,
  includeParameter,
  latitudeParameter,
  longitudeParameter,
  precisionParameter,
  refuseOther,
} from "../parameters.ts";
import type { Query } from "../query.ts";
import type { Operation } from "./operation.ts";

interface CodesRequest {
  readonly latDeg: number;
  readonly lonDeg: number;
  readonly precision: number;
  readonly territory: string | undefined;
  /** An ISO 3166 code. */
  readonly country: string | undefined;
  readonly alphabet: string | undefined;
  readonly include: ReadonlySet<Include>;
}

/** @param point the decoded path segment `lat,lon` */
function readRequest(point: string, query: Query, dialect: Dialect): CodesRequest {
  refuseOther(query, "context", "territory");
  const [lat, lon, ...more] = point.split(",");
  if (lat === undefined || point === "") throw missingParameter("lat,lon", "/codes/{lat},{lon}");
  if (lon === undefined) throw missingParameter("lon", "/codes/{lat},{lon}");
  if (more.length > 0) throw invalidValue("lat,lon", point, "two numbers separated by a comma");
  const { territory, country } = areaParameters(query);
  return {
    // The point whose offset is told is the one that was encoded.
    latDeg: latitudeParameter(lat, dialect.limitsLatitude),
    lonDeg: longitudeParameter(lon),
    precision: precisionParameter(query),
    territory,
    country,
    alphabet: alphabetParameter(query),
    include: includeParameter(query, INCLUDES),
  };
}

/** The code in the alphabet asked for, or undefined when the alphabet cannot write it. */
function inAlphabet(code: string, alphabet: string): string | undefined {
  try {
    return mapcodeInAlphabet(code, alphabet);
  } catch (error) {
    if (error instanceof UnwritableMapcodeError) return undefined;
    throw error;
  }
}

/** Members that say the code and its territory once more in another alphabet. */
function alphabetMembers(
  { code, territory }: Mapcode,
  withTerritory: boolean,
  { alphabet, include }: CodesRequest,
): Partial<CodeEntry> {
  const isAlways = include.has("alphabet");
  if (alphabet === undefined && !isAlways) return {};
  const name = alphabet ?? "ROMAN";
  const codeText = inAlphabet(code, name);
  const territoryText = territoryInAlphabet(territory, name);
  const showsCode = codeText !== undefined && (isAlways || codeText !== code);
  const showsTerritory = withTerritory && (isAlways || territoryText !== territory);
  return {
    ...(showsCode ? { mapcodeInAlphabet: codeText } : {}),
    ...(showsTerritory ? { territoryInAlphabet: territoryText } : {}),
  };
}

function entryOf(mapcode: Mapcode, request: CodesRequest): CodeEntry {
  const { code, territory } = mapcode;
  const { include } = request;
  const withTerritory = territory !== INTERNATIONAL || include.has("territory");
  const text = `${territory} ${code}`;
  return {
    mapcode: code,
    ...(withTerritory ? { territory } : {}),
    ...alphabetMembers(mapcode, withTerritory, request),
    ...(include.has("offset") ? { offsetMeters: distanceMeters(request, decode(text)) } : {}),
    ...(include.has("rectangle") ? { rectangle: decodeRectangle(text.replace(/-\w+$/, "")) } : {}),
  };
}

function isLocal({ territory }: Mapcode): boolean {
  return territory !== INTERNATIONAL;
}

/** The one that the reply with all codes shows as `local`. */
function shownLocal(mapcodes: readonly Mapcode[], dialect: Dialect): Mapcode | undefined {
  const [first, ...others] = mapcodes.filter(isLocal);
  if (dialect.wantsOneTerritory) {
    const isOne = others.every(({ territory }) => territory === first?.territory);
    return isOne ? shortestLocalMapcode(mapcodes) : undefined;
  }
  return others.reduce(
    (held, other) =>
      held && other.code.length < held.code.length && other.territory !== held.territory
        ? other
        : held,
    first,
  );
}

function codesOf(request: CodesRequest): Mapcode[] {
  const { latDeg, lonDeg, precision, territory, country } = request;
  return encode(latDeg, lonDeg, { precision, territory, country });
}

function internationalOf({ latDeg, lonDeg, precision }: CodesRequest): Mapcode {
  return encodeInternational(latDeg, lonDeg, { precision });
}

function answerAll(request: CodesRequest, dialect: Dialect): CodesAnswer {
  const mapcodes = codesOf(request);
  const local = shownLocal(mapcodes, dialect);
  const isLeftOut = mapcodes.length === 0 && dialect.leavesOutNoMapcodes;
  return {
    ...(local ? { local: entryOf(local, request) } : {}),
    international: entryOf(internationalOf(request), request),
    ...(isLeftOut ? {} : { mapcodes: mapcodes.map((mapcode) => entryOf(mapcode, request)) }),
  };
}

function territoryOfCountry(isoCode: string): string {
  return (territories()[countryNumber(isoCode)] as Territory).alphaCode;
}

/** @throws HttpError when there is none */
function answerLocal(request: CodesRequest, dialect: Dialect): CodeEntry {
  const { latDeg, lonDeg, precision, country, territory } = request;
  const local =
    country !== undefined && dialect.takesCountrysOwnLocal
      ? encodeShortestInTerritory(latDeg, lonDeg, territoryOfCountry(country), { precision })
      : shortestLocalMapcode(codesOf(request));
  if (local) return entryOf(local, request);
  const area = territory ?? country;
  const where = `${latDeg},${lonDeg}${area === undefined ? "" : ` in ${area}`}`;
  throw new HttpError("no-local-mapcode", `There is no local mapcode at ${where}.`, {
    parameter: "lat,lon",
    value: `${latDeg},${lonDeg}`,
    expected: `a point within ${area ?? "a territory"}`,
  });
}

/** What may follow the point in the path. */
export const FILTERS = ["mapcodes", "local", "international"] as const;

export const answerCodes: Operation = ({ segments, query, format, settings: { dialect } }) => {
  const [point = "", filter = ""] = segments;
  const request = readRequest(point, query, dialect);
  switch (filter.toLowerCase()) {
    case "":
      return format.codes(answerAll(request, dialect));
    case "mapcodes":
      return format.codeEntries(codesOf(request).map((mapcode) => entryOf(mapcode, request)));
    case "local":
      return format.codeEntry(answerLocal(request, dialect));
    case "international":
      return format.codeEntry(entryOf(internationalOf(request), request));
    default:
      throw invalidValue("filter", filter, `one of ${FILTERS.join(", ")}`);
  }
};
