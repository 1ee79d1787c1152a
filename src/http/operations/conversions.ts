/** `/codes/{lat},{lon}`, from a point to its mapcodes, and `/coords/{code}`, from a mapcode to its point. */
import { unknownTerritoryIn } from "../../codec/decode.ts";
import { decodeInto, NO_TERRITORY, territoryNumber } from "../../index.ts";
import {
  alphabetNumber,
  decodingProblem,
  MAX_LAT_DEG,
  parseDegrees,
  quoted,
  territoryFilter,
} from "../../internal.ts";
import { type CodesOptions, type CodesReply, CodesWriter, FILTERS } from "../conversions/codes.ts";
import { type CoordsOptions, CoordsWriter } from "../conversions/coords.ts";
import { json } from "../formats/json.ts";
import { xml } from "../formats/xml.ts";
import { type ErrorKind, excerpt, HttpError, invalidValue } from "../http-error.ts";
import type { CandidateFinder, Dialect, ResolvedInterfaceOptions } from "../interface-options.ts";
import {
  alphabetParameter,
  CODE,
  CONTEXT,
  COUNTRY,
  includeParameter,
  LONGITUDE,
  latitudeParameter,
  PRECISION,
  type QueryValuesOf,
  TERRITORY,
  type ValuesOf,
} from "../parameters/parameters.ts";
import { plainSegment } from "../path-segments.ts";
import { type GetOperation, getOperation, type ParsedRequest } from "./operation.ts";

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

type CodesParameters = ReturnType<typeof codesParameters>;

function codesOptions(values: QueryValuesOf<CodesParameters>): CodesOptions {
  const { precision, territory, country, alphabet, include } = values;
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

type CodesValues = ValuesOf<CodesParameters>;

function noLocalMapcode({ lat, lon, territory, country }: CodesValues): HttpError {
  const area = territory ?? country;
  const where = `${lat},${lon}${area === undefined ? "" : ` in ${area}`}`;
  return new HttpError("no-local-mapcode", `There is no local mapcode at ${where}.`, {
    parameter: "lat,lon",
    value: `${lat},${lon}`,
    expected: `a point within ${area ?? "a territory"}`,
  });
}

/** The segment of the path that asks for the territories around a point. */
const CANDIDATES = "territories";

const CODES_PATH = "/codes/{lat},{lon}";
const AMSTERDAM = "/codes/52.376514,4.908543";

/** Reads a point that is not escaped in a path. A latitude beyond a pole is left to its declaration. */
function readPoint(path: string, from: number, values: { lat: number; lon: number }): boolean {
  const comma = path.indexOf(",", from);
  if (comma < 0) return false;
  const slash = path.indexOf("/", comma);
  const lat = parseDegrees(path.slice(from, comma));
  const lon = parseDegrees(path.slice(comma + 1, slash < 0 ? path.length : slash));
  if (lat === undefined || lon === undefined) return false;
  values.lat = lat;
  values.lon = lon;
  return Math.abs(lat) <= MAX_LAT_DEG;
}

/** What these operations have in common. */
const CODES = {
  name: "codes",
  hasFormats: true,
  isCacheable: true,
  otherStatuses: [403, 409],
} as const;

/** Declares the operations that encode a point. */
export function codesOperations(options: ResolvedInterfaceOptions): readonly GetOperation[] {
  const { dialect, findCandidates } = options;
  const writers = { json: new CodesWriter(json, options), xml: new CodesWriter(xml, options) };
  const filters = findCandidates ? [...FILTERS, CANDIDATES] : FILTERS;
  const write =
    (reply: CodesReply) =>
    (values: CodesValues, { format }: ParsedRequest, options: CodesOptions): Uint8Array => {
      const body = writers[format.name].write(values.lat, values.lon, options, reply);
      if (body === undefined) throw noLocalMapcode(values);
      return body;
    };
  const writeAll = write("all");
  const common = {
    ...CODES,
    parameters: codesParameters(dialect),
    prepare: codesOptions,
    readPath: readPoint,
  };
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
      reply(values, request, options) {
        const { unknownSegment } = request;
        if (unknownSegment !== "") {
          throw invalidValue("filter", unknownSegment, `one of ${filters.join(", ")}`);
        }
        return writeAll(values, request, options);
      },
    }),
    getOperation({
      ...common,
      path: `${CODES_PATH}/mapcodes`,
      summary: "All mapcodes of a point as a bare list",
      schema: "CodeEntries",
      examples: [`${AMSTERDAM}/mapcodes?include=territory,alphabet`],
      reply: write("mapcodes"),
    }),
    getOperation({
      ...common,
      path: `${CODES_PATH}/local`,
      summary: "The shortest local mapcode of a point",
      schema: "CodeEntry",
      otherStatuses: [403, 404, 409],
      examples: [`${AMSTERDAM}/local`, "/codes/52.5,6.99/local?territory=DEU"],
      reply: write("local"),
    }),
    getOperation({
      ...common,
      path: `${CODES_PATH}/international`,
      summary: "The international mapcode of a point, which is valid without a territory",
      schema: "CodeEntry",
      examples: [`${AMSTERDAM}/international`],
      reply: write("international"),
    }),
    ...(findCandidates ? [candidatesOperation(dialect, findCandidates)] : []),
  ];
}

