/** The interface between the transports, which move bytes, and the service, which answers requests. */
import type { HttpResponse } from "uWebSockets.js";
import { setImmediate as afterReading, setTimeout as pause } from "node:timers/promises";
import type { Batch } from "../../http/batch/receive.ts";
import type { Reply, Request } from "../../http/requests.ts";
import type { ServiceOptions } from "../options.ts";

/** Names of the transports, the preferred one first. */
export const TRANSPORTS = ["uws", "node"] as const;

/** Maximum number of bytes of a request's head: room for URLs that the router rejects as too long. */
export const MAX_HEAD_BYTES = 16_384;

/** Statuses that have neither a body nor a Content-Length. */
export const BODILESS: readonly number[] = [204, 304];

/** A request as a transport received it. It is valid until the handler returns. */
export interface ReceivedRequest extends Request {
  /** Such as `HTTP/1.1`. */
  readonly protocol: string;
  /** In IPv6, an address of IPv4 has ::ffff: in front. Empty if the client has left. */
  peerAddress(): string;
}

/** Requests with longer bodies that nobody needs are answered before the body has arrived. */
export const MAX_DRAINED_BYTES = 2 ** 20;

/** Longer replies do not wait for a body: 1,200 connections that sent a byte a second held 1 GB of them. */
const MAX_WAITING_REPLY_BYTES = 16 * 1024;

/**
 * Whether a body that nobody needs is read to its end: some clients read no reply while they send. The connection ends in
 * any case, as the body may end elsewhere for a proxy. @param length as sent
 */
export function isReadToEnd(length: string, reply: Reply["body"]): boolean {
  const isShort = length !== "" && Number(length) <= MAX_DRAINED_BYTES;
  return isShort && lengthOf(reply) <= MAX_WAITING_REPLY_BYTES;
}

export interface Handler {
  /** Called when a connection begins or ends, with the number of open ones. @returns whether a new one may stay open */
  admit(open: number, isNew: boolean): boolean;
  /** Called when a connection ends without a request: the transport has refused what came, or nothing came. */
  readonly onUnusedEnd: () => void;
  /** Called for every request, before its body is read. Bytes of a reply are valid until the next call. */
  handle(request: ReceivedRequest): Reply | Batch;
}

interface ListenOptions extends Pick<ServiceOptions, "host" | "port" | "tlsCert" | "tlsKey"> {
  /** Whether several threads listen on the port. */
  readonly isShared: boolean;
}

export interface Listener {
  readonly port: number;
  /** Reads the files of certificate and key, which fit, for new connections. */
  renewCertificate(): Promise<void>;
  /** Accepts no more connections, finishes the replies in progress, and closes the rest at the limit. */
  stop(limitSeconds: number): Promise<void>;
}

/** @throws ServiceError if it cannot listen there */
export type Listen = (options: ListenOptions, handler: Handler) => Promise<Listener>;

export function lengthOf(body: Reply["body"]): number {
  if (typeof body === "string") return Buffer.byteLength(body);
  if (body instanceof Uint8Array) return body.length;
  return body.reduce((sum, { length }) => sum + length, 0);
}

/** A body that stays as it is when the next reply is written. */
export function copyOf(body: Reply["body"]): string | Uint8Array {
  return typeof body === "string" ? body : Buffer.concat([body].flat());
}

/** How often a transport is asked what it has sent. uWebSockets.js ends a connection 8 to 12 seconds after its last try to write. */
const LOOK_SECONDS = 4;
/** Half of the least rate of a body. A client on a phone line reads twice as fast. */
const MIN_SENT_BYTES_PER_SECOND = 8 * 1024;
/** At the least rate, 64 MB would take two hours. */
const MAX_SENDING_SECONDS = 600;

/**
 * Ends a connection whose client reads a long reply too slowly: it would keep the memory of batches from others.
 * @param sentBytes returns how many bytes the system has taken, after another try
 * @param seconds a period, in which 8 KiB must have left for each second: a long one, as the system takes many bytes at once
 * @returns a function to call when the reply has left
 */
