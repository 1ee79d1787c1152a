/** Tables and lists: takes them by paste, drop or choice of a file, converts them at once, and shows what became of them. */
import { assetUrl, create, find, onClick } from "../dom.ts";
import { fitView } from "../map/map.ts";
import { rowsExtent, showRows } from "../map/rows.ts";
import type { PageState } from "../state.ts";
import type { TableReply, TableResult, TableTask } from "./conversion.ts";
import { countText, downloadName, summaryText } from "./texts.ts";

/** Longer texts are converted without being shown: a text field takes seconds to show 100,000 lines. */
const MAX_SHOWN_CHARS = 20_000;
/** The browser needs the address of a file only until it has begun to save it. */
const SAVING_MS = 60_000;

const text = find("table-text", HTMLTextAreaElement);
const message = find("table-message", HTMLElement);
const progress = find("table-progress", HTMLProgressElement);
const results = find("table-results", HTMLElement);

interface Converted {
  readonly task: TableTask;
  readonly result: TableResult;
}
let converted: Converted | undefined;
let worker: Worker | undefined;

function setBusy(isBusy: boolean): void {
  progress.hidden = !isBusy;
  find("table-stop", HTMLButtonElement).hidden = !isBusy;
  // Without a value it shows that something is under way, until the first rows are there.
  progress.removeAttribute("value");
}

/** Ends the conversion that is under way. */
function stop(said: string): void {
  worker?.terminate();
  setBusy(false);
  message.textContent = said;
}

/** Converts a table in a worker, which the next table or `stop` ends. @param onDone called with the result if there is one */
function convert(task: TableTask, onDone: (result: TableResult) => void): void {
  stop("Converting.");
  setBusy(true);
  worker = new Worker(assetUrl("worker"), { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<TableReply>) => {
    if ("share" in data) {
      progress.value = data.share;
      message.textContent = `Converting: ${countText(data.rows, "row")}.`;
    } else if ("error" in data) stop(data.error);
    else {
      stop(summaryText(data));
      onDone(data);
    }
  });
  worker.addEventListener("error", () => stop("The converter cannot be loaded."));
  worker.postMessage(task);
}

function saveFile({ task, result }: Converted): void {
  const url = URL.createObjectURL(result.output);
  create("a", { href: url, download: downloadName(task.name, task.to) }).click();
  setTimeout(() => URL.revokeObjectURL(url), SAVING_MS);
}

/** Removes the converted rows from the page and the map. */
function forget(): void {
  stop("");
  converted = undefined;
  results.hidden = true;
  showRows(new Float64Array(0));
}

function showAll(): void {
  if (converted?.result.points.length) fitView(rowsExtent());
}

function showErrors({ errors, counts }: TableResult): void {
  const items = errors.map(({ row, message }) =>
    create("li", {}, `Row ${row.toLocaleString("en")}: `, create("bdi", {}, message)),
  );
  const others = counts.failed - errors.length;
  const more = `${countText(others, "more row")}: the column error of the saved csv has the reasons.`;
  if (others > 0) items.push(create("li", {}, more));
  find("table-errors", HTMLUListElement).replaceChildren(...items);
}

/** The file that is pasted, dropped or chosen, or else the text; undefined if the text has no more than `minChars`. */
function sourceOf(data: DataTransfer | null, minChars: number): File | undefined {
  const [file] = data?.files ?? [];
  const pasted = data?.getData("text/plain") ?? "";
  return file ?? (pasted.length > minChars ? new File([pasted], "") : undefined);
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
export function startTables(readState: () => PageState): void {
  function take(file: File): void {
    forget();
    find("table", HTMLElement).scrollIntoView({ block: "nearest" });
    const { precision, alphabet } = readState();
    const bordersUrl = assetUrl("borders");
    const task = { file, name: file.name, to: "csv", precision, alphabet, bordersUrl } as const;
    convert(task, (result) => {
      converted = { task, result };
      results.hidden = false;
      showErrors(result);
      showRows(result.points);
      showAll();
    });
  }
  const takeText = () => {
    if (text.value.trim() === "") text.focus();
    else take(new File([text.value], ""));
  };
  onClick("table-convert", takeText);
  onClick("table-stop", () => {
    stop("Stopped.");
    text.focus();
  });
  onClick("table-csv", () => {
    if (converted) saveFile(converted);
  });
  onClick("table-geojson", () => {
    if (!converted) return;
    const task = { ...converted.task, to: "geojson" } as const;
    convert(task, (result) => saveFile({ task, result }));
  });
  onClick("table-show", () => {
    showAll();
    find("map", HTMLElement).scrollIntoView({ block: "nearest" });
  });
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
    if (file) take(file);
  });
  text.addEventListener("paste", (event) => {
    const file = sourceOf(event.clipboardData, MAX_SHOWN_CHARS);
    // When the field has the text.
    if (!file) {
      setTimeout(takeText);
      return;
    }
    event.preventDefault();
    text.value = "";
    take(file);
  });
  startDrop(take);
}
