/**
 * The straight way from a request to its reply, for what is asked for by the million: a conversion
 * without parameters, in JSON. The router answers all else, and the same things in the same words.
 */
import type { Headers, Reply, Request } from "../messages.ts";
import { acceptedFormat } from "../negotiation.ts";
import { type InterfaceSettings, LONGEST_TARGET } from "../settings.ts";
import { fastCodes } from "./codes.ts";
import { fastCoords } from "./coords.ts";

/** @param headers of a reply in JSON that Accept has decided on */
export function createFastPath(
  { prefix, dialect }: InterfaceSettings,
  headers: Headers,
): (request: Request) => Reply | undefined {
  const codes = `${prefix}/codes/`;
  const coords = `${prefix}/coords/`;

  return (request) => {
    const { method, path, query } = request;
    if (method !== "GET" || query !== "" || path.length > LONGEST_TARGET) return undefined;
    const isCodes = path.startsWith(codes) && dialect.name === "spec";
    if (!isCodes && !path.startsWith(coords)) return undefined;
    if (acceptedFormat(request.header("accept")).name !== "json") return undefined;
    const body = isCodes ? fastCodes(path, codes.length) : fastCoords(path, coords.length);
    if (body === undefined) return undefined;
    return { status: 200, headers, body, operation: isCodes ? "codes" : "coords" };
  };
}
