/**
 * A small HTTP gateway on raw sockets that can be attacked by request smuggling, to test that the tests of smuggling
 * find an attack. It sends the requests of all clients over one connection to the service, one after the other.
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { HOST } from "../../http/both-transports.ts";

const HEAD_END = "\r\n\r\n";
/** The last chunk of a body. All chunks of the replies that matter here arrive with it. */
const LAST_CHUNK = "0\r\n\r\n";

/**
 * The gateway's mistake: it takes the end of a body from Content-Length even if there is a Transfer-Encoding, but
 * then forwards the Transfer-Encoding only, as if it had obeyed it (RFC 9112, section 6.3). Without the mistake, it
 * rejects requests that have both.
 */
export type Framing = "vulnerable" | "careful";

/** The bytes of the first whole message in a text. */
interface Message {
  readonly head: string;
  readonly body: string;
  readonly rest: string;
}

/** @returns undefined if the message has not arrived completely; a chunked body is taken if `isReply` */
function firstMessage(received: string, isReply: boolean): Message | undefined {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const bodyStart = headEnd + HEAD_END.length;
  const head = received.slice(0, bodyStart);
  const length = Number(/^content-length: (\d+)\r$/im.exec(head)?.[1] ?? 0);
  let end = bodyStart + length;
  if (isReply && /^transfer-encoding: chunked\r$/im.test(head)) {
    const last = received.indexOf(LAST_CHUNK, bodyStart);
    if (last < 0) return undefined;
    end = last + LAST_CHUNK.length;
  }
  if (received.length < end) return undefined;
  return { head, body: received.slice(bodyStart, end), rest: received.slice(end) };
}

/** The connection to the service that all clients share. */
class SharedConnection {
  readonly #port: number;
  #socket: Socket | undefined;
  #received = "";
  #onReply: ((reply: string | undefined) => void) | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(port: number) {
    this.#port = port;
  }

  /** Sends a request after the reply to the one before. @returns undefined if the connection ends instead */
  exchange(request: string): Promise<string | undefined> {
    const reply = this.#last.then(() => this.#send(request));
    this.#last = reply;
    return reply;
  }

  close(): void {
    this.#socket?.destroy();
  }

  #send(request: string): Promise<string | undefined> {
    return new Promise((resolve) => {
      this.#onReply = resolve;
      this.#socket ??= this.#connect();
      this.#socket.write(request, "latin1");
      // The reply may be there already: to a request that the gateway does not know of.
      this.#passReply();
    });
  }

  #connect(): Socket {
    const socket = connect(this.#port, HOST).setEncoding("latin1");
    this.#received = "";
    socket.on("error", () => {});
    socket.on("data", (text) => {
      this.#received += text;
      this.#passReply();
    });
    socket.on("close", () => {
      this.#socket = undefined;
      this.#onReply?.(undefined);
    });
    return socket;
  }

  #passReply(): void {
    const reply = this.#onReply && firstMessage(this.#received, true);
    if (!reply) return;
    this.#received = reply.rest;
    this.#onReply?.(reply.head + reply.body);
    this.#onReply = undefined;
  }
}

/** Forwards the requests of one client, each after the reply to the one before. */
async function serve(client: Socket, framing: Framing, service: SharedConnection): Promise<void> {
  let received = "";
  client.setEncoding("latin1").on("error", () => {});
  for await (const text of client) {
    received += text;
    for (let message = firstMessage(received, false); message; ) {
      const { head, body, rest } = message;
      const isAmbiguous = /^content-length:/im.test(head) && /^transfer-encoding/im.test(head);
      if (isAmbiguous && framing === "careful") {
        client.end("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        return;
      }
      const dropped = isAmbiguous
        ? /^(?:connection|content-length):.*\r\n/gim
        : /^connection:.*\r\n/gim;
      const reply = await service.exchange(head.replace(dropped, "") + body);
      if (reply === undefined) client.destroy();
      else client.write(reply, "latin1");
      received = rest;
      message = firstMessage(received, false);
    }
  }
}

/** @returns its port, and a function that stops it */
export async function startGateway(servicePort: number, framing: Framing) {
  const service = new SharedConnection(servicePort);
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    client.on("close", () => clients.delete(client));
    // A client that resets its connection ends its loop.
    serve(client, framing, service).catch(() => {});
  });
  server.listen(0, HOST);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    service.close();
    for (const client of clients) client.destroy();
    server.close();
    await once(server, "close");
  };
  return { port, stop };
}
