/** The code that the user has chosen, with and without extra characters. */

/** A code without its extra characters: `NLD 49.4V`. */
export function plainCode(code: string): string {
  return code.replace(/(\..*)-.*/, "$1");
}

/** Whether a code of a place is the one that the user has chosen, or a longer form of it. */
export function isFormOf(code: string, chosen: string): boolean {
  return code === chosen || code.startsWith(`${chosen}-`);
}
