/** The transport on uWebSockets.js; the only file that loads it. */
import type { Reply, Request } from "../../http/messages.ts";
import { ListenError } from "../errors.ts";
import {
  BODILESS,
  type Listen,
  type Listener,
  MAX_HEAD_BYTES,
  type Traffic,
  untilQuiet,
} from "./transport.ts";
import { answerBatch, refuseBatch } from "./uws-batch.ts";
import { writeHead } from "./uws-head.ts";

// Read by the binary when it is loaded; unless told otherwise it takes 4 kB.
process.env.UWS_HTTP_MAX_HEADERS_SIZE ??= `${MAX_HEAD_BYTES}`;
const uWS = await import("uWebSockets.js");

type Message = import("uWebSockets.js").HttpRequest;
export type Response = import("uWebSockets.js").HttpResponse;
type Socket = import("uWebSockets.js").us_listen_socket;

// No header with the name and version of the library.
(uWS as unknown as { _cfg(key: string): void })._cfg("silent");

/** LIBUS_LISTEN_DEFAULT: other processes that ask for the same share the port. */
const SHARED_PORT = 0;
/** LIBUS_LISTEN_EXCLUSIVE_PORT, which the types of the package do not export. */
const EXCLUSIVE_PORT = 1;

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

/**
 * A request and its reply. All requests of a listener are answered by one exchange in turn: objects
 * and closures of each would be garbage.
 */
class Exchange implements Request {
  method = "";
  path = "";
  query = "";
  isStopping = false;
  readonly #traffic: Traffic;
  #message: Message | undefined;
  #response: Response | undefined;
  #reply: Reply | undefined;

  constructor(traffic: Traffic) {
    this.#traffic = traffic;
  }

  header(name: string): string {
    return this.#message?.getHeader(name) ?? "";
  }

  /** The message is only valid now, which is long enough: the reply is made at once. */
  answer(
    response: Response,
    message: Message,
    method: string,
    reply: (request: Request) => Reply,
  ): void {
    response.onAborted(ignoreAbort);
    if (this.isStopping) this.#traffic.lastRequestAtMs = Date.now();
    this.method = method;
    this.path = message.getUrl();
    this.query = message.getQuery() ?? "";
    this.#message = message;
    this.#response = response;
    this.#reply = reply(this);
    response.cork(this.#send);
  }

  readonly #send = (): void => {
    const response = this.#response as Response;
    const { status, headers, body } = this.#reply as Reply;
    writeHead(response, status, headers);
    if (this.isStopping) response.writeHeader("Connection", "close");
    if (BODILESS.includes(status)) {
      response.endWithoutBody();
    } else if (this.method === "HEAD") {
      // As an argument of endWithoutBody, the length would make it wait for a body.
      response.writeHeader("Content-Length", `${Buffer.byteLength(body)}`);
      response.endWithoutBody();
    } else {
      sendBody(response, body, this.#traffic);
    }
  };
}

/** A POST, whose headers can be read as long as its message is valid. */
function postOf(message: Message): Request {
  return {
    method: "POST",
    path: message.getUrl(),
    query: message.getQuery() ?? "",
    header: (name) => message.getHeader(name),
  };
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
export const listen: Listen = async ({ host, port, isShared }, { reply, openBatch }) => {
  const traffic: Traffic = { open: 0, flushing: 0, lastRequestAtMs: 0 };
  const exchange = new Exchange(traffic);
  const app = uWS.App();
  const countConnection = (_: Response, change: number | boolean) => {
    traffic.open += Number(change);
  };
  app.filter(countConnection);
  app.get("/*", (response, message) => exchange.answer(response, message, "GET", reply));
  app.post("/*", (response, message) => {
    const opened = openBatch(postOf(message));
    if (opened === undefined) exchange.answer(response, message, "POST", reply);
    else if (typeof opened !== "function") refuseBatch(response, opened);
    else answerBatch(response, opened, traffic, () => exchange.isStopping);
  });
  app.any("/*", (response, message) => {
    exchange.answer(response, message, message.getMethod().toUpperCase(), reply);
  });
  // Not shared, a second service on the port would start and take half of the requests.
  const options = isShared ? SHARED_PORT : EXCLUSIVE_PORT;
  const socket = await listenWith(app, host, port, options);
  if (socket === false) throw new ListenError(host, port);
  const listener: Listener = {
    port: uWS.us_socket_local_port(socket),
    async stop(limitSeconds) {
      exchange.isStopping = true;
      uWS.us_listen_socket_close(socket);
      await untilQuiet(traffic, limitSeconds);
      app.close();
    },
  };
  return listener;
};
