/** Precision and alphabet: the controls of the page's settings. */

import type { AlphabetName } from "../../index.ts";
import { create, find } from "../dom.ts";
import type { Page } from "../page.ts";
import { alphabetText, areaText } from "../units.ts";
import { plainCode } from "./state.ts";

function startPrecision(page: Page): void {
  const slider = find("precision", HTMLInputElement);
  const size = find("precision-size", HTMLOutputElement);
  slider.addEventListener("input", () => {
    const precision = slider.valueAsNumber;
    const { code } = page.store.state;
    page.store.update({ precision, code: code && plainCode(code) });
  });
  page.store.subscribe(({ precision }) => {
    slider.valueAsNumber = precision;
  });
  page.onAnswer(({ chosen, place }) => {
    const { precision } = place.request;
    const characters = precision === 1 ? "1 extra character" : `${precision} extra characters`;
    const area = areaText(chosen.widthMeters, chosen.heightMeters);
    size.textContent = `${precision}: ${area}`;
    slider.setAttribute("aria-valuetext", `${characters}, ${area}`);
  });
}

function optionOf(alphabet: AlphabetName): HTMLOptionElement {
  return create("option", { value: alphabet }, alphabetText(alphabet));
}

function startAlphabet({ store, onAnswer }: Page, all: readonly AlphabetName[]): void {
  const select = find("alphabet", HTMLSelectElement);
  const nearby = create("optgroup", { label: "Used at this place" });
  const others = create("optgroup", { label: "All alphabets" }, ...all.map(optionOf));
  select.append(nearby, others);
  select.addEventListener("change", () => {
    const alphabet = all.find((name) => name === select.value);
    if (alphabet) store.update({ alphabet });
  });
  onAnswer(({ place }) => {
    nearby.replaceChildren(...place.alphabets.map(optionOf));
    select.value = place.request.alphabet;
  });
}

/** @param alphabets the alphabets that exist */
export function startControls(page: Page, alphabets: readonly AlphabetName[]): void {
  startPrecision(page);
  startAlphabet(page, alphabets);
}
