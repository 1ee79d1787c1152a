/** Elements of the page. Texts become text nodes: nothing here makes HTML of a string. */

/**
 * The element with an id.
 * @throws Error if index.html has none of this class
 */
export function find<Kind extends Element>(id: string, kind: abstract new () => Kind): Kind {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`index.html has no ${kind.name} with the id ${id}.`);
}

type Child = Node | string;

/** Creates an element with attributes and children. */
export function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    element.setAttribute(attribute, value);
  }
  element.append(...children);
  return element;
}

/** Creates a row of a table. */
export function createRow(head: Child, ...cells: readonly Child[]): HTMLTableRowElement {
  const items = cells.map((cell) => create("td", {}, cell));
  return create("tr", {}, create("th", { scope: "row" }, head), ...items);
}

/** Runs a function once per frame at most, however often it is asked for. */
export function oncePerFrame(run: () => void): () => void {
  let isScheduled = false;
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      run();
    });
  };
}

/** A function that waits for a pause: it runs when it has not been asked for again for some time. */
export interface Delayed {
  ask(): void;
  cancel(): void;
}

export function afterPause(pauseMs: number, run: () => void): Delayed {
  let timer: number | undefined;
  const cancel = () => clearTimeout(timer);
  return {
    cancel,
    ask() {
      cancel();
      timer = window.setTimeout(run, pauseMs);
    },
  };
}