export function watchSpeed(sentBytes: () => number, seconds: number, end: () => void): () => void {
  const sent: number[] = [];
  const timer = setInterval(() => {
    const now = sentBytes();
    const before = sent[sent.push(now) - 1 - seconds / LOOK_SECONDS] ?? Number.NEGATIVE_INFINITY;
    const isLate = sent.length * LOOK_SECONDS > MAX_SENDING_SECONDS;
    if (isLate || now - before < seconds * MIN_SENT_BYTES_PER_SECOND) end();
  }, LOOK_SECONDS * 1000);
  return () => clearInterval(timer);
}

/** A client whose pipelined requests make a turn of the event loop longer loses its connection. 2,000 errors take 100 ms. */
const MAX_TURN_MS = 300;
/** One of this many requests is looked at. */
const REQUESTS_PER_LOOK = 64;

/**
 * Returns a function that tells whether the client of a request keeps others waiting: uWebSockets.js answers half a megabyte
 * of requests of one client before it reads those of another. In a long turn, it is the client of two looks in a row.
 */
export function createTurnCheck(): (response: Pick<HttpResponse, "getRemoteAddress">) => boolean {
  let requests = 0;
  let beganMs = 0;
  let lastAddress = "";
  return (response) => {
    if (++requests % REQUESTS_PER_LOOK > 0) return false;
    // The processor's time, which the load of the machine does not change.
    const { user, system } = process.cpuUsage();
    const nowMs = (user + system) / 1000;
    if (beganMs === 0) {
      beganMs = nowMs;
      setImmediate(() => {
        beganMs = 0;
        lastAddress = "";
      });
    }
    if (nowMs - beganMs < MAX_TURN_MS) return false;
    const address = Buffer.from(response.getRemoteAddress()).toString("latin1");
    const isSame = address === lastAddress;
    lastAddress = address;
    return isSame;
  };
}

/** A service that stops waits at most this long for a moment without new connections. */
const MAX_CLOSING_MS = 2_000;

export class Traffic {
  open = 0;
  isStopping = false;
  readonly #admit: Handler["admit"];
  #requests = 0;
  /** Connections since the start, or since the beginning of a stop. */
  #accepted = 0;
  #pending = 0;
  /** Closes the listening socket. Undefined before a stop, and after the call. */
  #close: (() => void) | undefined;
  readonly #held: (() => void)[] = [];

  constructor(admit: Handler["admit"]) {
    this.#admit = admit;
  }

  /** @param change 1 if a connection begins, -1 if it ends @returns whether a new one may stay open */
  count(change: number): boolean {
    this.open += change;
    if (change > 0) this.#accepted++;
    return this.#admit(this.open, change > 0);
  }

  begin(): void {
    // uWebSockets.js accepts all connections that wait at once. A reply would let a client open the next one.
    if (this.#close && this.#accepted > 0) this.#closeNow();
    this.#requests++;
    this.#pending++;
  }

  /** Its reply is completely sent, or the client has left. */
  readonly end = () => {
    this.#pending--;
  };

  /** Holds a request while the service stops listening, as Node accepts one connection at a time. @returns whether it does */
  hold(answer: () => void): boolean {
    if (this.#close) this.#held.push(answer);
    return this.#close !== undefined;
  }

  #closeNow(): void {
    this.#close?.();
    this.#close = undefined;
    for (const answer of this.#held.splice(0)) answer();
  }

  /** Stops listening when all connections that waited are accepted, as the system would reset them. */
  async stopListening(close: () => void): Promise<void> {
    this.#close = close;
    this.#accepted = 0;
    const endMs = Date.now() + MAX_CLOSING_MS;
    while (this.#close !== undefined && Date.now() < endMs) {
      const before = this.#accepted + this.#requests;
      await afterReading();
      if (this.#accepted + this.#requests === before) break;
    }
    this.#closeNow();
  }

  /** Resolves when no reply is in progress any more, or at the limit. Idle connections are left half a second for requests. */
  async stop(close: () => void, limitSeconds: number): Promise<void> {
    await this.stopListening(close);
    this.isStopping = true;
    const endMs = Date.now() + limitSeconds * 1000;
    let quietSinceMs = Date.now();
    let requests = this.#requests;
    while (this.open > 0 && Date.now() < endMs) {
      if (this.#requests > requests) quietSinceMs = Date.now();
      else if (this.#pending === 0 && Date.now() - quietSinceMs >= 500) break;
      requests = this.#requests;
      await pause(20);
      // On a busy machine, this timer is late, and requests that arrived meanwhile are yet to be read.
      await afterReading();
    }
  }
}
