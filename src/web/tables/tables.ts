/** Tables and lists: takes them by paste, drop or choice of a file, converts them at once, and shows what became of them. */
import { assetUrl, create, find, onClick } from "../dom.ts";
import type { PageMap } from "../map/map.ts";
import { boundsOfPoints } from "../map/projection.ts";
import type { PageState } from "../state.ts";
import type { TableReply, TableResult, TableTask } from "./conversion.ts";
import { countText, downloadName, summaryText } from "./texts.ts";

/** Longer texts are converted without being shown: a text field takes seconds to show 100,000 lines. */
const MAX_SHOWN_CHARS = 20_000;
/** The browser needs the address of a file only until it has begun to save it. */
const SAVING_MS = 60_000;

let worker: Worker | undefined;

/** Ends the worker, and what it does. */
function endWorker(): void {
  worker?.terminate();
  worker = undefined;
}

/**
 * Converts a table in a worker; another table or `endWorker` ends it before its time.
 * @throws Error if the table cannot be converted
 */
function convert(
  task: TableTask,
  onProgress: (share: number, rows: number) => void,
): Promise<TableResult> {
  endWorker();
  const started = new Worker(assetUrl("worker"), { type: "module" });
  worker = started;
  started.postMessage(task);
  return new Promise((resolve, reject) => {
    started.addEventListener("message", ({ data }: MessageEvent<TableReply>) => {
      if ("share" in data) onProgress(data.share, data.rows);
      else if ("error" in data) reject(new Error(data.error));
      else resolve(data);
    });
    started.addEventListener("error", () => reject(new Error("The converter cannot be loaded.")));
  });
}

function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  create("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), SAVING_MS);
}

/** The file that is pasted, dropped or chosen, or else the text; undefined if the text has no more than `minChars`. */
function sourceOf(data: DataTransfer | null, minChars: number): File | undefined {
  const [file] = data?.files ?? [];
  const text = data?.getData("text/plain") ?? "";
  return file ?? (text.length > minChars ? new File([text], "") : undefined);
}

/** Files and texts can be dropped anywhere on the page. */
function startDrop(take: (file: File) => void): void {
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
    const file = sourceOf(event.dataTransfer, 0);
    if (file) take(file);
  });
}

/** Starts the section of tables. @param readState returns the settings that the codes are written with */
export function startTables(map: PageMap, readState: () => PageState): void {
  const text = find("table-text", HTMLTextAreaElement);
  const message = find("table-message", HTMLElement);
  const progress = find("table-progress", HTMLProgressElement);
  const results = find("table-results", HTMLElement);
  let converted: { readonly task: TableTask; readonly result: TableResult } | undefined;

  function setBusy(isBusy: boolean): void {
    progress.hidden = !isBusy;
    find("table-stop", HTMLButtonElement).hidden = !isBusy;
    // Without a value it shows that something is under way, until the first rows are there.
    progress.removeAttribute("value");
  }

  async function run(task: TableTask): Promise<TableResult | undefined> {
    setBusy(true);
    message.textContent = "Converting.";
    try {
      const result = await convert(task, (share, rows) => {
        progress.value = share;
        message.textContent = `Converting: ${countText(rows, "row")}.`;
      });
      message.textContent = summaryText(result);
      return result;
    } catch (error) {
      message.textContent = (error as Error).message;
      return undefined;
    } finally {
      setBusy(false);
    }
  }

  /** Removes the converted rows from the page and the map. */
  function forget(): void {
    endWorker();
    setBusy(false);
    converted = undefined;
    results.hidden = true;
    message.textContent = "";
    map.showRows();
  }

  function showAll(): void {
    const points = converted?.result.points;
    if (points?.length) map.fit(boundsOfPoints(points));
  }

  async function take(file: File): Promise<void> {
    forget();
    find("table", HTMLElement).scrollIntoView({ block: "nearest" });
    const { precision, alphabet } = readState();
    const bordersUrl = assetUrl("borders");
    const task = { file, name: file.name, to: "csv", precision, alphabet, bordersUrl } as const;
    const result = await run(task);
    if (!result) return;
    converted = { task, result };
    results.hidden = false;
    const { errors, counts, points } = result;
    const items = errors.map(({ row, message: reason }) =>
      create("li", {}, `Row ${row.toLocaleString("en")}: `, create("bdi", {}, reason)),
    );
    const others = counts.failed - errors.length;
    const more = `${countText(others, "more row")}: the column error of the saved csv has the reasons.`;
    if (others > 0) items.push(create("li", {}, more));
    find("table-errors", HTMLUListElement).replaceChildren(...items);
    map.showRows(points);
    showAll();
  }

  async function save(to: "csv" | "geojson"): Promise<void> {
    if (!converted) return;
    const { task, result } = converted;
    const again = to === "csv" ? result : await run({ ...task, to });
    if (again) saveFile(again.output, downloadName(task.name, to));
  }

  const takeText = () => {
    if (text.value.trim() === "") text.focus();
    else void take(new File([text.value], ""));
  };
  onClick("table-convert", takeText);
  onClick("table-stop", () => {
    endWorker();
    setBusy(false);
    message.textContent = "Stopped.";
    text.focus();
  });
  onClick("table-csv", () => save("csv"));
  onClick("table-geojson", () => save("geojson"));
  onClick("table-show", showAll);
  onClick("table-clear", () => {
    text.value = "";
    forget();
    text.focus();
  });
  const choice = find("table-file", HTMLInputElement);
  onClick("table-choose", () => choice.click());
  choice.addEventListener("change", () => {
    const [file] = choice.files ?? [];
    // The same file, changed, may be chosen again.
    choice.value = "";
    if (file) void take(file);
  });
  text.addEventListener("paste", (event) => {
    const file = sourceOf(event.clipboardData, MAX_SHOWN_CHARS);
    if (!file) {
      // When the field has the text.
      setTimeout(takeText);
      return;
    }
    event.preventDefault();
    text.value = "";
    void take(file);
  });
  startDrop((file) => void take(file));
}
