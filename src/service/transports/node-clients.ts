/** The clients of the transport on Node's own HTTP server, which neither fill its memory nor delay each other for long. */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Traffic } from "./transport.ts";

/** Maximum number of bytes of replies that a client leaves unread. Node buffers them without a limit. */
const MAX_UNREAD_BYTES = 1_000_000;

/**
 * Maximum number of bytes that the unread replies of all clients take. Node answers all requests of a packet, up to 700,
 * before it stops reading: 40 clients that did not read took 110 MB.
 */
const MAX_HELD_BYTES = 8_000_000;

/** What a reply that waits takes beside its own bytes. */
const REPLY_BYTES = 3_000;

/**
 * Clients with more pending requests take turns: one is read in each turn of the event loop. Node would read 32 packets of
 * each before it accepts a connection: beside 40 clients that pipelined, another one waited 20 seconds.
 */
const MAX_PENDING = 32;

/** An open connection. */
interface Client {
  readonly socket: Socket;
  hasRequest: boolean;
  /** Requests without a completely sent reply. */
  pending: number;
  /** Complete replies that it has not read, and their bytes. */
  unreadReplies: number;
  unreadBytes: number;
  /** Whether it is not read until its turn comes. */
  rests: boolean;
}

function heldBytesOf({ unreadReplies, unreadBytes }: Client): number {
  return unreadBytes + REPLY_BYTES * unreadReplies;
}

/** @returns false if it rests already */
function pause(client: Client): boolean {
  if (client.rests) return false;
  client.rests = true;
  client.socket.pause();
  return true;
}

function resume(client: Client): void {
  client.rests = false;
  client.socket.resume();
}

/** The open connections: their pending requests, what they leave unread, and whose turn it is to be read. */
export class Clients {
  readonly #traffic: Traffic;
  readonly #clients = new Map<Socket, Client>();
  readonly #resting: Client[] = [];
  #heldBytes = 0;

  constructor(traffic: Traffic) {
    this.#traffic = traffic;
  }

  /** @param onUnused called when it closes without a request */
  add(socket: Socket, onUnused: () => void): void {
    const client = {
      socket,
      hasRequest: false,
      pending: 0,
      unreadReplies: 0,
      unreadBytes: 0,
      rests: false,
    };
    this.#clients.set(socket, client);
    // Node resumes it as soon as replies have left.
    socket.on("resume", () => client.rests && socket.pause());
    socket.on("close", () => {
      this.#remove(client);
      if (!client.hasRequest) onUnused();
    });
  }

  /** @returns nothing if it is closed: Node hands out the other requests of its last packet */
  get(socket: Socket): Client | undefined {
    return this.#clients.get(socket);
  }

  begin(client: Client, response: ServerResponse): void {
    this.#traffic.begin();
    client.pending++;
    if (client.pending > MAX_PENDING) this.#rest(client);
    response.on("close", () => {
      if (client.pending === 0) return;
      client.pending--;
      this.#traffic.end();
    });
  }

  /** Counts a complete reply until it is read. Closes the client if it leaves too much, or the one that leaves most of all. */
  countUnread(client: Client, response: ServerResponse): void {
    const bytes = response.writableLength;
    // Nearly all replies have left the process already.
    if (bytes === 0) return;
    client.unreadReplies++;
    client.unreadBytes += bytes;
    this.#heldBytes += bytes + REPLY_BYTES;
    response.on("close", () => {
      if (client.unreadReplies === 0) return;
      client.unreadReplies--;
      client.unreadBytes -= bytes;
      this.#heldBytes -= bytes + REPLY_BYTES;
    });
    if (client.unreadBytes > MAX_UNREAD_BYTES) this.#close(client);
    else if (this.#heldBytes > MAX_HELD_BYTES) {
      let most = client;
      for (const other of this.#clients.values()) {
        if (heldBytesOf(other) > heldBytesOf(most)) most = other;
      }
      this.#close(most);
    }
  }

  #close(client: Client): void {
    client.socket.destroy();
    this.#remove(client);
    // Its memory is free after this turn of the event loop. Until then, others would fill as much again.
    const others = [...this.#clients.values()].filter(pause);
    setImmediate(() => others.forEach(resume));
  }

  /** Reads no more of a client until its turn comes. */
  #rest(client: Client): void {
    if (pause(client) && this.#resting.push(client) === 1) setImmediate(this.#readNext);
  }

  readonly #readNext = () => {
    resume(this.#resting.shift() as Client);
    if (this.#resting.length > 0) setImmediate(this.#readNext);
  };

  /** Forgets a client. Ends its requests here, as Node 20 and 22 do not end replies whose turn never comes. */
  #remove(client: Client): void {
    this.#clients.delete(client.socket);
    for (; client.pending > 0; client.pending--) this.#traffic.end();
    this.#heldBytes -= heldBytesOf(client);
    client.unreadReplies = 0;
    client.unreadBytes = 0;
  }
}
