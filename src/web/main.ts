/** Starts the page: the map at once, everything that needs the library when the worker has it. */

import type { Coordinate } from "../index.ts";
import { Answers } from "./answers.ts";
import { find } from "./dom.ts";
import { BaseMap } from "./map/base-map.ts";
import { CanvasMap } from "./map/canvas-map.ts";
import { CellLayer, startCells } from "./map/cell-layer.ts";
import { startMapControls } from "./map/controls.ts";
import { Graticule } from "./map/graticule.ts";
import { startPicking } from "./map/picking.ts";
import { PlaceLayer } from "./map/place-layer.ts";
import { TextRoom } from "./map/texts.ts";
import { TileLayer } from "./map/tiles.ts";
import { TownLayer } from "./map/town-layer.ts";
import { MapView } from "./map/view.ts";
import { startNote } from "./note.ts";
import type { Page } from "./page.ts";
import { WorkerClient } from "./protocol.ts";
import { startResults } from "./results/results.ts";
import { ASSETS, startWorker } from "./scripts.ts";
import { startPosition } from "./search/position.ts";
import { startSearch } from "./search/search-box.ts";
import { resolveLink, startAddress } from "./settings/address.ts";
import { startControls } from "./settings/controls.ts";
import { formatCodeLink, parseLink } from "./settings/link.ts";
import { DEFAULT_SETTINGS, type PageState, PageStore } from "./settings/state.ts";
import { RowsLayer } from "./tables/rows-layer.ts";
import { startTables } from "./tables/tables.ts";
import { startTabs } from "./tabs.ts";
import type { Methods } from "./worker/methods.ts";

/** The place that the documents use as an example: Amsterdam. */
const EXAMPLE: Coordinate = { latDeg: 52.376514, lonDeg: 4.908543 };
/** Countries with their names. */
const FIRST_ZOOM = 4;
const LINK_ZOOM = 16;

/** The setting of the operator with a name, in a `meta` element of the page; empty if there is none. */
function operatorSetting(name: string): string {
  return document.querySelector(`meta[name="${name}"]`)?.getAttribute("content") ?? "";
}

function createMap(): CanvasMap {
  const { point, zoom = LINK_ZOOM } = parseLink(location.hash, []);
  const canvas = find("map", HTMLCanvasElement);
  return new CanvasMap(canvas, point ?? EXAMPLE, point ? zoom : FIRST_ZOOM);
}

/** The layers of the map, the lowest first. */
function addLayers(map: CanvasMap, tilesUrl: string, worker: WorkerClient<Methods>) {
  const cells = new CellLayer();
  const place = new PlaceLayer();
  const rows = new RowsLayer();
  const room = new TextRoom();
  const towns = new TownLayer(map, worker, room);
  map.addLayer(new BaseMap(map, room, ASSETS.coarseMap, ASSETS.fineMap));
  // Tiles have names of their own.
  map.addLayer(towns);
  if (tilesUrl !== "") {
    map.addLayer(new TileLayer(map, tilesUrl));
  }
  for (const layer of [new Graticule(), rows, cells, place]) map.addLayer(layer);
  return { place, cells, towns, rows };
}

function createAnnouncer(): (text: string) => void {
  const region = find("announcer", HTMLElement);
  return (text) => {
    region.textContent = text;
  };
}

async function start(): Promise<void> {
  const worker = new WorkerClient<Methods>(() => startWorker("worker"));
  const names = worker.call("alphabets");
  const map = createMap();
  const tilesUrl = operatorSetting("tiles-url");
  const layers = addLayers(map, tilesUrl, worker);
  startTabs();
  startMapControls(map, tilesUrl !== "", operatorSetting("tiles-attribution"));

  const alphabets = await names;
  const fromAddress = parseLink(location.hash, alphabets);
  const link = await resolveLink(fromAddress, worker);
  if (link.point && !fromAddress.point) {
    map.show(MapView.at(link.point, link.zoom ?? LINK_ZOOM, map.view));
  }
  const state: PageState = {
    point: link.point ?? EXAMPLE,
    isExample: link.point === undefined,
    code: link.point && link.code,
    ...DEFAULT_SETTINGS,
    ...link.settings,
  };
  const store = new PageStore(state);
  const answers = new Answers(store, worker);
  const page: Page = {
    store,
    map,
    worker,
    get answer() {
      return answers.current;
    },
    onAnswer: answers.onAnswer,
    codeLink: ({ text }) => formatCodeLink(text, location.href),
    note: startNote(store),
    announce: createAnnouncer(),
  };
  if (!state.isExample) find("intro", HTMLDetailsElement).open = false;
  page.onAnswer(({ place, chosen }) => {
    layers.place.show(place, chosen);
    map.redraw();
  });
  startResults(page);
  startCells(page, layers.cells);
  startControls(page, alphabets);
  const search = startSearch(page);
  startAddress(page, alphabets, (code) => void search.showDamaged(code));
  if (link.isDamaged) void search.showDamaged(link.code ?? "");
  startPosition(page);
  startTables(page, layers.rows);
  startPicking(page);
  store.subscribe(() => void answers.ask());
  // Towns are loaded behind the first code.
  await new Promise<unknown>((resolve) => page.onAnswer(resolve));
  layers.towns.start();
}

start().catch((error: unknown) => {
  const failure = find("failure", HTMLElement);
  failure.hidden = false;
  failure.textContent = `The page cannot start. Reload it. (${error})`;
});
