/**
 * The fast path for requests of /codes and /coords as clients commonly send them. It reads the path without
 * splitting or decoding it, and looks the query up among those of earlier requests. The conversions and their
 * replies are those of the general path, which takes all other requests, also those that are wrong.
 */
import { COMMA } from "../characters.ts";
import { LAT_DEG, LON_DEG } from "../index.ts";
import { MAX_LAT_DEG, readDecimalText } from "../internal.ts";
import { type CodesReply, FILTERS } from "./conversions/codes.ts";
import { createWriters } from "./conversions/writers.ts";
import type { Format } from "./formats/format.ts";
import { json } from "./formats/json.ts";
import { xml } from "./formats/xml.ts";
import { HttpError } from "./http-error.ts";
import type { Reply, Request } from "./messages.ts";
import { acceptedFormat } from "./negotiation.ts";
import { parseCodesOptions, parseCoordsOptions } from "./operations/conversions.ts";
import type { ReplyHeaders } from "./reply-headers.ts";
import { type InterfaceSettings, MAX_URL_CHARS } from "./settings.ts";

// Queries

/** Together at most a megabyte. */
const MAX_KEPT_QUERIES = 1_000;
const MAX_KEPT_CHARS = 200;

/**
 * Parses queries, and keeps the results: most requests have one of a few queries, and parsing one takes
 * longer than a conversion.
 * @param parse throws an HttpError for a query that is wrong
 * @returns a function that returns undefined for a query that is wrong or long
 */
function keepParsed<Options>(
  parse: (query: string) => Options,
): (query: string) => Options | undefined {
  const kept = new Map<string, Options>();
  return (query) => {
    const known = kept.get(query);
    if (known !== undefined || query.length > MAX_KEPT_CHARS) return known;
    try {
      const options = parse(query);
      if (kept.size === MAX_KEPT_QUERIES) kept.clear();
      kept.set(query, options);
      return options;
    } catch (error) {
      if (error instanceof HttpError) return undefined;
      throw error;
    }
  };
}

// Paths

/** What may follow the point in a path. */
const REPLIES: ReadonlyMap<string, CodesReply> = new Map([
  ["", "all"],
  ...FILTERS.map((filter) => [`/${filter}`, filter] as const),
]);

const degrees = new Float64Array(2);

/**
 * Reads the point `lat,lon` in a path to `degrees`.
 * @param from where the point begins
 * @returns where it ends; -1 unless it is two plain decimals
 */
export function readPoint(path: string, from: number): number {
  const comma = readDecimalText(path, from, degrees, LAT_DEG);
  if (comma < 0 || path.charCodeAt(comma) !== COMMA) return -1;
  return readDecimalText(path, comma + 1, degrees, LON_DEG);
}

const ENCODED_SPACE = "%20";
/** Control characters, which the general path refuses, and spaces. */
const UNPRINTABLE = /[^!-~]/;

/**
 * Returns the code at the end of a path with one `%20` decoded.
 * @returns undefined if anything else is percent-encoded, or there is another segment
 */
export function plainCode(path: string, from: number): string | undefined {
  if (UNPRINTABLE.test(path)) return undefined;
  const space = path.indexOf("%", from);
  if (space < 0) return path.slice(from);
  const next = space + ENCODED_SPACE.length;
  if (!path.startsWith(ENCODED_SPACE, space) || path.includes("%", next)) return undefined;
  return `${path.slice(from, space)} ${path.slice(next)}`;
}

/** The beginning of the paths of an operation. */
interface Beginning {
  readonly text: string;
  readonly operation: "codes" | "coords";
  /** The format if the path names it. */
  readonly format: Format | undefined;
}

/** The beginnings of all paths, the most common ones first. */
function beginningsOf(prefix: string): readonly Beginning[] {
  return [undefined, json, xml].flatMap((format) =>
    (["codes", "coords"] as const).map((operation) => {
      const segments = [prefix, ...(format ? [format.name] : []), operation];
      return { text: `${segments.join("/")}/`, operation, format };
    }),
  );
}

function findBeginning(beginnings: readonly Beginning[], path: string): Beginning | undefined {
  for (const beginning of beginnings) if (path.startsWith(beginning.text)) return beginning;
  return undefined;
}

// The first step of the router

/**
 * Creates the function that replies to the requests of the fast path.
 * @returns a function that returns undefined for requests of the general path
 */
export function createFastPath(
  { prefix, dialect }: InterfaceSettings,
  headers: ReplyHeaders,
): (request: Request) => Reply | undefined {
  const beginnings = beginningsOf(prefix);
  const writers = createWriters(dialect);
  const codesOptionsOf = keepParsed(parseCodesOptions);
  const coordsOptionsOf = keepParsed(parseCoordsOptions);

  function codesBody(path: string, from: number, query: string, format: Format) {
    const end = readPoint(path, from);
    if (end < 0) return undefined;
    const reply = end === path.length ? "all" : REPLIES.get(path.slice(end));
    if (reply === undefined) return undefined;
    if (!dialect.clampsLatitude && Math.abs(degrees[LAT_DEG]) > MAX_LAT_DEG) return undefined;
    const options = codesOptionsOf(query);
    if (options === undefined) return undefined;
    return writers[format.name].codes.write(degrees[LAT_DEG], degrees[LON_DEG], options, reply);
  }

  function coordsBody(path: string, from: number, query: string, format: Format) {
    const code = plainCode(path, from);
    const options = coordsOptionsOf(query);
    if (code === undefined || options === undefined) return undefined;
    return writers[format.name].coords.write(code, options);
  }

  return (request) => {
    const { method, path, query } = request;
    if (method !== "GET" || path.length + query.length > MAX_URL_CHARS) return undefined;
    const beginning = findBeginning(beginnings, path);
    if (beginning === undefined || request.header("expect") !== "") return undefined;
    const { operation, text } = beginning;
    const format = beginning.format ?? acceptedFormat(request.header("accept"));
    const write = operation === "codes" ? codesBody : coordsBody;
    const body = write(path, text.length, query, format);
    if (body === undefined) return undefined;
    const doesVary = beginning.format === undefined;
    return { status: 200, headers: headers.ofReply(format, doesVary, true), body, operation };
  };
}
