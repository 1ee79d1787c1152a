/** Clients of batch requests that behave as no ordinary one does, on a socket of their own. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { HOST } from "../http/both-transports.ts";

export const POINT = "52.376514,4.908543\n";
export const ANSWER = "52.376514,4.908543\tNLD\t49.4V\tVHXGB.1J9J\n";

export interface BatchClient {
  readonly socket: Socket;
  /** All that has come, head and chunk sizes included. */
  received(): string;
  /** The body of the answer as far as it has come. */
  body(): string;
  /** Sends a piece of the body as a chunk of its own. */
  send(text: string): void;
  /** Sends the end of the body. */
  end(): void;
  /** Resolves when what has come is so. */
  until(isSo: (client: BatchClient) => boolean): Promise<void>;
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>;
}

/** The content of a body in chunks, the last of which may be cut off. */
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

/** Sends the head of a request for mapcodes of plain lines, unless the headers say otherwise. */
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
  // One whose other side has ended ends as well.
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
    async until(isSo) {
      for (let waits = 0; !isSo(client); waits++) {
        if (waits > 1500) throw new Error(`It never came to ${isSo}:\n${received.slice(-500)}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
  return client;
}
