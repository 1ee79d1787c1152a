/** Why a service cannot start; each message says so in one line. */

/** The service cannot run for a reason outside it. */
export abstract class ServiceError extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** The service cannot listen on its address. */
export class ListenError extends ServiceError {
  constructor(host: string, port: number) {
    super(
      `Cannot listen on ${host}, port ${port}: the port is in use or not permitted, or the address is not one of this machine. Choose another --port or --host.`,
    );
  }
}

/** The requested transport does not load on this machine. */
export class TransportError extends ServiceError {}

/** A worker process could not start. */
export class WorkerError extends ServiceError {}
