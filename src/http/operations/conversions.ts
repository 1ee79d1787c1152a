/** `/codes/{lat},{lon}`, from a point to its mapcodes, and `/coords/{code}`, from a mapcode to its point. */
import {
  countryNumber,
  decode,
  decodeRectangle,
  distanceMeters,
  encode,
  encodeInternational,
  INTERNATIONAL,
  MalformedMapcodeError,
  type Mapcode,
  mapcodeInAlphabet,
  shortestLocalMapcode,
  territories,
  territoryInAlphabet,
  UnknownMapcodeError,
  UnwritableMapcodeError,
} from "../../index.ts";
import type { CodeEntry, CodesData } from "../formats/format.ts";
import { type ErrorKind, excerpt, HttpError, invalidValue } from "../http-error.ts";
import {
  alphabetParameter,
  CODE,
  CONTEXT,
  COUNTRY,
  includeParameter,
  LONGITUDE,
  latitudeParameter,
  PRECISION,
  TERRITORY,
  type ValuesOf,
} from "../parameters.ts";
import type { Dialect } from "../settings.ts";
import { type GetOperation, getOperation } from "./operation.ts";

/** The values of `include`. /coords accepts all of them, and ignores all but the rectangle. */
const INCLUDES = ["offset", "territory", "alphabet", "rectangle"] as const;

const ALPHABET = alphabetParameter("also writes the codes in this alphabet");

const CODES_INCLUDE = includeParameter(
  INCLUDES,
  `adds members: any of ${INCLUDES.join(", ")}, separated by commas`,
  INCLUDES.join(),
);

// /codes

/** In the order in which they are checked. */
function codesParameters(dialect: Dialect) {
  const latitude = latitudeParameter(dialect);
  return [TERRITORY, COUNTRY, latitude, LONGITUDE, PRECISION, ALPHABET, CODES_INCLUDE] as const;
}

type CodesRequest = ValuesOf<ReturnType<typeof codesParameters>>;

/** Returns the code in an alphabet, or undefined if the alphabet cannot write it. */
function inAlphabet(code: string, alphabet: string): string | undefined {
  try {
    return mapcodeInAlphabet(code, alphabet);
  } catch (error) {
    if (error instanceof UnwritableMapcodeError) return undefined;
    throw error;
  }
}

/**
 * Returns the members that repeat the code and its territory in another alphabet. Without the code there
 * is no territory: a Greek territory in front of the Roman code would change how the code is read.
 */
function alphabetMembers(
  { code, territory }: Mapcode,
  withTerritory: boolean,
  { alphabet, include }: CodesRequest,
): Partial<CodeEntry> {
  const isAlways = include.has("alphabet");
  if (alphabet === undefined && !isAlways) return {};
  const name = alphabet ?? "ROMAN";
  const codeText = inAlphabet(code, name);
  if (codeText === undefined) return {};
  const territoryText = territoryInAlphabet(territory, name);
  const showsCode = isAlways || codeText !== code;
  const showsTerritory = withTerritory && (isAlways || territoryText !== territory);
  return {
    ...(showsCode ? { mapcodeInAlphabet: codeText } : {}),
    ...(showsTerritory ? { territoryInAlphabet: territoryText } : {}),
  };
}

/** Returns the members that say where the mapcode is. */
function placeMembers(
  { code, territory }: Mapcode,
  { include, lat, lon }: CodesRequest,
): Partial<CodeEntry> {
  const text = `${territory} ${code}`;
  // The offset is that of the point that was encoded, after clamping.
  const point = { latDeg: lat, lonDeg: lon };
  return {
    ...(include.has("offset") ? { offsetMeters: distanceMeters(point, decode(text)) } : {}),
    ...(include.has("rectangle") ? { rectangle: decodeRectangle(text.replace(/-\w+$/, "")) } : {}),
  };
}

