/** The router without a transport. */
import type { LogError, Reply, Request } from "../../src/http/requests.ts";
import { createRouter } from "../../src/http/router.ts";
import type { InterfaceSettings } from "../../src/http/settings.ts";

export type Route = (request: Request, log: LogError) => Reply;

/** Creates a router. @returns replies to requests for anything but tiles, which take time */
export function routerAtOnce(settings: InterfaceSettings): Route {
  const route = createRouter(settings);
  return (request, log) => {
    const reply = route(request, log);
    if (reply instanceof Promise) throw new Error("This reply takes time.");
    return reply;
  };
}
