/** Tables and lists: takes them by paste, drop or choice of a file, converts them at once, and shows the results. */
import { type ByRole, ROLE_CHOICES } from "../../batch/options/roles.ts";
import { assetUrl, create, find, onClick } from "../dom.ts";
import { findByDisplayName } from "../engine/names.ts";
import { fitView } from "../map/map.ts";
import { MIN_CELL_ZOOM } from "../map/place.ts";
import { rowAt, rowsExtent, showRows } from "../map/rows.ts";
import { makeCopyButton } from "../panel.ts";
import { state } from "../state.ts";
import { countText } from "../wording.ts";
import type { Ambiguity, Preview, TableFailure, TableResult, TableTask } from "./conversion.ts";
import type { TableReply, TableRequest } from "./worker.ts";

/** The page converts longer texts without showing them: a text field takes seconds for 100,000 lines. */
const MAX_SHOWN_BYTES = 20_000;
/** The browser needs the address of a file only until it has begun to save it. */
const SAVING_MS = 60_000;
const NOT_LOADED = "The converter could not be loaded. Check the network, and try again.";

const field = find("table-text", HTMLTextAreaElement);
const message = find("table-message", HTMLElement);
const progress = find("table-progress", HTMLProgressElement);
const results = find("table-results", HTMLElement);
const rowCard = find("row-card", HTMLElement);
const noHeader = find("table-no-header", HTMLInputElement);
const encoding = find("table-encoding", HTMLSelectElement);
const territory = find("table-territory", HTMLInputElement);

/** The shown task, its result and its first rows, once they are there. */
let task: TableTask | undefined;
let result: TableResult | undefined;
let preview: Preview | undefined;
let worker: Worker | undefined;

/** Replaces the current conversion by the next one, if there is one. @param shownMessage the message to show */
function switchTo(next: Worker | undefined, shownMessage: string): void {
  worker?.terminate();
  worker = next;
  progress.hidden = !next;
  find("table-stop", HTMLButtonElement).hidden = !next;
  // Without a value, the bar is indeterminate, until the first rows are there.
  progress.removeAttribute("value");
  message.textContent = shownMessage;
}

/** @param onDone called with the result, or with rows that cannot be converted */
function convert(task: TableTask, onDone: (table: TableResult | TableFailure) => void): void {
  const converter = new Worker(assetUrl("worker"), { type: "module" });
  switchTo(converter, "Converting.");
  converter.addEventListener("message", ({ data }: MessageEvent<TableReply>) => {
    if ("share" in data) progress.value = data.share;
    else {
      switchTo(undefined, "error" in data ? data.error : data.summary);
      onDone(data);
    }
  });
  converter.addEventListener("error", () => switchTo(undefined, NOT_LOADED));
  converter.postMessage({ ...task, bordersUrl: assetUrl("borders") } satisfies TableRequest);
}

function setResult(table: TableResult | undefined): void {
  result = table;
  find("table-saving", HTMLElement).hidden = !table;
  find("table-show", HTMLElement).hidden = !table?.points.length;
  rowCard.hidden = true;
  showRows(table?.points ?? new Float64Array(0));
}

/** Converts the shown table again, as the user has said. */
function reconvert(change: Partial<TableTask>, show = showNewTable): void {
  if (!task) return;
  task = { ...task, ...change };
  setResult(undefined);
  // Its codes may be wrong now.
  for (const shown of document.querySelectorAll("#table-preview [scope=row]"))
    shown.textContent = "…";
  convert(task, show);
}

/** Saves a converted table as `trees-mapcodes.geojson` for trees.csv. */
function saveFile({ file, to }: TableTask, { output }: TableResult): void {
  const base = file.name.replace(/\.[^.]*$/, "");
  const url = URL.createObjectURL(output);
  const download = `${base === "" ? "" : `${base}-`}mapcodes.${to}`;
  create("a", { href: url, download }).click();
  setTimeout(() => URL.revokeObjectURL(url), SAVING_MS);
}

/** Saves the result in a format; converts the table again if it is another one. */
function save(to: TableTask["to"]): void {
  if (!task || !result) return;
  const { checked: joined } = find("table-joined", HTMLInputElement);
  const wanted = { ...task, to, joined };
  if (to === task.to && (!joined || result.operation === "decode")) saveFile(wanted, result);
  else convert(wanted, (table) => "output" in table && saveFile(wanted, table));
}

function forget(): void {
  switchTo(undefined, "");
  setResult(undefined);
  results.hidden = true;
}

function showAll(): void {
  // Codes of cells would cover the dots.
  if (result?.points.length) fitView(rowsExtent(), MIN_CELL_ZOOM - 1);
}

function menuOf(
  labels: Iterable<readonly [value: string, label: string]>,
  value: string,
  onChange: (value: string) => void,
): HTMLSelectElement {
  const options = Array.from(labels, ([value, label]) => create("option", { value }, label));
  const menu = create("select", {}, ...options);
  menu.value = value;
  menu.addEventListener("change", () => onChange(menu.value));
  return menu;
}

