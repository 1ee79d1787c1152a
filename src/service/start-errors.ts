/** The errors that keep a service from starting. */

/** The service cannot start for a reason outside it. The message is one line. */
export abstract class ServiceError extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/**
 * The message about a package that users install themselves, as few need it.
 * @param subject what needs it: the start of the sentence, in the plural
 */
export function missingPackage(subject: string, name: string, version: number): string {
  return `${subject} need the package ${name}. Install it where mapcoded-cli is: npm install ${name}@${version}, with --global if that is.`;
}

/** The requested transport does not load on this machine, or cannot do what the options say. */
export class TransportError extends ServiceError {}

/** A worker process could not start. */
export class WorkerError extends ServiceError {}
