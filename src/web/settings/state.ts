/** What the page shows: the chosen place and how to write its codes. The address holds it all. */
import type { AlphabetName, Coordinate } from "../../index.ts";
import { MAX_PRECISION } from "../../tables/format.ts";

/** How codes are written. */
export interface PageSettings {
  /** Extra characters, 0 to MAX_PRECISION. */
  readonly precision: number;
  readonly alphabet: AlphabetName;
}

export const DEFAULT_SETTINGS: PageSettings = { precision: 0, alphabet: "ROMAN" };

/**
 * The settings among values of a link. Others are left out.
 * @param alphabets the alphabets that exist
 */
export function readSettings(
  { precision, alphabet }: Readonly<Partial<Record<keyof PageSettings, unknown>>>,
  alphabets: readonly AlphabetName[],
): Partial<PageSettings> {
  const count = Number.isInteger(precision) ? Number(precision) : -1;
  const name = alphabets.find((one) => one === alphabet);
  return {
    ...(count >= 0 && count <= MAX_PRECISION && { precision: count }),
    ...(name !== undefined && { alphabet: name }),
  };
}

export interface PageState extends PageSettings {
  /** The chosen place; the first visit shows an example. */
  readonly point: Coordinate;
  readonly isExample: boolean;
  /**
   * The code that the user has typed, or chosen for the place, in Roman letters. With extra characters, it is this very
   * one; without, it gets as many as the precision says. Undefined for the local code.
   */
  readonly code: string | undefined;
}

// ---- The code that the user has chosen, with and without extra characters

/** A code without its extra characters: `NLD 49.4V`. */
export function plainCode(code: string): string {
  return code.replace(/(\..*)-.*/, "$1");
}

/** Whether a code of a place is the one that the user has chosen, or a longer form of it. */
export function isFormOf(code: string, chosen: string): boolean {
  return code === chosen || code.startsWith(`${chosen}-`);
}

// ---- Changes

/**
 * Whether the address gets a new entry of the history, to go back from, or the current one changes, or neither yet, as
 * the state will soon change again.
 */
export type HistoryEntry = "new" | "same" | "none";

type Listener = (state: PageState, entry: HistoryEntry) => void;

/** Holds the state, and tells its listeners of every change. */
export class PageStore {
  #state: PageState;
  readonly #listeners: Listener[] = [];

  constructor(state: PageState) {
    this.#state = state;
  }

  get state(): PageState {
    return this.#state;
  }

  /** Registers a listener, which also gets the current state at once. */
  subscribe(listener: Listener): void {
    this.#listeners.push(listener);
    listener(this.#state, "same");
  }

  update(change: Partial<PageState>, entry: HistoryEntry = "same"): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener(this.#state, entry);
  }

  /** Chooses a place. */
  choose(point: Coordinate, change: Partial<PageState> = {}): void {
    this.update({ code: undefined, ...change, point, isExample: false }, "new");
  }
}
