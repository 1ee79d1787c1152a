/** The code as a flag at its place on the map, with buttons to copy and to share it. */
import { find } from "../dom.ts";
import type { Answer, Page } from "../page.ts";
import { directionOf } from "../units.ts";
import { writtenText } from "./results.ts";

/** Between the place and its flag, so that the point and a second click stay free. */
const GAP_PIXELS = 16;
const EDGE_PIXELS = 6;

/** Moves the flag above its place, or below it at the upper edge of the map; hides it if the place is out of view. */
function moveFlag(
  flag: HTMLElement,
  { view }: Page["map"],
  point: Answer["place"]["request"]["point"],
): void {
  flag.hidden = !view.shows(point);
  if (flag.hidden) return;
  const { offsetWidth: width, offsetHeight: height } = flag;
  const { x, y } = view.toScreen(point);
  const above = y - GAP_PIXELS - height;
  const top = above >= EDGE_PIXELS ? above : y + GAP_PIXELS;
  const left = Math.max(EDGE_PIXELS, Math.min(view.width - width - EDGE_PIXELS, x - width / 2));
  flag.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
}

export function startFlag(page: Page): void {
  const flag = find("flag", HTMLElement);
  const code = find("flag-code", HTMLElement);
  const share = find("flag-share", HTMLButtonElement);
  const move = () => {
    if (page.answer) moveFlag(flag, page.map, page.store.state.point);
  };
  page.onAnswer(({ chosen, place }) => {
    code.textContent = writtenText(chosen);
    code.dir = directionOf(place.request.alphabet);
    move();
  });
  page.map.onView(move);
  page.store.subscribe(move);
  share.hidden = !("share" in navigator);
  share.addEventListener("click", async () => {
    if (!page.answer) return;
    const { chosen } = page.answer;
    const title = writtenText(chosen);
    try {
      await navigator.share({ title, text: title, url: page.codeLink(chosen) });
    } catch {
      // The user has closed the dialog of the device.
    }
  });
}
