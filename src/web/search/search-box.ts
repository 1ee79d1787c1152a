/** The search box: a combobox (ARIA 1.2) that lists what the text may mean while the user types. */
import type { Coordinate } from "../../index.ts";
import { create, find } from "../dom.ts";
import { worldRectangle } from "../map/mercator.ts";
import { codeZoom, MapView } from "../map/view.ts";
import type { Page } from "../page.ts";
import { coordinateText } from "../units.ts";
import { NO_RESULT, type Suggestion } from "../worker/methods.ts";

/** A street fills the map. */
const COORDINATES_ZOOM = 16;
/** A town and its surroundings fill the map; its name is still there. */
const TOWN_ZOOM = 12;
/** From here on, the map shows a territory rather than a continent. */
const COUNTRY_ZOOM = 5;

export class SearchBox {
  readonly #page: Page;
  readonly #input = find("search", HTMLInputElement);
  readonly #list = find("suggestions", HTMLUListElement);
  readonly #hint = find("search-hint", HTMLElement);
  #result = NO_RESULT;
  /** The text that the result is of. */
  #resultText = "";
  /** Index of the marked suggestion; -1 for none. */
  #active = -1;
  /** The place that the box shows; another one replaces its text. */
  #point: Coordinate;
  /** Whether the text is a place that the user has not typed. */
  #isFollowing = false;

