/** A client of batch requests on a raw socket, for tests of clients that behave badly. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { HOST } from "../http/both-transports.ts";

export const POINT = "52.376514,4.908543\n";
export const REPLY_ROW = "52.376514,4.908543\tNLD\t49.4V\tVHXGB.1J9J\n";

export interface BatchClient {
  readonly socket: Socket;
  /** Everything received, including the head and the chunk sizes. */
  received(): string;
  /** The body of the reply as far as it has been received. */
  body(): string;
  /** Sends a part of the body as one HTTP chunk. */
  send(text: string): void;
  /** Sends the end of the body. */
  end(): void;
  /** Resolves when the condition is true. */
  until(condition: (client: BatchClient) => boolean): Promise<void>;
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>;
}

/** Joins the HTTP chunks of a body; the last one may be incomplete. */
function joinChunks(body: string): string {
  let joined = "";
  for (let at = 0; at < body.length; ) {
    const line = body.indexOf("\r\n", at);
    if (line < 0) break;
    const length = Number.parseInt(body.slice(at, line), 16);
    joined += body.slice(line + 2, line + 2 + length);
    at = line + 2 + length + 2;
  }
  return joined;
}

function bodyOf(received: string): string {
  const end = received.lastIndexOf("HTTP/1.1 ");
  const head = received.indexOf("\r\n\r\n", end);
  if (head < 0) return "";
  const body = received.slice(head + 4);
  const isChunked = /^transfer-encoding: chunked/im.test(received.slice(end, head));
  return isChunked ? joinChunks(body) : body;
}

/** Sends the head of a request for the mapcodes of plain lines; headers may change its type. */
export async function startBatch(
  port: number,
  headers: readonly string[] = ["Transfer-Encoding: chunked"],
  target = "/mapcode/batch/codes",
): Promise<BatchClient> {
  const socket = connect({ port, host: HOST, allowHalfOpen: true });
  await once(socket, "connect");
  let received = "";
  socket.setEncoding("latin1");
  socket.on("data", (text) => {
    received += text;
  });
  socket.on("error", () => {});
  // When the service closes its side of the connection, close the other.
  socket.on("end", () => socket.end());
  const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
  const hasType = headers.some((header) => header.startsWith("Content-Type"));
  const type = hasType ? [] : ["Content-Type: text/plain"];
  const lines = [`POST ${target} HTTP/1.1`, "Host: x", ...type, ...headers];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  const client: BatchClient = {
    socket,
    closed,
    received: () => received,
    body: () => bodyOf(received),
    send: (text) => void socket.write(`${text.length.toString(16)}\r\n${text}\r\n`),
    end: () => void socket.write("0\r\n\r\n"),
    async until(condition) {
      for (let waits = 0; !condition(client); waits++) {
        if (waits > 1500)
          throw new Error(
            `Still not true: ${condition}, after receiving:\n${received.slice(-500)}`,
          );
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
  return client;
}
