/** The operations, for the router, the help page and the OpenAPI document. */
import { FORMATS } from "../batch/formats/index.ts";
import { BATCH_PARAMETERS } from "./batch/request.ts";
import type { Dialect, InterfaceOptions } from "./options.ts";
import * as P from "./parameters.ts";
import type { OperationName } from "./requests.ts";

/** An example of a batch: the target after the prefix, the type of the body, the body and its reply. */
export type BatchExample = readonly [target: string, type: string, body: string, reply: string];

export interface Operation {
  readonly name: OperationName;
  /** The path after the prefix, as OpenAPI writes it. */
  readonly path: string;
  /** The schema of the reply; `html`, `any`, `rows` or `none` if it has none. */
  readonly schema: string;
  /** A sentence of plain text without its full stop. */
  readonly summary: string;
  readonly parameters: readonly P.Parameter[];
  /** Targets after the prefix; each of them works. */
  readonly examples: readonly string[];
  /** The examples of a POST operation. */
  readonly batches: readonly BatchExample[];
}

function pathParameters(dialect: Dialect): readonly P.Parameter[] {
  const isSpec = dialect === "spec";
  const bounds = isSpec ? {} : { minimum: -90, maximum: 90 };
  const beyond = isSpec ? "; a value beyond a pole counts as the pole" : ", from -90 to 90";
  const code =
    "a mapcode in any alphabet, after its territory and a space (%20) unless it is international";
  const rows: readonly [string, string, P.ParameterSchema][] = [
    ["lat", `degrees north${beyond}`, { type: "number", ...bounds, examples: [52.376514] }],
    ["lon", "degrees east; wraps at 180", { type: "number", examples: [4.908543] }],
    ["code", code, { type: "string", minLength: 1, examples: ["NLD 49.4V", "VHXGB.1J9J"] }],
    ["territory", "any code, alias or English name", P.TERRITORY_SCHEMA],
    ["alphabet", "its name in any case", { type: "string", examples: ["GREEK"] }],
  ];
  return rows.map(([name, description, schema]) => ({ name, description, schema }));
}

function queryOf(path: string, dialect: Dialect): readonly P.Parameter[] {
  if (path.startsWith("/codes"))
    return path.endsWith("/territories") ? [] : P.CODES_PARAMETERS[dialect];
  if (path.startsWith("/coords")) return P.COORDS_PARAMETERS[dialect];
  if (path.startsWith("/batch/"))
    return BATCH_PARAMETERS[path.endsWith("codes") ? "encode" : "decode"];
  if (path === "/territories/{territory}") return [P.PARENT];
  return path === "/territories" || path === "/alphabets" ? P.PAGING : [];
}

const AMSTERDAM = "/codes/52.376514,4.908543";

/** Name, path, schema, summary and examples of each operation, in the order of the help. Without examples, the path is one. */
const OPERATIONS = `
codes | /codes/{lat},{lon} | Codes | All mapcodes of a point, its shortest local one and its international one | ${AMSTERDAM} ${AMSTERDAM}?precision=2&include=offset,rectangle ${AMSTERDAM}?alphabet=greek /codes/39.730846,-79.954163?country=US
codes | /codes/{lat},{lon}/mapcodes | CodeEntries | All mapcodes of a point as a bare list | ${AMSTERDAM}/mapcodes?include=territory,alphabet
codes | /codes/{lat},{lon}/local | CodeEntry | The shortest local mapcode of a point | ${AMSTERDAM}/local /codes/52.5,6.99/local?territory=DEU
codes | /codes/{lat},{lon}/international | CodeEntry | The international mapcode of a point, which is valid without a territory | ${AMSTERDAM}/international
codes | /codes/{lat},{lon}/territories | Candidates | The territories around a point by borders (© OpenStreetMap contributors), a subdivision before its country | ${AMSTERDAM}/territories /codes/39.730846,-86.1/territories
coords | /coords/{code} | Coords | The point of a mapcode: the center of its cell | /coords/NLD%2049.4V /coords/49.4V?context=NLD /coords/49.4V?near=52.3,4.9 /coords/VHXGB.1J9J?include=rectangle
batch-codes | /batch/codes | rows | The local and the international mapcode of many points, or all their mapcodes
batch-coords | /batch/coords | rows | The points of many mapcodes
territories | /territories | Territories | All territories, or a page of the list | /territories /xml/territories?offset=10&count=10
territories | /territories/{territory} | Territory | One territory | /territories/NLD /territories/IN?context=RUS
alphabets | /alphabets | Alphabets | All alphabets, or a page of the list
alphabets | /alphabets/{alphabet} | Alphabet | One alphabet | /alphabets/greek
version | /version | Version | Versions of software, interface and tables
status | /status | Status | Health: converts a known point and its mapcode; 200 if it is right
metrics | /metrics | Metrics | Requests, latencies and memory; always JSON
help | / | html | This page
openapi | /openapi.json | any | The interface for machines (OpenAPI 3.1)`;

const BATCH_EXAMPLES = [
  '/batch/codes | application/json | [{"lat":52.376514,"lon":4.908543}] | [\n{"lat":52.376514,"lon":4.908543,"territory":"NLD","mapcode":"49.4V","international":"VHXGB.1J9J"}\n]\n',
  "/batch/codes?precision=2 | text/csv | name,lat,lon\nAmsterdam,52.376514,4.908543\n | name,lat,lon,territory,mapcode,international,error\nAmsterdam,52.376514,4.908543,NLD,49.4V-K2,VHXGB.1J9J-RD,\n",
  '/batch/coords?context=NLD | application/x-ndjson | {"code":"49.4V"}\n | {"code":"49.4V","latitude":52.37651400000124,"longitude":4.908543375}\n',
].map((row) => row.split(" | ") as unknown as BatchExample);

const TYPES = FORMATS.map(({ mediaTypes: [type], summary }) => `${type} (${summary})`).join(", ");

/** The common description of batches, in plain text. */
export const BATCH_DESCRIPTION =
  "An extension: the public service does not have it. Content-Type names the format of the body: " +
  `${TYPES}. Tables have a header unless the parameter header is false. The reply ` +
  "has the rows in the same order, each with its result added, in the format of the body or in the one " +
  "that Accept names. A row that cannot be converted gets an error and does not stop the others.";

export function describedOperations({ dialect, borders }: InterfaceOptions) {
  const isKnown = (target: string) => dialect === "spec" || !target.includes("near=");
  const inPaths = pathParameters(dialect);
  const rows = OPERATIONS.trim().split("\n");
  const operations = rows.map((row): Operation => {
    const [name, path = "", schema = "", summary = "", targets = path] = row.split(" | ");
    const batches = BATCH_EXAMPLES.filter(([target]) => target.split("?")[0] === path);
    const inPath = inPaths.filter((parameter) => path.includes(`{${parameter.name}}`));
    return {
      name: name as OperationName,
      path,
      schema: schema === "Status" && dialect === "hosted" ? "none" : schema,
      summary,
      parameters: [...inPath, ...queryOf(path, dialect)],
      examples: batches.length > 0 ? [] : targets.split(" ").filter(isKnown),
      batches,
    };
  });
  return operations.filter(({ schema }) => schema !== "Candidates" || borders);
}
