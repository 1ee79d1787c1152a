/** The operations, for the router, the help page and the OpenAPI document. */
import { memoize } from "../library/memoize.ts";
import { BATCH_PARAMETERS } from "./batch/request.ts";
import { codesReply, coordsReply } from "./codes.ts";
import type { ReplyContext } from "./context.ts";
import { helpResource } from "./description/help.ts";
import { openApiResource } from "./description/openapi.ts";
import {
  BATCH_EXAMPLES,
  type DescribedOperation,
  type DescribedPath,
} from "./description/operation.ts";
import { alphabetsReply, territoriesReply } from "./lists.ts";
import type { Format } from "./negotiation.ts";
import type { Dialect, InterfaceOptions } from "./options.ts";
import * as parameters from "./parameters.ts";
import type { Resource } from "./replies.ts";
import type { OperationName } from "./requests.ts";
import { statusReply, versionReply } from "./status.ts";

/** Makes the body of a reply. @param segments decoded, after the first one @throws HttpError if the request is wrong */
type Content = (
  context: ReplyContext,
  segments: readonly string[],
  query: string,
  format: Format,
) => string | Uint8Array | Resource;

/** Paths with the same beginning, which the same function answers. */
export interface Operation {
  readonly name: OperationName;
  /** The first segment of its paths, or two for batches. */
  readonly root: string;
  /** How many segments may follow. */
  readonly maxSegments: number;
  /** Whether replies are JSON or XML, also below `/json` and `/xml`; otherwise they have one format. */
  readonly hasFormats: boolean;
  /** Whether the reply depends on the request alone. */
  readonly isCacheable: boolean;
  /** Absent for batches: their body must be read before the reply. */
  readonly content?: Content;
  readonly paths: readonly DescribedPath[];
  /** Of the query, by path and dialect if they differ. */
  readonly parameters:
    | readonly parameters.Parameter[]
    | ((path: string, dialect: Dialect) => readonly parameters.Parameter[]);
}

/** The content of a reply without parameters. */
function fixed(make: (context: ReplyContext, format: Format) => string | Resource): Content {
  return (context, _segments, query, format) => {
    parameters.readQuery([], query);
    return make(context, format);
  };
}

const AMSTERDAM = "/codes/52.376514,4.908543";

/** In the order of the help. */
// biome-ignore format: a table
export const OPERATIONS: readonly Operation[] = [
  {
    name: "codes", root: "codes", maxSegments: 2, hasFormats: true, isCacheable: true, content: codesReply,
    parameters: (path, dialect) => (path.endsWith("/territories") ? [] : parameters.CODES_PARAMETERS[dialect]),
    paths: [
      { path: "/codes/{lat},{lon}", schema: "Codes", summary: "All mapcodes of a point, its shortest local one and its international one", examples: [AMSTERDAM, `${AMSTERDAM}?precision=2&include=offset,rectangle`, `${AMSTERDAM}?alphabet=greek`, "/codes/39.730846,-79.954163?country=US"] },
      { path: "/codes/{lat},{lon}/mapcodes", schema: "CodeEntries", summary: "All mapcodes of a point as a bare list", examples: [`${AMSTERDAM}/mapcodes?include=territory,alphabet`] },
      { path: "/codes/{lat},{lon}/local", schema: "CodeEntry", summary: "The shortest local mapcode of a point", examples: [`${AMSTERDAM}/local`, "/codes/52.5,6.99/local?territory=DEU"] },
      { path: "/codes/{lat},{lon}/international", schema: "CodeEntry", summary: "The international mapcode of a point, which is valid without a territory", examples: [`${AMSTERDAM}/international`] },
      { path: "/codes/{lat},{lon}/territories", schema: "Candidates", summary: "The territories around a point by borders (© OpenStreetMap contributors), a subdivision before its country", examples: [`${AMSTERDAM}/territories`, "/codes/39.730846,-86.1/territories"] },
    ],
  },
  {
    name: "coords", root: "coords", maxSegments: 1, hasFormats: true, isCacheable: true, content: coordsReply,
    parameters: (_, dialect) => parameters.COORDS_PARAMETERS[dialect],
    paths: [
      { path: "/coords/{code}", schema: "Coords", summary: "The point of a mapcode: the center of its cell", examples: ["/coords/NLD%2049.4V", "/coords/49.4V?context=NLD", "/coords/49.4V?near=52.3,4.9", "/coords/VHXGB.1J9J?include=rectangle"] },
    ],
  },
  {
    name: "batch-codes", root: "batch/codes", maxSegments: 0, hasFormats: false, isCacheable: false,
    parameters: BATCH_PARAMETERS.encode,
    paths: [{ path: "/batch/codes", schema: "rows", summary: "The local and the international mapcode of many points, or all their mapcodes" }],
  },
  {
    name: "batch-coords", root: "batch/coords", maxSegments: 0, hasFormats: false, isCacheable: false,
    parameters: BATCH_PARAMETERS.decode,
    paths: [{ path: "/batch/coords", schema: "rows", summary: "The points of many mapcodes" }],
  },
  {
    name: "territories", root: "territories", maxSegments: 1, hasFormats: true, isCacheable: true, content: territoriesReply,
    parameters: (path) => (path === "/territories" ? parameters.PAGING : [parameters.PARENT]),
    paths: [
      { path: "/territories", schema: "Territories", summary: "All territories, or a page of the list", examples: ["/territories", "/xml/territories?offset=10&count=10"] },
      { path: "/territories/{territory}", schema: "Territory", summary: "One territory", examples: ["/territories/NLD", "/territories/IN?context=RUS"] },
    ],
  },
  {
    name: "alphabets", root: "alphabets", maxSegments: 1, hasFormats: true, isCacheable: true, content: alphabetsReply,
    parameters: (path) => (path === "/alphabets" ? parameters.PAGING : []),
    paths: [
      { path: "/alphabets", schema: "Alphabets", summary: "All alphabets, or a page of the list" },
      { path: "/alphabets/{alphabet}", schema: "Alphabet", summary: "One alphabet", examples: ["/alphabets/greek"] },
    ],
  },
  {
    name: "version", root: "version", maxSegments: 0, hasFormats: true, isCacheable: false, content: fixed(versionReply), parameters: [],
    paths: [{ path: "/version", schema: "Version", summary: "Versions of software, interface and tables" }],
  },
  {
    name: "status", root: "status", maxSegments: 0, hasFormats: true, isCacheable: false, content: fixed(statusReply), parameters: [],
    paths: [{ path: "/status", schema: "Status", summary: "Health: converts a known point and its mapcode; 200 if it is right" }],
  },
  {
    name: "metrics", root: "metrics", maxSegments: 0, hasFormats: false, isCacheable: false, parameters: [],
    content: fixed(({ metrics }) => JSON.stringify(metrics())),
    paths: [{ path: "/metrics", schema: "Metrics", summary: "Requests, latencies and memory; always JSON" }],
  },
  {
    name: "help", root: "", maxSegments: 0, hasFormats: false, isCacheable: true, parameters: [],
    content: fixed(memoize(({ options }) => helpResource(options, describe(options)))),
    paths: [{ path: "/", schema: "html", summary: "This page" }],
  },
  {
    name: "openapi", root: "openapi.json", maxSegments: 0, hasFormats: false, isCacheable: true, parameters: [],
    content: fixed(memoize(({ options }) => openApiResource(options, describe(options)))),
    paths: [{ path: "/openapi.json", schema: "any", summary: "The interface for machines (OpenAPI 3.1)" }],
  },
];

