/** The transport on Node's own HTTP server: slower than uWebSockets.js, but available everywhere. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Server as TlsServer } from "node:https";
import { type ListenOptions as NetListenOptions, Server as NetServer, type Socket } from "node:net";
import type { Reply } from "../../http/requests.ts";
import { type ListenAddress, listenError, ownFile } from "../listen-address.ts";
import { readTls } from "../tls.ts";
import { addresslessPeer } from "../trusted-proxies.ts";
import { streamBatch } from "./node-batch.ts";
import {
  isBodyLost,
  limitBody,
  limitUnread,
  NodeRequest,
  replyEarly,
  sendReply,
} from "./node-messages.ts";
import { createHttpServer } from "./node-server.ts";
import { type Listen, type RequestHandler, type Traffic, untilQuiet } from "./transport.ts";

/** @returns what node:net calls a listen address */
function netOptions(listenAddress: ListenAddress): NetListenOptions & { fd?: number } {
  switch (listenAddress.kind) {
    case "port":
      return { host: listenAddress.host, port: listenAddress.port };
    case "file":
      return { path: listenAddress.path };
    case "inherited":
      return { fd: listenAddress.descriptor };
  }
}

/**
 * Waits until a server listens.
 * @returns a function that removes the file of its socket, if it has one
 * @throws ServiceError if it cannot listen there
 */
async function listenAt(server: NetServer, listenAddress: ListenAddress): Promise<() => void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(listenError(listenAddress, error)));
    server.listen(netOptions(listenAddress), resolve);
  });
  return listenAddress.kind === "file" ? ownFile(listenAddress) : () => {};
}

/** Returns the address with what only the listening server knows. */
function actualAddress(listenAddress: ListenAddress, server: NetServer): ListenAddress {
  const address = server.address();
  if (address === null) return listenAddress;
  if (listenAddress.kind === "inherited") return { ...listenAddress, at: address };
  return listenAddress.kind === "port" && typeof address === "object"
    ? { ...listenAddress, port: address.port }
    : listenAddress;
}

/** Answers the requests of a server. */
class Answers {
  readonly #handler: RequestHandler;
  readonly #traffic: Traffic;
  /** Connections that close after a reply. What follows in the same packet would be processed, but not answered. */
  readonly #ending = new WeakSet<Socket>();
  /** The address of peers that have none. */
  addressless: string;
  isStopping = false;

  constructor(handler: RequestHandler, traffic: Traffic, addressless: string) {
    this.#handler = handler;
    this.#traffic = traffic;
    this.addressless = addressless;
  }

  answer(message: IncomingMessage, response: ServerResponse, isLast: boolean): void {
    const { socket } = message;
    // The reply to an earlier request on this connection has closed it, or will.
    if (!socket.writable || this.#ending.has(socket)) return;
    if (this.isStopping) this.#traffic.lastRequestAtMs = Date.now();
    this.#traffic.flushing++;
    response.on("close", () => {
      this.#traffic.flushing--;
      if (!message.complete) limitBody(message);
    });
    const closes = this.isStopping || isLast;
    const request = new NodeRequest(message, this.addressless);
    const replied = this.#handler.respond(request);
    const { replyId } = request;
    if (typeof replied === "function") {
      // A client that was asked for its body leaves the connection open.
      if (message.headers.expect !== undefined) response.writeContinue();
      streamBatch(message, response, replied, replyId, () => this.isStopping);
      return;
    }
    const isEarly = isBodyLost(message, closes);
    if (closes || isEarly) this.#ending.add(socket);
    const send = (reply: Reply) => {
      if (isEarly) replyEarly(message, response, reply, replyId);
      else sendReply(response, reply, replyId, request.method === "HEAD", closes);
      limitUnread(response, socket);
    };
    if (replied instanceof Promise) void replied.then(send);
    else send(replied);
  }
}

/**
 * Listens with node:http. Workers of node:cluster share the port in any case.
 * @throws ServiceError if it cannot listen there, or the certificate cannot be used
 */
export const listen: Listen = async (options, handler) => {
  const { listenAddress, tls } = options;
  const traffic: Traffic = { open: 0, flushing: 0, lastRequestAtMs: 0 };
  const answers = new Answers(handler, traffic, addresslessPeer(listenAddress));
  const server = createHttpServer(options, traffic, handler, (message, response, isLast) =>
    answers.answer(message, response, isLast),
  );
  const removeFile = await listenAt(server, listenAddress);
  const listeningAddress = actualAddress(listenAddress, server);
  // Only the server knows what kind of socket it has inherited.
  answers.addressless = addresslessPeer(listeningAddress);
  return {
    listenAddress: listeningAddress,
    reloadTls() {
      if (tls && server instanceof TlsServer) server.setSecureContext(readTls(tls));
    },
    connections: () => traffic.open,
    async stop(limitSeconds) {
      answers.isStopping = true;
      // The function of http.Server would also close connections whose request has not been read yet.
      NetServer.prototype.close.call(server);
      removeFile();
      await untilQuiet(traffic, limitSeconds);
      server.closeAllConnections();
    },
  };
};