  constructor(page: Page) {
    this.#page = page;
    const { store } = page;
    this.#point = store.state.point;
    if (!store.state.isExample) this.#follow(this.#point);
    store.subscribe(({ point }) => {
      if (point !== this.#point) this.#follow(point);
    });
    this.#input.addEventListener("input", () => void this.#update());
    this.#input.addEventListener("focus", () => {
      if (this.#isFollowing) this.#input.select();
      else void this.#update();
    });
    this.#input.addEventListener("focus", () => void this.#loadTowns(), { once: true });
    this.#input.addEventListener("blur", () => {
      this.#close();
      // It would lie over what is pressed next.
      this.#hint.textContent = "";
    });
    this.#input.addEventListener("keydown", (event) => this.#onKey(event));
    find("search-form", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#submit();
    });
  }

  /** Shows a place that was chosen elsewhere. */
  #follow(point: Coordinate): void {
    this.#point = point;
    this.#input.value = coordinateText(point);
    this.#isFollowing = true;
    this.#result = NO_RESULT;
    this.#show();
  }

  /** Goes to the first place that a text means. */
  async goTo(text: string): Promise<void> {
    this.#input.value = text;
    await this.#update();
    const [first] = this.#result.suggestions;
    if (first) this.#choose(first);
  }

  /** Asks the worker what the text means. */
  async #update(): Promise<void> {
    this.#isFollowing = false;
    const text = this.#input.value;
    const { point, isExample } = this.#page.store.state;
    const near = isExample ? undefined : point;
    const { view } = this.#page.map;
    const middle = view.zoom < COUNTRY_ZOOM ? undefined : view.center;
    const result = await this.#page.worker.call("interpret", { text, near, middle });
    // The user may have typed on in the meantime.
    if (this.#input.value !== text) return;
    // The same text again, with towns: the mark stays on what is marked.
    const marked = text === this.#resultText ? this.#result.suggestions[this.#active] : undefined;
    this.#active = result.suggestions.findIndex(({ title }) => title === marked?.title);
    this.#result = result;
    this.#resultText = text;
    this.#show();
  }

  /** Loads the towns, and asks again. Without network, the other places are found. */
  async #loadTowns(): Promise<void> {
    try {
      await this.#page.worker.call("loadTowns");
    } catch {
      return;
    }
    if (this.#input.value !== "") await this.#update();
  }

  #show(): void {
    const { suggestions, hint, isWrong } = this.#result;
    const items = suggestions.map((suggestion, index) => this.#item(suggestion, index));
    this.#list.replaceChildren(...items);
    const isOpen = items.length > 0 && document.activeElement === this.#input;
    this.#list.hidden = !isOpen;
    this.#input.setAttribute("aria-expanded", `${isOpen}`);
    this.#input.setAttribute("aria-invalid", `${isWrong}`);
    this.#hint.textContent = hint;
    this.#markActive();
  }

  #item({ title, detail }: Suggestion, index: number): HTMLLIElement {
    const item = create(
      "li",
      { id: `suggestion-${index}`, role: "option", "aria-selected": "false" },
      create("bdi", { class: "title" }, title),
      create("span", { class: "detail" }, detail),
    );
    // Not click: the box would lose the focus before, and close the list.
    item.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      this.#choose(this.#result.suggestions[index]);
    });
    return item;
  }

  #markActive(): void {
    [...this.#list.children].forEach((item, index) => {
      item.setAttribute("aria-selected", `${index === this.#active}`);
    });
    if (this.#active < 0) this.#input.removeAttribute("aria-activedescendant");
    else this.#input.setAttribute("aria-activedescendant", `suggestion-${this.#active}`);
    this.#list.children[this.#active]?.scrollIntoView({ block: "nearest" });
  }

  #onKey(event: KeyboardEvent): void {
    const count = this.#result.suggestions.length;
    if (event.key === "Escape" && !this.#list.hidden) this.#close();
    else if (event.key === "ArrowDown" && count > 0) this.#move(1);
    else if (event.key === "ArrowUp" && count > 0) this.#move(-1);
    else return;
    event.preventDefault();
  }

  /** Moves the mark through the suggestions. At one position none is marked: the text in the box itself is chosen. */
  #move(step: number): void {
    const count = this.#result.suggestions.length + 1;
    if (this.#list.hidden) this.#show();
    this.#active = ((this.#active + 1 + step + count) % count) - 1;
    this.#markActive();
  }

  #close(): void {
    this.#list.hidden = true;
    this.#input.setAttribute("aria-expanded", "false");
    this.#active = -1;
    this.#markActive();
  }

  async #submit(): Promise<void> {
    const active = this.#active;
    // Enter may come before the answer to the last key.
    if (this.#resultText !== this.#input.value) await this.#update();
    const { isAmbiguous, suggestions } = this.#result;
    if (isAmbiguous && active < 0) {
      // Once more Enter takes the first one, which is now marked.
      this.#input.focus();
      this.#active = 0;
      this.#show();
      return;
    }
    const chosen = suggestions.at(Math.max(active, 0));
    if (chosen) {
      this.#choose(chosen);
    } else {
      const { hint } = this.#result;
      this.#input.focus();
      this.#hint.textContent =
        hint === "" ? "Type a mapcode, coordinates, a territory or a town." : hint;
    }
  }

  /** Shows what is wrong with a link. @param text its code; empty if it has none */
  async showDamaged(text: string): Promise<void> {
    this.#input.value = text;
    await this.#update();
    const reason = text === "" ? "It has no place that can be read." : this.#result.hint;
    this.#hint.textContent = `This link is damaged. ${reason}`;
  }

  #choose({ kind, point, bounds, precision, completion, title }: Suggestion): void {
    const { store, map } = this.#page;
    this.#input.value = completion;
    if (kind === "territory") {
      if (bounds) map.fit(worldRectangle(bounds));
      this.#page.announce(`The map shows ${title}.`);
      void this.#update();
      return;
    }
    this.#result = NO_RESULT;
    this.#show();
    this.#input.select();
    this.#point = point;
    const zoom =
      kind === "town"
        ? TOWN_ZOOM
        : precision === undefined
          ? Math.max(map.view.zoom, COORDINATES_ZOOM)
          : codeZoom(precision);
    map.flyTo(MapView.at(point, zoom, map.view));
    store.choose(point, precision === undefined ? {} : { precision, code: title });
  }
}

export function startSearch(page: Page): SearchBox {
  const search = new SearchBox(page);
  for (const example of document.querySelectorAll<HTMLElement>("[data-code]")) {
    example.addEventListener("click", () => void search.goTo(example.dataset.code ?? ""));
  }
  return search;
}
