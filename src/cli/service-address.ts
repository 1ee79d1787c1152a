/** Options that tell where a service is: for serving there, and for asking it. */
import { InvalidArgumentError, Option } from "commander";
import { DEFAULT_OPTIONS } from "../service/options.ts";
import { integerUpTo } from "./values.ts";

function prefixOf(text: string): string {
  const segment = text.replace(/^\/|\/$/g, "");
  if (/^[\w.~-]*$/.test(segment) && segment !== "." && segment !== "..") {
    return segment === "" ? "" : `/${segment}`;
  }
  throw new InvalidArgumentError("Expected one segment of letters, digits and -._~, or none (/).");
}

/** An option that is also read from the environment. */
export function setting(flags: string, variable: string, description: string): Option {
  return new Option(flags, description).env(variable);
}

export function addressOptions(): Option[] {
  const { port, host, prefix } = DEFAULT_OPTIONS;
  return [
    setting("--port <number>", "PORT", "port to listen on, 0 for any free one")
      .argParser(integerUpTo(65_535))
      .default(port),
    setting("--host <address>", "MAPCODED_HOST", "address to listen on").default(host),
    setting("--prefix <segment>", "MAPCODED_PREFIX", "in front of all paths, / for none")
      .argParser(prefixOf)
      .default(prefix),
  ];
}
