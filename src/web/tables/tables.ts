/** Tables and lists: takes them by paste, drop or choice of a file, and shows what became of their rows. */
import type { FormatName } from "../../batch/index.ts";
import { afterPause, find } from "../dom.ts";
import { boundsOfPoints } from "../map/lines.ts";
import type { Page } from "../page.ts";
import { WorkerClient } from "../protocol.ts";
import { startWorker } from "../scripts.ts";
import { showTab } from "../tabs.ts";
import type {
  ConvertedRow,
  TableMethods,
  TableReading,
  TableRequest,
  TableResult,
  TableSource,
} from "./messages.ts";
import { Preview } from "./preview.ts";
import type { RowsLayer } from "./rows-layer.ts";
import { downloadName, saveFile } from "./saving.ts";
import { countText, readingText, showErrors, showRows, summaryText } from "./texts.ts";

/** Longer texts are converted without being shown: a text field takes seconds to show 100,000 lines. */
const MAX_SHOWN_CHARS = 20_000;

const TYPING_MS = 300;

/** A converted table: all files that are saved of it have the same codes. */
interface Converted {
  readonly request: TableRequest;
  readonly result: TableResult;
}

class Tables {
  readonly #page: Page;
  readonly #layer: RowsLayer;
  readonly #worker = new WorkerClient<TableMethods>(
    () => startWorker("tableWorker"),
    (share, rows) => {
      this.#progress.value = share;
      this.#say(`Converting: ${countText(rows, "row")}.`);
    },
  );
  readonly #preview: Preview;
  readonly #text = find("table-text", HTMLTextAreaElement);
  readonly #message = find("table-message", HTMLElement);
  readonly #saved = find("table-saved", HTMLElement);
  readonly #progress = find("table-progress", HTMLProgressElement);
  readonly #cancel = find("table-cancel", HTMLButtonElement);
  readonly #results = find("table-results", HTMLElement);
  #source: TableSource | undefined;
  #converted: Converted | undefined;
  /** Resolves when the reading of the source is known. */
  #isReady: Promise<unknown> = Promise.resolve();
  readonly #typed = afterPause(TYPING_MS, () => this.#takeTyped());
  /** Counts the tasks that have begun or ended. */
  #runs = 0;

  constructor(page: Page, layer: RowsLayer) {
    this.#page = page;
    this.#layer = layer;
    this.#preview = new Preview((reading) => {
      this.#forget();
      this.#isReady = this.#read(reading);
    });
  }

  /** Takes a file, or a text that is too long to be shown. */
  take(source: TableSource): void {
    showTab("table");
    this.#text.value = "";
    this.#takeSource(source);
    find("table-convert", HTMLButtonElement).focus();
  }

  /** Reads what the text field has when the user stops typing. */
  takeTypedSoon(): void {
    this.clear();
    this.#typed.ask();
  }

  #takeTyped(): void {
    const text = this.#text.value;
    if (text.trim() !== "") this.#takeSource({ file: new Blob([text]), name: "" });
  }

  #takeSource(source: TableSource): void {
    this.clear();
    this.#source = source;
    this.#isReady = this.#read(undefined);
  }

  /** Reads the first rows anew. @param reading undefined to find it out */
  async #read(reading: TableReading | undefined): Promise<void> {
    const source = this.#source;
    if (!source) return;
    const preview = await this.#run("preview", { ...source, reading });
    if (!preview || this.#source !== source) return;
    this.#preview.show(source.name, preview);
    this.#say(preview.problem === "" ? readingText(preview.reading) : preview.problem);
  }

  async convert(): Promise<void> {
    if (!this.#source) this.#takeTyped();
    await this.#isReady;
    const { reading } = this.#preview;
    const source = this.#source;
    if (!source) {
      this.#say("Paste points or mapcodes first, or choose a file.");
      this.#text.focus();
    }
    if (!source || !reading) return;
    this.#forget();
    const { precision, alphabet } = this.#page.store.state;
    const request = { ...source, reading, precision, alphabet, to: "csv" } as const;
    const result = await this.#run("convert", request);
    if (!result || this.#source !== source) return;
    this.#converted = { request, result };
    this.#show(result);
  }

  async download(to: FormatName): Promise<void> {
    const { request, result } = this.#converted ?? {};
    if (!request || !result) return;
    const again = to === "csv" ? result : await this.#run("convert", { ...request, to });
    if (again) this.#save(again.output, downloadName(request.name, "mapcodes", to));
  }

  async downloadFailed(): Promise<void> {
    const { request } = this.#converted ?? {};
    const file = request && (await this.#run("failedRows", request));
    if (file) this.#save(file, downloadName(request.name, "failed", request.reading.from));
  }

  /** Beside the messages, which stay. */
  #save(file: Blob, name: string): void {
    saveFile(file, name);
    this.#saved.textContent = `Saved ${name}.`;
    if (this.#converted) this.#say(summaryText(this.#converted.result));
  }

  cancel(): void {
    this.#end();
    this.#say("Stopped.");
    this.#text.focus();
  }

  /** Removes everything but the text in the field. */
  clear(): void {
    this.#typed.cancel();
    this.#end();
    this.#source = undefined;
    this.#preview.clear();
    this.#forget();
    this.#say("");
  }

  /** Removes the converted rows from the map and from memory. */
  #forget(): void {
    this.#converted = undefined;
    this.#results.hidden = true;
    this.#saved.textContent = "";
    this.#layer.show(undefined);
    this.#page.map.redraw();
    markPrimary("table-convert");
  }

  /** Moves the map to all rows. */
  showOnMap(): void {
    const { points } = this.#converted?.result ?? {};
    if (points?.length) this.#page.map.fit(boundsOfPoints(points));
  }

  /** Runs a task of the worker, after ending another one. @returns undefined if it fails, which is said, or is ended */
  async #run<Name extends keyof TableMethods>(
    name: Name,
    ...request: Parameters<TableMethods[Name]>
  ): Promise<Awaited<ReturnType<TableMethods[Name]>> | undefined> {
    this.#end();
    const run = this.#runs;
    this.#setBusy(true);
    if (name === "convert") this.#say("Converting.");
    try {
      return await this.#worker.call(name, ...request);
    } catch (error) {
      if (run === this.#runs) this.#say(error instanceof Error ? error.message : String(error));
      return undefined;
    } finally {
      // A later task may have begun.
      if (run === this.#runs) this.#setBusy(false);
    }
  }

  #end(): void {
    this.#runs++;
    this.#worker.end();
    this.#setBusy(false);
  }

  #show(result: TableResult): void {
    this.#say(summaryText(result));
    this.#results.hidden = false;
    this.#preview.close();
    markPrimary("table-csv");
    showErrors(result);
    const isOfCodes = result.reading.operation === "decode";
    showRows(result, (row) => void this.#choose(row, isOfCodes));
    this.#layer.show(result.points);
    this.#page.map.redraw();
    this.showOnMap();
  }

  /** Chooses the place of a row. @param isOfCodes whether the row has a code, which is then the chosen one */
  async #choose(
    { mapcode: text, latDeg, lonDeg }: ConvertedRow,
    isOfCodes: boolean,
  ): Promise<void> {
    const { store, map, worker } = this.#page;
    const near = { latDeg, lonDeg };
    const { suggestions } = await worker.call("interpret", { text, near, middle: near });
    const [{ precision = 0, title: code } = { title: undefined }] = suggestions;
    store.choose(near, isOfCodes && code !== undefined ? { precision, code } : {});
    map.reveal(near);
  }

  #setBusy(isBusy: boolean): void {
    this.#progress.hidden = !isBusy;
    this.#cancel.hidden = !isBusy;
    // Without a value it shows that something is under way, until the first rows are there.
    this.#progress.removeAttribute("value");
  }

  #say(message: string): void {
    this.#message.textContent = message;
  }
}

