/** Certificate and key of a service that speaks TLS itself. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { ServiceError } from "./start-errors.ts";

const require = createRequire(import.meta.url);

/** The options of TLS: the paths of certificate and key; both empty for HTTP without TLS. */
export interface TlsOptions {
  readonly tlsCert: string;
  readonly tlsKey: string;
}

/** Paths of files in PEM. */
export interface TlsFiles {
  /** The certificate of the service, followed by the certificates of its issuers. */
  readonly cert: string;
  readonly key: string;
}

/** The contents of TlsFiles. */
export interface TlsContents {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Returns the files by the options; undefined for a service without TLS. */
export function tlsFilesOf({ tlsCert, tlsKey }: TlsOptions): TlsFiles | undefined {
  return tlsCert === "" ? undefined : { cert: tlsCert, key: tlsKey };
}

/**
 * Reads certificate and key, and checks that they belong together.
 * @throws ServiceError if a file cannot be read, or is not what it should be
 */
export function readTls({ cert, key }: TlsFiles): TlsContents {
  try {
    const contents = { cert: readFileSync(cert), key: readFileSync(key) };
    // Loaded by the few services that speak TLS: it takes 1.7 MB and 4 ms.
    const tls = require("node:tls") as typeof import("node:tls");
    tls.createSecureContext(contents);
    return contents;
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new ServiceError(
      `The certificate ${cert} cannot be used with the key ${key}: ${cause}. Both must be in PEM, belong together and be readable for the service.`,
    );
  }
}
