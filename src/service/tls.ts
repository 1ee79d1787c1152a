/** Certificate and key of a service that speaks TLS itself. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { ServiceError } from "./start-errors.ts";

const require = createRequire(import.meta.url);

/**
 * Reads certificate and key, and checks that they belong together.
 * @throws ServiceError if a file cannot be read, or is not what it should be
 */
export function readTls({
  tlsCert,
  tlsKey,
}: {
  readonly tlsCert: string;
  readonly tlsKey: string;
}) {
  try {
    const contents = { cert: readFileSync(tlsCert), key: readFileSync(tlsKey) };
    // Loaded by the few services that speak TLS: it takes 1.7 MB and 4 ms.
    const tls = require("node:tls") as typeof import("node:tls");
    tls.createSecureContext(contents);
    return contents;
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new ServiceError(
      `The certificate ${tlsCert} cannot be used with the key ${tlsKey}: ${cause}. Both must be in PEM, belong together and be readable for the service.`,
    );
  }
}
