/** The options that say where a service listens: for `serve` to listen there, and for `status` to check it. */
import type { Command, Option } from "commander";
import { DEFAULT_OPTIONS } from "../../service/options.ts";
import type { PlaceOptions } from "../../service/place.ts";
import type { TlsOptions } from "../../service/tls.ts";
import { UsageError } from "../errors.ts";
import { integerParser } from "../option-parsers.ts";
import { environmentOption, parseFileMode, parsePrefix } from "./service-option-parsers.ts";

export const MAX_PORT = 65_535;

/** The values of the options. */
export interface AddressFlags extends PlaceOptions, TlsOptions {
  readonly prefix: string;
}

/** Where a service listens. */
function placeOptions(): Option[] {
  const { port, host, socket, socketMode } = DEFAULT_OPTIONS;
  return [
    environmentOption("--port <number>", "PORT", "port of the service, 0 for any free one")
      .argParser(integerParser(0, MAX_PORT))
      .default(port),
    environmentOption(
      "--host <address>",
      "MAPCODED_HOST",
      "address of the service, :: for all of IPv6 and IPv4",
    ).default(host),
    environmentOption(
      "--socket <path>",
      "MAPCODED_SOCKET",
      "Unix socket of the service, instead of host and port",
    ).default(socket),
    environmentOption("--socket-mode <octal>", "MAPCODED_SOCKET_MODE", "permissions of that socket")
      .argParser(parseFileMode)
      .default(socketMode, socketMode.toString(8)),
  ];
}

/** All options of the address of a service. */
export function addressOptions(): Option[] {
  const { tlsCert, tlsKey, prefix } = DEFAULT_OPTIONS;
  return [
    ...placeOptions(),
    environmentOption(
      "--tls-cert <file>",
      "MAPCODED_TLS_CERT",
      "certificate in PEM, for https; read again on SIGHUP",
    ).default(tlsCert),
    environmentOption("--tls-key <file>", "MAPCODED_TLS_KEY", "its key in PEM").default(tlsKey),
    environmentOption(
      "--prefix <segment>",
      "MAPCODED_PREFIX",
      "first segment of all paths, / for none",
    )
      .argParser(parsePrefix)
      .default(prefix),
  ];
}

/** Checks what the options say together. @throws UsageError if one of them lacks another */
export function checkAddress(command: Command): void {
  const { tlsCert, tlsKey } = command.opts<AddressFlags>();
  if ((tlsCert === "") === (tlsKey === "")) return;
  const [given, missing] =
    tlsCert === "" ? ["--tls-key", "--tls-cert"] : ["--tls-cert", "--tls-key"];
  throw new UsageError(
    `${given} needs ${missing}, as TLS takes a certificate and its key. Give both.`,
  );
}
