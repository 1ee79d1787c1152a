/** What a transport is: how requests come in and replies go out. */
import type { Reply, Request } from "../../http/messages.ts";
import type { Inlet, Wire } from "../batch/wire.ts";

/** The transports there are, the preferred one first. */
export const TRANSPORTS = ["uws", "node"] as const;
export type TransportName = (typeof TRANSPORTS)[number];

/**
 * Bytes that the head of a request may take: enough for any browser's headers, and for URLs that
 * are too long for the router to tell so itself.
 */
export const MAX_HEAD_BYTES = 16_384;

/** Seconds that a connection may stay without sending a whole request. */
export const IDLE_SECONDS = 10;

/** Statuses that never have a body, nor tell its length. */
export const BODILESS: readonly number[] = [204, 304];

/** A transport that takes requests. */
export interface Listener {
  /** The port listened on, also when any free one (0) was asked for. */
  readonly port: number;
  /**
   * Takes no more connections, finishes the replies under way, and ends what is left when the limit
   * is reached.
   */
  stop(limitSeconds: number): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** Several processes of this service listen on the port. */
  readonly isShared: boolean;
  /** How long a batch request may take. */
  readonly maxRequestSeconds: number;
}

/** What a transport asks about the requests that come in. */
export interface Answering {
  /** Made at once, without waiting. */
  reply(request: Request): Reply;
  /**
   * Asked about every POST.
   * @returns what its body is moved by, or the reply where its head is enough to refuse it; undefined
   *   when it is no batch request
   */
  openBatch(request: Request): ((wire: Wire) => Inlet) | Reply | undefined;
}

/** Starts listening; rejects with a ListenError. */
export type Listen = (options: ListenOptions, answering: Answering) => Promise<Listener>;

/** What is known of a transport's connections while it stops. */
export interface Traffic {
  /** Open connections. */
  open: number;
  /** Replies not yet taken by the client's side. */
  flushing: number;
  lastRequestAtMs: number;
}

/**
 * How long there must be no request before idle connections are ended: a request on its way when
 * the stop began is still answered.
 */
const QUIET_MS = 500;
const LOOK_EVERY_MS = 20;

/** Resolves when nothing is under way any more, or at the limit. */
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
    }, LOOK_EVERY_MS);
  });
}
