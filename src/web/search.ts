/** The search box and its suggestions. */
import type { Coordinate } from "../index.ts";
import { create, find } from "./dom.ts";
import type { SearchResult, Suggestion } from "./engine/searching.ts";
import { coordinateText, countText } from "./units.ts";

const NOTHING_TYPED = "Type a mapcode, coordinates, a territory or a town.";

/** A text without digits that has a vowel or a letter of another script: codes have hardly any. */
const MAY_BE_TOWN = /^\P{N}*(?:[aeiouy]|\P{ASCII})\P{N}*$/iu;

const form = find("search-form", HTMLFormElement);
const input = find("search", HTMLInputElement);
const list = find("suggestions", HTMLUListElement);
const status = find("search-status", HTMLElement);
/** Whether the user has typed the text. */
let isTyped = true;

/** Functions of the page for the search. */
interface SearchHost {
  interpret(text: string): SearchResult;
  /** Loads the towns that a text may name. @returns whether there are more than before */
  loadTowns(text: string): Promise<boolean>;
  /** Goes to a place. */
  choose(suggestion: Suggestion): void;
}
let host: SearchHost;

/** Shows the suggestions for a text with `2 places. Choose one.`, or the hint; nothing for an empty text. */
function show(text: string): SearchResult {
  const result = host.interpret(text);
  const { suggestions, hint, isWrong } = result;
  list.replaceChildren(...suggestions.map(itemOf));
  const { length } = suggestions;
  const count = `${countText(length, "place")}.${length > 1 ? " Choose one." : ""}`;
  status.textContent = hint === "" && length > 0 ? count : hint;
  input.setAttribute("aria-invalid", `${isWrong}`);
  return result;
}

function itemOf(suggestion: Suggestion): HTMLLIElement {
  const name = create("bdi", { class: "title" }, suggestion.title);
  const button = create("button", { type: "button" }, name, create("span", {}, suggestion.detail));
  button.addEventListener("click", () => take(suggestion));
  return create("li", {}, button);
}

function take(suggestion: Suggestion): void {
  show("");
  host.choose(suggestion);
  const { kind, title, detail } = suggestion;
  input.focus();
  if (kind === "territory") {
    // A code may follow.
    input.value = `${detail} `;
    return;
  }
  if (kind !== "coordinates") input.value = title;
  // Another text replaces everything.
  input.select();
  // The keyboard of a phone would cover the map.
  if (matchMedia("(pointer: coarse)").matches) input.blur();
}

/** Loads the towns and searches again. Without network, results have no new towns. */
async function addTowns(): Promise<void> {
  if (!MAY_BE_TOWN.test(input.value)) return;
  const hasMore = await host.loadTowns(input.value).catch(() => false);
  if (hasMore && isTyped && document.activeElement === input) show(input.value);
}

async function submit(): Promise<void> {
  if (show(input.value).suggestions.length === 0) await addTowns();
  const { suggestions, isAmbiguous, hint } = show(input.value);
  if (suggestions.length > 0 && !isAmbiguous) take(suggestions[0]);
  else (list.querySelector("button") ?? input).focus();
  if (suggestions.length === 0 && hint === "") status.textContent = NOTHING_TYPED;
}

/** Shows a place chosen outside of the search. */
export function follow(point: Coordinate): void {
  if (input.value === coordinateText(point)) return;
  show("");
  input.value = coordinateText(point);
  isTyped = false;
}

/** Shows the problem with a link. @param code its code; empty if it has none */
export function showDamaged(code: string): void {
  input.value = code;
  const { hint } = show(code);
  const reason = code === "" ? "It has no place that can be read." : hint;
  status.textContent = `This link is damaged. ${reason}`;
}

/** Handles the keys of the list. */
function onKey(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1, Escape: 0 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  if (step === 0) show("");
  // The input and the buttons are one column for the arrow keys.
  const column = [input, ...list.querySelectorAll("button")];
  const at = column.findIndex((element) => element.matches(":focus"));
  column[(at + step + column.length) % column.length].focus();
}

export function startSearch(page: SearchHost): void {
  host = page;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit();
  });
  form.addEventListener("keydown", onKey);
  // The open list would cover the elements below.
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) show("");
  });
  input.addEventListener("input", () => {
    isTyped = true;
    show(input.value);
    void addTowns();
  });
  input.addEventListener("focus", () => {
    if (!isTyped) input.select();
  });
  for (const example of document.querySelectorAll<HTMLElement>("[data-code]")) {
    example.addEventListener("click", () => {
      input.value = example.dataset.code ?? "";
      void submit();
    });
  }
}
