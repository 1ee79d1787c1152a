/** The clients of the transport on Node's own HTTP server, which neither fill its memory nor delay each other for long. */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Traffic } from "./transport.ts";

/** Maximum number of bytes of replies that all clients leave unread: Node has no limit, and 40 of them took 110 MB. */
const MAX_UNREAD_BYTES = 8_000_000;

/** What a reply that waits takes besides its own bytes. */
const REPLY_BYTES = 3_000;

/** Clients with more pending requests are read in turn. Node would read 32 packets of each: others waited 20 seconds. */
const MAX_PENDING = 32;
/** After this many packets with more requests, no client is read in this turn: packets of 40 clients filled a heap of 96 MB. */
const MAX_LONG_PACKETS = 3;

interface Client {
  hasRequest: boolean;
  /** Requests without a completely sent reply. */
  pending: number;
  /** Of complete replies that it has not read. */
  unreadBytes: number;
}

export class Clients {
  readonly #traffic: Traffic;
  readonly #clients = new Map<Socket, Client>();
  #unreadBytes = 0;
  /** The clients that are not read before their turn, in its order. */
  readonly #waiting = new Set<Socket>();
  #longPackets = 0;
  /** Whether nobody is read in this turn of the event loop. */
  #isResting = false;

  constructor(traffic: Traffic) {
    this.#traffic = traffic;
  }

  /** @param onUnused called when it closes without a request */
  add(socket: Socket, onUnused: () => void): void {
    const client = { hasRequest: false, pending: 0, unreadBytes: 0 };
    this.#clients.set(socket, client);
    // Node resumes it as soon as replies have left.
    socket.on("resume", () => {
      if (this.#isResting || this.#waiting.has(socket)) socket.pause();
    });
    socket.on("close", () => {
      this.#remove(socket, client);
      if (!client.hasRequest) onUnused();
    });
  }

  /** @returns nothing if the client is closed: Node hands out the other requests of its last packet */
  begin(response: ServerResponse): Client | undefined {
    const { socket } = response.req;
    const client = this.#clients.get(socket);
    if (client === undefined) return undefined;
    this.#traffic.begin();
    client.hasRequest = true;
    client.pending++;
    if (client.pending > MAX_PENDING && !this.#waiting.has(socket)) {
      if (this.#waiting.size === 0) setImmediate(this.#readNext);
      this.#waiting.add(socket);
      socket.pause();
      this.#longPackets++;
      if (this.#longPackets === MAX_LONG_PACKETS) this.#rest();
    }
    response.on("close", () => {
      if (client.pending === 0) return;
      client.pending--;
      this.#traffic.end();
    });
    return client;
  }

  /** Counts a reply until it is read. Beyond the limit, closes the client with most unread bytes. @param ownBytes of this reply alone */
  countUnread(client: Client, response: ServerResponse, ownBytes: number): void {
    // Nearly all replies have left the process already.
    if (response.writableLength === 0) return;
    const bytes = ownBytes + REPLY_BYTES;
    const add = (change: number) => {
      client.unreadBytes += change;
      this.#unreadBytes += change;
    };
    add(bytes);
    response.on("close", () => client.unreadBytes > 0 && add(-bytes));
    if (this.#unreadBytes <= MAX_UNREAD_BYTES) return;
    const clients = [...this.#clients].sort(
      ([, first], [, second]) => second.unreadBytes - first.unreadBytes,
    );
    const [[socket, largest]] = clients;
    socket.destroy();
    this.#remove(socket, largest);
    // Its memory is free after this turn. Until then, others would fill as much again.
    this.#rest();
  }

  readonly #readNext = () => {
    this.#longPackets = 0;
    const [next] = this.#waiting;
    if (next === undefined) return;
    this.#waiting.delete(next);
    next.resume();
    if (this.#waiting.size > 0) setImmediate(this.#readNext);
  };

  /** Reads nobody in this turn of the event loop. */
  #rest(): void {
    if (this.#isResting) return;
    this.#isResting = true;
    for (const socket of this.#clients.keys()) socket.pause();
    setImmediate(() => {
      this.#isResting = false;
      for (const socket of this.#clients.keys()) if (!this.#waiting.has(socket)) socket.resume();
    });
  }

  /** Forgets a client. Ends its requests here, as Node 20 and 22 do not end replies whose turn never comes. */
  #remove(socket: Socket, client: Client): void {
    this.#clients.delete(socket);
    this.#waiting.delete(socket);
    for (; client.pending > 0; client.pending--) this.#traffic.end();
    this.#unreadBytes -= client.unreadBytes;
    client.unreadBytes = 0;
  }
}
