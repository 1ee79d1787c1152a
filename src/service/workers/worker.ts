/** A worker process: answers requests and tells the primary what it has counted. */
import { startAnswering } from "../answering.ts";
import { createLog } from "../log.ts";
import { createRowCounts, type Tally } from "../metrics/metrics.ts";
import { chooseTransport } from "../transports/choose.ts";
import type { Listener } from "../transports/transport.ts";
import type { ToPrimary, ToWorker } from "./messages.ts";

/** How long the other processes know nothing of a request. */
const TELL_EVERY_MS = 200;
/** After so many times without requests, the gauges are told all the same. */
const TELL_GAUGES_EVERY = 10;

function tell(message: ToPrimary): void {
  // The primary may be gone, which "disconnect" tells.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

function tellRegularly(tally: Tally): void {
  let quietTimes = TELL_GAUGES_EVERY;
  setInterval(() => {
    const delta = tally.takeUntold();
    quietTimes = delta.length > 0 ? TELL_GAUGES_EVERY : quietTimes + 1;
    if (quietTimes < TELL_GAUGES_EVERY) return;
    quietTimes = 0;
    tell({ kind: "counted", delta, gauges: tally.readGauges() });
  }, TELL_EVERY_MS).unref();
}

interface Running {
  readonly listener: Listener;
  readonly tally: Tally;
  readonly stopSeconds: number;
}

async function start({
  options,
  port,
  startedAtMs,
  counted,
}: ToWorker & { kind: "start" }): Promise<Running> {
  const log = createLog(options);
  const tally = createRowCounts(options.workers, startedAtMs, counted);
  const transport = await chooseTransport(options.transport, options.workers);
  const listener = await startAnswering(options, port, transport, tally, log);
  tellRegularly(tally);
  const { name, reason } = transport;
  tell({ kind: "ready", transport: name, ...(reason === undefined ? {} : { reason }) });
  return { listener, tally, stopSeconds: options.stopSeconds };
}

/** Runs in the process that it is imported in. */
function work(): void {
  let running: Promise<Running> | undefined;
  let isStopping = false;

  async function stop(): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    try {
      const { listener, tally, stopSeconds } = (await running) ?? {};
      await listener?.stop(stopSeconds ?? 0);
      if (tally) tell({ kind: "counted", delta: tally.takeUntold(), gauges: tally.readGauges() });
    } finally {
      if (process.connected) process.disconnect();
    }
  }

  process.on("message", (message: ToWorker) => {
    if (message.kind === "stop") void stop();
    if (message.kind === "other") {
      void running?.then(({ tally }) => {
        tally.add(message.delta);
        tally.noteGauges(message.pid, message.gauges);
      });
    }
    if (message.kind === "start") {
      running = start(message);
      running.catch((error: Error) => {
        tell({ kind: "failed", message: error.message });
        process.disconnect();
      });
    }
  });
  process.on("disconnect", () => void stop());
  // Ctrl-C reaches all processes of a terminal: the primary decides what becomes of it.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => void stop());
  tell({ kind: "loaded" });
}

work();
