/** Starts the page: the map at once, everything that needs the library when the worker has it. */

import type { Coordinate } from "../index.ts";
import { find } from "./dom.ts";
import { BaseMap } from "./map/base-map.ts";
import { CanvasMap } from "./map/canvas-map.ts";
import { startMapControls } from "./map/controls.ts";
import { addGestures } from "./map/gestures.ts";
import { Graticule } from "./map/graticule.ts";
import { PlaceLayer } from "./map/place-layer.ts";
import { TileLayer } from "./map/tiles.ts";
import type { Answer, Page } from "./page.ts";
import { startSheet } from "./print/sheet.ts";
import { startResults } from "./results/results.ts";
import { ASSETS, startOffline, startWorker } from "./scripts.ts";
import { startPosition } from "./search/position.ts";
import { startSearch } from "./search/search-box.ts";
import { startAddress } from "./settings/address.ts";
import { startControls } from "./settings/controls.ts";
import { parseLink } from "./settings/link.ts";
import { type PageState, PageStore } from "./settings/state.ts";
import { loadSettings, saveSettings } from "./settings/storage.ts";
import { startSystem } from "./system/system.ts";
import { SystemLayer } from "./system/system-layer.ts";
import { startTables } from "./tables/tables.ts";
import type { CodeDescription, Methods } from "./worker/methods.ts";
import { WorkerClient } from "./worker/protocol.ts";

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
function addLayers(map: CanvasMap): { readonly place: PlaceLayer; readonly system: SystemLayer } {
  const place = new PlaceLayer();
  const system = new SystemLayer();
  const tiles = operatorSetting("tiles-url");
  const baseMap = new BaseMap(map, ASSETS.coarseMap, ASSETS.fineMap);
  map.addLayer(baseMap);
  if (tiles !== "") map.addLayer(new TileLayer(map, tiles));
  map.addLayer(new Graticule());
  map.addLayer(system);
  map.addLayer(place);
  return { place, system };
}

/** Asks the worker for the codes of the chosen place whenever it changes, and tells the listeners. */
class Answers {
  readonly #listeners: ((answer: Answer) => void)[] = [];
  readonly #store: PageStore;
  readonly #worker: WorkerClient<Methods>;
  #answer: Answer | undefined;
  #isAsking = false;
  #isAskedAgain = false;

  constructor(store: PageStore, worker: WorkerClient<Methods>) {
    this.#store = store;
    this.#worker = worker;
  }

  readonly onAnswer = (listener: (answer: Answer) => void): void => {
    this.#listeners.push(listener);
  };

  readonly choose = (chosen: CodeDescription): void => {
    if (this.#answer) this.#tell({ ...this.#answer, chosen });
  };

  /** Asks for the codes of the current state. While a question is under way, only the newest one waits. */
  async ask(): Promise<void> {
    this.#isAskedAgain = this.#isAsking;
    if (this.#isAsking) return;
    this.#isAsking = true;
    const { point, precision, alphabet } = this.#store.state;
    const place = await this.#worker.call("describePlace", { point, precision, alphabet });
    this.#isAsking = false;
    if (this.#isAskedAgain) {
      await this.ask();
      return;
    }
    this.#tell({ place, chosen: this.#sameCode(place.codes) ?? place.codes[0] });
  }

  /** The code that the user has chosen, after only its precision or alphabet has changed. */
  #sameCode(codes: readonly CodeDescription[]): CodeDescription | undefined {
    const { place, chosen } = this.#answer ?? {};
    const { point } = this.#store.state;
    if (!chosen || place?.request.point !== point) return undefined;
    const plain = (code: CodeDescription) => code.text.replace(/(\..*)-.*/, "$1");
    return codes.find((code) => plain(code) === plain(chosen));
  }

  #tell(answer: Answer): void {
    this.#answer = answer;
    for (const listener of this.#listeners) listener(answer);
  }
}

function createAnnouncer(): (text: string) => void {
  const region = find("announcer", HTMLElement);
  return (text) => {
    region.textContent = text;
  };
}

async function start(): Promise<void> {
  const worker = new WorkerClient<Methods>(startWorker());
  const description = worker.call("describeLibrary");
  const map = createMap();
  const layers = addLayers(map);
  startMapControls(map, operatorSetting("tiles-attribution"));

  const { alphabets } = await description;
  const link = parseLink(location.hash, alphabets);
  const settings = loadSettings(alphabets);
  const state: PageState = {
    point: link.point ?? EXAMPLE,
    isExample: link.point === undefined,
    precision: link.precision ?? (link.point ? 0 : settings?.precision) ?? 0,
    alphabet: link.alphabet ?? (link.point ? "ROMAN" : settings?.alphabet) ?? "ROMAN",
    layers: link.layers ?? [],
  };
  const store = new PageStore(state);
  const answers = new Answers(store, worker);
  const page: Page = {
    store,
    map,
    worker,
    onAnswer: answers.onAnswer,
    announce: createAnnouncer(),
  };
  page.onAnswer(({ place, chosen }) => {
    layers.place.show(place, chosen);
    map.redraw();
  });
  startResults(page, answers.choose);
  startSystem(page, layers.system);
  startControls(page, alphabets);
  startAddress(page, alphabets);
  startSearch(page);
  startPosition(page);
  startTables(page);
  startSheet(page, alphabets);
  addGestures(map, { onPick: (position) => store.choose(map.view.toRoundedPlace(position)) });
  store.subscribe((changed) => {
    saveSettings(changed);
    void answers.ask();
  });
  await startOffline();
}

start().catch((error: unknown) => {
  const failure = find("failure", HTMLElement);
  failure.hidden = false;
  failure.textContent = `The page cannot start. Reload it. (${error})`;
});
