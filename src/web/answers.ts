/** The codes of the chosen place, which the worker finds. */

import type { Answer } from "./page.ts";
import type { WorkerClient } from "./protocol.ts";
import { isFormOf, type PageStore } from "./settings/state.ts";
import type { CodeDescription, Methods, PlaceDescription } from "./worker/methods.ts";

/** Asks the worker for the codes of the chosen place whenever it changes, and tells the listeners. */
export class Answers {
  /** The newest answer. */
  current: Answer | undefined;
  readonly #listeners: ((answer: Answer) => void)[] = [];
  readonly #store: PageStore;
  readonly #worker: WorkerClient<Methods>;
  #isAsking = false;
  #isAskedAgain = false;
  #areBordersLoading = false;

  constructor(store: PageStore, worker: WorkerClient<Methods>) {
    this.#store = store;
    this.#worker = worker;
  }

  readonly onAnswer = (listener: (answer: Answer) => void): void => {
    this.#listeners.push(listener);
  };

  /** Asks for the codes of the current state. While a question is under way, only the newest one waits. */
  async ask(): Promise<void> {
    this.#isAskedAgain = this.#isAsking;
    if (this.#isAsking) return;
    this.#isAsking = true;
    const { point, code, precision, alphabet } = this.#store.state;
    let place: PlaceDescription;
    try {
      place = await this.#worker.call("describePlace", { point, code, precision, alphabet });
    } finally {
      this.#isAsking = false;
    }
    if (this.#isAskedAgain) {
      await this.ask();
      return;
    }
    const isChosen = ({ text }: CodeDescription) => code !== undefined && isFormOf(text, code);
    const chosen = place.codes.find(isChosen) ?? place.codes[0];
    const answer = { place, chosen };
    this.current = answer;
    for (const listener of this.#listeners) listener(answer);
    // The example has codes of one territory, so that who only looks at it needs no borders.
    if (place.needsBorders && !this.#store.state.isExample) await this.#loadBorders();
  }

  /** Asks again when the borders are there. Without network, the next place tries again. */
  async #loadBorders(): Promise<void> {
    if (this.#areBordersLoading) return;
    this.#areBordersLoading = true;
    try {
      await this.#worker.call("loadBorders");
    } catch {
      return;
    } finally {
      this.#areBordersLoading = false;
    }
    await this.ask();
  }
}
