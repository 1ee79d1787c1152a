/** The search box and its suggestions. */
import { assetUrl, create, find, onClick } from "./dom.ts";
import { interpret, type SearchResult, type Suggestion } from "./engine/searching.ts";
import { loadTowns } from "./engine/towns.ts";
import * as map from "./map/map.ts";
import { choose, onChange, state } from "./state.ts";
import { countText } from "./wording.ts";

const NOTHING_TYPED = "Type a mapcode, coordinates, a territory or a town.";
const TOWNS_ARE_LOADING = "Loading the list of towns …";
const NO_TOWNS = "The list of towns could not be loaded. Check the network, and search again.";

/** A text with a vowel or a letter of another script may name a town: codes have hardly any. */
const MAY_BE_TOWN = /[aeiouy]|[^\0-\x7f]/i;

const form = find("search-form", HTMLFormElement);
const input = find("search", HTMLInputElement);
const list = find("suggestions", HTMLUListElement);
const status = find("search-status", HTMLElement);

/** From this zoom on, the map shows a territory rather than a continent. */
const COUNTRY_ZOOM = 5;

let goTo: (suggestion: Suggestion) => void;

/** Shows the suggestions for a text with `2 places. Choose one.`, or the hint; nothing for an empty text. */
function show(text: string): SearchResult {
  const chosen = state.isExample ? undefined : state.point;
  const near = map.zoom() < COUNTRY_ZOOM ? chosen : map.viewOf().center;
  const result = interpret(text, near);
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
  goTo(suggestion);
  // Another text replaces everything.
  input.focus({ preventScroll: true });
  input.select();
  // The keyboard of a phone would cover the map.
  if (matchMedia("(pointer: coarse)").matches) input.blur();
}

/** While a text is typed, nothing on the page is its answer: the page hides the former one. */
function markDraft(): void {
  find("page", HTMLElement).classList.toggle("draft", input.value !== state.searchText);
}

/** Loads the towns, and shows the suggestions again. @returns the problem; empty if there is none */
async function addTowns(): Promise<string> {
  const text = input.value;
  if (!MAY_BE_TOWN.test(text)) return "";
  const hasMore = await loadTowns(assetUrl, text).catch(() => undefined);
  if (hasMore && input.value === text && document.activeElement === input) show(text);
  return hasMore === undefined ? NO_TOWNS : "";
}

async function suggest(): Promise<void> {
  const { suggestions, hint, isWrong } = show(input.value);
  const isTown = suggestions.length === 0 && !isWrong && MAY_BE_TOWN.test(input.value);
  if (isTown) status.textContent = TOWNS_ARE_LOADING;
  const problem = await addTowns();
  if (status.textContent === TOWNS_ARE_LOADING) status.textContent = problem || hint;
}

async function submit(): Promise<void> {
  const text = input.value;
  if (text !== "" && text === state.searchText && state.point) return map.show(state.point);
  const problem = await addTowns();
  if (input.value !== text) return;
  const { suggestions, isAmbiguous, hint, isWrong } = show(text);
  if (text.trim() === "") status.textContent = NOTHING_TYPED;
  else if (suggestions.length > 0 && !isAmbiguous) take(suggestions[0]);
  else if (suggestions.length > 0) list.querySelector("button")?.focus();
  else {
    const incomplete = `${text} is not complete. ${NOTHING_TYPED}`;
    const advice = (isWrong ? "" : problem) || hint || incomplete;
    choose({ searchText: text, heading: "Nothing found", advice });
    input.setAttribute("aria-invalid", `${isWrong}`);
  }
}

function showSearchText(text: string): void {
  show("");
  input.value = text;
  markDraft();
}

function onKey(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1, Escape: 0 }[event.key];
  // An input method has its own list.
  if (step === undefined || event.isComposing) return;
  event.preventDefault();
  if (step === 0) showSearchText(state.searchText);
  // The input and the buttons are one column for the arrow keys.
  const column = [input, ...list.querySelectorAll("button")];
  const at = column.findIndex((element) => element.matches(":focus"));
  column[(at + step + column.length) % column.length].focus();
}

export function startSearch(follow: (suggestion: Suggestion) => void): void {
  goTo = follow;
  onChange(({ searchText }) => {
    if (searchText !== undefined) showSearchText(searchText);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit();
  });
  form.addEventListener("keydown", onKey);
  // The open list would cover the elements below.
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) show("");
  });
  input.addEventListener("input", (event) => {
    markDraft();
    if (!(event as InputEvent).isComposing) void suggest();
  });
  input.addEventListener("compositionend", () => void suggest());
  input.addEventListener("focus", () => {
    if (input.value === state.searchText) input.select();
    else void suggest();
  });
  onClick("draft-back", () => showSearchText(state.searchText));
  onClick("type-code", () => {
    // The user goes on.
    input.value = `${state.territory} `;
    input.focus();
    input.dispatchEvent(new InputEvent("input"));
  });
}
