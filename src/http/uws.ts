/** The transport on uWebSockets.js; the only file that knows it. */

import * as uWS from "uWebSockets.js";
import { STATUS_CODES } from "node:http";
import { ListenError, type Listener, type Reply, type Request } from "./transport.ts";

/** LIBUS_LISTEN_EXCLUSIVE_PORT, which the types of the package do not export. */
const EXCLUSIVE_PORT = 1;

function send(response: uWS.HttpResponse, reply: Reply, withBody: boolean): void {
  response.cork(() => {
    response.writeStatus(`${reply.status} ${STATUS_CODES[reply.status]}`);
    for (const [name, value] of reply.headers) response.writeHeader(name, value);
    if (withBody) {
      response.end(reply.body);
      return;
    }
    // Given as an argument of endWithoutBody, the length would make uWebSockets.js wait for a body.
    response.writeHeader("Content-Length", `${Buffer.byteLength(reply.body)}`);
    response.endWithoutBody();
  });
}

/**
 * @param port 0 for any free one
 * @throws ListenError
 */
export function listen(
  host: string,
  port: number,
  reply: (request: Request) => Reply,
): Promise<Listener> {
  const app = uWS.App();
  app.any("/*", (response, request) => {
    // The request is only valid now: all that is needed of it is taken at once.
    const method = request.getMethod().toUpperCase();
    const path = request.getUrl();
    const query = request.getQuery() ?? "";
    send(response, reply({ method, path, query }), method !== "HEAD");
  });
  // The types leave out that a host and options go together.
  const listenOn = app.listen.bind(app) as unknown as (
    host: string,
    port: number,
    options: number,
    done: (socket: uWS.us_listen_socket | false) => void,
  ) => void;
  return new Promise((resolve, reject) => {
    // Without this, a second service on the port would start and take half of the requests.
    listenOn(host, port, EXCLUSIVE_PORT, (socket) => {
      if (socket === false) {
        reject(new ListenError(host, port));
        return;
      }
      resolve({ port: uWS.us_socket_local_port(socket), close: () => app.close() });
    });
  });
}
