/** What an operation is given and what it answers with. */
import type { Document } from "../document.ts";
import type { Format } from "../formats/format.ts";
import type { Query } from "../query.ts";
import type { InterfaceSettings } from "../settings.ts";

/** All that is counted; `other` is what was refused before its operation was known. */
export const OPERATION_NAMES = [
  "help",
  "openapi",
  "version",
  "status",
  "metrics",
  "codes",
  "coords",
  "batch-codes",
  "batch-coords",
  "territories",
  "alphabets",
  "other",
] as const;
export type OperationName = (typeof OPERATION_NAMES)[number];

export interface Call {
  /** What follows the operation's name in the path, decoded; empty where a segment is missing. */
  readonly segments: readonly string[];
  readonly query: Query;
  readonly format: Format;
  readonly settings: InterfaceSettings;
}

/** Answers with a body in the format of the call, or with a document; throws a HttpError. */
export type Operation = (call: Call) => string | Document;
