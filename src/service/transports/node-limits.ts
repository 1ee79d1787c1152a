/** Limits of what the clients of Node's own HTTP server may leave undone. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { IDLE_SECONDS } from "./transport.ts";

/** How often connections are checked for being idle or too slow. */
export const CHECK_CONNECTIONS_MS = 2_000;

const IDLE_CHECKS = (IDLE_SECONDS * 1000) / CHECK_CONNECTIONS_MS;

/** Differs from any number of bytes, so that the next check begins to count. */
const UNKNOWN = -1;

interface Activity {
  /** As of the last check. */
  bytesRead: number;
  /** Checks since then that have found nothing new. */
  idleChecks: number;
  /** Replies in progress for longer than the call that began them. */
  replies: number;
}

/**
 * Closes connections that have been idle after a reply for the time limit or up to one check longer. A connection
 * without a reply is Node's matter, which may still send status 408.
 */
export class IdleConnections {
  readonly #activities = new Map<Socket, Activity>();
  #timer: NodeJS.Timeout | undefined;

  start(): void {
    this.#timer = setInterval(() => this.#check(), CHECK_CONNECTIONS_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  add(socket: Socket): void {
    this.#activities.set(socket, { bytesRead: UNKNOWN, idleChecks: 0, replies: 0 });
    socket.on("close", () => this.#activities.delete(socket));
  }

  /** A reply is in progress. The connection is not idle before `endReply`. */
  beginReply(socket: Socket): void {
    const activity = this.#activities.get(socket);
    if (activity) activity.replies++;
  }

  endReply(socket: Socket): void {
    const activity = this.#activities.get(socket);
    if (activity === undefined) return;
    activity.replies--;
    activity.bytesRead = UNKNOWN;
  }

  #check(): void {
    for (const [socket, activity] of this.#activities) {
      const { bytesRead } = socket;
      if (activity.replies > 0 || bytesRead !== activity.bytesRead) {
        activity.bytesRead = bytesRead;
        activity.idleChecks = 0;
      } else if (++activity.idleChecks >= IDLE_CHECKS && socket.bytesWritten > 0) {
        socket.destroy();
      }
    }
  }
}

/**
 * Limit of the bytes of replies that a connection leaves unread. Node buffers them without a limit:
 * a client that sent requests without reading made the process use 200 MB.
 */
const MAX_UNREAD_BYTES = 1_000_000;

const unreadBytes = new WeakMap<Socket, number>();

/** Closes a connection whose client leaves too many bytes of replies unread. @param bytes of this reply that wait */
export function limitUnread(response: ServerResponse, socket: Socket, bytes: number): void {
  const unread = (unreadBytes.get(socket) ?? 0) + bytes;
  unreadBytes.set(socket, unread);
  response.on("close", () => unreadBytes.set(socket, (unreadBytes.get(socket) ?? 0) - bytes));
  if (unread > MAX_UNREAD_BYTES) socket.destroy();
}

/** Closes a connection that takes too long to send the rest of an unneeded body. */
export function limitBody(message: IncomingMessage): void {
  const { socket } = message;
  const timer = setTimeout(() => socket.destroy(), IDLE_SECONDS * 1000);
  message.on("close", () => clearTimeout(timer));
}
