/** `mapcoded serve`: its options, and running the service until a signal. */

import { type Command, InvalidArgumentError, type Option } from "commander";
import { DIALECTS } from "../http/settings.ts";
import {
  DEFAULT_OPTIONS,
  LOG_FORMATS,
  LOG_LEVELS,
  type ServiceOptions,
} from "../service/options.ts";
import { TRANSPORT_CHOICES } from "../service/transports/choose.ts";
import { addressOptions, setting } from "./service-address.ts";
import { integerUpTo, workersOf } from "./values.ts";

const MAX_STOP_SECONDS = 3_600;
const MAX_BATCH_SECONDS = 86_400;
/** Of bytes and rows: those of any machine, and exact as a number. */
const MAX_BATCH = 2 ** 40;
/** A row is held in memory, and a part of a message. */
const MAX_BATCH_ROW_BYTES = 2 ** 20;

function headerOf(text: string): string {
  if (/^[\x20-\x7e]+$/.test(text)) return text;
  throw new InvalidArgumentError("Expected the value of a header, in printable ASCII.");
}

const SWITCH = ["on", "off"] as const;

/** What the command's options are before they are those of the service. */
interface ServeOptions extends Omit<ServiceOptions, "cors" | "accessLog" | "stopSeconds"> {
  readonly cors: (typeof SWITCH)[number];
  readonly accessLog: (typeof SWITCH)[number];
  readonly stopAfter: number;
}

function serviceOptions(options: ServeOptions): ServiceOptions {
  const { cors, accessLog, stopAfter, ...same } = options;
  return { ...same, cors: cors === "on", accessLog: accessLog === "on", stopSeconds: stopAfter };
}

/** Serves until a signal; then the event loop has nothing left and the process ends with 0. */
async function runService(options: ServiceOptions): Promise<void> {
  // Only here: none of the other commands needs a log or a transport.
  const [{ createLog }, { serve }] = await Promise.all([
    import("../service/log.ts"),
    import("../service/serve.ts"),
  ]);
  const log = createLog(options);
  const service = await serve(options, log);
  log.info(`Help: ${service.address}/   Stop: ctrl-C`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      log.info({ signal }, `Stops on ${signal}`);
      void service.stop();
    });
  }
}

function batchOptions(): Option[] {
  const { batchBytes, batchRowBytes, batchRows, batchSeconds } = DEFAULT_OPTIONS;
  return [
    setting("--batch-bytes <count>", "MAPCODED_BATCH_BYTES", "limit of a batch request's body")
      .argParser(integerUpTo(MAX_BATCH, 1))
      .default(batchBytes),
    setting("--batch-row-bytes <count>", "MAPCODED_BATCH_ROW_BYTES", "limit of each of its rows")
      .argParser(integerUpTo(MAX_BATCH_ROW_BYTES, 1))
      .default(batchRowBytes),
    setting("--batch-rows <count>", "MAPCODED_BATCH_ROWS", "limit of its number of rows")
      .argParser(integerUpTo(MAX_BATCH, 1))
      .default(batchRows),
    setting("--batch-seconds <count>", "MAPCODED_BATCH_SECONDS", "limit of the time it takes")
      .argParser(integerUpTo(MAX_BATCH_SECONDS, 1))
      .default(batchSeconds),
  ];
}

export function addServe(program: Command): void {
  const defaults = DEFAULT_OPTIONS;
  const command = program.command("serve").description("serve the conversions over HTTP");
  for (const option of addressOptions()) command.addOption(option);
  command
    .addOption(
      setting("--dialect <name>", "MAPCODED_DIALECT", "as specified, or as the public service")
        .choices(Object.keys(DIALECTS))
        .default(defaults.dialect),
    )
    .addOption(
      setting("--transport <name>", "MAPCODED_TRANSPORT", "what listens: uWebSockets.js or Node")
        .choices(TRANSPORT_CHOICES)
        .default(defaults.transport),
    )
    .addOption(
      setting("--workers <count>", "MAPCODED_WORKERS", "processes that answer, auto: one per core")
        .argParser(workersOf)
        .default(defaults.workers),
    )
    .addOption(
      setting("--cors <switch>", "MAPCODED_CORS", "whether pages of other origins may use it")
        .choices(SWITCH)
        .default("on"),
    )
    .addOption(
      setting("--cache-control <value>", "MAPCODED_CACHE_CONTROL", "header of answers that stay")
        .argParser(headerOf)
        .default(defaults.cacheControl),
    )
    .addOption(
      setting("--access-log [switch]", "MAPCODED_ACCESS_LOG", "log every request")
        .choices(SWITCH)
        .preset("on")
        .default("off"),
    )
    .addOption(
      setting("--log-level <level>", "MAPCODED_LOG_LEVEL", "least level that is logged")
        .choices(LOG_LEVELS)
        .default(defaults.logLevel),
    )
    .addOption(
      setting("--log-format <format>", "MAPCODED_LOG_FORMAT", "lines for people or for machines")
        .choices(LOG_FORMATS)
        .default(defaults.logFormat),
    )
    .addOption(
      setting("--stop-after <seconds>", "MAPCODED_STOP_AFTER", "limit of finishing on a signal")
        .argParser(integerUpTo(MAX_STOP_SECONDS))
        .default(defaults.stopSeconds),
    );
  for (const option of batchOptions()) command.addOption(option);
  command.action((options: ServeOptions) => runService(serviceOptions(options)));
}
