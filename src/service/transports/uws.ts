/** The transport on uWebSockets.js. */
import type { HttpRequest, HttpResponse, TemplatedApp, us_listen_socket } from "uWebSockets.js";
import type { Reply } from "../../http/requests.ts";
import { type ListenAddress, listenError, ownFile } from "../listen-address.ts";
import { readTls, type TlsFiles } from "../tls.ts";
import { addresslessPeer } from "../trusted-proxies.ts";
import {
  BODILESS,
  type Listen,
  type ReceivedRequest,
  type Rejection,
  type RequestHandler,
  type Traffic,
  untilQuiet,
} from "./transport.ts";
import { enableResume, streamBatch } from "./uws-batch.ts";
import { loadUws } from "./uws-binary.ts";
import { peerAddress } from "./uws-peers.ts";
import {
  endWithoutBody,
  laterReply,
  replyAfterBody,
  replyRejected,
  sendBody,
  writeHead,
} from "./uws-response.ts";
import { TlsApps } from "./uws-tls.ts";

const uWS = await loadUws();

// Omits the header with the name and the version of the library.
(uWS as unknown as { _cfg(key: string): void })._cfg("silent");

/** LIBUS_LISTEN_DEFAULT: other processes that pass the same value share the port. */
const SHARED_PORT = 0;
/** LIBUS_LISTEN_EXCLUSIVE_PORT, which the types of the package do not export. */
const EXCLUSIVE_PORT = 1;

/** The binary speaks no other version. */
const PROTOCOL = "HTTP/1.1";

/**
 * A request and its reply. All requests of a listener reuse one exchange, one after the other, because
 * objects and closures for each request would be garbage.
 */
class Exchange implements ReceivedRequest {
  readonly protocol = PROTOCOL;
  method = "";
  path = "";
  query = "";
  replyId = "";
  isStopping = false;
  readonly #traffic: Traffic;
  readonly #addressless: string;
  #message: HttpRequest | undefined;
  #response: HttpResponse | undefined;
  /** Names and values of all headers, if they were read: as many as `#headerCount`, which is 0 before. */
  readonly #names: string[] = [];
  readonly #values: string[] = [];
  #headerCount = 0;

  readonly #needsAllValues: boolean;

  /** @param addressless the address of a peer that has none */
  constructor(traffic: Traffic, addressless: string, needsAllValues: boolean) {
    this.#traffic = traffic;
    this.#addressless = addressless;
    this.#needsAllValues = needsAllValues;
  }

