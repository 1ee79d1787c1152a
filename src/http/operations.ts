/** The operations: one table of all paths, for the router, the help page and the OpenAPI document. */
import { dataVersion, decode, encode } from "../index.ts";
import { memoize } from "../library/memoize.ts";
import { BATCH_PARAMETERS } from "./batch/request.ts";
import { codesReply, coordsReply } from "./codes.ts";
import { helpResource } from "./description/help.ts";
import { openApiResource } from "./description/openapi.ts";
import { alphabetsReply, territoriesReply } from "./lists.ts";
import type { Format } from "./negotiation.ts";
import type { Dialect, InterfaceOptions } from "./options.ts";
import * as parameters from "./parameters.ts";
import type { Resource } from "./replies.ts";
import type { OperationName } from "./requests.ts";
import type { MakeBody, ReplyTools } from "./router.ts";
import { packageVersion } from "./version.ts";
import { writeMembers } from "./xml.ts";

/** An example of a batch, with its target after the prefix and the type of its body. */
export interface BatchExample {
  readonly target: string;
  readonly type: string;
  readonly body: string;
  readonly reply: string;
}

type Parameters = readonly parameters.DescribedParameter[];

interface PathRow {
  readonly name: OperationName;
  /** After the prefix, as OpenAPI writes it. */
  readonly path: string;
  /** Absent for batches: their body must be read before the reply. */
  readonly makeBody?: MakeBody;
  /** Whether replies have one format. Others are JSON or XML, also below `/json` and `/xml`. */
  readonly hasOneFormat?: boolean;
  /** Whether no cache may keep the reply. */
  readonly isNeverStored?: boolean;
  /** The schema of the reply; `html`, `any`, `rows` or `none` if it has none. */
  readonly schema: string;
  /** A sentence of plain text without its full stop. */
  readonly summary: string;
  /** Of the query, by dialect if they differ. */
  readonly parameters?: Parameters | Readonly<Record<Dialect, Parameters>>;
  /** Targets after the prefix, each of which works: by default the path. */
  readonly examples?: readonly string[];
  /** The examples of a POST operation. */
  readonly batches?: readonly BatchExample[];
}

/** Without parameters. */
function withoutQuery(make: (tools: ReplyTools, format: Format) => string | Resource): MakeBody {
  return (tools, _segments, query, format) => {
    parameters.readQuery([], query);
    return make(tools, format);
  };
}

function describing(make: (options: InterfaceOptions, paths: DescribedPaths) => Resource) {
  return withoutQuery(memoize(({ options }) => make(options, describedPaths(options))));
}

/** A point in Amsterdam, with its first mapcode and the center of that mapcode's cell. */
const EXPECTED = "52.376514,4.908543: NLD 49.4V at 52.37651400000124,4.908543375";

/** @throws Error when the engine converts a known point wrongly */
export function checkEngine(): void {
  const [first] = encode(52.376514, 4.908543);
  const { latDeg, lonDeg } = decode("NLD 49.4V");
  const result = `52.376514,4.908543: ${first} at ${latDeg},${lonDeg}`;
  if (result !== EXPECTED) throw new Error(`The engine gives ${result} instead of ${EXPECTED}.`);
}

function versionReply({ options }: ReplyTools, format: Format): string {
  // The version of the specification that the interface follows.
  const ofSpec = { apiVersion: "2.4.7.1", dataVersion: dataVersion() };
  const members = { version: packageVersion(), ...(options.dialect === "spec" && ofSpec) };
  return writeMembers("version", members, format);
}

function statusReply({ options }: ReplyTools, format: Format): string {
  checkEngine();
  return options.dialect === "spec" ? writeMembers("status", { status: "OK" }, format) : "";
}

const AMSTERDAM = "/codes/52.376514,4.908543";
const CODES = parameters.CODES_PARAMETERS;

