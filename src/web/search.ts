/** The search box, and the list of what its text may mean. */
import type { Coordinate } from "../index.ts";
import { assetUrl, create, find } from "./dom.ts";
import type { SearchResult, Suggestion } from "./engine/searching.ts";
import { coordinateText } from "./units.ts";

const NOTHING_TYPED = "Type a mapcode, coordinates, a territory or a town.";

/** A text without digits and with a vowel, or with letters of another script: codes have hardly any. */
const MAY_BE_TOWN = /^\P{N}*(?:[aeiouy]|\P{ASCII})\P{N}*$/iu;

/** What the search asks the page. */
export interface SearchHost {
  interpret(text: string): SearchResult;
  loadTowns(url: string): Promise<void>;
  /** Goes to a place. */
  choose(suggestion: Suggestion): void;
}

export interface Search {
  /** Shows a place that was chosen elsewhere. */
  follow(point: Coordinate): void;
  /** Shows what is wrong with a link. @param code its code; empty if it has none */
  showDamaged(code: string): void;
}

/** `2 places. Choose one.`, or what is missing or wrong in the text. */
function statusOf({ suggestions, hint }: SearchResult): string {
  if (hint !== "" || suggestions.length === 0) return hint;
  return suggestions.length === 1 ? "1 place." : `${suggestions.length} places. Choose one.`;
}

export function startSearch({ interpret, loadTowns, choose }: SearchHost): Search {
  const form = find("search-form", HTMLFormElement);
  const input = find("search", HTMLInputElement);
  const list = find("suggestions", HTMLUListElement);
  const status = find("search-status", HTMLElement);
  /** Whether the user has typed the text. */
  let isTyped = true;
  let towns: Promise<void> | undefined;

  function close(): void {
    list.replaceChildren();
    status.textContent = "";
    input.setAttribute("aria-invalid", "false");
  }

  function take(suggestion: Suggestion): void {
    close();
    choose(suggestion);
    input.value = suggestion.completion;
    // A code may follow the territory; another text replaces everything else.
    input.focus();
    if (suggestion.kind === "territory") return;
    input.select();
    // The keyboard of a phone would cover the map.
    if (matchMedia("(pointer: coarse)").matches) input.blur();
  }

  function itemOf(suggestion: Suggestion): HTMLLIElement {
    const { title, detail } = suggestion;
    const name = create("bdi", { class: "title" }, title);
    const button = create("button", { type: "button" }, name, create("span", {}, detail));
    button.addEventListener("click", () => take(suggestion));
    return create("li", {}, button);
  }

  function show(): SearchResult {
    const result = interpret(input.value);
    list.replaceChildren(...result.suggestions.map(itemOf));
    status.textContent = statusOf(result);
    input.setAttribute("aria-invalid", `${result.isWrong}`);
    return result;
  }

  /** Loads the towns, and looks again. Without network, the other places are found. */
  function addTowns(): Promise<void> {
    towns ??= loadTowns(assetUrl("towns")).then(
      () => {
        if (isTyped && document.activeElement === input) show();
      },
      () => {
        towns = undefined;
      },
    );
    return towns;
  }

  async function submit(): Promise<void> {
    let result = show();
    if (result.suggestions.length === 0 && MAY_BE_TOWN.test(input.value)) {
      await addTowns();
      result = show();
    }
    const { suggestions, isAmbiguous, hint } = result;
    const button = list.querySelector("button");
    if (suggestions.length > 0 && !isAmbiguous) take(suggestions[0]);
    else (button ?? input).focus();
    if (!button && hint === "") status.textContent = NOTHING_TYPED;
  }

  /** The buttons and the input are one column for the arrow keys. */
  function move(step: number): void {
    const column = [input, ...list.querySelectorAll("button")];
    const at = column.findIndex((element) => element.matches(":focus"));
    column[(at + step + column.length) % column.length].focus();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      close();
      input.focus();
    } else if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else return;
    event.preventDefault();
  });
  // It would lie over what is pressed next.
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) close();
  });
  input.addEventListener("input", () => {
    isTyped = true;
    show();
    if (MAY_BE_TOWN.test(input.value)) void addTowns();
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
  return {
    follow(point) {
      if (input.value === coordinateText(point)) return;
      close();
      input.value = coordinateText(point);
      isTyped = false;
    },
    showDamaged(code) {
      input.value = code;
      const { hint } = show();
      const reason = code === "" ? "It has no place that can be read." : hint;
      status.textContent = `This link is damaged. ${reason}`;
    },
  };
}
