/** The answer: the chosen code in large letters, the other codes of the place, and what is known of the place. */

import { create, find } from "../dom.ts";
import { worldRectangle } from "../map/mercator.ts";
import type { Answer, Page } from "../page.ts";
import { plainCode } from "../settings/state.ts";
import { areaText, coordinateText, directionOf, metersText } from "../units.ts";
import type { CodeDescription, PlaceDescription } from "../worker/methods.ts";
import { borderNote } from "./border-note.ts";
import { makeCopyButton } from "./copying.ts";

/** Where a code is valid, in words: `Indiana, USA`. */
export function territoryText({
  isInternational,
  territoryName,
  parentName,
}: CodeDescription): string {
  if (isInternational) return "International";
  return parentName === undefined ? territoryName : `${territoryName}, ${parentName}`;
}

/** A code as it is written in the chosen alphabet: `ЗЛД 49.4Ч`. */
export function writtenText({ writtenTerritory, writtenCode }: CodeDescription): string {
  return writtenTerritory === "" ? writtenCode : `${writtenTerritory} ${writtenCode}`;
}

/** The codes besides the chosen one. */
class CodeList {
  readonly #page: Page;
  readonly #list = find("codes", HTMLUListElement);

  constructor(page: Page) {
    this.#page = page;
  }

  show({ place, chosen }: Answer): void {
    const focused = this.#focusedIndex();
    const others = place.codes.filter((code) => code !== chosen);
    this.#list.replaceChildren(...others.map((code) => this.#item(place, code)));
    find("more-codes", HTMLElement).hidden = others.length === 0;
    const { length } = others;
    find("more-summary", HTMLElement).textContent =
      length === 1 ? "1 more code" : `${length} more codes`;
    if (focused >= 0) this.#list.querySelectorAll("button")[focused]?.focus();
  }

  /** Which button of the list has the focus; replacing the list would lose it. */
  #focusedIndex(): number {
    const { activeElement } = document;
    const isButton = activeElement instanceof HTMLButtonElement;
    return isButton ? [...this.#list.querySelectorAll("button")].indexOf(activeElement) : -1;
  }

  #item(place: PlaceDescription, code: CodeDescription): HTMLLIElement {
    const text = writtenText(code);
    const choose = create(
      "button",
      { type: "button", class: "choose" },
      create("bdi", { dir: directionOf(place.request.alphabet), class: "code" }, text),
      create(
        "span",
        {},
        `${territoryText(code)}, ${areaText(code.widthMeters, code.heightMeters)}`,
      ),
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
  const size = find("answer-size", HTMLElement);
  const border = find("border-note", HTMLDetailsElement);
  const maps = find("open-maps", HTMLAnchorElement);
  const list = new CodeList(page);

  page.onAnswer((answer) => {
    const { place, chosen } = answer;
    const { point, alphabet } = place.request;
    answerCode.textContent = writtenText(chosen);
    answerCode.dir = directionOf(alphabet);
    territory.textContent = territoryText(chosen);
    size.textContent = `· ${areaText(chosen.widthMeters, chosen.heightMeters)}`;
    const { summary, text } = borderNote(place);
    border.hidden = summary === "";
    find("border-summary", HTMLElement).textContent = summary;
    find("border-text", HTMLElement).textContent = text;
    const coordinates = `${point.latDeg},${point.lonDeg}`;
    maps.href = `geo:${coordinates}?q=${coordinates}`;
    list.show(answer);
    showFacts(answer);
    page.announce(`${writtenText(chosen)}, ${territoryText(chosen)}. ${place.codes.length} codes.`);
  });
  const currentText = () => (page.answer ? writtenText(page.answer.chosen) : "");
  makeCopyButton(find("copy-code", HTMLButtonElement), page, currentText);
  makeCopyButton(find("copy-link", HTMLButtonElement), page, () =>
    page.answer ? page.codeLink(page.answer.chosen) : "",
  );
  find("show-cell", HTMLButtonElement).addEventListener("click", () => {
    if (!page.answer) return;
    page.map.fit(worldRectangle(page.answer.chosen.cell), Number.POSITIVE_INFINITY);
  });
}

/** Coordinates and distances. */
function showFacts({ place, chosen }: Answer): void {
  const facts: readonly (readonly [string, string])[] = [
    ["Latitude, longitude", coordinateText(place.request.point)],
    ["The code leads to", coordinateText(chosen.center)],
    ["Distance from the place", metersText(chosen.offsetMeters)],
    ["Distance at most", metersText(place.maxErrorMeters)],
  ];
  const items = facts.flatMap(([term, value]) => [
    create("dt", {}, term),
    create("dd", {}, create("bdi", {}, value)),
  ]);
  find("facts", HTMLDListElement).replaceChildren(...items);
}
