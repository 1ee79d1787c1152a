/** What keeps a service from starting. */

/** The service cannot start for a reason outside it. The message is one line. */
export class ServiceError extends Error {
  override name = "ServiceError";
}

/**
 * Loads a package that users install themselves, as few need it.
 * @param subject what needs it: the start of the message, in the plural
 * @throws ServiceError if it is not installed
 */
export async function loadPackage<Library>(
  load: () => Promise<Library>,
  subject: string,
  name: string,
  version: number,
): Promise<Library> {
  try {
    return await load();
  } catch {
    throw new ServiceError(
      `${subject} need the package ${name}. Install it where mapcoded-cli is: npm install ${name}@${version}, with --global if that is.`,
    );
  }
}

/** @param subject what the file has: the start of the message, in the plural */
export function unreadable(subject: string, error: unknown): ServiceError {
  const { code } = error as NodeJS.ErrnoException;
  return new ServiceError(`${subject} cannot be read (${code}).`);
}
