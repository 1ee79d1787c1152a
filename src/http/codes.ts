/** `/codes/{lat},{lon}`: from a point to its mapcodes. */
import {
  decode,
  decodeRectangle,
  distanceMeters,
  encode,
  encodeInternational,
  INTERNATIONAL,
  type Mapcode,
  mapcodeInAlphabet,
  territoryInAlphabet,
  UnwritableMapcodeError,
} from "../index.ts";
import type { CodeEntry, CodesAnswer } from "./answers.ts";
import {
  alphabetParameter,
  countryParameter,
  degreesParameter,
  type Include,
  includeParameter,
  precisionParameter,
  refuseOther,
  territoryParameter,
} from "./parameters.ts";
import type { Query } from "./query.ts";
import { Refusal, refuseMissing, refuseValue } from "./refusal.ts";

interface CodesRequest {
  readonly latDeg: number;
  readonly lonDeg: number;
  readonly precision: number;
  readonly territory: string | undefined;
  readonly country: string | undefined;
  readonly alphabet: string | undefined;
  readonly include: ReadonlySet<Include>;
}

/** @param point the decoded path segment `lat,lon` */
function readRequest(point: string, query: Query): CodesRequest {
  refuseOther(query, "context", "territory");
  const [lat, lon, ...more] = point.split(",");
  if (lat === undefined || point === "") throw refuseMissing("lat,lon", "/codes/{lat},{lon}");
  if (lon === undefined) throw refuseMissing("lon", "/codes/{lat},{lon}");
  if (more.length > 0) throw refuseValue("lat,lon", point, "two numbers separated by a comma");
  const territory = territoryParameter(query, "territory");
  const country = countryParameter(query);
  if (territory !== undefined && country !== undefined) {
    const message = "The parameters territory and country exclude each other.";
    throw new Refusal("conflicting-parameters", message, {
      parameter: "country",
      value: country,
      expected: "either territory or country",
    });
  }
  return {
    // The point whose offset is told is the one that was encoded.
    latDeg: Math.min(Math.max(degreesParameter("lat", lat), -90), 90),
    lonDeg: degreesParameter("lon", lon),
    precision: precisionParameter(query),
    territory,
    country,
    alphabet: alphabetParameter(query),
    include: includeParameter(query),
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

/** The shortest local code, the first of equals, when all local codes are of one territory. */
function localOf(mapcodes: readonly Mapcode[]): Mapcode | undefined {
  const locals = mapcodes.filter(({ territory }) => territory !== INTERNATIONAL);
  const [first] = locals;
  if (locals.some(({ territory }) => territory !== first?.territory)) return undefined;
  return locals.reduce(
    (best, other) => (best && best.code.length <= other.code.length ? best : other),
    first,
  );
}

/**
 * @param point the decoded path segment `lat,lon`
 * @throws Refusal
 */
export function answerCodes(point: string, query: Query): CodesAnswer {
  const request = readRequest(point, query);
  const { latDeg, lonDeg, precision, territory, country } = request;
  const mapcodes = encode(latDeg, lonDeg, { precision, territory, country });
  const international = encodeInternational(latDeg, lonDeg, { precision });
  const local = localOf(mapcodes);
  return {
    ...(local ? { local: entryOf(local, request) } : {}),
    international: entryOf(international, request),
    mapcodes: mapcodes.map((mapcode) => entryOf(mapcode, request)),
  };
}
