/**
 * The interface between the transports, which move bytes, and the service, which answers requests.
 * Transports do not know what requests mean. transport-choice.ts loads them.
 */

import type { Status } from "../../http/errors.ts";
import type { Headers, Reply, Request } from "../../http/requests.ts";
import type { ListenAddress } from "../listen-address.ts";
import type { TlsFiles } from "../tls.ts";

/** A request as a transport received it, with its connection. */
export interface ReceivedRequest extends Request {
  /** The version of HTTP, such as `HTTP/1.1`. */
  readonly protocol: string;
  /**
   * The id that goes with the reply, in the header X-Request-Id; empty for none. The handler sets it before it
   * returns: a member of replies would be an object for each of them.
   */
  replyId: string;
  /** Returns the address of the other end of the connection. */
  peerAddress(): string;
  /** Returns all values of a header that was sent several times, separated by commas; slower than `header`. */
  allValues(name: string): string;
}

/** Names of the transports, the preferred one first. */
export const TRANSPORTS = ["uws", "node"] as const;
export type TransportName = (typeof TRANSPORTS)[number];

/**
 * Limit of a request's head in bytes. It holds the headers of any browser, and URLs beyond
 * MAX_URL_CHARS, so that the router can reply to those with its own message.
 */
export const MAX_HEAD_BYTES = 16_384;

/** A connection that has not sent a complete request is closed after this time. */
export const IDLE_SECONDS = 10;

/** A connection whose reply is cut off while its body arrives stays open for this time, so that the client can read it. */
export const LINGER_MS = 2_000;

/** The header with the id of a request, by which it is found in the logs of proxies, of the service and of the client. */
export const REQUEST_ID_HEADER = "X-Request-Id";

/** Statuses that have neither a body nor a Content-Length. */
export const BODILESS: readonly number[] = [204, 304];

/**
 * Sends the reply to a batch request, and pauses its body. A transport implements it; the service calls
 * none of its functions after the reply has ended or the client has disconnected.
 */
export interface ResponseChannel {
  /** Pauses the body. Some more of it may arrive nevertheless. */
  pause(): void;
  resume(): void;
  /**
   * Sends a complete reply. If the body is still arriving, most clients do not read yet: it is read and
   * discarded, as Linger waits for it, then the connection closes.
   */
  reply(reply: Reply): void;
  /** Sends the status and the headers of a streamed reply. */
  begin(status: Status, headers: Headers): void;
  /** @returns whether there is room for more; if not, the sink's `onDrain` is called later */
  write(bytes: Uint8Array): boolean;
  /** Ends a streamed reply; the body has ended. */
  end(): void;
  /** Closes the connection after what has been written, so that the reply looks incomplete. */
  cut(): void;
  /** Closes the connection at once. */
  drop(): void;
}

/**
 * Receives the body of a batch request from a transport. Every function may be called at any time,
 * even after the reply has ended.
 */
export interface BodySink {
  /** @param bytes the next bytes of the body, valid during the call only */
  onData(bytes: Uint8Array): void;
  /** The body is complete. */
  onEnd(): void;
  /** There is room for more of the reply. */
  onDrain(): void;
  /** The client has disconnected. */
  onDisconnect(): void;
}

/** Starts the reply to a batch request. @returns the sink for the body */
export type StartStream = (channel: ResponseChannel) => BodySink;

/** Answers the requests that a transport receives. */
export interface RequestHandler {
  /**
   * Called for every new connection.
   * @param open number of open connections, with the new one
   * @returns a reply with which the connection is closed at once; undefined if it stays open
   */
  connect(open: number): Reply | undefined;
  /**
   * Called for every request that could not be parsed; uWebSockets.js does not tell of those that it rejects itself.
   * @param reason the message of the parser
   */
  rejectUnparsable(reason: string): void;
  /**
   * Called for every request, before its body is read. The request need not be valid after the call.
   * @returns the reply, at once or later, to a request whose body is not needed, if it has one; of a batch request, a
   *   function that starts the reply
   */
  respond(request: ReceivedRequest): Reply | Promise<Reply> | StartStream;
}

