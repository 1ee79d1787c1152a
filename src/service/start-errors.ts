/** What keeps a service from starting. */

/** The service cannot start for a reason outside it. The message is one line. */
export class ServiceError extends Error {
  override name = "ServiceError";
}

/**
 * The message about a package that users install themselves, as few need it.
 * @param subject what needs it: the start of the sentence, in the plural
 */
export function missingPackage(subject: string, name: string, version: number): string {
  return `${subject} need the package ${name}. Install it where mapcoded-cli is: npm install ${name}@${version}, with --global if that is.`;
}
