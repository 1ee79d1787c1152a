/** Tables and lists: takes them by paste, drop or choice of a file, converts them at once, and shows the results. */
import { assetUrl, create, find, onClick } from "../dom.ts";
import type { PageState } from "../link.ts";
import { fitView } from "../map/map.ts";
import { rowAt, rowsExtent, showRows } from "../map/rows.ts";
import { makeCopyButton } from "../panel.ts";
import { countText } from "../units.ts";
import type {
  Ambiguity,
  ColumnRole,
  ColumnRoles,
  Preview,
  TableReply,
  TableResult,
  TableTask,
} from "./conversion.ts";
import { cellsOf, resultText } from "./records.ts";

/** The page converts longer texts without showing them: a text field takes seconds for 100,000 lines. */
const MAX_SHOWN_BYTES = 20_000;
/** The browser needs the address of a file only until it has begun to save it. */
const SAVING_MS = 60_000;

const map = find("map", HTMLElement);
const text = find("table-text", HTMLTextAreaElement);
const message = find("table-message", HTMLElement);
const progress = find("table-progress", HTMLProgressElement);
const results = find("table-results", HTMLElement);
const rowCard = find("row-card", HTMLElement);

/** What a menu above a column offers, by role. */
const ROLE_LABELS: Readonly<Record<ColumnRole | "", string>> = {
  "": "not used",
  latitude: "latitude",
  longitude: "longitude",
  coordinates: "both",
  mapcode: "mapcode",
  territory: "territory",
};

/** The shown task, and its result once it is there. */
let task: TableTask | undefined;
let result: TableResult | undefined;
let worker: Worker | undefined;
let shownPreview: Preview | undefined;

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

