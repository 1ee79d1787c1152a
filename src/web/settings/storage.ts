/** Settings that the browser keeps for the next visit, if the user has changed them. Links and places are never kept. */
import type { AlphabetName } from "../../index.ts";
import { type PageSettings, readSettings } from "./state.ts";

const KEY = "mapcoded-map";

function readKept(): object {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    // Storage is switched off, or another page of the origin uses the key.
    return {};
  }
}

/** The settings that the browser has kept. */
export function loadSettings(alphabets: readonly AlphabetName[]): Partial<PageSettings> {
  return readSettings(readKept(), alphabets);
}

/** Keeps a setting that the user has changed, beside the other one. */
export function saveSetting(change: Partial<PageSettings>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readKept(), ...change }));
  } catch {
    // The setting then lasts until the page is closed.
  }
}
