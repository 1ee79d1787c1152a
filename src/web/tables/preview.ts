/** The preview of a table: its first rows with their codes, and the columns that hold the values, which users may change. */
import { create, find } from "../dom.ts";
import type { ColumnChoice, TablePreview, TableReading } from "./messages.ts";

/** What rows have, and the columns that hold it. */
const KINDS: readonly {
  readonly label: string;
  readonly operation: TableReading["operation"];
  readonly choices: readonly ColumnChoice[];
}[] = [
  { label: "Latitude and longitude", operation: "encode", choices: ["latColumn", "lonColumn"] },
  { label: "Points in one column", operation: "encode", choices: ["coordinatesColumn"] },
  { label: "Mapcodes", operation: "decode", choices: ["codeColumn", "territoryColumn"] },
];

const LABELS: Readonly<Record<ColumnChoice, string>> = {
  latColumn: "Latitude",
  lonColumn: "Longitude",
  coordinatesColumn: "Point",
  codeColumn: "Mapcode",
  territoryColumn: "Territory",
};

function option(value: string, label: string, isSelected: boolean): HTMLOptionElement {
  const element = create("option", { value }, label);
  element.selected = isSelected;
  return element;
}

export class Preview {
  readonly #onChange: (reading: TableReading) => void;
  readonly #section = find("table-preview", HTMLDetailsElement);
  readonly #columns = find("table-columns", HTMLElement);
  readonly #swap = find("table-swap", HTMLButtonElement);
  #preview: TablePreview | undefined;

  /** @param onChange called with the reading that the user chooses */
  constructor(onChange: (reading: TableReading) => void) {
    this.#onChange = onChange;
    this.#swap.addEventListener("click", () => {
      const { latColumn, lonColumn } = this.#preview?.chosen ?? {};
      this.#choose({ latColumn: lonColumn, lonColumn: latColumn });
    });
  }

  /** How the input is to be read; undefined without one. */
  get reading(): TableReading | undefined {
    return this.#preview?.reading;
  }

  clear(): void {
    this.#preview = undefined;
    this.#section.hidden = true;
  }

  /** Leaves room for the results. */
  close(): void {
    this.#section.open = false;
  }

  /** @param name of the file; empty for pasted rows */
  show(name: string, preview: TablePreview): void {
    const focused = document.activeElement?.id ?? "";
    this.#preview = preview;
    this.#section.hidden = false;
    this.#section.open = true;
    find("table-source", HTMLElement).textContent = name && `of ${name}`;
    this.#columns.replaceChildren(...this.#selects(preview));
    this.#swap.hidden = preview.columns.length === 0 || !preview.chosen.lonColumn;
    this.#swap.classList.toggle("primary", preview.isSwapped);
    showRows(preview);
    document.getElementById(focused)?.focus();
  }

  #selects({ columns, chosen, reading }: TablePreview): HTMLElement[] {
    if (columns.length === 0) return [];
    const kind = KINDS.findIndex(({ operation, choices }) => {
      return operation === reading.operation && chosen[choices[0]] !== undefined;
    });
    const kinds = create("select", { id: "column-kind" });
    kinds.append(...KINDS.map(({ label }, index) => option(`${index}`, label, index === kind)));
    kinds.addEventListener("change", () => this.#chooseKind(Number(kinds.value)));
    const { choices } = KINDS[Math.max(kind, 0)];
    const selects = choices.map((choice) => {
      const select = create("select", { id: `column-${choice}` });
      select.append(...columns.map((column) => option(column, column, column === chosen[choice])));
      if (choice === "territoryColumn") {
        select.prepend(option("", "In the mapcode", chosen[choice] === undefined));
      }
      select.addEventListener("change", () =>
        this.#choose({ [choice]: select.value || undefined }),
      );
      return setting(LABELS[choice], select);
    });
    return [setting("Rows have", kinds), ...selects];
  }

  /** Reads rows of another kind, by default from the first columns. */
  #chooseKind(index: number): void {
    const preview = this.#preview;
    if (!preview) return;
    const { operation, choices } = KINDS[index];
    const { from } = preview.reading;
    const columns = choices
      .filter((choice) => choice !== "territoryColumn")
      .map((choice, at) => [choice, preview.columns[Math.min(at, preview.columns.length - 1)]]);
    this.#onChange({ from, operation, ...Object.fromEntries(columns) });
  }

  #choose(change: Partial<Record<ColumnChoice, string | undefined>>): void {
    if (!this.#preview) return;
    const { from, operation } = this.#preview.reading;
    const chosen = { ...this.#preview.chosen, ...change };
    // Kept at once: another column may be chosen before the rows have been read anew.
    this.#preview = { ...this.#preview, chosen };
    this.#onChange({ from, operation, ...chosen });
  }
}

function setting(label: string, select: HTMLSelectElement): HTMLElement {
  return create("p", { class: "setting" }, create("label", { for: select.id }, label), select);
}

/** The first rows; the columns that are used are underlined. */
function showRows({ names, rows, chosen }: TablePreview): void {
  const used = Object.values(chosen);
  const heads = names.map((name) => {
    const head = create("th", { scope: "col" }, create("bdi", {}, name));
    head.classList.toggle("used", used.includes(name));
    return head;
  });
  find("preview-names", HTMLTableRowElement).replaceChildren(...heads);
  const lines = rows.map((row) =>
    create("tr", {}, ...row.map((value) => create("td", {}, create("bdi", {}, value)))),
  );
  find("preview-rows", HTMLTableSectionElement).replaceChildren(...lines);
}