/** Declares the operation that tells where a point is. */
function candidatesOperation(dialect: Dialect, findCandidates: CandidateFinder): GetOperation {
  return getOperation({
    ...CODES,
    path: `${CODES_PATH}/${CANDIDATES}`,
    summary:
      "The territories around a point by borders (© OpenStreetMap contributors), a subdivision before its country",
    parameters: [latitudeParameter(dialect), LONGITUDE],
    readPath: readPoint,
    schema: "Candidates",
    examples: [`${AMSTERDAM}/${CANDIDATES}`, `/codes/39.730846,-86.1/${CANDIDATES}`],
    reply: ({ lat, lon }, { format }) => format.candidates(findCandidates(lat, lon)),
  });
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
  const space = code.indexOf(" ");
  if (space < 0 || code.indexOf(" ", space + 1) < 0) return;
  const parts = code.split(" ").filter((part) => part !== "");
  if (parts.length <= 2) return;
  throw invalidMapcode(code, "a code, or a territory and a code", "invalid-parameter");
}

const COORDS_PARAMETERS = [CODE, CONTEXT, COORDS_INCLUDE] as const;

function coordsOptions({
  context,
  include,
}: QueryValuesOf<typeof COORDS_PARAMETERS>): CoordsOptions {
  return {
    context: context === undefined ? NO_TERRITORY : territoryNumber(context),
    hasRectangle: include.has("rectangle"),
  };
}

/** Reads a code, or a territory and a code, in a path. */
function readCode(path: string, from: number, values: { code: string }): boolean {
  const code = plainSegment(path, from);
  if (code === undefined) return false;
  values.code = code;
  return true;
}

/** Returns the error for a mapcode that stands for no place. */
function decodeError(code: string, context: string | undefined): Error {
  const filter = territoryFilter({ territory: context });
  const errorCode = decodeInto(code, filter.territory, new Float64Array(2));
  if (errorCode === 0) return new Error(`The mapcode ${code} decodes, but has no rectangle.`);
  const { code: kind, expected = "" } = decodingProblem(errorCode, code, filter);
  if (kind === "malformed-mapcode") return invalidMapcode(code, expected, "invalid-parameter");
  const territory = unknownTerritoryIn(code, filter.territory);
  if (territory === undefined) return invalidMapcode(code, expected, kind);
  const message = `In the mapcode ${quoted(code)}, ${quoted(territory)} is not a territory.`;
  return new HttpError(kind, message, { parameter: "code", value: code, expected });
}

/** Declares the operation that decodes a mapcode. */
export function coordsOperation(options: ResolvedInterfaceOptions): GetOperation {
  const writers = { json: new CoordsWriter(json, options), xml: new CoordsWriter(xml, options) };
  return getOperation({
    name: "coords",
    path: "/coords/{code}",
    summary: "The point of a mapcode: the center of its cell",
    parameters: COORDS_PARAMETERS,
    prepare: coordsOptions,
    readPath: readCode,
    schema: "Coords",
    hasFormats: true,
    isCacheable: true,
    otherStatuses: [403, 404],
    examples: [
      "/coords/NLD%2049.4V",
      "/coords/49.4V?context=NLD",
      "/coords/VHXGB.1J9J?include=rectangle",
    ],
    reply({ code, context }, { format }, options) {
      checkParts(code);
      const body = writers[format.name].write(code, options);
      if (body === undefined) throw decodeError(code, context);
      return body;
    },
  });
}
