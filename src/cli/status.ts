/** `mapcoded status`: asks a service of this machine whether it is well. */
import type { Command } from "commander";
import { baseAddress, type ServiceOptions } from "../service/options.ts";
import { NoAnswerError } from "./convert.ts";
import { addressOptions } from "./service-address.ts";

type Asked = Pick<ServiceOptions, "host" | "port" | "prefix">;

/** A service that is well answers in a fraction of it. */
const LONGEST_WAIT_MS = 4_000;

/** Addresses that a service listens on, but nobody can ask. */
const ANY_ADDRESS: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** @throws NoAnswerError unless the service is well */
async function askStatus({ host, port, prefix }: Asked): Promise<void> {
  const url = `${baseAddress({ host: ANY_ADDRESS[host] ?? host, prefix }, port)}/status`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(LONGEST_WAIT_MS) }).catch(() => {
    throw new NoAnswerError(`There is no answer from ${url}.`);
  });
  if (answer.status === 200) return;
  throw new NoAnswerError(`The answer from ${url} is ${answer.status}; expected 200.`);
}

export function addStatus(program: Command, write: (text: string) => void): void {
  const command = program
    .command("status")
    .description("ask a running service whether it is well; its options are those of serve");
  for (const option of addressOptions()) command.addOption(option);
  command.action(async (asked: Asked) => {
    await askStatus(asked);
    write("OK\n");
  });
}
