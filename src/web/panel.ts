/** The panel: the chosen code, the other codes of the place, facts about it, and the settings of codes. */
import { type AlphabetName, alphabets } from "../index.ts";
import { announce, create, find, onClick } from "./dom.ts";
import type { CodeDescription, PlaceDescription } from "./engine/places.ts";
import { formatCodeLink, formatLink, plainCode, pointPath } from "./link.ts";
import { fitView, viewOf } from "./map/map.ts";
import { toExtent } from "./map/projection.ts";
import { change, onChange, place, state } from "./state.ts";
import { alphabetText, coordinateText, countText, metersText } from "./wording.ts";

const LONG_CHARS = 12;
const COPIED_MS = 1500;

const slider = find("precision", HTMLInputElement);
const select = find("alphabet", HTMLSelectElement);

/** Copies a text in a way that works without HTTPS. @returns false if the browser does not let pages copy */
function copyBySelection(text: string): boolean {
  const field = create("textarea", { class: "visually-hidden" }, text);
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

export function makeCopyButton(button: HTMLButtonElement, textToCopy: () => string): void {
  const label = button.textContent;
  button.addEventListener("click", async () => {
    const text = textToCopy();
    let isCopied = true;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      isCopied = copyBySelection(text);
    }
    announce(isCopied ? `Copied ${text}.` : "This browser does not let pages copy.");
    button.textContent = isCopied ? "Copied" : "Not copied";
    setTimeout(() => {
      button.textContent = label;
    }, COPIED_MS);
  });
}

function codeItem({ code, label, validIn, size }: CodeDescription): HTMLLIElement {
  const text = create("bdi", { class: "code" }, label);
  const facts = create("span", {}, `${validIn}, ${size}`);
  const choose = create("button", { class: "choose" }, text, facts);
  choose.addEventListener("click", () => change({ code: plainCode(code) }));
  const copy = create("button", { class: "copy", "aria-label": `Copy ${label}` }, "Copy");
  makeCopyButton(copy, () => label);
  return create("li", {}, choose, copy);
}

function showOtherCodes(place: PlaceDescription): void {
  const list = find("codes", HTMLUListElement);
  // Replacing the list loses the focus.
  const buttons: (Element | null)[] = [...list.querySelectorAll("button")];
  const focused = buttons.indexOf(document.activeElement);
  const others = place.codes.filter((code) => code !== place.chosen);
  list.replaceChildren(...others.map(codeItem));
  list.querySelectorAll("button")[focused]?.focus();
  find("more-codes", HTMLElement).hidden = others.length === 0;
  find("more-summary", HTMLElement).textContent = countText(others.length, "more code");
}

function optionOf(alphabet: AlphabetName): HTMLOptionElement {
  return create("option", { value: alphabet }, alphabetText(alphabet));
}

function showSettings(): void {
  const { precision, alphabet } = state;
  const size = place ? `: ${place.chosen.size}` : "";
  slider.valueAsNumber = precision;
  slider.setAttribute("aria-valuetext", countText(precision, "extra character") + size);
  find("precision-size", HTMLOutputElement).textContent = `${precision}${size}`;
  const local = find("local-alphabets", HTMLOptGroupElement);
  local.replaceChildren(...(place?.alphabets ?? []).map(optionOf));
  select.value = alphabet;
}

/** The address of the state, or a shorter one by code. A code would say more than a place that is not exact. */
function currentLink(): string {
  const address = new URL(formatLink(state, viewOf()), location.href).href;
  if (!place || state.accuracyMeters > 0) return address;
  return formatCodeLink(place.chosen.code, state.alphabet, address);
}

function showPanel(): void {
  const { heading, advice, territory } = state;
  find("heading", HTMLElement).textContent = heading;
  find("advice", HTMLElement).textContent = advice;
  find("answer", HTMLElement).hidden = !place;
  const typing = find("type-code", HTMLButtonElement);
  typing.hidden = territory === "";
  typing.textContent = `Type a code of ${territory}`;
  showSettings();
  if (place) showAnswer(place);
}

function showAnswer(place: PlaceDescription): void {
  const { point, chosen, codes, borderNote, maxErrorMeters } = place;
  const { label, validIn, size, center, offsetMeters } = chosen;
  const code = find("answer-code", HTMLElement);
  const [, front = "", digits] = /^(\S+ )?(.*)$/.exec(label) ?? [];
  code.replaceChildren(create("span", { class: "front" }, front), create("span", {}, digits));
  code.classList.toggle("long", label.length > LONG_CHARS);
  find("answer-facts", HTMLElement).textContent = `${validIn} · ${size}`;
  find("border-note", HTMLElement).hidden = borderNote.summary === "";
  find("border-summary", HTMLElement).textContent = borderNote.summary;
  find("border-text", HTMLElement).textContent = borderNote.text;
  const path = pointPath(point);
  find("open-maps", HTMLAnchorElement).href = `geo:${path}?q=${path}`;
  find("print-link", HTMLElement).textContent = currentLink();
  showOtherCodes(place);
  const facts = {
    "Latitude, longitude": coordinateText(point),
    "The code leads to": coordinateText(center),
    "Distance from the place": metersText(offsetMeters),
    "Distance at most": metersText(maxErrorMeters),
  };
  const items = Object.entries(facts).flatMap(([term, value]) => [
    create("dt", {}, term),
    create("dd", {}, create("bdi", {}, value)),
  ]);
  find("facts", HTMLDListElement).replaceChildren(...items);
  announce(`${label}, ${validIn}. ${countText(codes.length, "code")}.`);
}

export function startPanel(): void {
  onChange(showPanel);
  const readLabel = () => place?.chosen.label ?? "";
  makeCopyButton(find("copy-code", HTMLButtonElement), readLabel);
  makeCopyButton(find("copy-link", HTMLButtonElement), currentLink);
  find("share", HTMLButtonElement).hidden = !("share" in navigator);
  // The user may close the sheet.
  onClick("share", () =>
    navigator.share({ title: readLabel(), url: currentLink() }).catch(() => {}),
  );
  onClick("show-cell", () => {
    if (place) fitView(toExtent(place.chosen.cell), Number.POSITIVE_INFINITY);
  });
  slider.addEventListener("input", () => {
    const { code } = state;
    change({ precision: slider.valueAsNumber, code: code && plainCode(code) });
  });
  find("all-alphabets", HTMLOptGroupElement).append(...alphabets().map(optionOf));
  select.addEventListener("change", () => change({ alphabet: select.value as AlphabetName }));
}
