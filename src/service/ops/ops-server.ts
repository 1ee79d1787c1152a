/** The port of their own that operators' paths can have. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { LogError, Reply } from "../../http/requests.ts";
import { listenError } from "../listen-address.ts";
import { maxOpsConnections } from "../process-limits.ts";
import { NodeRequest, sendReply } from "../transports/node-messages.ts";
import { createOpsReplies, type OpsState } from "./ops-replies.ts";

/** Longer than the scrape interval of most monitors, which then keep their connection. */
const IDLE_MS = 65_000;

export interface OpsServer {
  readonly port: number;
  stop(): void;
}

const NOT_FOUND: Reply = {
  status: 404,
  headers: [["Content-Type", "text/plain; charset=utf-8"]],
  body: "There is nothing at this path. Use /metrics, /livez or /readyz.\n",
  operation: "other",
};

function createOpsServer(state: OpsState, log: LogError): Server {
  const reply = createOpsReplies(state, false);
  return createServer({ keepAliveTimeout: IDLE_MS }, (message, response) => {
    const beganMs = performance.now();
    const request = new NodeRequest(message, "");
    const replied = reply(request, log) ?? NOT_FOUND;
    const microseconds = (performance.now() - beganMs) * 1000;
    state.metrics.count(replied.operation, replied.status, microseconds);
    sendReply(response, replied, "", request.method === "HEAD", false);
    message.resume();
  });
}

/** Listens for operators. @throws ServiceError if it cannot listen on its address */
export async function startOpsServer(
  { host, port }: { readonly host: string; readonly port: number },
  state: OpsState,
  log: LogError,
): Promise<OpsServer> {
  const server = createOpsServer(state, log);
  server.maxConnections = maxOpsConnections();
  await new Promise<void>((resolve, reject) => {
    const options = "--ops-port or --ops-host";
    server.once("error", (error) => {
      reject(listenError({ kind: "port", host, port }, error, options));
    });
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
