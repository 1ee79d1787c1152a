/** Listens on addresses, and reads certificates; says why one cannot be used. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";

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

/** @returns the port, also if any free one was requested @throws ServiceError that says why it cannot listen there */
export async function listenOn(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host);
  await once(server, "listening").catch(({ code, message }) => {
    const reason = REASONS[code] ?? `${message}.`;
    throw new ServiceError(`Cannot listen on ${host}, port ${port}: ${reason}`);
  });
  return (server.address() as AddressInfo).port;
}

/** Listens for a moment, if nobody else does. @returns as listenOn */
export async function probePort(host: string, port: number): Promise<number> {
  const server = createServer();
  const free = await listenOn(server, host, port);
  server.close();
  return free;
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
