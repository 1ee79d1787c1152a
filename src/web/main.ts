/**
 * Starts the page with the map. Everything else comes with the chunk of the library: at 1.6 Mbit/s, the map is there
 * after 1.8 s, but after 2.2 s as a part of one script.
 */
import { CLICK_WORD, showNote } from "./dom.ts";
import { EXAMPLE, parseLink } from "./link.ts";
import { STREET_ZOOM, startMap } from "./map/map.ts";

/** Shows the continents, with the names of the largest countries. */
const FIRST_VIEW = { center: EXAMPLE, zoom: 2 };

const { point, center = point, zoom = STREET_ZOOM } = parseLink(location.hash, []);
// A reload keeps the entry of the history.
const view = history.state?.view ?? (center ? { center, zoom } : FIRST_VIEW);
const page = import("./page.ts");
startMap(view, (pick) => void page.then(({ choosePick }) => choosePick(pick)));
showNote(`${CLICK_WORD} the map to get the code of a place.`);
page.catch((error: unknown) => showNote(`The page cannot start. Reload it. (${error})`));
