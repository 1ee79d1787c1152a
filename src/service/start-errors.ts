/** The errors that keep a service from starting. */

/** The service cannot start for a reason outside it. The message is one line. */
export abstract class ServiceError extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** The requested transport does not load on this machine, or cannot do what the options say. */
export class TransportError extends ServiceError {}

/** A worker process could not start. */
export class WorkerError extends ServiceError {}
