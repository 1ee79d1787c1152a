/** One process that answers requests: a transport, the router, counting and logging between them. */
import type { Reply, Request } from "../http/messages.ts";
import { createRouter } from "../http/router.ts";
import type { Log } from "./log.ts";
import { type ServiceOptions, settingsOf } from "./options.ts";
import type { Tally } from "./tally.ts";
import type { ChosenTransport } from "./transports/choose.ts";
import type { Listener } from "./transports/transport.ts";

const MICROSECONDS = 1000;

/** One line for people; the members are for machines. */
function logAccess(log: Log, request: Request, reply: Reply, microseconds: number): void {
  const { method, path, query } = request;
  const target = query === "" ? path : `${path}?${query}`;
  const { status, operation } = reply;
  const bytes = Buffer.byteLength(reply.body);
  const rounded = Math.round(microseconds);
  // Quoted: what was sent may hold what a terminal would obey.
  const line = `${method} ${JSON.stringify(target)} ${status} ${bytes} bytes ${rounded} µs`;
  log.info({ method, target, status, operation, bytes, microseconds: rounded }, line);
}

/**
 * Listens until it is stopped.
 * @param port the one to listen on, which differs from that of the options when any was asked for
 * @throws ListenError
 */
export function startAnswering(
  options: ServiceOptions,
  port: number,
  transport: ChosenTransport,
  tally: Tally,
  log: Log,
): Promise<Listener> {
  const route = createRouter(settingsOf(options, tally.report));
  const report = (text: string) => log.error(text);
  const { accessLog, host } = options;
  const reply = (request: Request): Reply => {
    const beganMs = performance.now();
    const answer = route(request, report);
    const microseconds = (performance.now() - beganMs) * MICROSECONDS;
    tally.count(answer.operation, answer.status, microseconds);
    if (accessLog) logAccess(log, request, answer, microseconds);
    return answer;
  };
  return transport.listen({ host, port, isShared: options.workers > 1 }, reply);
}
