/** The operations, as the router knows them. */
import { memoize } from "../library/memoize.ts";
import { codesReply, coordsReply } from "./codes.ts";
import { helpResource } from "./description/help.ts";
import { openApiResource } from "./description/openapi.ts";
import { alphabetsReply, territoriesReply } from "./lists.ts";
import type { Format } from "./negotiation.ts";
import { readQuery } from "./parameters.ts";
import type { Resource } from "./replies.ts";
import type { OperationName } from "./requests.ts";
import { statusReply, versionReply } from "./status.ts";
import type { ReplyTools } from "./tools.ts";

/** Makes the body of a reply. @param segments decoded, after the first one @throws HttpError if the request is wrong */
type Content = (
  tools: ReplyTools,
  segments: readonly string[],
  query: string,
  format: Format,
) => string | Uint8Array | Resource;

/** Paths with the same beginning, which the same function answers. */
export interface Operation {
  readonly name: OperationName;
  /** The first segment of its paths, or two for batches. */
  readonly root: string;
  /** The maximum number of segments after it. */
  readonly maxSegments: number;
  /** Whether replies are JSON or XML, also below `/json` and `/xml`; otherwise they have one format. */
  readonly hasFormats: boolean;
  /** Whether no cache may keep the reply. */
  readonly isNeverStored?: boolean;
  /** Absent for batches: their body must be read before the reply. */
  readonly content?: Content;
}

/** The content of a reply without parameters. */
function fixed(make: (tools: ReplyTools, format: Format) => string | Resource): Content {
  return (tools, _segments, query, format) => {
    readQuery([], query);
    return make(tools, format);
  };
}

// biome-ignore format: a table
export const OPERATIONS: readonly Operation[] = [
  { name: "codes", root: "codes", maxSegments: 2, hasFormats: true, content: codesReply },
  { name: "coords", root: "coords", maxSegments: 1, hasFormats: true, content: coordsReply },
  { name: "batch-codes", root: "batch/codes", maxSegments: 0, hasFormats: false },
  { name: "batch-coords", root: "batch/coords", maxSegments: 0, hasFormats: false },
  { name: "territories", root: "territories", maxSegments: 1, hasFormats: true, content: territoriesReply },
  { name: "alphabets", root: "alphabets", maxSegments: 1, hasFormats: true, content: alphabetsReply },
  { name: "version", root: "version", maxSegments: 0, hasFormats: true, isNeverStored: true, content: fixed(versionReply) },
  { name: "status", root: "status", maxSegments: 0, hasFormats: true, isNeverStored: true, content: fixed(statusReply) },
  { name: "metrics", root: "metrics", maxSegments: 0, hasFormats: false, isNeverStored: true, content: fixed(({ metrics }) => metrics()) },
  { name: "help", root: "", maxSegments: 0, hasFormats: false, content: fixed(memoize(({ options }) => helpResource(options))) },
  { name: "openapi", root: "openapi.json", maxSegments: 0, hasFormats: false, content: fixed(memoize(({ options }) => openApiResource(options))) },
];