function entryOf(mapcode: Mapcode, request: CodesRequest): CodeEntry {
  const { code, territory } = mapcode;
  const { alphabet, include } = request;
  const withTerritory = territory !== INTERNATIONAL || include.has("territory");
  const entry = withTerritory ? { mapcode: code, territory } : { mapcode: code };
  // Most requests need no more, and spreading empty objects takes time.
  if (alphabet === undefined && include.size === 0) return entry;
  return {
    ...entry,
    ...alphabetMembers(mapcode, withTerritory, request),
    ...placeMembers(mapcode, request),
  };
}

function isLocal({ territory }: Mapcode): boolean {
  return territory !== INTERNATIONAL;
}

/** Returns the mapcode for the member `local` of the reply with all codes, without a country or territory. */
function localOf(mapcodes: readonly Mapcode[], dialect: Dialect): Mapcode | undefined {
  const [first, ...others] = mapcodes.filter(isLocal);
  if (dialect.requiresOneTerritory) {
    const isOne = others.every(({ territory }) => territory === first?.territory);
    return isOne ? shortestLocalMapcode(mapcodes) : undefined;
  }
  return others.reduce(
    (best, other) =>
      best && other.code.length < best.code.length && other.territory !== best.territory
        ? other
        : best,
    first,
  );
}

function mapcodesOf({ lat, lon, precision, territory, country }: CodesRequest): Mapcode[] {
  return encode(lat, lon, { precision, territory, country });
}

function internationalOf({ lat, lon, precision }: CodesRequest): Mapcode {
  return encodeInternational(lat, lon, { precision });
}

function territoryOfCountry(isoCode: string): string {
  return territories()[countryNumber(isoCode)].alphaCode;
}

/** Returns the first mapcode of the requested territory, or of the requested country without its subdivisions. */
function firstRequested(request: CodesRequest): Mapcode | undefined {
  const { country } = request;
  if (country === undefined) return mapcodesOf(request)[0];
  return mapcodesOf({ ...request, country: undefined, territory: territoryOfCountry(country) })[0];
}

/** Whether the reply is to have the first mapcode of a country or territory as the local one. */
function takesFirst({ country, territory }: CodesRequest, { takesFirstCode }: Dialect): boolean {
  return takesFirstCode && (country !== undefined || territory !== undefined);
}

function codesData(request: CodesRequest, dialect: Dialect): CodesData {
  const mapcodes = mapcodesOf(request);
  const local = takesFirst(request, dialect) ? firstRequested(request) : localOf(mapcodes, dialect);
  const isOmitted = mapcodes.length === 0 && dialect.omitsEmptyMapcodes;
  return {
    ...(local ? { local: entryOf(local, request) } : {}),
    international: entryOf(internationalOf(request), request),
    ...(isOmitted ? {} : { mapcodes: mapcodes.map((mapcode) => entryOf(mapcode, request)) }),
  };
}

/** @throws HttpError when the point has no local mapcode */
function localEntry(request: CodesRequest, dialect: Dialect): CodeEntry {
  const { lat, lon, country, territory } = request;
  const local = takesFirst(request, dialect)
    ? firstRequested(request)
    : shortestLocalMapcode(mapcodesOf(request));
  if (local) return entryOf(local, request);
  const area = territory ?? country;
  const where = `${lat},${lon}${area === undefined ? "" : ` in ${area}`}`;
  throw new HttpError("no-local-mapcode", `There is no local mapcode at ${where}.`, {
    parameter: "lat,lon",
    value: `${lat},${lon}`,
    expected: `a point within ${area ?? "a territory"}`,
  });
}

const CODES_PATH = "/codes/{lat},{lon}";
const AMSTERDAM = "/codes/52.376514,4.908543";

/** The segments that may follow the point. */
const FILTERS = ["mapcodes", "local", "international"];

