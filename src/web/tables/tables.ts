/** Tables and lists: takes them by paste, drop or choice of a file, converts them at once, and shows the results. */
import { assetUrl, create, find, onClick } from "../dom.ts";
import type { PageState } from "../link.ts";
import { fitView } from "../map/map.ts";
import { rowsExtent, showRows } from "../map/rows.ts";
import { countText } from "../units.ts";
import type { TableReply, TableResult, TableTask } from "./conversion.ts";

/** The page converts longer texts without showing them: a text field takes seconds for 100,000 lines. */
const MAX_SHOWN_BYTES = 20_000;
/** The browser needs the address of a file only until it has begun to save it. */
const SAVING_MS = 60_000;

const map = find("map", HTMLElement);
const text = find("table-text", HTMLTextAreaElement);
const message = find("table-message", HTMLElement);
const progress = find("table-progress", HTMLProgressElement);
const results = find("table-results", HTMLElement);

/** The shown task, and its result once it is there. */
let task: TableTask | undefined;
let result: TableResult | undefined;
let worker: Worker | undefined;

/** Replaces the current conversion by the next one, if there is one. @param said the message to show */
function switchTo(next: Worker | undefined, said: string): void {
  worker?.terminate();
  worker = next;
  progress.hidden = !next;
  find("table-stop", HTMLButtonElement).hidden = !next;
  // Without a value, the bar is indeterminate, until the first rows are there.
  progress.removeAttribute("value");
  message.textContent = said;
}

/** Converts a table in a worker. @param onDone called with the result if there is one */
function convert(task: TableTask, onDone: (result: TableResult) => void): void {
  const converter = new Worker(assetUrl("worker"), { type: "module" });
  switchTo(converter, "Converting.");
  converter.addEventListener("message", ({ data }: MessageEvent<TableReply>) => {
    if ("share" in data) {
      progress.value = data.share;
      message.textContent = `Converting: ${countText(data.rows, "row")}.`;
    } else if ("error" in data) switchTo(undefined, data.error);
    else {
      switchTo(undefined, data.summary);
      onDone(data);
    }
  });
  converter.addEventListener("error", () => switchTo(undefined, "The converter cannot be loaded."));
  converter.postMessage(task);
}

/** Saves a converted table as `trees-mapcodes.geojson` for trees.csv. */
function saveFile({ name, to }: TableTask, { output }: TableResult): void {
  const base = name.replace(/\.[^.]*$/, "");
  const url = URL.createObjectURL(output);
  const download = `${base === "" ? "" : `${base}-`}mapcodes.${to}`;
  create("a", { href: url, download }).click();
  setTimeout(() => URL.revokeObjectURL(url), SAVING_MS);
}

/** Removes the converted rows from the page and the map. */
function forget(): void {
  switchTo(undefined, "");
  result = undefined;
  results.hidden = true;
  showRows(new Float64Array(0));
}

function showAll(): void {
  if (result?.points.length) fitView(rowsExtent());
}

function showResult(converted: TableResult): void {
  result = converted;
  const { errors, failed, points } = converted;
  const list = find("table-errors", HTMLUListElement);
  list.replaceChildren(
    ...errors.map(({ row, message }) =>
      create("li", {}, `Row ${row.toLocaleString("en")}: `, create("bdi", {}, message)),
    ),
  );
  const more = countText(failed - errors.length, "more row");
  const where = `${more}: the column error of the saved csv has the reasons.`;
  if (failed > errors.length) list.append(create("li", {}, where));
  results.hidden = false;
  showRows(points);
  showAll();
}

/** The pasted or dropped file, or else the text as a file without a name. */
function fileIn(data: DataTransfer | null): File | undefined {
  const [file] = data?.files ?? [];
  const text = data?.getData("text/plain") ?? "";
  return file ?? (text === "" ? undefined : new File([text], ""));
}

/** Accepts files anywhere on the page, and texts except on the search box. */
function startDrop(take: (file: File) => void): void {
  const { classList } = document.body;
  const onDrag = (event: DragEvent) => {
    const { type, dataTransfer, target } = event;
    const isFile = dataTransfer?.types.includes("Files") === true;
    const isTaken = isFile || !(target instanceof HTMLInputElement);
    classList.toggle("dropping", isTaken && type === "dragover");
    if (!isTaken) return;
    event.preventDefault();
    const file = type === "drop" && fileIn(dataTransfer);
    if (file) take(file);
  };
  addEventListener("dragover", onDrag);
  addEventListener("drop", onDrag);
  addEventListener("dragleave", ({ relatedTarget }) => {
    if (relatedTarget === null) classList.remove("dropping");
  });
}

/** Starts the section of tables. @param readState returns the settings of the codes */
export function startTables(readState: () => PageState): void {
  function take(file: File): void {
    forget();
    find("table", HTMLElement).scrollIntoView({ block: "nearest" });
    const { precision, alphabet } = readState();
    const bordersUrl = assetUrl("borders");
    task = { file, name: file.name, to: "csv", precision, alphabet, bordersUrl };
    convert(task, showResult);
  }
  const takeText = () => {
    if (text.value.trim() === "") text.focus();
    else take(new File([text.value], ""));
  };
  onClick("table-convert", takeText);
  onClick("table-stop", () => {
    switchTo(undefined, "Stopped.");
    text.focus();
  });
  onClick("table-csv", () => {
    if (task && result) saveFile(task, result);
  });
  onClick("table-geojson", () => {
    if (!task) return;
    const other = { ...task, to: "geojson" } as const;
    convert(other, (converted) => saveFile(other, converted));
  });
  onClick("table-show", () => {
    showAll();
    map.scrollIntoView({ block: "nearest" });
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
    const file = fileIn(event.clipboardData);
    // Once the field has the text.
    if (file?.name === "" && file.size < MAX_SHOWN_BYTES) setTimeout(takeText);
    else if (file) {
      event.preventDefault();
      text.value = "";
      take(file);
    }
  });
  startDrop(take);
}
