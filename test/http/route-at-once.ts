/** The interface of the service without a transport. */
import { DIALECTS, type InterfaceOptions } from "../../src/http/options.ts";
import type { LogError, Reply, Request } from "../../src/http/requests.ts";
import { createRouter } from "../../src/http/router.ts";
import { SERVICE_OPTIONS, type ServiceOptions } from "../../src/service/options.ts";

export const DEFAULT_OPTIONS = Object.fromEntries(
  Object.entries(SERVICE_OPTIONS).map(([name, declared]) => [name, declared.default]),
) as unknown as ServiceOptions;

export const DEFAULTS: InterfaceOptions = { ...DEFAULT_OPTIONS, metrics: () => ({}) };

/** The dialects, each without and with borders. */
export const INTERFACES = DIALECTS.flatMap((dialect) => [
  { dialect, borders: false },
  { dialect, borders: true },
]);

export type Route = (request: Request, log: LogError, body?: Uint8Array) => Reply;

/** Creates a router. @returns replies to requests, and to batches with all of their bodies */
export function routerAtOnce(options: InterfaceOptions): Route {
  const route = createRouter(options);
  return (request, log, body = new Uint8Array(0)) => {
    const replied = route(request, log);
    if ("status" in replied) return replied;
    try {
      const session = replied.start(body);
      return replied.reply([...session.push(body), ...session.end()]);
    } catch (error) {
      return replied.errorReply(error);
    }
  };
}

function bytesOf({ body }: Reply): Buffer {
  const parts = typeof body === "string" ? [Buffer.from(body)] : [body].flat();
  return Buffer.concat(parts as Uint8Array[]);
}

/** Returns the body of a reply as a text. */
export const textOf = (reply: Reply): string => `${bytesOf(reply)}`;

interface RequestParts {
  readonly method?: string;
  /** By lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Sends the target without the prefix in front. */
  readonly isWhole?: boolean;
}

/** Creates a function that sends requests to a target after the prefix. */
export function createSend(changed: Partial<InterfaceOptions> = {}) {
  const options = { ...DEFAULTS, ...changed };
  const route = routerAtOnce(options);
  return (
    target: string,
    { method = "GET", headers = {}, body = "", isWhole = false }: RequestParts = {},
  ) => {
    const [path, ...query] = `${isWhole ? "" : options.prefix}${target}`.split("?");
    const header = (name: string) => headers[name] ?? "";
    const log = (text: string) => {
      throw new Error(text);
    };
    const request = { method, path, query: query.join("?"), header };
    const reply = route(request, log, Buffer.from(body));
    const sent: Record<string, string> = {};
    for (const [name, value] of reply.headers) sent[name.toLowerCase()] = value;
    return { status: reply.status, headers: sent, text: textOf(reply), bytes: bytesOf(reply) };
  };
}
export type Send = ReturnType<typeof createSend>;
