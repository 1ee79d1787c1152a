/** Settings that the browser keeps for the next visit. Places are never kept. */
import type { AlphabetName } from "../../index.ts";
import type { PageState } from "./state.ts";

type Settings = Pick<PageState, "precision" | "alphabet">;

const KEY = "mapcoded-map";

/** The settings of the last visit; undefined on the first one, or where the browser keeps nothing. */
export function loadSettings(alphabets: readonly AlphabetName[]): Settings | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (typeof kept !== "object" || kept === null) return undefined;
    const { precision, alphabet }: { precision?: unknown; alphabet?: unknown } = kept;
    const known = alphabets.find((name) => name === alphabet);
    const isPrecision = typeof precision === "number" && precision >= 0 && precision <= 8;
    return known && isPrecision ? { precision, alphabet: known } : undefined;
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
