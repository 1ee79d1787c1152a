/** Ids of requests, by which a request is found in the logs of proxies, of the service and of the client. */
import { randomBytes } from "node:crypto";

export const REQUEST_ID_HEADER = "X-Request-Id";
const REQUEST_ID_NAME = REQUEST_ID_HEADER.toLowerCase();

/** Forms of ids that are in use: UUIDs, hexadecimal numbers, base64, trace ids with their parts. */
const WELL_FORMED = /^[\w.:+/=~@-]{1,128}$/;

/** Returns a function that returns the id that a request brings, or a new one if it brings none that is well-formed. */
export function requestIds(): (request: { header(name: string): string }) => string {
  // 72 random bits for the process; a counter takes a tenth of the time of a random number for each request.
  const prefix = randomBytes(9).toString("base64url");
  let count = 0;
  return (request) => {
    const sent = request.header(REQUEST_ID_NAME);
    return sent !== "" && WELL_FORMED.test(sent) ? sent : `${prefix}.${(count++).toString(36)}`;
  };
}
