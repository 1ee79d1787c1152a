/** Errors that prevent the start: an unusable address or certificate. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";

/** The service cannot start for a reason outside it. The message is one line. */
export class ServiceError extends Error {
  override name = "ServiceError";
}

/** Why a system refuses an address, by its code, and what helps. */
const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: "another program uses the port. Choose another one (--port, --ops-port).",
  EACCES:
    "this user may not listen on the port. Choose one from 1024 on, or give the process the capability CAP_NET_BIND_SERVICE.",
  EADDRNOTAVAIL:
    "the address is not one of this machine. Choose one that is, or 0.0.0.0 for all (--host, --ops-host).",
  ENOTFOUND: "no machine has this name. Choose an address of this machine (--host, --ops-host).",
};

/** Finds out why the service cannot listen at an address, by another try with Node: uWebSockets.js does not say. */
export async function findListenError(host: string, port: number): Promise<ServiceError> {
  const server = createServer().listen(port, host);
  const error = await once(server, "listening").catch((error) => error);
  server.close();
  const reason = REASONS[error.code] ?? `${error.message ?? "uWebSockets.js does not say why"}.`;
  return new ServiceError(`Cannot listen on ${host}, port ${port}: ${reason}`);
}

/** Reads certificate and key from their paths. @throws ServiceError if they cannot be read, or do not belong together */
export function readTls(tlsCert: string, tlsKey: string): { cert: Buffer; key: Buffer } {
  try {
    const contents = { cert: readFileSync(tlsCert), key: readFileSync(tlsKey) };
    // Loaded by the few services that speak TLS: it takes 1.7 MB and 4 ms.
    process.getBuiltinModule("node:tls").createSecureContext(contents);
    return contents;
  } catch (error) {
    throw new ServiceError(
      `The certificate ${tlsCert} cannot be used with the key ${tlsKey}: ${(error as Error).message}. Both must be in PEM, belong together and be readable for the service.`,
    );
  }
}
