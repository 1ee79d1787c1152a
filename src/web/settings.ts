/** Extra characters and alphabet: how the page writes its codes. */
import type { AlphabetName } from "../index.ts";
import { create, find } from "./dom.ts";
import type { PlaceDescription } from "./engine/places.ts";
import { plainCode, type Update } from "./state.ts";
import { alphabetText } from "./units.ts";

const slider = find("precision", HTMLInputElement);
const select = find("alphabet", HTMLSelectElement);

function optionOf(alphabet: AlphabetName): HTMLOptionElement {
  return create("option", { value: alphabet }, alphabetText(alphabet));
}

/** Shows the settings that the codes of a place are written with. */
export function showSettings({ request, chosen, alphabets }: PlaceDescription): void {
  const { precision, alphabet } = request;
  const characters = precision === 1 ? "1 extra character" : `${precision} extra characters`;
  slider.valueAsNumber = precision;
  slider.setAttribute("aria-valuetext", `${characters}, ${chosen.size}`);
  find("precision-size", HTMLOutputElement).textContent = `${precision}: ${chosen.size}`;
  find("local-alphabets", HTMLOptGroupElement).replaceChildren(...alphabets.map(optionOf));
  select.value = alphabet;
}

/** Starts the controls. @param alphabets those that exist @param chosenCode returns the code that the user has chosen */
export function startSettings(
  alphabets: readonly AlphabetName[],
  chosenCode: () => string | undefined,
  update: Update,
): void {
  slider.addEventListener("input", () => {
    const code = chosenCode();
    update({ precision: slider.valueAsNumber, code: code && plainCode(code) });
  });
  find("all-alphabets", HTMLOptGroupElement).append(...alphabets.map(optionOf));
  select.addEventListener("change", () => {
    const alphabet = alphabets.find((name) => name === select.value);
    if (alphabet) update({ alphabet });
  });
}
