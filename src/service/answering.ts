/** One process that answers requests: a transport, the router, counting and logging between them. */
import { createBatch, isReply } from "../http/batch/routes.ts";
import type { Reply, Request } from "../http/messages.ts";
import type { OperationName } from "../http/operations/operation.ts";
import { createRouter } from "../http/router.ts";
import { decoding } from "./batch/gunzip.ts";
import { type Done, Pump } from "./batch/pump.ts";
import type { Inlet, Wire } from "./batch/wire.ts";
import type { Log } from "./log.ts";
import type { Tally } from "./metrics/metrics.ts";
import { type ServiceOptions, settingsOf } from "./options.ts";
import type { ChosenTransport } from "./transports/choose.ts";
import type { Answering, Listener } from "./transports/transport.ts";

const MICROSECONDS = 1000;

type Target = Pick<Request, "method" | "path" | "query">;

interface Answered extends Done {
  readonly operation: OperationName;
}

/** One line for people; the members are for machines. */
function logAccess(log: Log, request: Target, answered: Answered, microseconds: number): void {
  const { method, path, query } = request;
  const target = query === "" ? path : `${path}?${query}`;
  const { status, operation, bytes } = answered;
  const rounded = Math.round(microseconds);
  // Quoted: what was sent may hold what a terminal would obey.
  const line = `${method} ${JSON.stringify(target)} ${status} ${bytes} bytes ${rounded} µs`;
  log.info({ method, target, status, operation, bytes, microseconds: rounded }, line);
}

function doneOf({ status, operation, body }: Reply): Answered {
  return { status, operation, bytes: Buffer.byteLength(body) };
}

/** What a transport asks, with counting and logging. */
function createAnswering(options: ServiceOptions, tally: Tally, log: Log): Answering {
  const settings = settingsOf(options, tally.report);
  const route = createRouter(settings);
  const batch = createBatch(settings);
  const report = (text: string) => log.error(text);
  const { accessLog } = options;

  function note(request: Target, answered: Answered, beganMs: number): void {
    const microseconds = (performance.now() - beganMs) * MICROSECONDS;
    tally.count(answered.operation, answered.status, microseconds);
    if (accessLog) logAccess(log, request, answered, microseconds);
  }

  return {
    reply(request) {
      const beganMs = performance.now();
      const answer = route(request, report);
      const microseconds = (performance.now() - beganMs) * MICROSECONDS;
      tally.count(answer.operation, answer.status, microseconds);
      // The length of the body takes time to tell.
      if (accessLog) logAccess(log, request, doneOf(answer), microseconds);
      return answer;
    },
    openBatch(request) {
      const beganMs = performance.now();
      const opened = batch.open(request, report);
      if (opened === undefined) return undefined;
      // The request is valid now only, what is logged of it comes later.
      const { method, path, query } = request;
      const target = { method, path, query };
      if (isReply(opened)) {
        note(target, doneOf(opened), beganMs);
        return opened;
      }
      const { operation, coding } = opened;
      return (wire: Wire): Inlet => {
        let free = () => {};
        const pump = new Pump(opened, wire, (done) => {
          free();
          note(target, { ...done, operation }, beganMs);
        });
        if (coding === "identity") return pump;
        const decoded = decoding(pump, wire);
        free = decoded.free;
        return decoded.inlet;
      };
    },
  };
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
  const { host, workers, batchSeconds } = options;
  return transport.listen(
    { host, port, isShared: workers > 1, maxRequestSeconds: batchSeconds },
    createAnswering(options, tally, log),
  );
}
