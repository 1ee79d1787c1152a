/**
 * Settings that the browser keeps for the next visit: those that the user has chosen, not those of links. Places are
 * never kept.
 */
import type { AlphabetName } from "../../index.ts";
import type { PageState } from "./state.ts";

type Settings = Pick<PageState, "precision" | "alphabet">;

const KEY = "mapcoded-map";
const PRECISIONS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** The settings of the last visit; undefined on the first one, or where the browser keeps nothing. */
export function loadSettings(alphabets: readonly AlphabetName[]): Settings | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (typeof kept !== "object" || kept === null) return undefined;
    const { precision, alphabet }: { precision?: unknown; alphabet?: unknown } = kept;
    const known = alphabets.find((name) => name === alphabet);
    const isPrecision = PRECISIONS.some((one) => one === precision);
    return known && isPrecision ? { precision: Number(precision), alphabet: known } : undefined;
  } catch {
    // Storage is switched off, or another page of the origin uses the key.
    return undefined;
  }
}

export function saveSettings({ precision, alphabet }: PageState): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ precision, alphabet }));
  } catch {
    // The settings then last until the page is closed.
  }
}