  header(name: string): string {
    if (this.#headerCount === 0) return this.#message?.getHeader(name) ?? "";
    const index = this.#indexOf(name, 0);
    return index < 0 ? "" : this.#values[index];
  }

  /** Reads all headers, as the binary has no function for all lines of one; `header` need not ask it afterwards. */
  allValues(name: string): string {
    if (this.#headerCount === 0) this.#message?.forEach(this.#keepHeader);
    let index = this.#indexOf(name, 0);
    if (index < 0) return "";
    let values = this.#values[index];
    for (;;) {
      index = this.#indexOf(name, index + 1);
      if (index < 0) return values;
      values += `, ${this.#values[index]}`;
    }
  }

  readonly #keepHeader = (name: string, value: string): void => {
    this.#names[this.#headerCount] = name;
    this.#values[this.#headerCount] = value;
    this.#headerCount++;
  };

  /** @returns -1 if there is no such header at an index from `from` on */
  #indexOf(name: string, from: number): number {
    for (let index = from; index < this.#headerCount; index++) {
      if (this.#names[index] === name) return index;
    }
    return -1;
  }

  peerAddress(): string {
    return peerAddress(this.#response as HttpResponse, this.#addressless);
  }

  /** The message is valid during this call only. That is enough, because the reply is created at once. */
  respond(
    response: HttpResponse,
    message: HttpRequest,
    method: string,
    { reject, reply }: Pick<RequestHandler, "reject" | "reply">,
  ): void {
    if (this.isStopping) this.#traffic.lastRequestAtMs = Date.now();
    this.method = method;
    this.path = message.getUrl();
    this.query = message.getQuery() ?? "";
    this.#message = message;
    this.#response = response;
    this.replyId = "";
    this.#headerCount = 0;
    // All headers at once take as long as the seven that are read of a logged request.
    if (this.#needsAllValues) message.forEach(this.#keepHeader);
    const rejection = reject(this);
    if (rejection) {
      const respond = hasBody(this) ? rejectBody : replyRejected;
      respond(response, rejection, method === "HEAD", this.#traffic, this.replyId);
      return;
    }
    const closes = hasBody(this);
    const replied = reply(this);
    if (closes) {
      replyAfterBody(response, replied, method === "HEAD", this.#traffic, this.replyId);
    } else if (replied instanceof Promise) {
      void replied.then(laterReply(response, method === "HEAD", this.#traffic, this.replyId));
    } else {
      this.#send(response, replied);
    }
  }

  /** Sends a reply within the handler of its request, where the binary sends all at the end, as `cork` does elsewhere. */
  #send(response: HttpResponse, reply: Reply): void {
    const { status, headers, body } = reply;
    writeHead(response, status, headers, this.replyId);
    if (this.isStopping) response.writeHeader("Connection", "close");
    if (this.method === "HEAD" || BODILESS.includes(status)) {
      endWithoutBody(response, reply);
    } else {
      sendBody(response, body, this.#traffic);
    }
  }
}

/**
 * Whether a request says that it has a body. The binary takes the body of a request with two lengths, or with an
 * unknown coding, for the next request. The connection of any request with an unneeded body is therefore closed. Some
 * clients send a single length of 0 with each GET, which leaves no doubt.
 */
function hasBody(request: ReceivedRequest): boolean {
  if (request.header("transfer-encoding") !== "") return true;
  return request.header("content-length") !== "" && request.allValues("content-length") !== "0";
}

/** Replies to a connection that has not sent a request yet, and closes it. */
function rejectConnection(response: HttpResponse, { status, headers, body }: Reply): void {
  response.cork(() => {
    writeHead(response, status, headers, "");
    response.end(body, true);
  });
}

/** Replies to a request with a body that was rejected. Its connection closes after the body, so it is not held. */
function rejectBody(
  response: HttpResponse,
  { reply, release }: Rejection,
  isHead: boolean,
  traffic: Traffic,
  requestId: string,
): void {
  release();
  replyAfterBody(response, reply, isHead, traffic, requestId);
}

/** The reply to a request that the binary lets pass and the parser of Node would not. Its connection closes. */
const UNPARSABLE: Reply = { status: 400, headers: [], body: "", operation: "other" };

/** Rejects nothing: whether to reject a POST was decided before. */
function answerAll(): undefined {}

/**
 * Returns the request of a POST. A header that was sent twice has both values, so that they can be checked.
 * @returns undefined if it has an empty Content-Length: the binary takes its body for the next request
 */
function postRequest(
  response: HttpResponse,
  message: HttpRequest,
  addressless: string,
): ReceivedRequest | undefined {
  const headers = new Map<string, string>();
  message.forEach((name, value) => {
    const first = headers.get(name);
    headers.set(name, first === undefined ? value : `${first}, ${value}`);
  });
  if (headers.get("content-length") === "") return undefined;
  const allValues = (name: string) => headers.get(name) ?? "";
  return {
    method: "POST",
    path: message.getUrl(),
    query: message.getQuery() ?? "",
    protocol: PROTOCOL,
    replyId: "",
    header: allValues,
    allValues,
    peerAddress: () => peerAddress(response, addressless),
  };
}

/** Whether a request was sent with this method: the binary finds routes by methods in any case, which HTTP tells apart. */
function isMethod(message: HttpRequest, method: string): boolean {
  return message.getCaseSensitiveMethod() === method;
}

const LOWER_CASE = "method in lower case";

/** A listening socket of the binary, and the file to remove with it. */
interface Listening {
  readonly socket: us_listen_socket;
  readonly listenAddress: ListenAddress;
  /** Removes the file of the socket, if it has one. */
  removeFile(): void;
}

/** Calls a function of the binary that listens. @throws ServiceError if it reports failure */
async function listening(
  listenAddress: ListenAddress,
  start: (done: (socket: us_listen_socket | false) => void) => void,
): Promise<us_listen_socket> {
  const socket = await new Promise<us_listen_socket | false>(start);
  if (socket === false) throw listenError(listenAddress);
  return socket;
}

async function listenAt(
  app: TemplatedApp,
  listenAddress: ListenAddress,
  isShared: boolean,
): Promise<Listening> {
  if (listenAddress.kind === "file") {
    const { path } = listenAddress;
    const socket = await listening(listenAddress, (done) => app.listen_unix(done, path));
    return { socket, listenAddress, removeFile: ownFile(listenAddress) };
  }
  // The binary has no function for a socket that is open already.
  if (listenAddress.kind === "inherited") throw listenError(listenAddress);
  // On a shared port, a second service could start, and would get half of the requests.
  const options = isShared ? SHARED_PORT : EXCLUSIVE_PORT;
  const { host, port } = listenAddress;
  const socket = await listening(listenAddress, (done) => app.listen(host, port, options, done));
  const actualPort = uWS.us_socket_local_port(socket);
  return { socket, listenAddress: { ...listenAddress, port: actualPort }, removeFile: () => {} };
}

/** The app that listens, and those that answer. */
interface Apps {
  readonly acceptor: TemplatedApp;
  reload(): void;
  close(): void;
}

/** @throws ServiceError if the certificate cannot be used */
function createApps(tls: TlsFiles | undefined, addRoutes: (app: TemplatedApp) => void): Apps {
  if (tls === undefined) {
    const app = uWS.App();
    addRoutes(app);
    return { acceptor: app, reload: () => {}, close: () => app.close() };
  }
  const files = { cert_file_name: tls.cert, key_file_name: tls.key };
  return new TlsApps(() => {
    // The binary does not say what is wrong with a file.
    readTls(tls);
    return uWS.SSLApp(files);
  }, addRoutes);
}

/**
 * Listens with uWebSockets.js.
 * @throws ServiceError if it cannot listen there, or the certificate cannot be used
 */
export const listen: Listen = async (options, handler) => {
  const { listenAddress, tls, isShared, needsAllValues } = options;
  const { connect, reject, startBatch } = handler;
  const toPost = { ...handler, reject: answerAll };
  const traffic: Traffic = { open: 0, flushing: 0, lastRequestAtMs: 0 };
  const addressless = addresslessPeer(listenAddress);
  const exchange = new Exchange(traffic, addressless, needsAllValues);
  let canResume = false;
  const countConnection = (response: HttpResponse, change: number) => {
    traffic.open += change;
    if (change < 0) return;
    if (!canResume) {
      canResume = true;
      enableResume(response);
    }
    const rejection = connect(traffic.open);
    if (rejection) rejectConnection(response, rejection);
  };
  const rejectUnparsable = (response: HttpResponse, reason: string) => {
    handler.rejectUnparsable(reason);
    replyAfterBody(response, UNPARSABLE, false, traffic);
  };
  const addRoutes = (app: TemplatedApp): void => {
    app.filter((response, change) => countConnection(response, Number(change)));
    app.get("/*", (response, message) => {
      if (isMethod(message, "GET")) exchange.respond(response, message, "GET", handler);
      else rejectUnparsable(response, LOWER_CASE);
    });
    app.post("/*", (response, message) => {
      if (!isMethod(message, "POST")) {
        rejectUnparsable(response, LOWER_CASE);
        return;
      }
      const request = postRequest(response, message, addressless);
      if (request === undefined) {
        rejectUnparsable(response, "empty Content-Length");
        return;
      }
      const rejection = reject(request);
      if (rejection) {
        rejectBody(response, rejection, false, traffic, request.replyId);
        return;
      }
      const started = startBatch(request);
      if (started === undefined) exchange.respond(response, message, "POST", toPost);
      else if (typeof started !== "function") {
        replyAfterBody(response, started, false, traffic, request.replyId);
      } else {
        const batchRequest = {
          response,
          expectation: request.header("expect"),
          requestId: request.replyId,
          traffic,
          isStopping: () => exchange.isStopping,
        };
        streamBatch(batchRequest, started);
      }
    });
    app.any("/*", (response, message) => {
      const method = message.getCaseSensitiveMethod();
      if (method === method.toUpperCase()) exchange.respond(response, message, method, handler);
      else rejectUnparsable(response, LOWER_CASE);
    });
  };
  const apps = createApps(tls, addRoutes);
  const {
    socket,
    listenAddress: actualAddress,
    removeFile,
  } = await listenAt(apps.acceptor, listenAddress, isShared);
  return {
    listenAddress: actualAddress,
    reloadTls: () => apps.reload(),
    connections: () => traffic.open,
    async stop(limitSeconds) {
      exchange.isStopping = true;
      uWS.us_listen_socket_close(socket);
      removeFile();
      await untilQuiet(traffic, limitSeconds);
      apps.close();
    },
  };
};
