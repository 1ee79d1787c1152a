/** Ports for programs that cannot choose a free one. */
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * A port of the loopback interface without a listener, below 32768. Linux assigns the ports above to clients, and to
 * servers that ask for any: another process could get one before the program starts.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer().listen(port, "127.0.0.1");
    try {
      await once(server, "listening");
      return port;
    } catch {
    } finally {
      server.close();
    }
  }
}
