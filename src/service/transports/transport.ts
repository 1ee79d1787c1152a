/** The interface between the transports, which move bytes, and the service, which answers requests. */
import type { Reply, Request } from "../../http/requests.ts";

/** Names of the transports, the preferred one first. */
export const TRANSPORTS = ["uws", "node"] as const;
export type TransportName = (typeof TRANSPORTS)[number];

/** Limit of a request's head in bytes: the headers of any browser, and URLs beyond MAX_URL_CHARS, which the router rejects. */
export const MAX_HEAD_BYTES = 16_384;

/** A connection that has not sent a complete request is closed after this time. */
export const IDLE_SECONDS = 10;

/** Statuses that have neither a body nor a Content-Length. */
export const BODILESS: readonly number[] = [204, 304];

/** A request as a transport received it. It is valid until the handler returns. */
export interface ReceivedRequest extends Request {
  /** The version of HTTP, such as `HTTP/1.1`. */
  readonly protocol: string;
  /** Returns the address of the other end of the connection; empty if it has left. */
  peerAddress(): string;
}

/** Takes the body of a batch request. */
export interface BodyReader {
  /**
   * @param bytes the next bytes of the body, which are copied
   * @returns a reply if it ends the request: 413 or 503. The rest of the body is then discarded.
   */
  add(bytes: Uint8Array): Reply | undefined;
  /** The body is complete. Never rejected. */
  finish(): Promise<Reply>;
  /** The reply is sent, or the client has left. Gives the memory back; later calls do nothing. */
  close(): void;
}

/** Answers the requests that a transport receives. */
export interface Handler {
  /** Called when a connection begins or ends. @returns whether there may be that many; if not, the new one is closed */
  admit(open: number): boolean;
  /** Called for every request, before its body is read. Bytes of a reply are valid until the next call. */
  handle(request: ReceivedRequest): Reply | BodyReader;
  /** Called for a request of which it is not certain where the body ends; its connection closes. */
  handleDoubtful(request: ReceivedRequest): Reply;
}

export interface ListenOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The paths of certificate and key in PEM; empty for HTTP without TLS. */
  readonly tlsCert: string;
  readonly tlsKey: string;
  /** Whether several threads listen on the port. */
  readonly isShared: boolean;
}

/** A transport that listens. */
export interface Listener {
  /** The port in use. */
  readonly port: number;
  /** Accepts no more connections, finishes the replies in progress, and closes what is left at the limit. */
  stop(limitSeconds: number): Promise<void>;
}

/** Starts to listen. @throws ServiceError if it cannot listen there, or the certificate cannot be used */
export type Listen = (options: ListenOptions, handler: Handler) => Promise<Listener>;

/** State of a transport's connections; `stop` waits for it. */
export interface Traffic {
  /** Open connections. */
  open: number;
  /** Replies that the client has not received completely. */
  flushing: number;
  lastRequestAtMs: number;
}

/** A stop closes idle connections after this time, so that it still answers requests that were on their way. */
const QUIET_MS = 500;
const POLL_MS = 20;

/** Resolves when no reply is in progress any more, or at the limit. */
export async function untilQuiet(traffic: Traffic, limitSeconds: number): Promise<void> {
  const beganAtMs = Date.now();
  for (;;) {
    const nowMs = Date.now();
    const isQuiet =
      traffic.flushing === 0 && nowMs - Math.max(traffic.lastRequestAtMs, beganAtMs) >= QUIET_MS;
    const isOver = nowMs - beganAtMs >= limitSeconds * 1000;
    if (traffic.open === 0 || isQuiet || isOver) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
