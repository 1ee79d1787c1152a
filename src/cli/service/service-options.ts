/** The options of the service as the command line and the environment have them. */
import { type Command, InvalidArgumentError, Option } from "commander";
import type { ServiceOption, ServiceOptions } from "../../service/options.ts";
import { UsageError } from "../command-errors.ts";
import { integerParser, parseWorkers } from "../option-parsers.ts";

function parserOf({ range, countsWorkers, problem, parse }: ServiceOption) {
  if (countsWorkers) return parseWorkers;
  if (range) return integerParser(...range);
  return (text: string) => {
    const message = problem?.(text);
    if (message !== undefined) throw new InvalidArgumentError(message);
    return parse ? parse(text) : text;
  };
}

function optionOf([name, declared]: [string, ServiceOption]): Option {
  const flag = declared.flag ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const option = new Option(`--${flag} ${declared.value}`, declared.help);
  option.attributeName = () => name;
  option.env(declared.variable ?? `MAPCODED_${flag.toUpperCase().replaceAll("-", "_")}`);
  if (declared.choices) option.choices(declared.choices);
  // Rejects what is not one of the choices.
  const check = option.parseArg;
  const parse = parserOf(declared);
  option.argParser((text) => parse(check ? String(check(text, "")) : text));
  if (declared.preset !== undefined) option.preset(declared.preset);
  const value = declared.default;
  return option.default(value, declared.shownDefault ?? JSON.stringify(value));
}

/** Adds the options of a table, in the order of its help. */
export function addServiceOptions(
  command: Command,
  table: Readonly<Record<string, ServiceOption>>,
): void {
  for (const declared of Object.entries(table)) command.addOption(optionOf(declared));
  command.hook("preAction", () => checkAddress(command.opts()));
}

/** Checks what the options of the address say together. @throws UsageError if one of them lacks another */
function checkAddress({ tlsCert, tlsKey }: ServiceOptions): void {
  if ((tlsCert === "") === (tlsKey === "")) return;
  const [given, missing] =
    tlsCert === "" ? ["--tls-key", "--tls-cert"] : ["--tls-cert", "--tls-key"];
  throw new UsageError(
    `${given} needs ${missing}, as TLS takes a certificate and its key. Give both.`,
  );
}
