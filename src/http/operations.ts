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
export interface PathRoute {
  /** The name under which metrics and logs count requests. */
  readonly name: OperationName;
  /** How many segments may follow the first one. */
  readonly maxSegments: number;
  /** Whether replies are JSON or XML, also behind `/json` and `/xml`; otherwise they have one format. */
  readonly hasFormats: boolean;
  /** Whether the reply depends on the request alone. */
  readonly isCacheable: boolean;
  /** Statuses of replies besides 200 and those that every operation can have. */
  readonly otherStatuses: readonly number[];
}

function route(
  name: OperationName,
  maxSegments: number,
  hasFormats: boolean,
  isCacheable: boolean,
  otherStatuses: readonly number[],
): PathRoute {
  return { name, maxSegments, hasFormats, isCacheable, otherStatuses };
}

/** The routes by their first segment, behind the prefix and the format. */
export const ROUTES: ReadonlyMap<string, PathRoute> = new Map([
  ["codes", route("codes", 2, true, true, [403, 404, 409])],
  ["coords", route("coords", 1, true, true, [403, 404])],
  ["territories", route("territories", 1, true, true, [304])],
  ["alphabets", route("alphabets", 1, true, true, [304])],
  ["version", route("version", 0, true, false, [])],
  ["status", route("status", 0, true, false, [])],
  ["metrics", route("metrics", 0, false, false, [])],
  ["", route("help", 0, false, true, [304])],
  ["openapi.json", route("openapi", 0, false, true, [304])],
]);

// Descriptions

/** An operation as it is described. */
interface Description {
  readonly name: OperationName;
  /** The path after the prefix, as OpenAPI writes it. */
  readonly path: string;
  /** A sentence of plain text without its full stop. */
  readonly summary: string;
  /** Those in the path first. */
  readonly parameters: readonly DescribedParameter[];
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

/** An example of a batch: the target after the prefix, the type of the body, the body and its reply. */
export type BatchExample = readonly [
  target: string,
  contentType: string,
  body: string,
  reply: string,
];

/** An operation that is requested with POST: an extension. */
export interface BatchOperation extends Description {
  readonly method: "post";
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

/** All operations, in the order in which the help lists them. */
export function describedOperations({
  dialect,
  findCandidates,
}: ResolvedInterfaceOptions): readonly Operation[] {
  /** Describes an operation, whose path is its example unless there are others. */
  function get(
    path: string,
    schema: GetOperation["schema"],
    summary: string,
    ...others: string[]
  ): GetOperation {
    const examples = others.length > 0 ? others : [path];
    const found = ROUTES.get(path.split("/")[1]) as PathRoute;
    const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
    const inPath = names.map((name) => pathParameter(name, dialect));
    const parameters = [...inPath, ...queryOf(path)];
    return { ...found, method: "get", path, schema, summary, parameters, examples };
  }
  const status = dialect.hasStatusBody ? "Status" : "none";
  const point = "/codes/{lat},{lon}";
  const amsterdam = "/codes/52.376514,4.908543";
  const candidates = get(
    `${point}/territories`,
    "Candidates",
    "The territories around a point by borders (© OpenStreetMap contributors), a subdivision before its country",
    `${amsterdam}/territories`,
    "/codes/39.730846,-86.1/territories",
  );
  return [
    get(
      point,
      "Codes",
      "All mapcodes of a point, its shortest local one and its international one",
      amsterdam,
      `${amsterdam}?precision=2&include=offset,rectangle`,
      `${amsterdam}?alphabet=greek`,
      "/codes/39.730846,-79.954163?country=US",
    ),
    get(
      `${point}/mapcodes`,
      "CodeEntries",
      "All mapcodes of a point as a bare list",
      `${amsterdam}/mapcodes?include=territory,alphabet`,
    ),
    get(
      `${point}/local`,
      "CodeEntry",
      "The shortest local mapcode of a point",
      `${amsterdam}/local`,
      "/codes/52.5,6.99/local?territory=DEU",
    ),
    get(
      `${point}/international`,
      "CodeEntry",
      "The international mapcode of a point, which is valid without a territory",
      `${amsterdam}/international`,
    ),
    ...(findCandidates ? [candidates] : []),
    get(
      "/coords/{code}",
      "Coords",
      "The point of a mapcode: the center of its cell",
      "/coords/NLD%2049.4V",
      "/coords/49.4V?context=NLD",
      "/coords/VHXGB.1J9J?include=rectangle",
    ),
    ...BATCHES,
    get(
      "/territories",
      "Territories",
      "All territories, or a page of the list",
      "/territories",
      "/xml/territories?offset=10&count=10",
    ),
    get(
      "/territories/{territory}",
      "Territory",
      "One territory",
      "/territories/NLD",
      "/territories/IN?context=RUS",
    ),
    get("/alphabets", "Alphabets", "All alphabets, or a page of the list"),
    get("/alphabets/{alphabet}", "Alphabet", "One alphabet", "/alphabets/greek"),
    get("/version", "Version", "Versions of software, interface and tables"),
    get("/status", status, "Health: converts a known point and its mapcode; 200 if it is right"),
    get("/metrics", "Metrics", "Requests, latencies and memory; always JSON"),
    get("/", "html", "This page"),
    get("/openapi.json", "any", "The interface for machines (OpenAPI 3.1)"),
  ];
}

// Batches

/** The types that bodies and replies of batches can have. */
export const BATCH_TYPES: readonly string[] = FORMATS.flatMap(({ mediaTypes }) => mediaTypes);

/** `text/csv (table with commas)` and so on, for each format. */
const FORMAT_SUMMARIES = FORMATS.map(({ mediaTypes: [type], summary }) => `${type} (${summary})`);

/** What batches have in common, in plain text. */
export const BATCH_DESCRIPTION =
  "An extension: the public service does not have it. Content-Type names the format of the body: " +
  `${FORMAT_SUMMARIES.join(", ")}. Tables have a header unless the parameter header is false. The reply ` +
  "has the rows in the same order, each with its result added, in the format of the body or in the one " +
  "that Accept names. A row that cannot be converted gets an error and does not stop the others.";

const BATCH = { method: "post", otherStatuses: [409, 413, 415, 422] } as const;

const BATCHES: readonly BatchOperation[] = [
  {
    ...BATCH,
    name: "batch-codes",
    path: "/batch/codes",
    summary: "The local and the international mapcode of many points, or all their mapcodes",
    parameters: BATCH_PARAMETERS.encode,
    examples: [
      [
        "/batch/codes",
        "application/json",
        '[{"lat":52.376514,"lon":4.908543}]',
        '[\n{"lat":52.376514,"lon":4.908543,"territory":"NLD","mapcode":"49.4V","international":"VHXGB.1J9J"}\n]\n',
      ],
      [
        "/batch/codes?precision=2",
        "text/csv",
        "name,lat,lon\nAmsterdam,52.376514,4.908543\n",
        "name,lat,lon,territory,mapcode,international,error\nAmsterdam,52.376514,4.908543,NLD,49.4V-K2,VHXGB.1J9J-RD,\n",
      ],
    ],
  },
  {
    ...BATCH,
    name: "batch-coords",
    path: "/batch/coords",
    summary: "The points of many mapcodes",
    parameters: BATCH_PARAMETERS.decode,
    examples: [
      [
        "/batch/coords?context=NLD",
        "application/x-ndjson",
        '{"code":"49.4V"}\n',
        '{"code":"49.4V","latitude":52.37651400000124,"longitude":4.908543375}\n',
      ],
    ],
  },
];
