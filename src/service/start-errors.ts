/** What keeps a service from starting. */

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