/** Converts the table again with other columns for roles, by their indexes. */
function chooseColumns(roles: ByRole<number>): void {
  if (!preview) return;
  const { names, kind } = preview;
  // Another menu may be changed before the table is converted.
  preview = { ...preview, roles };
  const columns = Object.entries(roles).map(([role, index]) => {
    const number = `${index + 1}`;
    // Names may repeat, but a name can be the number of another column.
    return [role, kind === "table" && !names.includes(number) ? number : names[index]];
  });
  // Only both coordinates in one column have an order.
  const lonFirst = roles.latitude === undefined ? task?.lonFirst : undefined;
  reconvert({ columns: Object.fromEntries(columns), lonFirst });
}

function roleMenu(index: number, { names, roles }: Preview): HTMLSelectElement {
  const [role = ""] = Object.entries(roles).find(([, column]) => column === index) ?? [];
  const choices = Object.entries({ "": "not used", ...ROLE_CHOICES });
  const menu = menuOf(choices, role, (chosen) => {
    const others = Object.entries(preview?.roles ?? {}).filter(([, column]) => column !== index);
    chooseColumns(Object.fromEntries(chosen === "" ? others : [...others, [chosen, index]]));
  });
  menu.setAttribute("aria-label", `What ${names[index]} holds`);
  return menu;
}

function meaningMenu({ name, readAs, meanings }: Ambiguity): HTMLLabelElement {
  const choices = [...(readAs === "" ? [["", "no territory"] as const] : []), ...meanings];
  const menu = menuOf(choices, task?.meanings?.[name] ?? readAs, (territory) =>
    reconvert({ meanings: { ...task?.meanings, [name]: territory } }),
  );
  return create("label", {}, `${name} means `, menu);
}

function showPreview(shown: Preview): void {
  const { names, rows, roles, kind, hasPairs } = shown;
  const hasMenus = kind === "table" || kind === "object";
  const heads = names.map((name, index) => {
    const menu = hasMenus ? [roleMenu(index, shown)] : [];
    return create("th", { scope: "col" }, create("bdi", {}, name), ...menu);
  });
  const lines = rows.map(({ result, cells }) => {
    const head = create("th", { scope: "row", class: result === "error" ? "bad" : "" }, result);
    const texts = cells.map((cell) => create("td", {}, create("bdi", {}, cell)));
    return create("tr", {}, head, ...texts);
  });
  const corner = create("th", { scope: "col" }, "Result");
  const head = create("thead", {}, create("tr", {}, corner, ...heads));
  find("table-preview", HTMLTableElement).replaceChildren(head, create("tbody", {}, ...lines));
  const hasBoth = roles.latitude !== undefined && roles.longitude !== undefined;
  find("table-swap", HTMLButtonElement).hidden = !((hasMenus && hasBoth) || hasPairs);
  find("table-header-box", HTMLElement).hidden = kind !== "table" && kind !== "line";
  noHeader.checked = task?.header === false;
  const isUnreadable = [names, ...rows.map(({ cells }) => cells)].flat().join().includes("\ufffd");
  find("table-encoding-box", HTMLElement).hidden = !isUnreadable && task?.encoding === undefined;
  encoding.value = task?.encoding ?? "";
}

function swap(): void {
  const { hasPairs, lonFirst, roles: { latitude, longitude, ...others } = {} } = preview ?? {};
  if (hasPairs) reconvert({ lonFirst: !(task?.lonFirst ?? lonFirst) });
  else if (latitude !== undefined && longitude !== undefined) {
    chooseColumns({ ...others, latitude: longitude, longitude: latitude });
  }
}

function showTable(table: TableResult | TableFailure): void {
  setResult("output" in table ? table : undefined);
  preview = table.preview;
  const { errors = [], failed = 0, ambiguous = [], operation } = result ?? {};
  const items = errors.map(({ row, message }) =>
    create("li", {}, `Row ${row.toLocaleString("en")}: `, create("bdi", {}, message)),
  );
  if (failed > errors.length) {
    const more = countText(failed - errors.length, "more row");
    items.push(create("li", {}, `${more}: the column error of the saved csv has the reasons.`));
  }
  find("table-errors", HTMLUListElement).replaceChildren(...items);
  find("table-meanings", HTMLElement).replaceChildren(...ambiguous.map(meaningMenu));
  find("table-joining", HTMLElement).hidden = operation !== "encode";
  find("table-territory-box", HTMLElement).hidden = operation !== "decode";
  territory.value = task?.territory ?? "";
  if (preview) showPreview(preview);
  results.hidden = !preview;
}

function showNewTable(table: TableResult | TableFailure): void {
  showTable(table);
  showAll();
  find("table", HTMLElement).scrollIntoView({ block: "start" });
}

