/** What the page shows: the chosen place and how to write its codes. The address holds it all. */
import type { AlphabetName, Coordinate } from "../../index.ts";
import { MAX_PRECISION } from "../../tables/format.ts";

/** What can be drawn over the map to see the system. */
export const LAYER_NAMES = ["outlines", "records"] as const;
export type LayerName = (typeof LAYER_NAMES)[number];

function isLayer(name: unknown): name is LayerName {
  return LAYER_NAMES.some((layer) => layer === name);
}

/** How codes are written, and what is drawn over the map. */
export interface PageSettings {
  /** Extra characters, 0 to MAX_PRECISION. */
  readonly precision: number;
  readonly alphabet: AlphabetName;
  readonly layers: readonly LayerName[];
}

export const DEFAULT_SETTINGS: PageSettings = { precision: 0, alphabet: "ROMAN", layers: [] };

/**
 * The settings among values that a link or the browser has kept. Others are left out.
 * @param alphabets the alphabets that exist
 */
export function readSettings(
  { precision, alphabet, layers }: Readonly<Partial<Record<keyof PageSettings, unknown>>>,
  alphabets: readonly AlphabetName[],
): Partial<PageSettings> {
  const count = Number.isInteger(precision) ? Number(precision) : -1;
  const name = alphabets.find((one) => one === alphabet);
  return {
    ...(count >= 0 && count <= MAX_PRECISION && { precision: count }),
    ...(name !== undefined && { alphabet: name }),
    ...(Array.isArray(layers) && { layers: layers.filter(isLayer) }),
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
  /** How exact the position of the device is, if the place is that; undefined for all other places. */
  readonly accuracyMeters?: number | undefined;
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
    const isMoved = change.point !== undefined;
    this.#state = { ...this.#state, ...(isMoved && { accuracyMeters: undefined }), ...change };
    for (const listener of this.#listeners) listener(this.#state, entry);
  }

  /** Chooses a place. */
  choose(point: Coordinate, change: Partial<PageState> = {}): void {
    this.update({ code: undefined, ...change, point, isExample: false }, "new");
  }
}