/** Converts a table in a worker. @param onDone called with the result, or with rows that cannot be converted */
function convert(
  task: TableTask,
  onDone: (result: TableResult | undefined, preview: Preview | undefined) => void,
): void {
  const converter = new Worker(assetUrl("worker"), { type: "module" });
  switchTo(converter, "Converting.");
  converter.addEventListener("message", ({ data }: MessageEvent<TableReply>) => {
    if ("share" in data) {
      progress.value = data.share;
      message.textContent = `Converting: ${countText(data.rows, "row")}.`;
    } else if ("error" in data) {
      switchTo(undefined, data.error);
      onDone(undefined, data.preview);
    } else {
      switchTo(undefined, data.summary);
      onDone(data, data.preview);
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
  rowCard.hidden = true;
  showRows(new Float64Array(0));
}

function showAll(): void {
  if (result?.points.length) fitView(rowsExtent());
}

/** The menu above a column. */
function roleMenu(index: number, { names, roles }: Preview): HTMLSelectElement {
  const options = Object.entries(ROLE_LABELS).map(([value, label]) =>
    create("option", { value }, label),
  );
  const menu = create("select", { "aria-label": `What ${names[index]} holds` }, ...options);
  menu.value = roles[index] ?? "";
  menu.addEventListener("change", () => {
    const kept = Object.entries(roles).filter(
      ([other, role]) => Number(other) !== index && role !== menu.value,
    );
    const own = menu.value === "" ? [] : [[index, menu.value]];
    readAgain({ roles: Object.fromEntries([...kept, ...own]) as ColumnRoles });
  });
  return menu;
}

/** Shows rows with their results, and the menus above their columns. */
function showPreview(preview: Preview): void {
  const { names, rows, hasMenus } = preview;
  const heads = names.map((name, index) => {
    const menu = hasMenus ? [roleMenu(index, preview)] : [];
    return create("th", { scope: "col" }, create("bdi", {}, name), ...menu);
  });
  const lines = rows.map(({ result, cells }) => {
    const head = create("th", { scope: "row", class: result === "error" ? "bad" : "" }, result);
    return create(
      "tr",
      {},
      head,
      ...cells.map((cell) => create("td", {}, create("bdi", {}, cell))),
    );
  });
  const corner = create("th", { scope: "col" }, "Result");
  const head = create("thead", {}, create("tr", {}, corner, ...heads));
  find("table-preview", HTMLTableElement).replaceChildren(head, create("tbody", {}, ...lines));
  const values = Object.values(preview.roles);
  const canSwap = values.includes("latitude") && values.includes("longitude");
  find("table-swap", HTMLButtonElement).hidden = !((hasMenus && canSwap) || preview.hasPairs);
}

/** The menu that decides what an ambiguous name in front of codes means. */
function territoryMenu({ name, read, meanings }: Ambiguity): HTMLLabelElement {
  const options = Array.from(meanings, ([value, name]) => create("option", { value }, name));
  const menu = create("select", {}, ...options);
  menu.value = task?.territories?.[name] ?? read;
  menu.addEventListener("change", () => {
    readAgain({ territories: { ...task?.territories, [name]: menu.value } });
  });
  return create("label", {}, `${name} in front of codes means `, menu);
}

/** Converts the table again, as the user has said. */
function readAgain(change: Partial<TableTask>): void {
  if (!task) return;
  task = { ...task, ...change };
  showRows(new Float64Array(0));
  convert(task, showResult);
}

/** Exchanges latitude and longitude. */
function swap(): void {
  const { roles: shownRoles = {}, hasPairs = false } = shownPreview ?? {};
  if (hasPairs) {
    readAgain({ lonFirst: !task?.lonFirst });
    return;
  }
  const roles = Object.entries(shownRoles).map(([index, role]) => {
    const other = { latitude: "longitude", longitude: "latitude" } as const;
    return [index, other[role as "latitude"] ?? role];
  });
  readAgain({ roles: Object.fromEntries(roles) });
}

function showResult(converted: TableResult | undefined, preview: Preview | undefined): void {
  result = converted;
  const { errors = [], failed = 0, ambiguous = [] } = converted ?? {};
  const list = find("table-errors", HTMLUListElement);
  list.replaceChildren(
    ...errors.map(({ row, message }) =>
      create("li", {}, `Row ${row.toLocaleString("en")}: `, create("bdi", {}, message)),
    ),
  );
  const more = countText(failed - errors.length, "more row");
  const where = `${more}: the column error of the saved csv has the reasons.`;
  if (failed > errors.length) list.append(create("li", {}, where));
  find("table-territories", HTMLElement).replaceChildren(...ambiguous.map(territoryMenu));
  find("table-saving", HTMLElement).hidden = !converted;
  find("table-rows", HTMLElement).hidden = !preview;
  if (preview) {
    shownPreview = preview;
    showPreview(preview);
  }
  results.hidden = !(converted || preview);
  showRows(converted?.points ?? new Float64Array(0));
  showAll();
  find("table", HTMLElement).scrollIntoView({ block: "start" });
}

/** Shows the row of a dot on the map. @returns false if no dot is at this place, in meters of the map */
export function pickRow(meters: readonly number[], resolution: number): boolean {
  const index = rowAt(meters, resolution);
  if (index === undefined || !result) return false;
  const { rows, starts, output, preview } = result;
  const row = rows[index];
  void output
    .slice(starts[row], starts[row + 1])
    .text()
    .then((text) => {
      const cells = cellsOf(text);
      const { length } = preview.names;
      const shown = cells.slice(0, length).map((cell, at) => `${preview.names[at]}: ${cell}`);
      find("row-text", HTMLElement).textContent = shown.join(" · ");
      find("row-code", HTMLElement).textContent = resultText(cells.slice(length));
      rowCard.hidden = false;
    });
  return true;
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
  async function take(dropped: File): Promise<void> {
    forget();
    find("table", HTMLElement).scrollIntoView({ block: "start" });
    const { precision, alphabet } = readState();
    const bordersUrl = assetUrl("borders");
    try {
      const { tableOf } = await import("./files.ts");
      const file = dropped.name === "" ? dropped : await tableOf(dropped);
      task = { file, name: file.name, to: "csv", precision, alphabet, bordersUrl };
      convert(task, showResult);
    } catch (error) {
      message.textContent = error instanceof Error ? error.message : `${error}`;
    }
  }
  const takeText = () => {
    if (text.value.trim() === "") text.focus();
    else void take(new File([text.value], ""));
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
    convert(other, (converted) => converted && saveFile(other, converted));
  });
  onClick("table-swap", swap);
  onClick("row-close", () => {
    rowCard.hidden = true;
  });
  makeCopyButton(
    find("row-copy", HTMLButtonElement),
    () => find("row-code", HTMLElement).textContent ?? "",
  );
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
    if (file) void take(file);
  });
  text.addEventListener("paste", (event) => {
    const file = fileIn(event.clipboardData);
    // Once the field has the text.
    if (file?.name === "" && file.size < MAX_SHOWN_BYTES) setTimeout(takeText);
    else if (file) {
      event.preventDefault();
      text.value = "";
      void take(file);
    }
  });
  startDrop((file) => void take(file));
}
