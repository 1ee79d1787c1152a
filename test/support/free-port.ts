/** Ports for programs that do not choose one themselves. */
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Linux gives ports from 32768 to clients, and to servers that ask for any. From there, somebody else could get a port
 * between the moment in which it is found free and the start of its program.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}

/** Returns a port of the loopback interface that nothing listens on. */
export async function freePort(): Promise<number> {
  let port: number;
  do port = randomInt(FIRST_PORT, LAST_PORT);
  while (!(await isFree(port)));
  return port;
}
