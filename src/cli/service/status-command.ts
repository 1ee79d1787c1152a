/** `mapcoded status`: checks a running service. */
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Command } from "commander";
import { baseAddress, type ListenAddress, listenAddressOf } from "../../service/listen-address.ts";
import { ADDRESS_OPTIONS, type AddressValues } from "../../service/options.ts";
import { NoAnswerError } from "../command-errors.ts";
import { addServiceOptions } from "./service-options.ts";

/** A healthy service replies in a fraction of this time. */
const STATUS_TIMEOUT_MS = 4_000;

/** The address to connect to for addresses that a service can only listen on. */
const REACHABLE_ADDRESS: Readonly<Record<string, string>> = {
  "0.0.0.0": "127.0.0.1",
  "::": "::1",
};

/** Returns where to connect to for a listen address. */
function reachable(listenAddress: ListenAddress): ListenAddress {
  if (listenAddress.kind !== "port") return listenAddress;
  return { ...listenAddress, host: REACHABLE_ADDRESS[listenAddress.host] ?? listenAddress.host };
}

/** @returns the status of a GET @throws Error if there is no reply */
async function statusOf(
  listenAddress: ListenAddress,
  path: string,
  isSecure: boolean,
): Promise<number> {
  const target =
    listenAddress.kind === "port"
      ? { host: listenAddress.host, port: listenAddress.port }
      : { socketPath: listenAddress.kind === "file" ? listenAddress.path : "" };
  // Loaded here only: help would take a third longer with them.
  const { request } = isSecure ? await import("node:https") : await import("node:http");
  const sent = request({
    ...target,
    path,
    signal: AbortSignal.timeout(STATUS_TIMEOUT_MS),
    // The service is one of this machine, and its certificate one for the names of clients.
    rejectUnauthorized: false,
  }).end();
  const [reply]: IncomingMessage[] = await once(sent, "response");
  reply?.resume();
  return reply?.statusCode ?? 0;
}

/** @throws NoAnswerError if no healthy service replies */
async function checkStatus({ tlsCert, prefix, ...options }: AddressValues): Promise<void> {
  const isSecure = tlsCert !== "";
  const listenAddress = reachable(listenAddressOf(options, {}));
  const url = `${baseAddress(listenAddress, prefix, isSecure)}/status`;
  const status = await statusOf(listenAddress, `${prefix}/status`, isSecure).catch(() => {
    const names = listenAddress.kind === "port" ? "--host and --port" : "--socket";
    throw new NoAnswerError(
      `There is no answer from ${url}. Check that the service runs with the same ${names}.`,
    );
  });
  if (status === 200) return;
  const name = listenAddress.kind === "port" ? "--port" : "--socket";
  throw new NoAnswerError(
    `The answer from ${url} has status ${status}, not 200. Check ${name} and --prefix, and the log of the service.`,
  );
}

export function addStatus(program: Command, write: (text: string) => void): void {
  const command = program
    .command("status")
    .description("check that a service on this machine is healthy")
    .addHelpText(
      "after",
      "\nThe options must be those of the service.\n\nExamples:\n  mapcoded status\n  mapcoded status --port 9000",
    );
  addServiceOptions(command, ADDRESS_OPTIONS);
  command.action(async (options: AddressValues) => {
    await checkStatus(options);
    write("OK\n");
  });
}