// biome-ignore format: a table
const ROWS: readonly PathRow[] = [
  { name: "codes", path: "/codes/{lat},{lon}", makeBody: codesReply, schema: "Codes", parameters: CODES, summary: "All mapcodes of a point, its shortest local one and its international one", examples: [AMSTERDAM, `${AMSTERDAM}?precision=2&include=offset,rectangle`, `${AMSTERDAM}?alphabet=greek`, "/codes/39.730846,-79.954163?country=US"] },
  { name: "codes", path: "/codes/{lat},{lon}/mapcodes", makeBody: codesReply, schema: "CodeEntries", parameters: CODES, summary: "All mapcodes of a point as a bare list", examples: [`${AMSTERDAM}/mapcodes?include=territory,alphabet`] },
  { name: "codes", path: "/codes/{lat},{lon}/local", makeBody: codesReply, schema: "CodeEntry", parameters: CODES, summary: "The shortest local mapcode of a point", examples: [`${AMSTERDAM}/local`, "/codes/52.5,6.99/local?territory=DEU"] },
  { name: "codes", path: "/codes/{lat},{lon}/international", makeBody: codesReply, schema: "CodeEntry", parameters: CODES, summary: "The international mapcode of a point, which is valid without a territory", examples: [`${AMSTERDAM}/international`] },
  { name: "codes", path: "/codes/{lat},{lon}/territories", makeBody: codesReply, schema: "Candidates", summary: "The territories around a point by borders (© OpenStreetMap contributors), a subdivision before its country", examples: [`${AMSTERDAM}/territories`, "/codes/39.730846,-86.1/territories"] },
  { name: "coords", path: "/coords/{code}", makeBody: coordsReply, schema: "Coords", parameters: parameters.COORDS_PARAMETERS, summary: "The point of a mapcode: the center of its cell", examples: ["/coords/NLD%2049.4V", "/coords/49.4V?context=NLD", "/coords/49.4V?near=52.3,4.9", "/coords/VHXGB.1J9J?include=rectangle"] },
  {
    name: "batch-codes", path: "/batch/codes", hasOneFormat: true, schema: "rows", parameters: BATCH_PARAMETERS.encode, summary: "The local and the international mapcode of many points, or all their mapcodes", examples: [],
    batches: [
      { target: "/batch/codes", type: "application/json", body: '[{"lat":52.376514,"lon":4.908543}]', reply: '[\n{"lat":52.376514,"lon":4.908543,"territory":"NLD","mapcode":"49.4V","international":"VHXGB.1J9J"}\n]\n' },
      { target: "/batch/codes?precision=2", type: "text/csv", body: "name,lat,lon\nAmsterdam,52.376514,4.908543\n", reply: "name,lat,lon,territory,mapcode,international,error\nAmsterdam,52.376514,4.908543,NLD,49.4V-K2,VHXGB.1J9J-RD,\n" },
    ],
  },
  {
    name: "batch-coords", path: "/batch/coords", hasOneFormat: true, schema: "rows", parameters: BATCH_PARAMETERS.decode, summary: "The points of many mapcodes", examples: [],
    batches: [{ target: "/batch/coords?context=NLD", type: "application/x-ndjson", body: '{"code":"49.4V"}\n', reply: '{"code":"49.4V","latitude":52.37651400000124,"longitude":4.908543375}\n' }],
  },
  { name: "territories", path: "/territories", makeBody: territoriesReply, schema: "Territories", parameters: parameters.PAGING, summary: "All territories, or a page of the list", examples: ["/territories", "/xml/territories?offset=10&count=10"] },
  { name: "territories", path: "/territories/{territory}", makeBody: territoriesReply, schema: "Territory", parameters: [parameters.PARENT], summary: "One territory", examples: ["/territories/NLD", "/territories/IN?context=RUS"] },
  { name: "alphabets", path: "/alphabets", makeBody: alphabetsReply, schema: "Alphabets", parameters: parameters.PAGING, summary: "All alphabets, or a page of the list" },
  { name: "alphabets", path: "/alphabets/{alphabet}", makeBody: alphabetsReply, schema: "Alphabet", summary: "One alphabet", examples: ["/alphabets/greek"] },
  { name: "version", path: "/version", makeBody: withoutQuery(versionReply), isNeverStored: true, schema: "Version", summary: "Versions of software, interface and tables" },
  { name: "status", path: "/status", makeBody: withoutQuery(statusReply), isNeverStored: true, schema: "Status", summary: "Health: converts a known point and its mapcode; 200 if it is right" },
  { name: "metrics", path: "/metrics", makeBody: withoutQuery(({ metrics }) => metrics()), isNeverStored: true, hasOneFormat: true, schema: "Metrics", summary: "Requests, latencies and memory; always JSON" },
  { name: "help", path: "/", makeBody: describing(helpResource), hasOneFormat: true, schema: "html", summary: "This page" },
  { name: "openapi", path: "/openapi.json", makeBody: describing(openApiResource), hasOneFormat: true, schema: "any", summary: "The interface for machines (OpenAPI 3.1)" },
];

/** The paths that begin with the same segments, by these: the last one is the longest, and the same function answers all. */
export const BY_ROOT = new Map(
  ROWS.map((row) => {
    const root = row.path.slice(1).replace(/\/?\{.*/, "");
    const maxSegments = row.path.split("/").length - root.split("/").length - 1;
    return [root, { ...row, maxSegments }];
  }),
);

function pathParameters(dialect: Dialect): Parameters {
  const isSpec = dialect === "spec";
  const bounds = isSpec ? {} : { minimum: -90, maximum: 90 };
  const beyond = isSpec ? "; a value beyond a pole counts as the pole" : ", from -90 to 90";
  const code =
    "a mapcode in any alphabet, after its territory and a space (%20) unless it is international";
  const rows: readonly [string, string, parameters.DescribedParameter["schema"]][] = [
    ["lat", `degrees north${beyond}`, { type: "number", ...bounds, examples: [52.376514] }],
    ["lon", "degrees east; wraps at 180", { type: "number", examples: [4.908543] }],
    ["code", code, { type: "string", minLength: 1, examples: ["NLD 49.4V", "VHXGB.1J9J"] }],
    ["territory", "any code, alias or English name", parameters.TERRITORY_SCHEMA],
    ["alphabet", "its name in any case", { type: "string", examples: ["GREEK"] }],
  ];
  return rows.map(([name, description, schema]) => ({ name, description, schema }));
}

/** The paths that these options have, with the parameters of path and query. */
export function describedPaths({ dialect, borders }: InterfaceOptions) {
  const isKnown = (target: string) => dialect === "spec" || !target.includes("near=");
  const inPaths = pathParameters(dialect);
  const rows = ROWS.filter(({ schema }) => schema !== "Candidates" || borders);
  return rows.map(({ parameters = [], batches = [], ...row }) => {
    const { path, schema, examples = [path] } = row;
    const inPath = inPaths.filter((parameter) => path.includes(`{${parameter.name}}`));
    const inQuery = "spec" in parameters ? parameters[dialect] : parameters;
    return {
      ...row,
      schema: schema === "Status" && dialect === "hosted" ? "none" : schema,
      parameters: [...inPath, ...inQuery],
      examples: examples.filter(isKnown),
      batches,
    };
  });
}
export type DescribedPaths = ReturnType<typeof describedPaths>;
export type DescribedPath = DescribedPaths[number];
