/** The codes of the chosen place, which the worker finds. */
import type { Answer } from "./page.ts";
import type { PageStore } from "./settings/state.ts";
import type { CodeDescription, Methods, PlaceDescription } from "./worker/methods.ts";
import type { WorkerClient } from "./worker/protocol.ts";

/** Asks the worker for the codes of the chosen place whenever it changes, and tells the listeners. */
export class Answers {
  readonly #listeners: ((answer: Answer) => void)[] = [];
  readonly #store: PageStore;
  readonly #worker: WorkerClient<Methods>;
  #answer: Answer | undefined;
  #isAsking = false;
  #isAskedAgain = false;

  constructor(store: PageStore, worker: WorkerClient<Methods>) {
    this.#store = store;
    this.#worker = worker;
  }

  readonly onAnswer = (listener: (answer: Answer) => void): void => {
    this.#listeners.push(listener);
  };

  readonly choose = (chosen: CodeDescription): void => {
    if (this.#answer) this.#tell({ ...this.#answer, chosen });
  };

  /** Asks for the codes of the current state. While a question is under way, only the newest one waits. */
  async ask(): Promise<void> {
    this.#isAskedAgain = this.#isAsking;
    if (this.#isAsking) return;
    this.#isAsking = true;
    const { point, precision, alphabet } = this.#store.state;
    let place: PlaceDescription;
    try {
      place = await this.#worker.call("describePlace", { point, precision, alphabet });
    } finally {
      this.#isAsking = false;
    }
    if (this.#isAskedAgain) {
      await this.ask();
      return;
    }
    this.#tell({ place, chosen: this.#sameCode(place.codes) ?? place.codes[0] });
  }

  /** The code that the user has chosen, after only its precision or alphabet has changed. */
  #sameCode(codes: readonly CodeDescription[]): CodeDescription | undefined {
    const { place, chosen } = this.#answer ?? {};
    const { latDeg, lonDeg } = this.#store.state.point;
    // The worker returns a copy of the point.
    const last = place?.request.point;
    if (!chosen || last?.latDeg !== latDeg || last.lonDeg !== lonDeg) return undefined;
    const plain = (code: CodeDescription) => code.text.replace(/(\..*)-.*/, "$1");
    return codes.find((code) => plain(code) === plain(chosen));
  }

  #tell(answer: Answer): void {
    this.#answer = answer;
    for (const listener of this.#listeners) listener(answer);
  }
}
