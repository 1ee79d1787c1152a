/** The service cannot run, for a reason outside it that the message tells in one sentence. */
export abstract class ServiceError extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** The address cannot be listened on. */
export class ListenError extends ServiceError {
  constructor(host: string, port: number) {
    super(
      `Cannot listen on ${host}, port ${port}: in use, not allowed, or no address of this machine.`,
    );
  }
}

/** The transport that was asked for does not load on this machine. */
export class TransportError extends ServiceError {}

/** A worker process could not start. */
export class WorkerError extends ServiceError {}
