/** Errors that prevent the start: an unusable address or certificate. */
import { readFileSync } from "node:fs";

/** The service cannot start for a reason outside it. The message is one line. */
export class ServiceError extends Error {
  override name = "ServiceError";
}

/** The service cannot listen at an address. */
export function listenError(host: string, port: number): ServiceError {
  return new ServiceError(
    `Cannot listen on ${host}, port ${port}: the port is in use or not permitted, or the address is not one of this machine. Choose another (--port, --ops-port, --host).`,
  );
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
