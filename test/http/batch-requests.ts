/** What tests of batch requests send, and how. */
import type { HttpReply, Send } from "./both-transports.ts";

export const NDJSON = "application/x-ndjson";
export const CSV = "text/csv";
export const TSV = "text/tab-separated-values";
export const JSON_ARRAY = "application/json";
export const PLAIN = "text/plain";
export const GEOJSON = "application/geo+json";
export const GEOJSON_LINES = "application/geo+x-ndjson";

/** Posts to an operation under /batch. */
export function post(
  send: Send,
  target: string,
  contentType: string,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<HttpReply> {
  const all = { "content-type": contentType, ...headers };
  return send(`/batch${target}`, { method: "POST", headers: all, body });
}
