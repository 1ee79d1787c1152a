/** A client of batch requests on a raw socket, for tests of clients that behave badly. */
import { once } from "node:events";
import type { Socket } from "node:net";
import { readChunks } from "../support/chunks.ts";
import { RawConnection } from "../support/raw-connection.ts";
import { until } from "../support/until.ts";

export const POINT = "52.376514,4.908543\n";
export const REPLY_ROW = "52.376514,4.908543\tNLD\t49.4V\tVHXGB.1J9J\n";

/** A batch in one chunk. @param size its length as it is written @param end what follows the last chunk */
export function chunkedBatch(host: string, size: string, end = ""): string {
  const headers = `Host: ${host}\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n`;
  return `POST /mapcode/batch/codes HTTP/1.1\r\n${headers}\r\n${size}\r\n1,2\n\r\n0\r\n${end}\r\n`;
}

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
  /** Whether the end of the reply has been received. */
  isComplete(): boolean;
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>;
}

function parseReply(received: string): { readonly text: string; readonly isComplete: boolean } {
  const end = received.lastIndexOf("HTTP/1.1 ");
  const head = received.indexOf("\r\n\r\n", end);
  if (head < 0) return { text: "", isComplete: false };
  const body = received.slice(head + 4);
  const headers = received.slice(end, head);
  if (/^transfer-encoding: chunked/im.test(headers)) {
    const { text, rest } = readChunks(body);
    return { text, isComplete: rest === "" };
  }
  const length = Number(/^content-length: (\d+)/im.exec(headers)?.[1]);
  return { text: body, isComplete: body.length === length };
}

/** Sends the head of a streamed request for the mapcodes of plain lines; headers may change its type. */
export async function startBatch(
  port: number,
  headers: readonly string[] = ["Transfer-Encoding: chunked"],
  target = "/mapcode/batch/codes?stream=true",
): Promise<BatchClient> {
  const connection = new RawConnection(port, "", { allowHalfOpen: true });
  const { socket, closed } = connection;
  await once(socket, "connect");
  // When the service closes its side of the connection, close the other.
  socket.on("end", () => socket.end());
  const hasType = headers.some((header) => header.startsWith("Content-Type"));
  const type = hasType ? [] : ["Content-Type: text/plain"];
  const lines = [`POST ${target} HTTP/1.1`, "Host: x", ...type, ...headers];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  const client: BatchClient = {
    socket,
    closed,
    received: () => connection.received,
    body: () => parseReply(connection.received).text,
    isComplete: () => parseReply(connection.received).isComplete,
    send: (text) => void socket.write(`${text.length.toString(16)}\r\n${text}\r\n`),
    end: () => void socket.write("0\r\n\r\n"),
    until(condition) {
      return until(
        () => condition(client),
        () => `Still not true: ${condition}, after receiving:\n${connection.received.slice(-500)}`,
      );
    },
  };
  return client;
}
