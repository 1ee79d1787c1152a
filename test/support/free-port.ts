/** Ports for programs that do not choose one themselves. */
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * A port of the loopback interface that nothing listens on. Linux gives those from 32768 to clients, and to servers that
 * ask for any: somebody else could get it between this moment and the start of its program.
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
