/** The interface of the service without a transport. */

import { BatchBudget } from "../../src/http/batch/memory.ts";
import { DIALECTS, type InterfaceOptions } from "../../src/http/options.ts";
import type { Reply, Request } from "../../src/http/requests.ts";
import { createRouter, type Router, type RouterServices } from "../../src/http/router.ts";
import { SERVICE_OPTIONS, type ServiceOptions } from "../../src/service/options.ts";

export const DEFAULT_OPTIONS = Object.fromEntries(
  Object.entries(SERVICE_OPTIONS).map(([name, declared]) => [name, declared.default]),
) as unknown as ServiceOptions;

export const DEFAULTS: InterfaceOptions = DEFAULT_OPTIONS;

/** The dialects, each without and with borders. */
export const INTERFACES = DIALECTS.flatMap((dialect) => [
  { dialect, borders: false },
  { dialect, borders: true },
]);

/** Memory for batches. @param mib in MiB */
export function memoryOf(mib: number) {
  const used = new Int32Array(new SharedArrayBuffer(4));
  return { memory: new BatchBudget(mib * 2 ** 20, used), usedBytes: () => used[0] * 1024 };
}

/** What the service gives: much memory, and a log that must stay empty. */
export const SERVICES: RouterServices = {
  memory: memoryOf(64).memory,
  metrics: () => "{}",
  log: (text) => {
    throw new Error(text);
  },
};

/** Replies to a request. @param body the whole of a batch */
export async function replyOf(
  route: Router,
  request: Request,
  body: Uint8Array = new Uint8Array(0),
): Promise<Reply> {
  const replied = route(request);
  if ("status" in replied) return replied;
  const replies: Reply[] = [];
  replied.onReply = (reply) => replies.push(reply);
  replied.add(body);
  await replied.finish();
  replied.close();
  if (replies.length !== 1) throw new Error(`There are ${replies.length} replies.`);
  return replies[0];
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

function requestOf(prefix: string, target: string, parts: RequestParts): Request {
  const { method = "GET", headers = {}, isWhole = false } = parts;
  const [path, ...query] = `${isWhole ? "" : prefix}${target}`.split("?");
  return { method, path, query: query.join("?"), header: (name: string) => headers[name] ?? "" };
}

function readable(reply: Reply) {
  const headers: Record<string, string> = {};
  for (const [name, value] of reply.headers) headers[name.toLowerCase()] = value;
  return { status: reply.status, headers, text: textOf(reply), bytes: bytesOf(reply) };
}

/** Creates a function that sends requests to a target after the prefix, except batches. */
export function createSend(
  changed: Partial<InterfaceOptions> = {},
  services: Partial<RouterServices> = {},
) {
  const options = { ...DEFAULTS, ...changed };
  const route = createRouter(options, { ...SERVICES, ...services });
  return (target: string, parts: RequestParts = {}) => {
    const replied = route(requestOf(options.prefix, target, parts));
    if (!("status" in replied)) throw new Error("This is a batch: use createPost.");
    return readable(replied);
  };
}
export type Send = ReturnType<typeof createSend>;

/** Creates a function that sends batches to a target after the prefix. */
export function createPost(changed: Partial<InterfaceOptions> = {}) {
  const options = { ...DEFAULTS, ...changed };
  const route = createRouter(options, SERVICES);
  return async (target: string, { body = "", ...parts }: RequestParts) => {
    const request = requestOf(options.prefix, target, { ...parts, method: "POST" });
    return readable(await replyOf(route, request, Buffer.from(body)));
  };
}
