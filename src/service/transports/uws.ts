/** The transport on uWebSockets.js; the only file that knows it. */
import { STATUS_CODES } from "node:http";
import type { Reply, Request } from "../../http/messages.ts";
import { ListenError } from "../failure.ts";
import {
  BODILESS,
  type Listen,
  type Listener,
  MOST_HEAD_BYTES,
  type Traffic,
  untilQuiet,
} from "./transport.ts";

// Read by the binary when it is loaded; unless told otherwise it takes 4 kB.
process.env.UWS_HTTP_MAX_HEADERS_SIZE ??= `${MOST_HEAD_BYTES}`;
const uWS = await import("uWebSockets.js");

type Response = import("uWebSockets.js").HttpResponse;
type Socket = import("uWebSockets.js").us_listen_socket;

// No header with the name and version of the library.
(uWS as unknown as { _cfg(key: string): void })._cfg("silent");

/** LIBUS_LISTEN_DEFAULT: other processes that ask for the same share the port. */
const SHARED_PORT = 0;
/** LIBUS_LISTEN_EXCLUSIVE_PORT, which the types of the package do not export. */
const EXCLUSIVE_PORT = 1;

const statusLines = new Map<number, string>();

function statusLine(status: number): string {
  let line = statusLines.get(status);
  if (line === undefined) {
    line = `${status} ${STATUS_CODES[status]}`;
    statusLines.set(status, line);
  }
  return line;
}

/** It must be attached: a client that goes away while it is answered would end the process. */
function ignoreAbort(): void {}

/** Sends the rest of a body when the client has taken what was sent of it; out of line. */
function finishLater(response: Response, body: string | Uint8Array, traffic: Traffic): void {
  const bytes = Buffer.from(body);
  traffic.flushing++;
  response.onAborted(() => {
    traffic.flushing--;
  });
  response.onWritable((offset) => {
    const [isTaken, isDone] = response.tryEnd(bytes.subarray(offset), bytes.length);
    if (isDone) traffic.flushing--;
    return isTaken;
  });
}

/**
 * Sends a body as the client takes it. `end` would be 0.9 microseconds faster, but keeps what the
 * client does not take: one that sends requests without reading made the process hold 1.8 GB. This
 * way, the connection is ended when such a client sends another request.
 */
function sendBody(response: Response, body: string | Uint8Array, traffic: Traffic): void {
  const length = typeof body === "string" ? Buffer.byteLength(body) : body.length;
  const [, isDone] = response.tryEnd(body, length);
  if (!isDone) finishLater(response, body, traffic);
}

function send(
  response: Response,
  { status, headers, body }: Reply,
  isHead: boolean,
  traffic: Traffic,
  isStopping: boolean,
): void {
  response.cork(() => {
    response.writeStatus(statusLine(status));
    for (const [name, value] of headers) response.writeHeader(name, value);
    if (isStopping) response.writeHeader("Connection", "close");
    if (BODILESS.includes(status)) {
      response.endWithoutBody();
    } else if (isHead) {
      // As an argument of endWithoutBody, the length would make it wait for a body.
      response.writeHeader("Content-Length", `${Buffer.byteLength(body)}`);
      response.endWithoutBody();
    } else {
      sendBody(response, body, traffic);
    }
  });
}

/** Starts to listen, with options that the types of the package leave out beside a host. */
function listenWith(
  app: import("uWebSockets.js").TemplatedApp,
  host: string,
  port: number,
  options: number,
): Promise<Socket | false> {
  const listen = app.listen.bind(app) as unknown as (
    host: string,
    port: number,
    options: number,
    done: (socket: Socket | false) => void,
  ) => void;
  return new Promise((resolve) => listen(host, port, options, resolve));
}

/** Listens with uWebSockets.js. */
export const listen: Listen = async ({ host, port, isShared }, reply) => {
  const traffic: Traffic = { open: 0, flushing: 0, lastRequestAtMs: 0 };
  let isStopping = false;
  const app = uWS.App();
  const countConnection = (_: Response, change: number | boolean) => {
    traffic.open += Number(change);
  };
  app.filter(countConnection);
  app.any("/*", (response, message) => {
    response.onAborted(ignoreAbort);
    if (isStopping) traffic.lastRequestAtMs = Date.now();
    // The message is only valid now, which is long enough: the reply is made at once.
    const method = message.getMethod().toUpperCase();
    const request: Request = {
      method,
      path: message.getUrl(),
      query: message.getQuery() ?? "",
      header: (name) => message.getHeader(name),
    };
    send(response, reply(request), method === "HEAD", traffic, isStopping);
  });
  // Not shared, a second service on the port would start and take half of the requests.
  const options = isShared ? SHARED_PORT : EXCLUSIVE_PORT;
  const socket = await listenWith(app, host, port, options);
  if (socket === false) throw new ListenError(host, port);
  const listener: Listener = {
    port: uWS.us_socket_local_port(socket),
    async stop(limitSeconds) {
      isStopping = true;
      uWS.us_listen_socket_close(socket);
      await untilQuiet(traffic, limitSeconds);
      app.close();
    },
  };
  return listener;
};
