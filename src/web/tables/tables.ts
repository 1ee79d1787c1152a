/** Tables and lists: takes them by paste, drop or choice of a file, and shows what became of their rows. */
import type { FormatName } from "../../batch/index.ts";
import { find } from "../dom.ts";
import type { Page } from "../page.ts";
import { TableConverter } from "./converter.ts";
import type { TableRequest, TableResult, TableRow } from "./messages.ts";
import { boundsOfPoints, RowsLayer } from "./rows-layer.ts";
import { downloadName, saveFile } from "./saving.ts";
import { countText, showErrors, showRows, summaryText } from "./texts.ts";

/** Longer texts are converted without being shown: a text field takes seconds to show 100,000 lines. */
const MAX_SHOWN_CHARS = 20_000;

interface Source {
  readonly file: Blob;
  /** The name of the file; empty for pasted rows. */
  readonly name: string;
}

/** A source, and the settings that each conversion of it uses: all saved files have the same codes. */
type Chosen = Source & Pick<TableRequest, "precision" | "alphabet">;

class Tables {
  readonly #page: Page;
  readonly #layer: RowsLayer;
  readonly #converter = new TableConverter();
  readonly #text = find("table-text", HTMLTextAreaElement);
  readonly #message = find("table-message", HTMLElement);
  readonly #progress = find("table-progress", HTMLProgressElement);
  readonly #cancel = find("table-cancel", HTMLButtonElement);
  readonly #results = find("table-results", HTMLElement);
  #source: Chosen | undefined;
  #result: TableResult | undefined;
  /** The number of conversions so far. */
  #runs = 0;

  constructor(page: Page, layer: RowsLayer) {
    this.#page = page;
    this.#layer = layer;
  }

  convertText(text: string): Promise<void> {
    return this.convert({ file: new Blob([text]), name: "" });
  }

  /** Converts what the text field has. */
  async convertTyped(): Promise<void> {
    if (this.#text.value.trim() !== "") return this.convertText(this.#text.value);
    this.#say("Paste points or mapcodes first, or choose a file.");
    this.#text.focus();
  }

  async convert({ file, name }: Source): Promise<void> {
    this.clear();
    const { precision, alphabet } = this.#page.store.state;
    const source = { file, name, precision, alphabet };
    this.#source = source;
    const result = await this.#run(source, "csv", undefined);
    if (!result || this.#source !== source) return;
    this.#result = result;
    this.#show(result);
  }

  async download(to: FormatName): Promise<void> {
    const [source, first] = [this.#source, this.#result];
    if (!source || !first) return;
    const result = to === "csv" ? first : await this.#run(source, to, first);
    if (!result) return;
    const name = downloadName(source.name, to);
    saveFile(result.output, name);
    this.#say(`Saved ${name}.`);
  }

  cancel(): void {
    this.#converter.cancel();
    this.#say("Stopped.");
    this.#text.focus();
  }

  /** Removes the rows from the map and from memory. */
  clear(): void {
    this.#converter.cancel();
    this.#source = undefined;
    this.#result = undefined;
    this.#results.hidden = true;
    this.#say("");
    this.#layer.show(undefined);
    this.#page.map.redraw();
  }

  /** Moves the map to all rows. */
  showOnMap(): void {
    const bounds = this.#result && boundsOfPoints(this.#result.points);
    if (bounds) this.#page.map.fit(bounds);
  }

  async #run(
    source: Chosen,
    to: FormatName,
    first: TableResult | undefined,
  ): Promise<TableResult | undefined> {
    const request: TableRequest = { ...source, to, reading: first?.reading };
    const run = ++this.#runs;
    this.#setBusy(true);
    this.#say("Converting.");
    try {
      return await this.#converter.convert(request, (share, rows) => {
        this.#progress.value = share;
        this.#say(`Converting: ${countText(rows, "row")}.`);
      });
    } catch (error) {
      this.#say(error instanceof Error ? error.message : String(error));
      return undefined;
    } finally {
      // A later conversion may have begun.
      if (run === this.#runs) this.#setBusy(false);
    }
  }

  #show(result: TableResult): void {
    this.#say(summaryText(result));
    this.#results.hidden = false;
    showErrors(result);
    const isOfCodes = result.reading.operation === "decode";
    showRows(result, (row) => void this.#choose(row, isOfCodes));
    this.#layer.show(result.points);
    this.#page.map.redraw();
    this.showOnMap();
  }

  /** Chooses the place of a row. @param isOfCodes whether the row has a code, which is then the chosen one */
  async #choose({ mapcode: text, latDeg, lonDeg }: TableRow, isOfCodes: boolean): Promise<void> {
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

function startButtons(tables: Tables): void {
  const onClick = (id: string, run: () => unknown) => {
    find(id, HTMLButtonElement).addEventListener("click", run);
  };
  const choice = find("table-file", HTMLInputElement);
  onClick("table-convert", () => tables.convertTyped());
  onClick("table-choose", () => choice.click());
  onClick("table-cancel", () => tables.cancel());
  onClick("table-csv", () => tables.download("csv"));
  onClick("table-geojson", () => tables.download("geojson"));
  onClick("table-show", () => tables.showOnMap());
  onClick("table-clear", () => {
    tables.clear();
    find("table-text", HTMLTextAreaElement).focus();
  });
  choice.addEventListener("change", () => {
    const [file] = choice.files ?? [];
    // The same file, changed, may be chosen again.
    choice.value = "";
    if (file) void tables.convert({ file, name: file.name });
  });
}

function startPaste(tables: Tables): void {
  find("table-text", HTMLTextAreaElement).addEventListener("paste", (event) => {
    const [file] = event.clipboardData?.files ?? [];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!file && text.length <= MAX_SHOWN_CHARS) return;
    event.preventDefault();
    void (file ? tables.convert({ file, name: file.name }) : tables.convertText(text));
  });
}

/** Files and texts can be dropped anywhere on the page. */
function startDrop(tables: Tables): void {
  const section = find("tables", HTMLElement);
  const isTaken = ({ dataTransfer, target }: DragEvent) =>
    dataTransfer?.types.includes("Files") === true ||
    (dataTransfer?.types.includes("text/plain") === true && !(target instanceof HTMLInputElement));
  addEventListener("dragover", (event) => {
    if (!isTaken(event)) return;
    event.preventDefault();
    section.classList.add("dropping");
  });
  addEventListener("dragleave", ({ relatedTarget }) => {
    if (relatedTarget === null) section.classList.remove("dropping");
  });
  addEventListener("drop", (event) => {
    section.classList.remove("dropping");
    if (!isTaken(event)) return;
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    const text = event.dataTransfer?.getData("text/plain") ?? "";
    if (file) void tables.convert({ file, name: file.name });
    else if (text !== "") void tables.convertText(text);
    section.scrollIntoView({ block: "nearest" });
  });
}

/** Starts the section of tables. Nothing of the converter is loaded before the first table. */
export function startTables(page: Page): void {
  const layer = new RowsLayer();
  page.map.addLayer(layer);
  const tables = new Tables(page, layer);
  startButtons(tables);
  startPaste(tables);
  startDrop(tables);
}
