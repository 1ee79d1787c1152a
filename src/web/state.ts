/** What the page shows: the chosen place and how to write its codes. The address holds it all. */
import type { AlphabetName, Coordinate } from "../index.ts";

export interface PageState {
  /** The chosen place; the first visit shows an example. */
  readonly point: Coordinate;
  readonly isExample: boolean;
  /** The code that the user has typed or chosen, which gets extra characters if it has none; undefined for the local one. */
  readonly code: string | undefined;
  /** Extra characters, 0 to 8. */
  readonly precision: number;
  readonly alphabet: AlphabetName;
}

/** What a link leaves out. */
export const DEFAULT_SETTINGS = { precision: 0, alphabet: "ROMAN" } as const;

/** Shows a changed state. @param entry whether the address gets a new entry of the history, to go back from */
export type Update = (change: Partial<PageState>, entry?: "push" | "replace") => void;

/** A code without its extra characters: `NLD 49.4V`. */
export function plainCode(code: string): string {
  return code.replace(/(\..*)-.*/, "$1");
}

/** Whether a code of a place is the one that the user has chosen, or a longer form of it. */
export function isFormOf(code: string, chosen: string): boolean {
  return code === chosen || code.startsWith(`${chosen}-`);
}
