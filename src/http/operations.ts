/** The operations: how the router finds them, and how the help page and the OpenAPI document describe them. */
import { FORMATS } from "../batch/formats/index.ts";
import { BATCH_PARAMETERS } from "./batch/parameters.ts";
import type { SchemaName } from "./description/schemas.ts";
import type { ResolvedInterfaceOptions } from "./options.ts";
import {
  CODES_PARAMETERS,
  COORDS_PARAMETERS,
  type DescribedParameter,
  PAGING,
  PARENT,
  pathParameter,
} from "./parameters.ts";
import type { OperationName } from "./requests.ts";

// Routes

/** What the operations whose paths share their first segment have in common. */
export interface Route {
  /** The name under which metrics and logs count requests. */
  readonly name: OperationName;
  /** How many segments may follow the first one. */
  readonly maxSegments: number;
  /** Whether replies are JSON or XML, also behind `/json` and `/xml`; otherwise they have one format. */
  readonly hasFormats: boolean;
  /** Whether the reply depends on the request alone. */
  readonly isCacheable: boolean;
}

function route(
  name: OperationName,
  maxSegments: number,
  hasFormats = true,
  isCacheable = true,
): Route {
  return { name, maxSegments, hasFormats, isCacheable };
}

/** The routes by their first segment, behind the prefix and the format. */
export const ROUTES: ReadonlyMap<string, Route> = new Map([
  ["codes", route("codes", 2)],
  ["coords", route("coords", 1)],
  ["territories", route("territories", 1)],
  ["alphabets", route("alphabets", 1)],
  ["version", route("version", 0, true, false)],
  ["status", route("status", 0, true, false)],
  ["metrics", route("metrics", 0, false, false)],
  ["", route("help", 0, false)],
  ["openapi.json", route("openapi", 0, false)],
]);

// Descriptions

interface Description {
  readonly name: OperationName;
  /** The path after the prefix, as OpenAPI writes it. */
  readonly path: string;
  /** A sentence of plain text without its full stop. */
  readonly summary: string;
  /** Those in the path first. */
  readonly parameters: readonly DescribedParameter[];
  /** Statuses of replies besides 200 and those that every operation can have. */
  readonly otherStatuses: readonly number[];
}

/** An operation that is requested with GET. */
export interface GetOperation extends Description {
  readonly method: "get";
  /** The schema of the reply. The document does not describe `html` and `any`; `none` means no body. */
  readonly schema: SchemaName | "html" | "any" | "none";
  readonly hasFormats: boolean;
  /** Targets after the prefix; each of them works. */
  readonly examples: readonly string[];
}

/** An example of a batch, and its reply. */
export interface BatchExample {
  /** After the prefix. */
  readonly target: string;
  readonly contentType: string;
  readonly body: string;
  readonly reply: string;
}

/** An operation that is requested with POST: an extension. */
export interface BatchOperation extends Description {
  readonly method: "post";
  /** What operations of its kind have in common, in plain text. */
  readonly description: string;
  /** The types that bodies and replies can have. */
  readonly mediaTypes: readonly string[];
  readonly examples: readonly BatchExample[];
}

export type Operation = GetOperation | BatchOperation;

/** The parameters of a query. */
function queryOf(path: string): readonly DescribedParameter[] {
  if (path.startsWith("/codes")) return path.endsWith("/territories") ? [] : CODES_PARAMETERS;
  if (path.startsWith("/coords")) return COORDS_PARAMETERS;
  if (path === "/territories/{territory}") return [PARENT];
  return path === "/territories" || path === "/alphabets" ? PAGING : [];
}

