/** The batch operations as they are told to people and to machines. */
import type { Operation } from "../../batch/options.ts";
import { alphabets } from "../../index.ts";
import { BATCH_TYPES } from "../batch/media.ts";
import { BATCH_INCLUDES } from "../batch/options.ts";
import type { OperationDescription } from "./operations.ts";
import { CONTEXT, codesParameters, type ParameterDescription, query } from "./parameters.ts";

/** A request with a body, and what it is answered with. */
export interface PostExample {
  /** Behind the prefix. */
  readonly target: string;
  readonly contentType: keyof typeof BATCH_TYPES;
  readonly body: string;
  readonly answer: string;
}

/** What all batch operations have in common, in plain text. */
export const BATCH_TOLD =
  "An extension: the public interface does not have it. The body is a table with a header (CSV, TSV), a " +
  "JSON array, one JSON value a line, or plain lines, as Content-Type says; the answer has the rows in " +
  "their order with what they convert to added, as the body came or as Accept says. It is sent while " +
  "the body is still coming. A row that cannot be converted has an error and does not stop the others; a " +
  "request that exceeds a limit amid its answer has it in its last row.";

function switchParameter(name: string, description: string, otherwise: boolean) {
  return query(name, description, { type: "boolean", default: otherwise });
}

function columnParameter(name: string, what: string): ParameterDescription {
  const description = `column or member that has the ${what}, by its name or number from 1; found by its usual names unless given`;
  return query(name, description, { type: "string", examples: [what] });
}

function includes(operation: Operation): ParameterDescription {
  const names = BATCH_INCLUDES[operation].join(", ");
  const schema = { type: "string", examples: ["rectangle"] };
  return query("include", `adds columns: any of ${names}, separated by commas`, schema);
}

const HEADER = switchParameter(
  "header",
  "whether the first row of a table names its columns",
  true,
);

function encodingParameters(): ParameterDescription[] {
  const shared = ["precision", "territory", "country"];
  return [
    ...codesParameters().filter(({ name }) => shared.includes(name)),
    query("alphabet", "writes the codes in this alphabet", { type: "string", enum: alphabets() }),
    switchParameter("all", "all mapcodes of a point, not only the best ones", false),
    includes("encode"),
    columnParameter("latColumn", "latitude"),
    columnParameter("lonColumn", "longitude"),
    HEADER,
  ];
}

function decodingParameters(): ParameterDescription[] {
  return [
    CONTEXT,
    includes("decode"),
    columnParameter("codeColumn", "mapcode"),
    columnParameter("territoryColumn", "territory"),
    HEADER,
  ];
}

const COMMON = {
  reply: "batch",
  hasFormats: false,
  otherStatuses: [408, 413, 415],
  examples: [],
} as const;

export function describeBatch(): OperationDescription[] {
  return [
    {
      ...COMMON,
      operation: "batch-codes",
      path: "/batch/codes",
      summary:
        "The shortest local and the worldwide mapcode of each of many points, or all of them",
      parameters: encodingParameters(),
      posts: [
        {
          target: "/batch/codes",
          contentType: "application/json",
          body: '[{"lat":52.376514,"lon":4.908543}]',
          answer:
            '[\n{"lat":52.376514,"lon":4.908543,"territory":"NLD","mapcode":"49.4V","international":"VHXGB.1J9J"}\n]\n',
        },
        {
          target: "/batch/codes?precision=2",
          contentType: "text/csv",
          body: "name,lat,lon\nAmsterdam,52.376514,4.908543\n",
          answer:
            "name,lat,lon,territory,mapcode,international,error\n" +
            "Amsterdam,52.376514,4.908543,NLD,49.4V-K2,VHXGB.1J9J-RD,\n",
        },
      ],
    },
    {
      ...COMMON,
      operation: "batch-coords",
      path: "/batch/coords",
      summary: "The point that each of many mapcodes stands for",
      parameters: decodingParameters(),
      posts: [
        {
          target: "/batch/coords",
          contentType: "text/plain",
          body: "NLD 49.4V\n",
          answer: "NLD 49.4V\t52.37651400000124\t4.908543375\n",
        },
        {
          target: "/batch/coords?context=NLD",
          contentType: "application/x-ndjson",
          body: '{"code":"49.4V"}\n',
          answer: '{"code":"49.4V","latitude":52.37651400000124,"longitude":4.908543375}\n',
        },
      ],
    },
  ];
}

/** Bodies of all types, with the examples there are; for OpenAPI. */
export function batchContent(texts: readonly (readonly [type: string, text: string])[]): object {
  const media = Object.keys(BATCH_TYPES).map((type) => {
    const isArray = BATCH_TYPES[type as keyof typeof BATCH_TYPES] === "json";
    const schema = isArray ? { type: "array" } : { type: "string" };
    const text = texts.find(([own]) => own === type)?.[1];
    if (text === undefined) return [type, { schema }] as const;
    return [type, { schema, example: isArray ? JSON.parse(text) : text }] as const;
  });
  return Object.fromEntries(media);
}