async function showRow(table: TableResult, row: number): Promise<void> {
  // Not in the first visit.
  const { readRow } = await import("./row-texts.ts");
  const { cells, result: code } = await readRow(table, row);
  if (table !== result) return;
  const shown = cells.map((cell, column) => `${table.names[column]}: ${cell}`);
  find("row-text", HTMLElement).textContent = shown.join(" · ");
  find("row-code", HTMLElement).textContent = code;
  rowCard.hidden = false;
}

/** Shows the row of a dot on the map. @returns false if no dot is at this place, in meters of the map */
export function pickRow(meters: readonly number[], resolution: number): boolean {
  const index = rowAt(meters, resolution);
  if (index === undefined || !result) return false;
  void showRow(result, result.rows[index]);
  return true;
}

/** The text of the field when it was last converted. */
let takenText = "";

async function take(dropped: File, dropNote = ""): Promise<void> {
  forget();
  find("table", HTMLElement).scrollIntoView({ block: "start" });
  const { precision, alphabet } = state;
  try {
    const { readableFile } = await import("./files.ts");
    const { file, note = "" } = await readableFile(dropped);
    task = { file, note: `${dropNote} ${note}`.trim(), to: "csv", precision, alphabet };
    convert(task, showNewTable);
  } catch (error) {
    const text = error instanceof Error ? error.message : `${error}`;
    // All browsers say "import" if a module cannot be loaded.
    message.textContent = /\bimport/i.test(text) ? NOT_LOADED : text;
  }
}

function takeText(): void {
  takenText = field.value;
  if (takenText.trim() === "") field.focus();
  else void take(new File([takenText], ""));
}

/** The pasted or dropped file, or else the text as a file without a name. */
function fileIn(data: DataTransfer | null): File | undefined {
  const [file] = data?.files ?? [];
  const text = data?.getData("text/plain") ?? "";
  return file ?? (text === "" ? undefined : new File([text], ""));
}

function onPaste(event: ClipboardEvent): void {
  const file = fileIn(event.clipboardData);
  // Pasted rows replace those of the shown table. They are added to rows that the user has edited since.
  if (field.value === takenText) field.select();
  // Once the field has the text.
  if (file?.name === "" && file.size < MAX_SHOWN_BYTES) setTimeout(takeText);
  else if (file) {
    event.preventDefault();
    field.value = "";
    void take(file);
  }
}

/** Accepts files anywhere on the page, and texts except on the search box. */
function onDrag(event: DragEvent): void {
  const { type, dataTransfer, target } = event;
  const isFile = dataTransfer?.types.includes("Files") === true;
  const isTaken = isFile || !(target instanceof HTMLInputElement);
  document.body.classList.toggle("dropping", isTaken && type === "dragover");
  if (!isTaken) return;
  event.preventDefault();
  const file = type === "drop" ? fileIn(dataTransfer) : undefined;
  const count = dataTransfer?.files.length ?? 0;
  const note = count > 1 ? `Only ${file?.name} is read, one of ${count} files.` : "";
  if (file) void take(file, note);
}

function followSettings(): void {
  const { precision, alphabet } = state;
  const hasCodes = !results.hidden && result?.operation !== "decode";
  if (hasCodes) reconvert({ precision, alphabet }, showTable);
}

/** Starts the ways to give a table. */
function startInput(): void {
  onClick("table-convert", takeText);
  onClick("table-stop", () => {
    switchTo(undefined, "Stopped.");
    field.focus();
  });
  const choice = find("table-file", HTMLInputElement);
  onClick("table-choose", () => choice.click());
  choice.addEventListener("change", () => {
    const [file] = choice.files ?? [];
    // The same file, changed, may be chosen again.
    choice.value = "";
    if (file) void take(file);
  });
  field.addEventListener("paste", onPaste);
  addEventListener("dragover", onDrag);
  addEventListener("drop", onDrag);
  addEventListener("dragleave", ({ relatedTarget }) => {
    if (relatedTarget === null) document.body.classList.remove("dropping");
  });
}

export function startTables(): void {
  startInput();
  onClick("table-csv", () => save("csv"));
  onClick("table-geojson", () => save("geojson"));
  onClick("table-show", showAll);
  onClick("table-swap", swap);
  noHeader.addEventListener("change", () => reconvert({ header: !noHeader.checked }));
  encoding.addEventListener("change", () => reconvert({ encoding: encoding.value || undefined }));
  territory.addEventListener("change", () => {
    const [named] = findByDisplayName(territory.value, true);
    if (named || territory.value === "") reconvert({ territory: named?.territory.alphaCode });
    else message.textContent = `No territory is called ${territory.value}. Check the spelling.`;
  });
  for (const id of ["precision", "alphabet"]) {
    find(id, HTMLElement).addEventListener("change", followSettings);
  }
  onClick("row-close", () => rowCard.toggleAttribute("hidden", true));
  const readCode = () => find("row-code", HTMLElement).textContent ?? "";
  makeCopyButton(find("row-copy", HTMLButtonElement), readCode);
  onClick("table-clear", () => {
    field.value = "";
    forget();
    field.focus();
  });
}
