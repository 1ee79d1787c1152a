/** Tiles of the operator, above the base map. Without their address, the page does not load this module. */
import TileLayer from "ol/layer/Tile.js";
import XYZ from "ol/source/XYZ.js";
import { create, find, setting } from "../dom.ts";

/** Servers have tiles of the whole world up to this zoom; beyond, the map enlarges them. */
const MAX_TILE_ZOOM = 19;
/** Preloaded zooms: their tiles replace missing ones. */
const COARSER_ZOOMS = 3;
const RETRY_MS = 20_000;

const MISSING = "Map tiles are missing here. The codes are exact without them.";

/** @param template an address with `{z}`, `{x}` and `{y}`; `{r}` becomes `@2x` on dense screens, else nothing */
export function createTileLayer(template: string, fadeMs: number): TileLayer {
  const isDense = devicePixelRatio > 1 && template.includes("{r}");
  const source = new XYZ({
    url: template.replace("{r}", isDense ? "@2x" : ""),
    maxZoom: MAX_TILE_ZOOM,
    tilePixelRatio: isDense ? 2 : 1,
    transition: fadeMs,
  });
  const note = find("tiles-note", HTMLElement);
  const retry = () => {
    if (note.textContent !== "") source.refresh();
    note.textContent = "";
  };
  source.on("tileloaderror", () => {
    if (note.textContent === "") setTimeout(retry, RETRY_MS);
    note.textContent = MISSING;
  });
  addEventListener("online", retry);
  const attribution = /^(.*?)\s*(https?:\/\/\S+)?$/s.exec(setting("tiles-attribution"));
  const [, name = "", url = ""] = attribution ?? [];
  const label = name || url;
  const origin = url === "" ? label : create("a", { href: url }, label);
  if (label !== "") find("attribution", HTMLElement).append(" · ", origin);
  return new TileLayer({ source, preload: COARSER_ZOOMS });
}