/** Makes one button the primary one of the tab: what to do next. */
function markPrimary(primary: "table-convert" | "table-csv"): void {
  for (const id of ["table-convert", "table-csv"]) {
    find(id, HTMLButtonElement).classList.toggle("primary", id === primary);
  }
}

function startButtons(tables: Tables): void {
  const onClick = (id: string, run: () => unknown) => {
    find(id, HTMLButtonElement).addEventListener("click", run);
  };
  const choice = find("table-file", HTMLInputElement);
  const text = find("table-text", HTMLTextAreaElement);
  text.addEventListener("input", () => tables.takeTypedSoon());
  onClick("table-convert", () => tables.convert());
  onClick("table-choose", () => choice.click());
  onClick("table-cancel", () => tables.cancel());
  onClick("table-csv", () => tables.download("csv"));
  onClick("table-geojson", () => tables.download("geojson"));
  onClick("table-save-failed", () => tables.downloadFailed());
  onClick("table-show", () => tables.showOnMap());
  onClick("table-clear", () => {
    text.value = "";
    tables.clear();
    text.focus();
  });
  choice.addEventListener("change", () => {
    const [file] = choice.files ?? [];
    // The same file, changed, may be chosen again.
    choice.value = "";
    if (file) tables.take({ file, name: file.name });
  });
}

/** The file that is pasted or dropped, or else the text; undefined if the text is not longer than `minChars`. */
function sourceOf(data: DataTransfer | null, minChars: number): TableSource | undefined {
  const [file] = data?.files ?? [];
  if (file) return { file, name: file.name };
  const text = data?.getData("text/plain") ?? "";
  return text.length > minChars ? { file: new Blob([text]), name: "" } : undefined;
}

function startPaste(tables: Tables): void {
  find("table-text", HTMLTextAreaElement).addEventListener("paste", (event) => {
    const source = sourceOf(event.clipboardData, MAX_SHOWN_CHARS);
    if (!source) return;
    event.preventDefault();
    tables.take(source);
  });
}

/** Files and texts can be dropped anywhere on the page. */
function startDrop(tables: Tables): void {
  const { classList } = document.body;
  const isTaken = ({ dataTransfer, target }: DragEvent) =>
    dataTransfer?.types.includes("Files") === true ||
    (dataTransfer?.types.includes("text/plain") === true && !(target instanceof HTMLInputElement));
  addEventListener("dragover", (event) => {
    if (!isTaken(event)) return;
    event.preventDefault();
    classList.add("dropping");
  });
  addEventListener("dragleave", ({ relatedTarget }) => {
    if (relatedTarget === null) classList.remove("dropping");
  });
  addEventListener("drop", (event) => {
    classList.remove("dropping");
    if (!isTaken(event)) return;
    event.preventDefault();
    const source = sourceOf(event.dataTransfer, 0);
    if (source) tables.take(source);
  });
}

/** Starts the section of tables. Nothing of the converter is loaded before the first table. @param layer draws the rows */
export function startTables(page: Page, layer: RowsLayer): void {
  const tables = new Tables(page, layer);
  startButtons(tables);
  startPaste(tables);
  startDrop(tables);
}
