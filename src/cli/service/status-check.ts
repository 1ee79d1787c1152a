/**
 * The request of `mapcoded status`, apart from its command: Node's modules for it would take a third of the start of
 * other commands.
 */
import { once } from "node:events";
import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import { baseAddress, type Place, placeOf } from "../../service/place.ts";
import { NoAnswerError } from "../command-errors.ts";
import type { AddressFlags } from "./service-options.ts";

/** A healthy service replies in a fraction of this time. */
const STATUS_TIMEOUT_MS = 4_000;

/** The address to connect to for addresses that a service can only listen on. */
const REACHABLE_ADDRESS: Readonly<Record<string, string>> = {
  "0.0.0.0": "127.0.0.1",
  "::": "::1",
};

/** Returns where to connect to for a place. */
function reachable(place: Place): Place {
  if (place.kind !== "port") return place;
  return { ...place, host: REACHABLE_ADDRESS[place.host] ?? place.host };
}

/** @returns the status of a GET @throws Error if there is no reply */
async function statusOf(place: Place, path: string, isSecure: boolean): Promise<number> {
  const target =
    place.kind === "port" ? { host: place.host, port: place.port } : { socketPath: pathOf(place) };
  const request = (isSecure ? requestTls : requestPlain)({
    ...target,
    path,
    signal: AbortSignal.timeout(STATUS_TIMEOUT_MS),
    // The service is one of this machine, and its certificate one for the names of clients.
    rejectUnauthorized: false,
  }).end();
  const [reply]: IncomingMessage[] = await once(request, "response");
  reply?.resume();
  return reply?.statusCode ?? 0;
}

function pathOf(place: Place): string {
  return place.kind === "file" ? place.path : "";
}

/** @throws NoAnswerError if no healthy service replies */
export async function checkStatus({ tlsCert, prefix, ...options }: AddressFlags): Promise<void> {
  const isSecure = tlsCert !== "";
  const place = reachable(placeOf(options, {}));
  const url = `${baseAddress(place, prefix, isSecure)}/status`;
  const status = await statusOf(place, `${prefix}/status`, isSecure).catch(() => {
    const names = place.kind === "port" ? "--host and --port" : "--socket";
    throw new NoAnswerError(
      `There is no answer from ${url}. Check that the service runs with the same ${names}.`,
    );
  });
  if (status === 200) return;
  const name = place.kind === "port" ? "--port" : "--socket";
  throw new NoAnswerError(
    `The answer from ${url} has status ${status}, not 200. Check ${name} and --prefix, and the log of the service.`,
  );
}
