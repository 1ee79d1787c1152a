/** The operations as the help page and the OpenAPI document describe them. */
import { FORMATS } from "../batch/formats/index.ts";
import { BATCH_PARAMETERS } from "./batch/parameters.ts";
import type { SchemaName } from "./description/schemas.ts";
import type { ResolvedInterfaceOptions } from "./options.ts";
import {
  ALPHABET_NAME,
  CODE,
  CODES_PARAMETERS,
  COORDS_PARAMETERS,
  type DescribedParameter,
  PAGING,
  PARENT,
  pointParameters,
  TERRITORY_NAME,
} from "./parameters.ts";
import type { OperationName } from "./requests.ts";

interface Description {
  /** The name under which metrics and logs count requests for this operation. */
  readonly name: OperationName;
  /** The path after the prefix, as OpenAPI writes it. */
  readonly path: string;
  /** A sentence of plain text without its full stop. */
  readonly summary: string;
  /** In the path first. */
  readonly parameters: readonly DescribedParameter[];
  /** Statuses of replies besides 200 and those that every operation can have. */
  readonly otherStatuses: readonly number[];
}

/** An operation that is requested with GET. */
export interface GetOperation extends Description {
  readonly method: "get";
  /** The schema of the reply. The document does not describe `html` and `any`; `none` means no body. */
  readonly schema: SchemaName | "html" | "any" | "none";
  /** Whether replies are JSON or XML, also under /json and /xml. */
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

const AMSTERDAM = "/codes/52.376514,4.908543";

function codesOperations({ dialect, findCandidates }: ResolvedInterfaceOptions): GetOperation[] {
  const path = "/codes/{lat},{lon}";
  const point = pointParameters(dialect.clampsLatitude);
  const common = {
    method: "get",
    name: "codes",
    hasFormats: true,
    parameters: [...point, ...CODES_PARAMETERS],
    otherStatuses: [403, 409],
  } as const;
  const candidates: GetOperation = {
    ...common,
    path: `${path}/territories`,
    summary:
      "The territories around a point by borders (© OpenStreetMap contributors), a subdivision before its country",
    parameters: point,
    schema: "Candidates",
    examples: [`${AMSTERDAM}/territories`, "/codes/39.730846,-86.1/territories"],
  };
  return [
    {
      ...common,
      path,
      summary: "All mapcodes of a point, its shortest local one and its international one",
      schema: "Codes",
      examples: [
        AMSTERDAM,
        `${AMSTERDAM}?precision=2&include=offset,rectangle`,
        `${AMSTERDAM}?alphabet=greek`,
        "/codes/39.730846,-79.954163?country=US",
      ],
    },
    {
      ...common,
      path: `${path}/mapcodes`,
      summary: "All mapcodes of a point as a bare list",
      schema: "CodeEntries",
      examples: [`${AMSTERDAM}/mapcodes?include=territory,alphabet`],
    },
    {
      ...common,
      path: `${path}/local`,
      summary: "The shortest local mapcode of a point",
      schema: "CodeEntry",
      otherStatuses: [403, 404, 409],
      examples: [`${AMSTERDAM}/local`, "/codes/52.5,6.99/local?territory=DEU"],
    },
    {
      ...common,
      path: `${path}/international`,
      summary: "The international mapcode of a point, which is valid without a territory",
      schema: "CodeEntry",
      examples: [`${AMSTERDAM}/international`],
    },
    ...(findCandidates ? [candidates] : []),
  ];
}

const COORDS: GetOperation = {
  method: "get",
  name: "coords",
  path: "/coords/{code}",
  summary: "The point of a mapcode: the center of its cell",
  parameters: [CODE, ...COORDS_PARAMETERS],
  schema: "Coords",
  hasFormats: true,
  otherStatuses: [403, 404],
  examples: [
    "/coords/NLD%2049.4V",
    "/coords/49.4V?context=NLD",
    "/coords/VHXGB.1J9J?include=rectangle",
  ],
};

/** `text/csv (table with commas)` and so on, for each format. */
const FORMAT_SUMMARIES = FORMATS.map(
  ({ mediaTypes: [type], summary }) => `${type} (${summary})`,
).join(", ");

const BATCH = {
  method: "post",
  description:
    "An extension: the public service does not have it. Content-Type names the format of the body: " +
    `${FORMAT_SUMMARIES}. Tables have a header unless the parameter header is false. The reply has the ` +
    "rows in the same order, each with its result added, in the format of the body or in the one that " +
    "Accept names. A row that cannot be converted gets an error and does not stop the others.",
  mediaTypes: FORMATS.flatMap(({ mediaTypes }) => mediaTypes),
  otherStatuses: [409, 413, 415, 422],
} as const;

const BATCHES: readonly BatchOperation[] = [
  {
    ...BATCH,
    name: "batch-codes",
    path: "/batch/codes",
    summary: "The local and the international mapcode of many points, or all their mapcodes",
    parameters: BATCH_PARAMETERS.encode,
    examples: [
      {
        target: "/batch/codes",
        contentType: "application/json",
        body: '[{"lat":52.376514,"lon":4.908543}]',
        reply:
          '[\n{"lat":52.376514,"lon":4.908543,"territory":"NLD","mapcode":"49.4V","international":"VHXGB.1J9J"}\n]\n',
      },
      {
        target: "/batch/codes?precision=2",
        contentType: "text/csv",
        body: "name,lat,lon\nAmsterdam,52.376514,4.908543\n",
        reply:
          "name,lat,lon,territory,mapcode,international,error\n" +
          "Amsterdam,52.376514,4.908543,NLD,49.4V-K2,VHXGB.1J9J-RD,\n",
      },
    ],
  },
  {
    ...BATCH,
    name: "batch-coords",
    path: "/batch/coords",
    summary: "The points of many mapcodes",
    parameters: BATCH_PARAMETERS.decode,
    examples: [
      {
        target: "/batch/coords",
        contentType: "text/plain",
        body: "NLD 49.4V\n",
        reply: "NLD 49.4V\t52.37651400000124\t4.908543375\n",
      },
      {
        target: "/batch/coords?context=NLD",
        contentType: "application/x-ndjson",
        body: '{"code":"49.4V"}\n',
        reply: '{"code":"49.4V","latitude":52.37651400000124,"longitude":4.908543375}\n',
      },
    ],
  },
];

const LIST = { method: "get", hasFormats: true, otherStatuses: [304] } as const;
const ITEM = { method: "get", hasFormats: true, otherStatuses: [] } as const;

const LISTS: readonly GetOperation[] = [
  {
    ...LIST,
    name: "territories",
    path: "/territories",
    summary: "All territories, or a page of the list",
    parameters: PAGING,
    schema: "Territories",
    examples: [
      "/territories",
      "/xml/territories?count=10",
      "/xml/territories?offset=10&count=10",
      "/territories?offset=-5",
    ],
  },
  {
    ...ITEM,
    name: "territories",
    path: "/territories/{territory}",
    summary: "One territory",
    parameters: [TERRITORY_NAME, PARENT],
    schema: "Territory",
    examples: ["/territories/NLD", "/territories/IN?context=RUS", "/xml/territories/Brazil"],
  },
  {
    ...LIST,
    name: "alphabets",
    path: "/alphabets",
    summary: "All alphabets of mapcodes, or a page of the list",
    parameters: PAGING,
    schema: "Alphabets",
    examples: ["/alphabets", "/xml/alphabets?count=3"],
  },
  {
    ...ITEM,
    name: "alphabets",
    path: "/alphabets/{alphabet}",
    summary: "One alphabet",
    parameters: [ALPHABET_NAME],
    schema: "Alphabet",
    examples: ["/alphabets/greek"],
  },
];

/** All operations, in the order in which the help lists them. */
export function describedOperations(options: ResolvedInterfaceOptions): readonly Operation[] {
  const report = { ...ITEM, parameters: [] } as const;
  const document = { method: "get", hasFormats: false, parameters: [] } as const;
  return [
    ...codesOperations(options),
    COORDS,
    ...BATCHES,
    ...LISTS,
    {
      ...report,
      name: "version",
      path: "/version",
      summary: "Versions of the software, the interface and the tables",
      schema: "Version",
      examples: ["/version"],
    },
    {
      ...report,
      name: "status",
      path: "/status",
      summary: "Health: converts a known point and its mapcode; 200 if both results are right",
      schema: options.dialect.hasStatusBody ? "Status" : "none",
      examples: ["/status"],
    },
    {
      ...document,
      name: "metrics",
      path: "/metrics",
      summary: "Requests, latencies and memory of all workers together; always JSON",
      schema: "Metrics",
      otherStatuses: [],
      examples: ["/metrics"],
    },
    {
      ...document,
      name: "help",
      path: "/",
      summary: "This page",
      schema: "html",
      otherStatuses: [304],
      examples: ["/"],
    },
    {
      ...document,
      name: "openapi",
      path: "/openapi.json",
      summary: "The description of the interface for machines (OpenAPI 3.1)",
      schema: "any",
      otherStatuses: [304],
      examples: ["/openapi.json"],
    },
  ];
}
