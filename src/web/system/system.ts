/** Shows why a place has its codes: their records in a table, and with all others of their territories on the map. */
import { create, createRow, find } from "../dom.ts";
import type { Answer, Page } from "../page.ts";
import type { LayerName } from "../settings/state.ts";
import { metersText } from "../units.ts";
import type { CodeDescription, SystemRecord } from "../worker/methods.ts";
import type { SystemLayer } from "./system-layer.ts";

const METERS_PER_MICRO_DEG = 0.111_319_5;

const KINDS = {
  grid: "grid",
  nameless: "numbered cells (nameless)",
  "auto header": "numbered blocks (auto header)",
  "non-encoding": "",
} as const;

/** Width and height of an area in meters at the latitude of the place. A line breaks behind the sign between them only. */
function sidesText(widthMicroDeg: number, heightMicroDeg: number, latDeg: number): string {
  const height = heightMicroDeg * METERS_PER_MICRO_DEG;
  const width = widthMicroDeg * METERS_PER_MICRO_DEG * Math.cos((latDeg * Math.PI) / 180);
  return [width, height].map((meters) => metersText(meters).replace(" ", "\xa0")).join("\xa0× ");
}

function recordRow(code: CodeDescription, record: SystemRecord, latDeg: number): HTMLElement {
  const { widthMicroDeg, heightMicroDeg, cellWidthMicroDeg, cellHeightMicroDeg } = record;
  return createRow(
    create("bdi", {}, code.text),
    record.lengths,
    KINDS[record.kind],
    sidesText(widthMicroDeg, heightMicroDeg, latDeg),
    sidesText(cellWidthMicroDeg, cellHeightMicroDeg, latDeg),
  );
}

function showTable({ place }: Answer): void {
  const { latDeg } = place.request.point;
  const rows = place.codes.flatMap((code) => {
    return code.record ? [recordRow(code, code.record, latDeg)] : [];
  });
  find("records", HTMLTableSectionElement).replaceChildren(...rows);
}

/** Explains the lines of the layers that are on. */
function showLegend(layers: readonly LayerName[]): void {
  const legend = find("legend", HTMLUListElement);
  legend.hidden = layers.length === 0;
  for (const item of legend.querySelectorAll<HTMLElement>("[data-layer]")) {
    item.hidden = !layers.some((layer) => layer === item.dataset.layer);
  }
}

/** The territories of a place's codes. The records of AAA are rings around the Earth. */
function territoriesOf({ place }: Answer): string[] {
  const local = place.codes.filter(({ isInternational }) => !isInternational);
  return [...new Set(local.map(({ territory }) => territory))];
}

/** @param layer draws the records */
export function startSystem(page: Page, layer: SystemLayer): void {
  let shown = "";

  /** Reads the records of the place's territories, unless they are drawn already or nothing of them is. */
  async function readRecords(answer: Answer): Promise<void> {
    const territories = territoriesOf(answer);
    const key = territories.join();
    if (page.store.state.layers.length === 0 || key === shown) return;
    shown = key;
    const records = await page.worker.call("readRecords", territories);
    if (shown !== key) return;
    layer.showTerritories(records);
    page.map.redraw();
  }

  page.onAnswer((answer) => {
    showTable(answer);
    layer.showGrid(answer.chosen.record);
    page.map.redraw();
    void readRecords(answer);
  });
  page.store.subscribe(({ layers }) => {
    layer.showLayers(layers);
    showLegend(layers);
    page.map.redraw();
    if (page.answer) void readRecords(page.answer);
  });
}
