/** Elements of the page. Texts become text nodes: nothing here makes HTML of a string. */

/** The element with an id. @throws Error if index.html has none of this class */
export function find<Kind extends Element>(id: string, kind: abstract new () => Kind): Kind {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`index.html has no ${kind.name} with the id ${id}.`);
}

/** Creates an element with attributes and children. */
export function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    element.setAttribute(attribute, value);
  }
  element.append(...children);
  return element;
}

/** Runs what a button is for. */
export function onClick(id: string, run: () => unknown): void {
  find(id, HTMLButtonElement).addEventListener("click", run);
}

/** Delays a function until it has not been called again for some time. */
export function debounce(pauseMs: number, run: () => void): () => void {
  let timer: number | undefined;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(run, pauseMs);
  };
}

/** Says a sentence to users of screen readers. */
export function announce(text: string): void {
  find("announcer", HTMLElement).textContent = text;
}

/** Shows a line about the chosen place on the map, in place of the former one. */
export function showNote(text: string): void {
  find("note", HTMLElement).textContent = text;
}

/** The setting of the operator with a name, in a `meta` element of the page; empty if there is none. */
export function setting(name: "tiles-url" | "tiles-attribution"): string {
  return document.querySelector(`meta[name="${name}"]`)?.getAttribute("content") ?? "";
}

/** The address of a file that the build has named in an attribute of `<main>`. */
export function assetUrl(name: string): string {
  const path = document.querySelector("main")?.dataset[name];
  return new URL(path ?? "", document.baseURI).href;
}
