/** The answer: the chosen code in large letters, the other codes of the place, and what is known of the place. */
import { makeCopyButton } from "./copying.ts";
import { announce, create, find, onClick } from "./dom.ts";
import type { CodeDescription, PlaceDescription } from "./engine/places.ts";
import { formatCodeLink } from "./link.ts";
import { fitView } from "./map/map.ts";
import { toExtent } from "./map/projection.ts";
import { plainCode, type Update } from "./state.ts";
import { coordinateText, directionOf, metersText } from "./units.ts";

/** The place that is shown. */
let shown: PlaceDescription | undefined;

function codeItem(code: CodeDescription, place: PlaceDescription, update: Update): HTMLLIElement {
  const { label, validIn, size } = code;
  const text = create("bdi", { dir: directionOf(place.request.alphabet), class: "code" }, label);
  const facts = create("span", {}, `${validIn}, ${size}`);
  const choose = create("button", { type: "button", class: "choose" }, text, facts);
  choose.addEventListener("click", () => update({ code: plainCode(code.code) }));
  const attributes = { type: "button", class: "copy", "aria-label": `Copy ${label}` };
  const copy = create("button", attributes, "Copy");
  makeCopyButton(copy, () => label);
  return create("li", {}, choose, copy);
}

/** The codes besides the chosen one. */
function showOtherCodes(place: PlaceDescription, update: Update): void {
  const list = find("codes", HTMLUListElement);
  // Replacing the list loses the focus.
  const focused = [...list.querySelectorAll("button")].findIndex((one) => one.matches(":focus"));
  const others = place.codes.filter((code) => code !== place.chosen);
  list.replaceChildren(...others.map((code) => codeItem(code, place, update)));
  list.querySelectorAll("button")[focused]?.focus();
  find("more-codes", HTMLElement).hidden = others.length === 0;
  find("more-summary", HTMLElement).textContent =
    `${others.length} more ${others.length === 1 ? "code" : "codes"}`;
}

/** Shows the codes of a place. @param update is called with the code that the user chooses instead */
export function showResults(place: PlaceDescription, update: Update): void {
  shown = place;
  const { request, chosen, codes, borderNote, maxErrorMeters } = place;
  const { label, validIn, size, center, offsetMeters } = chosen;
  const code = find("answer-code", HTMLElement);
  code.textContent = label;
  code.dir = directionOf(request.alphabet);
  find("answer-facts", HTMLElement).textContent = `${validIn} · ${size}`;
  find("border-note", HTMLElement).hidden = borderNote.summary === "";
  find("border-summary", HTMLElement).textContent = borderNote.summary;
  find("border-text", HTMLElement).textContent = borderNote.text;
  const { latDeg, lonDeg } = request.point;
  find("open-maps", HTMLAnchorElement).href = `geo:${latDeg},${lonDeg}?q=${latDeg},${lonDeg}`;
  showOtherCodes(place, update);
  const facts = {
    "Latitude, longitude": coordinateText(request.point),
    "The code leads to": coordinateText(center),
    "Distance from the place": metersText(offsetMeters),
    "Distance at most": metersText(maxErrorMeters),
  };
  const items = Object.entries(facts).flatMap(([term, value]) => [
    create("dt", {}, term),
    create("dd", {}, create("bdi", {}, value)),
  ]);
  find("facts", HTMLDListElement).replaceChildren(...items);
  announce(`${label}, ${validIn}. ${codes.length} codes.`);
}

/** Starts the buttons for the chosen code. */
export function startResults(): void {
  makeCopyButton(find("copy-code", HTMLButtonElement), () => shown?.chosen.label ?? "");
  makeCopyButton(find("copy-link", HTMLButtonElement), () =>
    shown ? formatCodeLink(shown.chosen.code, location.href) : "",
  );
  onClick("show-cell", () => {
    if (!shown) return;
    fitView(toExtent(shown.chosen.cell), Number.POSITIVE_INFINITY);
    // On phones, the panel is below the map.
    find("map", HTMLElement).scrollIntoView({ block: "nearest" });
  });
}