export interface ListenOptions {
  readonly listenAddress: ListenAddress;
  /** Undefined for HTTP without TLS. */
  readonly tls: TlsFiles | undefined;
  /** Whether several processes of this service listen at the address. */
  readonly isShared: boolean;
  /** Whether the handler asks for all values of a header in nearly every request. */
  readonly needsAllValues: boolean;
  /** Limit of a batch request's duration in seconds. */
  readonly maxRequestSeconds: number;
}

/** A transport that listens. */
export interface Listener {
  /** With the port in use, also if any free one (0) was requested. */
  readonly listenAddress: ListenAddress;
  /**
   * Reads certificate and key again, for new connections; the open ones keep theirs.
   * @throws ServiceError if they cannot be used; the former ones then stay in use
   */
  reloadTls(): void;
  /** Returns the number of open connections. */
  connections(): number;
  /**
   * Accepts no more connections, finishes the replies in progress, and closes what is left at the
   * limit.
   */
  stop(limitSeconds: number): Promise<void>;
}

/** Starts to listen. @throws ServiceError if it cannot listen there, or the certificate cannot be used */
export type Listen = (options: ListenOptions, handler: RequestHandler) => Promise<Listener>;

/** State of a transport's connections; `stop` waits for it. */
export interface Traffic {
  /** Open connections. */
  open: number;
  /** Replies that the client has not received completely. */
  flushing: number;
  lastRequestAtMs: number;
}

/**
 * A stop closes idle connections after this time without a request, so that it still answers requests
 * that were on their way when it began.
 */
const QUIET_MS = 500;
const POLL_MS = 20;

/** Resolves when no reply is in progress any more, or at the limit. */
export function untilQuiet(traffic: Traffic, limitSeconds: number): Promise<void> {
  const beganAtMs = Date.now();
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const nowMs = Date.now();
      const isQuiet =
        traffic.flushing === 0 && nowMs - Math.max(traffic.lastRequestAtMs, beganAtMs) >= QUIET_MS;
      const isOver = nowMs - beganAtMs >= limitSeconds * 1000;
      if (traffic.open > 0 && !isQuiet && !isOver) return;
      clearInterval(timer);
      resolve();
    }, POLL_MS);
  });
}

// Waiting for the rest of a body that is discarded: most clients read a reply only after they have sent all

/** Time that a client has for the next bytes, and time for all of them. nginx waits as long in all. */
const LINGER_STEP_MS = 2_000;
const MAX_LINGER_STEPS = 15;

/** A client that sends less in one step hardly sends a large body, and would keep its connection open for long. */
const MIN_LINGER_STEP_BYTES = 65_536;

/** Waits for the end of a body while it arrives fast. */
export class Linger {
  readonly #onOver: () => void;
  readonly #timer: NodeJS.Timeout;
  #steps = 0;
  #stepBytes = 0;
  #isOver = false;

  /** @param onOver called once, when waiting is over; not if `stop` is called before */
  constructor(onOver: () => void) {
    this.#onOver = onOver;
    this.#timer = setInterval(() => this.#onStep(), LINGER_STEP_MS);
  }

  /** More of the body has arrived. */
  receive(bytes: number): void {
    this.#stepBytes += bytes;
  }

  /** The body has ended. */
  end(): void {
    if (this.#isOver) return;
    this.stop();
    this.#onOver();
  }

  stop(): void {
    this.#isOver = true;
    clearInterval(this.#timer);
  }

  #onStep(): void {
    this.#steps++;
    if (this.#stepBytes < MIN_LINGER_STEP_BYTES || this.#steps === MAX_LINGER_STEPS) this.end();
    this.#stepBytes = 0;
  }
}
