/** `mapcoded serve`: runs the service, with options from the command line and the environment. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { optionWords } from "../batch/sentences.ts";
import { SERVICE_OPTIONS, type ServiceOption, type ServiceOptions } from "../service/options.ts";
import { keepHeapSmall } from "../service/process-limits.ts";
import { UsageError } from "./messages.ts";
import { integerParser, parseWorkers, sizeParser } from "./option-parsers.ts";

/** The texts of true and false. */
const SWITCH = ["on", "off"];

function serviceParserOf({ default: value, range, counts, problem, parse }: ServiceOption) {
  if (counts === "workers") return parseWorkers;
  if (range) return counts === "bytes" ? sizeParser(...range) : integerParser(...range);
  if (typeof value === "boolean") return (text: string) => text === "on";
  return (text: string) => {
    const message = problem?.(text);
    if (message !== undefined) throw new InvalidArgumentError(message);
    return parse ? parse(text) : text;
  };
}

function optionOf([name, declared]: [string, ServiceOption]): Option & { envVar: string } {
  const { default: value, variable, choices } = declared;
  const isSwitch = typeof value === "boolean";
  const flag = optionWords(name, "-");
  const option = new Option(`--${flag} ${declared.placeholder}`, declared.help);
  option.attributeName = () => name;
  if (isSwitch || choices) option.choices(choices ?? SWITCH);
  // Rejects a value that is not a choice.
  const check = option.parseArg;
  const parse = serviceParserOf(declared);
  option.argParser((text) => parse(check ? String(check(text, "")) : text));
  const shown = isSwitch ? SWITCH[value ? 0 : 1] : value;
  option.default(value, declared.shownDefault ?? (shown === "" ? "none" : String(shown)));
  const envVar = variable ?? `MAPCODED_${flag.toUpperCase().replaceAll("-", "_")}`;
  return Object.assign(option.env(envVar), { envVar });
}

/** Variables that are not options: of the Python package, and what Kubernetes and Docker set for a service. */
const OTHER_VARIABLES = /^MAPCODED_NODE=|_SERVICE_(?:HOST|PORT\w*)=|_PORT_\d+_\w+=|_PORT=\w+:\/\//;

/** A variable with a spelling mistake would change nothing, silently. */
function rejectUnknownVariables(known: readonly string[]): void {
  for (const [name, value] of Object.entries(process.env)) {
    if (!name.startsWith("MAPCODED_") || known.includes(name)) continue;
    if (OTHER_VARIABLES.test(`${name}=${value}`)) continue;
    throw new UsageError(
      `mapcoded serve has no environment variable ${name}. Remove it, or use one of mapcoded serve --help.`,
    );
  }
}

/** The time that a reader of the log has after the service stops. */
const FLUSH_MS = 200;

/** Serves until a signal stops the service, also while it starts; the process then exits with 0. */
async function runService(options: ServiceOptions): Promise<void> {
  keepHeapSmall();
  // Only this command needs a log and a transport.
  const [{ createLog }, { serve }] = await Promise.all([
    import("../service/log.ts"),
    import("../service/serve.ts"),
  ]);
  const log = createLog(options);
  // Before the service listens: a client may send a signal right after a reply.
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
      // Unread lines of the log would keep the process alive.
      setTimeout(() => process.exit(), FLUSH_MS).unref();
    });
    process.on("SIGHUP", service.renewCertificate);
    log.info(`Help: ${service.address}/${options.logFormat === "text" ? "   Stop: ctrl-C" : ""}`);
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
  const variables = Object.entries(SERVICE_OPTIONS).map((declared: [string, ServiceOption]) => {
    if (declared[1].group !== undefined) command.optionsGroup(`${declared[1].group}:`);
    const option = optionOf(declared);
    command.addOption(option);
    return option.envVar;
  });
  command.action((options: ServiceOptions) => {
    rejectUnknownVariables(variables);
    // SIGHUP would end the process by default, and SIGUSR1 would open Node's inspector.
    for (const signal of ["SIGHUP", "SIGUSR1"]) process.on(signal, () => {});
    const { tlsCert, tlsKey } = options;
    if ((tlsCert === "") === (tlsKey === "")) return runService(options);
    const missing = tlsCert === "" ? "--tls-key needs --tls-cert" : "--tls-cert needs --tls-key";
    throw new UsageError(`${missing}, as TLS takes a certificate and its key. Give both.`);
  });
}
