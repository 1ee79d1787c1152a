/** Settings that the browser keeps for the next visit, if the user has changed them. Links and places are never kept. */
import type { AlphabetName } from "../../index.ts";
import { MAX_PRECISION, type PageState } from "./state.ts";

interface Settings {
  readonly precision: PageState["precision"] | undefined;
  readonly alphabet: PageState["alphabet"] | undefined;
}

const KEY = "mapcoded-map";

function readKept(): { readonly precision?: unknown; readonly alphabet?: unknown } {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    // Storage is switched off, or another page of the origin uses the key.
    return {};
  }
}

/** The settings that the browser has kept. */
export function loadSettings(alphabets: readonly AlphabetName[]): Settings {
  const { precision, alphabet } = readKept();
  const isPrecision = Number.isInteger(precision) && Number(precision) >= 0;
  return {
    precision: isPrecision && Number(precision) <= MAX_PRECISION ? Number(precision) : undefined,
    alphabet: alphabets.find((name) => name === alphabet),
  };
}

/** Keeps a setting that the user has changed, beside the other one. */
export function saveSetting(change: Partial<Settings>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readKept(), ...change }));
  } catch {
    // The setting then lasts until the page is closed.
  }
}
