/** Helpers for elements of the page. Texts become text nodes, never HTML. */

/** Finds an element by id. @throws Error if index.html has none of this class */
export function find<Kind extends Element>(id: string, kind: abstract new () => Kind): Kind {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`index.html has no ${kind.name} with the id ${id}.`);
}

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

export function onClick(id: string, run: () => unknown): void {
  find(id, HTMLButtonElement).addEventListener("click", run);
}

/** What users do with the map: fingers tap. */
export const CLICK_WORD = matchMedia("(pointer: coarse)").matches ? "Tap" : "Click";

export function announce(text: string): void {
  find("announcer", HTMLElement).textContent = text;
}

export function showNote(text: string): void {
  find("note", HTMLElement).textContent = text;
}

/** Reads a setting of the operator from its `meta` element; empty if there is none. */
export function setting(name: "tiles-url" | "tiles-attribution"): string {
  return document.querySelector(`meta[name="${name}"]`)?.getAttribute("content") ?? "";
}

/** Reads the address of a built file from a data attribute of `<main>`. */
export function assetUrl(name: string): string {
  const path = document.querySelector("main")?.dataset[name];
  return new URL(path ?? "", document.baseURI).href;
}