function getOperations({
  dialect,
  findCandidates,
}: ResolvedInterfaceOptions): readonly GetOperation[] {
  function get(
    path: string,
    schema: GetOperation["schema"],
    otherStatuses: readonly number[],
    summary: string,
    ...examples: string[]
  ): GetOperation {
    const { name, hasFormats } = ROUTES.get(path.split("/")[1]) ?? route("other", 0);
    const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, one]) =>
      pathParameter(one, dialect),
    );
    const parameters = [...inPath, ...queryOf(path)];
    const method = "get";
    return { method, name, path, summary, parameters, schema, hasFormats, otherStatuses, examples };
  }
  const point = "/codes/{lat},{lon}";
  const amsterdam = "/codes/52.376514,4.908543";
  return [
    get(
      point,
      "Codes",
      [403, 409],
      "All mapcodes of a point, its shortest local one and its international one",
      amsterdam,
      `${amsterdam}?precision=2&include=offset,rectangle`,
      `${amsterdam}?alphabet=greek`,
      "/codes/39.730846,-79.954163?country=US",
    ),
    get(
      `${point}/mapcodes`,
      "CodeEntries",
      [403, 409],
      "All mapcodes of a point as a bare list",
      `${amsterdam}/mapcodes?include=territory,alphabet`,
    ),
    get(
      `${point}/local`,
      "CodeEntry",
      [403, 404, 409],
      "The shortest local mapcode of a point",
      `${amsterdam}/local`,
      "/codes/52.5,6.99/local?territory=DEU",
    ),
    get(
      `${point}/international`,
      "CodeEntry",
      [403, 409],
      "The international mapcode of a point, which is valid without a territory",
      `${amsterdam}/international`,
    ),
    ...(findCandidates
      ? [
          get(
            `${point}/territories`,
            "Candidates",
            [403],
            "The territories around a point by borders (© OpenStreetMap contributors), a subdivision before its country",
            `${amsterdam}/territories`,
            "/codes/39.730846,-86.1/territories",
          ),
        ]
      : []),
    get(
      "/coords/{code}",
      "Coords",
      [403, 404],
      "The point of a mapcode: the center of its cell",
      "/coords/NLD%2049.4V",
      "/coords/49.4V?context=NLD",
      "/coords/VHXGB.1J9J?include=rectangle",
    ),
    get(
      "/territories",
      "Territories",
      [304],
      "All territories, or a page of the list",
      "/territories",
      "/xml/territories?offset=10&count=10",
      "/territories?offset=-5",
    ),
    get(
      "/territories/{territory}",
      "Territory",
      [],
      "One territory",
      "/territories/NLD",
      "/territories/IN?context=RUS",
      "/xml/territories/Brazil",
    ),
    get(
      "/alphabets",
      "Alphabets",
      [304],
      "All alphabets of mapcodes, or a page of the list",
      "/alphabets",
    ),
    get("/alphabets/{alphabet}", "Alphabet", [], "One alphabet", "/alphabets/greek"),
    get(
      "/version",
      "Version",
      [],
      "Versions of the software, the interface and the tables",
      "/version",
    ),
    get(
      "/status",
      dialect.hasStatusBody ? "Status" : "none",
      [],
      "Health: converts a known point and its mapcode; 200 if both results are right",
      "/status",
    ),
    get(
      "/metrics",
      "Metrics",
      [],
      "Requests, latencies and memory of all workers together; always JSON",
      "/metrics",
    ),
    get("/", "html", [304], "This page", "/"),
    get(
      "/openapi.json",
      "any",
      [304],
      "The description of the interface for machines (OpenAPI 3.1)",
      "/openapi.json",
    ),
  ];
}

/** `text/csv (table with commas)` and so on, for each format. */
const FORMAT_SUMMARIES = FORMATS.map(({ mediaTypes: [type], summary }) => `${type} (${summary})`);

const BATCH = {
  method: "post",
  description:
    "An extension: the public service does not have it. Content-Type names the format of the body: " +
    `${FORMAT_SUMMARIES.join(", ")}. Tables have a header unless the parameter header is false. The reply ` +
    "has the rows in the same order, each with its result added, in the format of the body or in the one " +
    "that Accept names. A row that cannot be converted gets an error and does not stop the others.",
  mediaTypes: FORMATS.flatMap(({ mediaTypes }) => mediaTypes),
  otherStatuses: [409, 413, 415, 422],
} as const;

function batchExample(
  target: string,
  contentType: string,
  body: string,
  reply: string,
): BatchExample {
  return { target, contentType, body, reply };
}

const BATCHES: readonly BatchOperation[] = [
  {
    ...BATCH,
    name: "batch-codes",
    path: "/batch/codes",
    summary: "The local and the international mapcode of many points, or all their mapcodes",
    parameters: BATCH_PARAMETERS.encode,
    examples: [
      batchExample(
        "/batch/codes",
        "application/json",
        '[{"lat":52.376514,"lon":4.908543}]',
        '[\n{"lat":52.376514,"lon":4.908543,"territory":"NLD","mapcode":"49.4V","international":"VHXGB.1J9J"}\n]\n',
      ),
      batchExample(
        "/batch/codes?precision=2",
        "text/csv",
        "name,lat,lon\nAmsterdam,52.376514,4.908543\n",
        "name,lat,lon,territory,mapcode,international,error\nAmsterdam,52.376514,4.908543,NLD,49.4V-K2,VHXGB.1J9J-RD,\n",
      ),
    ],
  },
  {
    ...BATCH,
    name: "batch-coords",
    path: "/batch/coords",
    summary: "The points of many mapcodes",
    parameters: BATCH_PARAMETERS.decode,
    examples: [
      batchExample(
        "/batch/coords",
        "text/plain",
        "NLD 49.4V\n",
        "NLD 49.4V\t52.37651400000124\t4.908543375\n",
      ),
      batchExample(
        "/batch/coords?context=NLD",
        "application/x-ndjson",
        '{"code":"49.4V"}\n',
        '{"code":"49.4V","latitude":52.37651400000124,"longitude":4.908543375}\n',
      ),
    ],
  },
];

/** All operations, in the order in which the help lists them. */
export function describedOperations(options: ResolvedInterfaceOptions): readonly Operation[] {
  return [...getOperations(options), ...BATCHES];
}
