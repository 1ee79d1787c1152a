/** The router without a transport. */
import type { ResolvedInterfaceOptions } from "../../src/http/options.ts";
import type { LogError, Reply, Request } from "../../src/http/requests.ts";
import { createRouter } from "../../src/http/router.ts";

export type Route = (request: Request, log: LogError) => Reply;

/** Creates a router. @returns replies to requests, and to batches without a body */
export function routerAtOnce(options: ResolvedInterfaceOptions): Route {
  const route = createRouter(options);
  return (request, log) => {
    const replied = route(request, log);
    if ("status" in replied) return replied;
    try {
      return replied.reply([...replied.start(new Uint8Array(0)).end()]);
    } catch (error) {
      return replied.errorReply(error);
    }
  };
}

/** Returns the body of a reply as a text. */
export function textOf({ body }: Reply): string {
  if (typeof body === "string") return body;
  return `${body instanceof Uint8Array ? Buffer.from(body) : Buffer.concat(body)}`;
}
