/** `mapcoded serve`: runs the service. */
import type { Command } from "commander";
import { SERVICE_OPTIONS, type ServiceOptions } from "../../service/options.ts";
import { keepYoungGenerationSmall } from "../../service/process-limits.ts";
import { addServiceOptions } from "./service-options.ts";

/** Time that a reader of the log gets at the end. */
const FLUSH_MS = 200;

/** Serves until a signal stops the service, also while it starts; the process then exits with 0. */
async function runService(options: ServiceOptions): Promise<void> {
  keepYoungGenerationSmall();
  // No other command needs a log or a transport.
  const [{ createLog }, { serve }] = await Promise.all([
    import("../../service/log.ts"),
    import("../../service/serve.ts"),
  ]);
  const log = createLog(options);
  // Before anything listens: who has got a reply may send a signal at once.
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      log.info(`Stopping on ${signal}`, { signal });
      stopping.abort();
    });
  }
  try {
    const service = await serve(options, log, stopping.signal);
    stopping.signal.addEventListener("abort", async () => {
      await service.stop();
      // Lines of the log that nobody reads would keep the process.
      setTimeout(() => process.exit(), FLUSH_MS).unref();
    });
    log.info(`Help: ${service.address}/   Stop: ctrl-C`);
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  }
}

export function addServe(program: Command): void {
  const command = program
    .command("serve")
    .description("serve the conversions over HTTP until ctrl-C or SIGTERM")
    .addHelpText(
      "after",
      "\nAn option takes precedence over its environment variable (env).\n\nExamples:\n  mapcoded serve\n  mapcoded serve --host 0.0.0.0 --port 9000 --log-format json\n  PORT=9000 mapcoded serve",
    );
  addServiceOptions(command, SERVICE_OPTIONS);
  command.action((options: ServiceOptions) => runService(options));
}
