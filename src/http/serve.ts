/** The running service: a transport and the router. */
import { PREFIX, reply } from "./router.ts";
import type { Listener } from "./transport.ts";
import { listen } from "./uws.ts";

/**
 * Serves until the listener is closed.
 * @param port 0 for any free one
 * @throws ListenError
 */
export function serve(host: string, port: number): Promise<Listener> {
  return listen(host, port, (request) => reply(request, console.error));
}

/** The base address of a running service. */
export function addressOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}${PREFIX}`;
}
