/** What the features of the page share. */
import type { CanvasMap } from "./map/canvas-map.ts";
import type { WorkerClient } from "./protocol.ts";
import type { PageStore } from "./settings/state.ts";
import type { CodeDescription, Methods, PlaceDescription } from "./worker/methods.ts";

/** The chosen place with one of its codes, which is the local one unless the user has chosen another. */
export interface Answer {
  readonly place: PlaceDescription;
  readonly chosen: CodeDescription;
}

/** What each feature of the page is started with. */
export interface Page {
  readonly store: PageStore;
  readonly map: CanvasMap;
  readonly worker: WorkerClient<Methods>;
  /** The newest answer; undefined before the first one. */
  readonly answer: Answer | undefined;
  /** Registers a listener that gets every answer. */
  onAnswer(listener: (answer: Answer) => void): void;
  /** The address that opens the page with a code. */
  codeLink(code: CodeDescription): string;
  /** Shows a line about the chosen place on the map. */
  note(text: string): void;
  /** Says a sentence to users of screen readers. */
  announce(text: string): void;
}
