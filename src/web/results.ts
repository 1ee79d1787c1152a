/** The answer: the chosen code in large letters, the other codes of the place, and what is known of the place. */
import { makeCopyButton } from "./copying.ts";
import { announce, create, find, onClick } from "./dom.ts";
import type { CodeDescription, PlaceDescription } from "./engine/places.ts";
import { formatCodeLink } from "./link.ts";
import type { PageMap } from "./map/map.ts";
import { plainCode, type Update } from "./state.ts";
import { areaText, coordinateText, directionOf, metersText } from "./units.ts";

/** The place that is shown. */
let shown: PlaceDescription | undefined;

/** Which button of a list has the focus; replacing the list would lose it. */
function focusedIndex(list: HTMLElement): number {
  return [...list.querySelectorAll("button")].findIndex((one) => one.matches(":focus"));
}

function codeItem(code: CodeDescription, place: PlaceDescription, update: Update): HTMLLIElement {
  const { label, validIn, widthMeters, heightMeters } = code;
  const text = create("bdi", { dir: directionOf(place.request.alphabet), class: "code" }, label);
  const facts = `${validIn}, ${areaText(widthMeters, heightMeters)}`;
  const choose = create(
    "button",
    { type: "button", class: "choose" },
    text,
    create("span", {}, facts),
  );
  choose.addEventListener("click", () => update({ code: plainCode(code.code) }));
  const copy = create("button", { type: "button", class: "copy" }, "Copy");
  copy.setAttribute("aria-label", `Copy ${label}`);
  makeCopyButton(copy, () => label);
  return create("li", {}, choose, copy);
}

/** The codes besides the chosen one. */
function showOtherCodes(place: PlaceDescription, update: Update): void {
  const list = find("codes", HTMLUListElement);
  const focused = focusedIndex(list);
  const others = place.codes.filter((code) => code !== place.chosen);
  list.replaceChildren(...others.map((code) => codeItem(code, place, update)));
  find("more-codes", HTMLElement).hidden = others.length === 0;
  find("more-summary", HTMLElement).textContent =
    others.length === 1 ? "1 more code" : `${others.length} more codes`;
  if (focused >= 0) list.querySelectorAll("button")[focused]?.focus();
}

/** Coordinates and distances. */
function showFacts({ request, chosen, maxErrorMeters }: PlaceDescription): void {
  const facts: readonly (readonly [string, string])[] = [
    ["Latitude, longitude", coordinateText(request.point)],
    ["The code leads to", coordinateText(chosen.center)],
    ["Distance from the place", metersText(chosen.offsetMeters)],
    ["Distance at most", metersText(maxErrorMeters)],
  ];
  const items = facts.flatMap(([term, value]) => [
    create("dt", {}, term),
    create("dd", {}, create("bdi", {}, value)),
  ]);
  find("facts", HTMLDListElement).replaceChildren(...items);
}

/** Shows the codes of a place. @param update is called with the code that the user chooses instead */
export function showResults(place: PlaceDescription, update: Update): void {
  shown = place;
  const { request, chosen, codes, borderNote } = place;
  const code = find("answer-code", HTMLElement);
  code.textContent = chosen.label;
  code.dir = directionOf(request.alphabet);
  const { validIn, widthMeters, heightMeters } = chosen;
  find("answer-facts", HTMLElement).textContent =
    `${validIn} · ${areaText(widthMeters, heightMeters)}`;
  find("border-note", HTMLElement).hidden = borderNote.summary === "";
  find("border-summary", HTMLElement).textContent = borderNote.summary;
  find("border-text", HTMLElement).textContent = borderNote.text;
  const { latDeg, lonDeg } = request.point;
  find("open-maps", HTMLAnchorElement).href = `geo:${latDeg},${lonDeg}?q=${latDeg},${lonDeg}`;
  showOtherCodes(place, update);
  showFacts(place);
  announce(`${chosen.label}, ${validIn}. ${codes.length} codes.`);
}

/** Starts the buttons for the chosen code. */
export function startResults(map: PageMap): void {
  makeCopyButton(find("copy-code", HTMLButtonElement), () => shown?.chosen.label ?? "");
  makeCopyButton(find("copy-link", HTMLButtonElement), () =>
    shown ? formatCodeLink(shown.chosen.code, location.href) : "",
  );
  onClick("show-cell", () => {
    if (shown) map.fit(shown.chosen.cell, Number.POSITIVE_INFINITY);
  });
}