/** Operations for operators, which the service answers at the root of the server, without the prefix. */
export const ROOT_OPERATIONS: ReadonlyMap<string, OperationName> = new Map([
  ["/metrics", "metrics"],
  ["/livez", "health"],
  ["/readyz", "health"],
]);

function pathParameters(dialect: Dialect): readonly parameters.Parameter[] {
  const isSpec = dialect === "spec";
  const bounds = isSpec ? {} : { minimum: -90, maximum: 90 };
  const beyond = isSpec ? "; a value beyond a pole counts as the pole" : ", from -90 to 90";
  const code =
    "a mapcode in any alphabet, after its territory and a space (%20) unless it is international";
  const rows: readonly [string, string, parameters.ParameterSchema][] = [
    ["lat", `degrees north${beyond}`, { type: "number", ...bounds, examples: [52.376514] }],
    ["lon", "degrees east; wraps at 180", { type: "number", examples: [4.908543] }],
    ["code", code, { type: "string", minLength: 1, examples: ["NLD 49.4V", "VHXGB.1J9J"] }],
    ["territory", "any code, alias or English name", parameters.TERRITORY_SCHEMA],
    ["alphabet", "its name in any case", { type: "string", examples: ["GREEK"] }],
  ];
  return rows.map(([name, description, schema]) => ({ name, description, schema }));
}

/** The operations that these options have, path by path. */
export function describe({ dialect, borders }: InterfaceOptions): readonly DescribedOperation[] {
  const isKnown = (target: string) => dialect === "spec" || !target.includes("near=");
  const inPaths = pathParameters(dialect);
  const all = OPERATIONS.flatMap(({ name, paths, parameters }) =>
    paths.map(({ path, schema, summary, examples = [path] }): DescribedOperation => {
      const batches = BATCH_EXAMPLES.filter(({ target }) => target.split("?")[0] === path);
      const inPath = inPaths.filter((parameter) => path.includes(`{${parameter.name}}`));
      const inQuery = typeof parameters === "function" ? parameters(path, dialect) : parameters;
      return {
        name,
        path,
        schema: schema === "Status" && dialect === "hosted" ? "none" : schema,
        summary,
        parameters: [...inPath, ...inQuery],
        examples: batches.length > 0 ? [] : examples.filter(isKnown),
        batches,
      };
    }),
  );
  return all.filter(({ schema }) => schema !== "Candidates" || borders);
}