/** Declares the operations that encode a point. */
export function codesOperations(dialect: Dialect): readonly GetOperation[] {
  const common = {
    name: "codes",
    parameters: codesParameters(dialect),
    hasFormats: true,
    isCacheable: true,
    otherStatuses: [403, 409],
  } as const;
  return [
    getOperation({
      ...common,
      path: CODES_PATH,
      summary: "All mapcodes of a point, its shortest local one and its international one",
      schema: "Codes",
      examples: [
        AMSTERDAM,
        `${AMSTERDAM}?precision=2&include=offset,rectangle`,
        `${AMSTERDAM}?alphabet=greek`,
        "/codes/39.730846,-79.954163?country=US",
      ],
      reply(request, { format, unknownSegment }) {
        if (unknownSegment !== "") {
          throw invalidValue("filter", unknownSegment, `one of ${FILTERS.join(", ")}`);
        }
        return format.codes(codesData(request, dialect));
      },
    }),
    getOperation({
      ...common,
      path: `${CODES_PATH}/mapcodes`,
      summary: "All mapcodes of a point as a bare list",
      schema: "CodeEntries",
      examples: [`${AMSTERDAM}/mapcodes?include=territory,alphabet`],
      reply: (request, { format }) =>
        format.codeEntries(mapcodesOf(request).map((mapcode) => entryOf(mapcode, request))),
    }),
    getOperation({
      ...common,
      path: `${CODES_PATH}/local`,
      summary: "The shortest local mapcode of a point",
      schema: "CodeEntry",
      otherStatuses: [403, 404, 409],
      examples: [`${AMSTERDAM}/local`, "/codes/52.5,6.99/local?territory=DEU"],
      reply: (request, { format }) => format.codeEntry(localEntry(request, dialect)),
    }),
    getOperation({
      ...common,
      path: `${CODES_PATH}/international`,
      summary: "The international mapcode of a point, which is valid without a territory",
      schema: "CodeEntry",
      examples: [`${AMSTERDAM}/international`],
      reply: (request, { format }) => format.codeEntry(entryOf(internationalOf(request), request)),
    }),
  ];
}

// /coords

const COORDS_INCLUDE = includeParameter(
  INCLUDES,
  "rectangle adds the bounds of all points with this mapcode",
  "rectangle",
);

/** `The mapcode 'x' is not ...`: clients look for the word mapcode. */
function invalidMapcode(code: string, expected: string, error: ErrorKind): HttpError {
  const message = `The mapcode '${excerpt(code)}' is not ${expected}.`;
  return new HttpError(error, message, { parameter: "code", value: code, expected });
}

/** @throws HttpError when a text has more parts than a territory and a code */
function checkParts(code: string): void {
  const parts = code.split(" ").filter((part) => part !== "");
  if (parts.length <= 2) return;
  throw invalidMapcode(code, "a code, or a territory and a code", "invalid-parameter");
}

/** Returns the HttpError for a code that cannot be decoded; returns other errors as they are. */
function decodeError(error: unknown, code: string): unknown {
  if (error instanceof MalformedMapcodeError) {
    return invalidMapcode(code, error.expected, "invalid-parameter");
  }
  if (error instanceof UnknownMapcodeError) {
    return invalidMapcode(code, error.expected, "unknown-mapcode");
  }
  return error;
}

/** Declares the operation that decodes a mapcode. */
export function coordsOperation({ repliesRectangleAlone }: Dialect): GetOperation {
  return getOperation({
    name: "coords",
    path: "/coords/{code}",
    summary: "The point of a mapcode: the center of its cell",
    parameters: [CODE, CONTEXT, COORDS_INCLUDE],
    schema: "Coords",
    hasFormats: true,
    isCacheable: true,
    otherStatuses: [403, 404],
    examples: [
      "/coords/NLD%2049.4V",
      "/coords/49.4V?context=NLD",
      "/coords/VHXGB.1J9J?include=rectangle",
    ],
    reply({ code, context, include }, { format }) {
      checkParts(code);
      try {
        if (!include.has("rectangle")) return format.coords(decode(code, { context }));
        const rectangle = decodeRectangle(code, { context });
        if (repliesRectangleAlone) return format.rectangle(rectangle);
        return format.coords({ ...decode(code, { context }), rectangle });
      } catch (error) {
        throw decodeError(error, code);
      }
    },
  });
}
