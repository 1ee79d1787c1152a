/** The transport on uWebSockets.js. */
import type { HttpRequest, HttpResponse, TemplatedApp, us_listen_socket } from "uWebSockets.js";
import type { Reply } from "../../http/requests.ts";
import { type ListenAddress, listenError, ownFile } from "../listen-address.ts";
import { readTls, type TlsFiles } from "../tls.ts";
import { addresslessPeer } from "../trusted-proxies.ts";
import {
  BODILESS,
  type Listen,
  type RequestHandler,
  type StartStream,
  type Traffic,
  untilQuiet,
} from "./transport.ts";
import { enableResume, streamBatch } from "./uws-batch.ts";
import { loadUws } from "./uws-binary.ts";
import { UwsRequest } from "./uws-requests.ts";
import { endWithoutBody, laterReply, replyAfterBody, sendBody, writeHead } from "./uws-response.ts";
import { TlsApps } from "./uws-tls.ts";

const uWS = await loadUws();

// Omits the header with the name and the version of the library.
(uWS as unknown as { _cfg(key: string): void })._cfg("silent");

/** LIBUS_LISTEN_DEFAULT: other processes that pass the same value share the port. */
const SHARED_PORT = 0;
/** LIBUS_LISTEN_EXCLUSIVE_PORT, which the types of the package do not export. */
const EXCLUSIVE_PORT = 1;

/** The reply to a request that the binary lets pass and the parser of Node would not. Its connection closes. */
const UNPARSABLE: Reply = { status: 400, headers: [], body: "", operation: "other" };

/** Answers the requests of a listener. */
class Exchanges {
  readonly #handler: RequestHandler;
  readonly #request: UwsRequest;
  readonly traffic: Traffic = { open: 0, flushing: 0, lastRequestAtMs: 0 };
  isStopping = false;
  #canResume = false;

  constructor(handler: RequestHandler, request: UwsRequest) {
    this.#handler = handler;
    this.#request = request;
  }

  /** A connection has begun or ended. @param change 1 or -1 */
  readonly count = (response: HttpResponse, change: number): void => {
    this.traffic.open += change;
    if (change < 0) return;
    if (!this.#canResume) {
      this.#canResume = true;
      enableResume(response);
    }
    const rejection = this.#handler.connect(this.traffic.open);
    if (rejection === undefined) return;
    // It has not sent a request yet.
    response.cork(() => {
      writeHead(response, rejection.status, rejection.headers);
      response.end(rejection.body, true);
    });
  };

  readonly respond = (response: HttpResponse, message: HttpRequest): void => {
    const request = this.#request;
    const { traffic } = this;
    if (this.isStopping) traffic.lastRequestAtMs = Date.now();
    const problem = request.begin(response, message);
    if (problem !== undefined) {
      this.#handler.rejectUnparsable(problem);
      replyAfterBody(response, UNPARSABLE, false, traffic);
      return;
    }
    const replied = this.#handler.respond(request);
    const { replyId } = request;
    const isHead = request.method === "HEAD";
    if (typeof replied === "function") {
      this.#stream(response, replied);
    } else if (request.hasBody()) {
      replyAfterBody(response, replied, isHead, traffic, replyId);
    } else if (replied instanceof Promise) {
      void replied.then(laterReply(response, isHead, traffic, replyId));
    } else {
      this.#send(response, replied);
    }
  };

  #stream(response: HttpResponse, start: StartStream): void {
    const request = {
      response,
      expectation: this.#request.header("expect"),
      requestId: this.#request.replyId,
      traffic: this.traffic,
      isStopping: () => this.isStopping,
    };
    streamBatch(request, start);
  }

  /** Sends a reply within the handler of its request, where the binary sends all at the end, as `cork` does elsewhere. */
  #send(response: HttpResponse, reply: Reply): void {
    const { status, headers, body } = reply;
    const { method, replyId } = this.#request;
    writeHead(response, status, headers, replyId);
    if (this.isStopping) response.writeHeader("Connection", "close");
    if (method === "HEAD" || BODILESS.includes(status)) endWithoutBody(response, reply);
    else sendBody(response, body, this.traffic);
  }
}

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
  const request = new UwsRequest(addresslessPeer(listenAddress), needsAllValues);
  const exchanges = new Exchanges(handler, request);
  const { traffic } = exchanges;
  const apps = createApps(tls, (app) => {
    app.filter((response, change) => exchanges.count(response, Number(change)));
    app.any("/*", exchanges.respond);
  });
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
      exchanges.isStopping = true;
      uWS.us_listen_socket_close(socket);
      removeFile();
      await untilQuiet(traffic, limitSeconds);
      apps.close();
    },
  };
};
