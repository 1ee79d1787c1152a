/** The note on the map: one line about the chosen place, until another place is chosen or the user closes it. */
import { find } from "./dom.ts";
import type { PageStore } from "./settings/state.ts";

/** @returns shows a note in place of the former one */
export function startNote(store: PageStore): (text: string) => void {
  const note = find("note", HTMLElement);
  const show = (text: string) => {
    note.textContent = text;
  };
  find("note-close", HTMLButtonElement).addEventListener("click", () => {
    show("");
    find("map", HTMLElement).focus();
  });
  let { point } = store.state;
  if (!store.state.isExample) show("");
  store.subscribe((state) => {
    if (state.point === point) return;
    point = state.point;
    show("");
  });
  return show;
}
