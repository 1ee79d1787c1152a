/** The running service: a transport and the router. */
import { PREFIX, reply } from "./router.ts";
import type { Listener } from "./transport.ts";
import { listen } from "./uws.ts";

export { ListenError } from "./transport.ts";

/**
 * Serves until the listener is closed.
 * @param port 0 for any free one
 * @throws ListenError
 */
export function serve(host: string, port: number): Promise<Listener> {
  const report = (error: unknown) => console.error(error);
  return listen(host, port, (request) => reply(request, report));
}

/** The base address of a running service. */
export function addressOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}${PREFIX}`;
}
