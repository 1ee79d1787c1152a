/** The router without a transport. */

import { BatchExchange } from "../../src/http/batch/exchange.ts";
import type { ResolvedInterfaceOptions } from "../../src/http/options.ts";
import type { LogError, Reply, Request } from "../../src/http/requests.ts";
import { createRouter } from "../../src/http/router.ts";

export type Route = (request: Request, log: LogError) => Reply;

/** Creates a router. @returns replies to requests for anything but tiles, which take time, and to batches without a body */
export function routerAtOnce(options: ResolvedInterfaceOptions): Route {
  const route = createRouter(options);
  return (request, log) => {
    const reply = route(request, log);
    if (reply instanceof Promise) throw new Error("This reply takes time.");
    if (!(reply instanceof BatchExchange)) return reply;
    const step = reply.end();
    if (!("body" in step)) throw new Error("This reply is streamed.");
    return step;
  };
}
