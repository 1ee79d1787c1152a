/**
 * The operations as they are told to people and to machines: the help page, the OpenAPI document
 * and refusals of unknown paths are made of this list.
 */
import type { Dialect } from "../dialect.ts";
import type { OperationName } from "../operations/operation.ts";
import { describeBatch, type PostExample } from "./batch.ts";
import {
  alphabetParameter,
  CODE,
  CONTEXT,
  COORDS_INCLUDE,
  codesParameters,
  PAGING,
  PARENT,
  type ParameterDescription,
  pointParameters,
  TERRITORY,
} from "./parameters.ts";

export interface OperationDescription {
  readonly operation: OperationName;
  /** Behind the prefix, as OpenAPI writes paths. */
  readonly path: string;
  /** A sentence without its full stop, plain text. */
  readonly summary: string;
  readonly parameters: readonly ParameterDescription[];
  /** Name of the reply's schema; `help` and `openapi` are no data. */
  readonly reply: string;
  /** Also under /json and /xml, and with XML replies. */
  readonly hasFormats: boolean;
  /** Statuses of replies besides 200 and those that any operation may have. */
  readonly otherStatuses: readonly number[];
  /** Targets behind the prefix that can be read; each works. */
  readonly examples: readonly string[];
  /** Of a batch operation, which is asked with POST; the others are read with GET. */
  readonly posts?: readonly PostExample[];
}

const AMSTERDAM = "52.376514,4.908543";

function conversions(dialect: Dialect): OperationDescription[] {
  const parameters = [...pointParameters(dialect), ...codesParameters()];
  const common = { operation: "codes", parameters, hasFormats: true } as const;
  const path = "/codes/{lat},{lon}";
  return [
    {
      ...common,
      path,
      summary: "All mapcodes of a point, the shortest local one and the worldwide one",
      reply: "Codes",
      otherStatuses: [403, 409],
      examples: [
        `/codes/${AMSTERDAM}`,
        `/codes/${AMSTERDAM}?precision=2&include=offset,rectangle`,
        `/codes/${AMSTERDAM}?alphabet=greek`,
        "/codes/39.730846,-79.954163?country=US",
      ],
    },
    {
      ...common,
      path: `${path}/mapcodes`,
      summary: "All mapcodes of a point as a bare list",
      reply: "CodeEntries",
      otherStatuses: [403, 409],
      examples: [`/codes/${AMSTERDAM}/mapcodes?include=territory,alphabet`],
    },
    {
      ...common,
      path: `${path}/local`,
      summary: "The shortest mapcode of a point that is not worldwide",
      reply: "CodeEntry",
      otherStatuses: [403, 404, 409],
      examples: [`/codes/${AMSTERDAM}/local`, "/codes/52.5,6.99/local?territory=DEU"],
    },
    {
      ...common,
      path: `${path}/international`,
      summary: "The worldwide mapcode of a point",
      reply: "CodeEntry",
      otherStatuses: [403, 409],
      examples: [`/codes/${AMSTERDAM}/international`],
    },
    {
      operation: "coords",
      path: "/coords/{code}",
      summary: "The point that a mapcode stands for: the middle of its cell",
      parameters: [CODE, CONTEXT, COORDS_INCLUDE],
      reply: "Coords",
      hasFormats: true,
      otherStatuses: [403, 404],
      examples: [
        "/coords/NLD%2049.4V",
        "/coords/49.4V?context=NLD",
        "/coords/VHXGB.1J9J?include=rectangle",
      ],
    },
  ];
}

function lists(): OperationDescription[] {
  const common = { hasFormats: true, otherStatuses: [304] } as const;
  return [
    {
      ...common,
      operation: "territories",
      path: "/territories",
      summary: "All territories, or a page of the list",
      parameters: PAGING,
      reply: "Territories",
      examples: [
        "/territories",
        "/xml/territories?count=10",
        "/xml/territories?offset=10&count=10",
        "/territories?offset=-5",
      ],
    },
    {
      ...common,
      operation: "territories",
      path: "/territories/{territory}",
      summary: "One territory",
      parameters: [TERRITORY, PARENT],
      reply: "Territory",
      examples: ["/territories/NLD", "/territories/IN?context=RUS", "/xml/territories/Brazil"],
    },
    {
      ...common,
      operation: "alphabets",
      path: "/alphabets",
      summary: "All alphabets that mapcodes are written in, or a page of the list",
      parameters: PAGING,
      reply: "Alphabets",
      examples: ["/alphabets", "/xml/alphabets?count=3"],
    },
    {
      ...common,
      operation: "alphabets",
      path: "/alphabets/{alphabet}",
      summary: "One alphabet",
      parameters: [alphabetParameter()],
      reply: "Alphabet",
      examples: ["/alphabets/greek"],
    },
  ];
}

function service({ hasStatusBody }: Dialect): OperationDescription[] {
  const common = { parameters: [], hasFormats: true, otherStatuses: [] } as const;
  return [
    {
      ...common,
      operation: "version",
      path: "/version",
      summary: "Versions of the software, the interface and the tables",
      reply: "Version",
      examples: ["/version"],
    },
    {
      ...common,
      operation: "status",
      path: "/status",
      summary: "Health: converts a known point forth and back, and is 200 when that is right",
      reply: hasStatusBody ? "Status" : "nothing",
      otherStatuses: [500],
      examples: ["/status"],
    },
    {
      ...common,
      operation: "metrics",
      path: "/metrics",
      summary: "Requests, latencies and memory, summed over all workers; always JSON",
      reply: "Metrics",
      hasFormats: false,
      examples: ["/metrics"],
    },
    {
      ...common,
      operation: "help",
      path: "/",
      summary: "This page",
      reply: "help",
      hasFormats: false,
      otherStatuses: [304],
      examples: ["/"],
    },
    {
      ...common,
      operation: "openapi",
      path: "/openapi.json",
      summary: "The interface for machines (OpenAPI 3.1)",
      reply: "openapi",
      hasFormats: false,
      otherStatuses: [304],
      examples: ["/openapi.json"],
    },
  ];
}

export function describeOperations(dialect: Dialect): OperationDescription[] {
  return [...conversions(dialect), ...describeBatch(), ...lists(), ...service(dialect)];
}
