/** The answer: the chosen code in large letters, all codes of the place, and what is known of the place. */

import { plainCode } from "../code.ts";
import { create, find } from "../dom.ts";
import { worldRectangle } from "../map/mercator.ts";
import type { Answer, Page } from "../page.ts";
import type { CodeDescription, PlaceDescription } from "../worker/methods.ts";
import { borderText } from "./border-note.ts";
import { makeCopyButton } from "./copying.ts";
import { coordinateText, directionOf, metersText } from "./units.ts";

/** Where a code is valid, in words: `Indiana, USA`. */
export function territoryText({
  isInternational,
  territoryName,
  parentName,
}: CodeDescription): string {
  if (isInternational) return "International, valid without a territory";
  return parentName === undefined ? territoryName : `${territoryName}, ${parentName}`;
}

/** A code as it is written in the chosen alphabet: `ЗЛД 49.4Ч`. */
export function writtenText({ writtenTerritory, writtenCode }: CodeDescription): string {
  return writtenTerritory === "" ? writtenCode : `${writtenTerritory} ${writtenCode}`;
}

class CodeList {
  readonly #page: Page;
  readonly #list = find("codes", HTMLUListElement);

  constructor(page: Page) {
    this.#page = page;
  }

  show({ place, chosen }: Answer): void {
    const focused = this.#focusedIndex();
    this.#list.replaceChildren(...place.codes.map((code) => this.#item(place, code, chosen)));
    if (focused >= 0) this.#list.querySelectorAll("button")[focused]?.focus();
  }

  /** Which button of the list has the focus; replacing the list would lose it. */
  #focusedIndex(): number {
    const { activeElement } = document;
    const isButton = activeElement instanceof HTMLButtonElement;
    return isButton ? [...this.#list.querySelectorAll("button")].indexOf(activeElement) : -1;
  }

  #item(place: PlaceDescription, code: CodeDescription, chosen: CodeDescription): HTMLLIElement {
    const { alphabet } = place.request;
    const text = writtenText(code);
    const choose = create(
      "button",
      { type: "button", class: "choose", "aria-pressed": `${code === chosen}` },
      create("bdi", { dir: directionOf(alphabet), class: "code" }, text),
      create("span", { class: "territory" }, territoryText(code)),
      create("span", { class: "offset" }, `leads ${metersText(code.offsetMeters)} from here`),
    );
    choose.addEventListener("click", () => this.#page.store.update({ code: plainCode(code.text) }));
    const copy = create("button", { type: "button", class: "copy" }, "Copy");
    copy.setAttribute("aria-label", `Copy ${text}`);
    makeCopyButton(copy, this.#page, () => text);
    return create("li", {}, choose, copy);
  }
}

/** Starts showing answers. */
export function startResults(page: Page): void {
  const answerCode = find("answer-code", HTMLElement);
  const territory = find("answer-territory", HTMLElement);
  const example = find("answer-example", HTMLElement);
  const border = find("border-note", HTMLElement);
  const list = new CodeList(page);
  let answer: Answer | undefined;

  page.onAnswer((next) => {
    answer = next;
    const { place, chosen } = next;
    answerCode.textContent = writtenText(chosen);
    answerCode.dir = directionOf(place.request.alphabet);
    territory.textContent = territoryText(chosen);
    example.hidden = !page.store.state.isExample;
    border.textContent = borderText(place);
    border.hidden = border.textContent === "";
    list.show(next);
    showFacts(next);
    page.announce(`${writtenText(chosen)}, ${territoryText(chosen)}. ${place.codes.length} codes.`);
  });
  const currentText = () => (answer ? writtenText(answer.chosen) : "");
  makeCopyButton(find("copy-code", HTMLButtonElement), page, currentText);
  makeCopyButton(find("copy-link", HTMLButtonElement), page, () =>
    answer ? page.codeLink(answer.chosen) : "",
  );
  find("show-cell", HTMLButtonElement).addEventListener("click", () => {
    if (answer) page.map.fit(worldRectangle(answer.chosen.cell), Number.POSITIVE_INFINITY);
  });
}

/** Coordinates, size of the cell and offset. */
function showFacts({ place, chosen }: Answer): void {
  const { point } = place.request;
  const size = `${metersText(chosen.widthMeters)} × ${metersText(chosen.heightMeters)}`;
  const facts: readonly (readonly [string, string])[] = [
    ["Latitude, longitude", coordinateText(point)],
    ["Area of this code", size],
    ["It leads to", coordinateText(chosen.center)],
    ["Distance from the place", metersText(chosen.offsetMeters)],
    ["Distance at most", metersText(place.maxErrorMeters)],
  ];
  const items = facts.flatMap(([term, value]) => [
    create("dt", {}, term),
    create("dd", {}, create("bdi", {}, value)),
  ]);
  find("facts", HTMLDListElement).replaceChildren(...items);
}
