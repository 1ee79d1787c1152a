/** Close to the ground: the cells around the chosen one with their codes. */
import { afterPause } from "../dom.ts";
import type { Answer, Page } from "../page.ts";
import type { CodeCell } from "../worker/methods.ts";
import type { Frame, MapLayer } from "./canvas-map.ts";
import { worldRectangle } from "./mercator.ts";
import { boxAround, drawText, setTextStyle, TextRoom } from "./texts.ts";

/** Cells of ten meters are wide enough for their codes from this zoom on. */
const MIN_ZOOM = 19;
/** Smaller cells, of codes with extra characters, wait until they are as wide. */
const MIN_CELL_PIXELS = 30;
/** Cells of a few screens; more would keep the worker from answering. */
const MAX_SIDE_CELLS = 40;
const WAIT_MS = 120;
const FONT = "600 11px system-ui, sans-serif";
const MARGIN_PIXELS = 2;
const LINE_PIXELS = 14;

export class CellLayer implements MapLayer {
  #cells: readonly CodeCell[] = [];
  /** The code that the flag shows. */
  #chosen = "";
  readonly #room = new TextRoom();

  /** @param chosen a code that has another label */
  show(cells: readonly CodeCell[], chosen = ""): void {
    this.#cells = cells;
    this.#chosen = chosen;
  }

  draw(frame: Frame): void {
    const { context, view, colors } = frame;
    if (view.zoom < MIN_ZOOM || this.#cells.length === 0) return;
    const boxes = this.#cells.map(({ text, bounds }) => ({
      text,
      ...view.boxOf(worldRectangle(bounds)),
    }));
    const visible = boxes.filter(
      ({ left, top, width, height }) =>
        left < view.width && left + width > 0 && top < view.height && top + height > 0,
    );
    context.strokeStyle = colors.cell;
    context.lineWidth = 0.5;
    context.beginPath();
    for (const { left, top, width, height } of visible) context.rect(left, top, width, height);
    context.stroke();
    setTextStyle(frame, FONT);
    this.#room.clear();
    for (const { text, left, top, width, height } of visible) {
      const textWidth = this.#room.widthOf(context, text) + 2 * MARGIN_PIXELS;
      if (textWidth > width || text === this.#chosen) continue;
      const middle = { x: left + width / 2, y: top + height / 2 };
      const box = boxAround(middle, textWidth, LINE_PIXELS);
      if (this.#room.takeInside(box, view)) drawText(context, text, middle);
    }
  }
}

/** How many cells are between the middle of a view and its edge. */
function sideCells(viewPixels: number, cellPixels: number): number {
  return Math.min(MAX_SIDE_CELLS, Math.ceil(viewPixels / 2 / cellPixels) + 1);
}

/** Asks for the cells of the view: when the map rests, and when another code is chosen. */
export function startCells(page: Page, layer: CellLayer): void {
  const { map, worker, store } = page;
  let asked = 0;

  async function ask({ chosen }: Answer): Promise<void> {
    const { view } = map;
    const { cell, center, territory } = chosen;
    const { left, width, top, height } = view.boxOf(worldRectangle(cell));
    if (view.zoom < MIN_ZOOM || width < MIN_CELL_PIXELS) return layer.show([]);
    const [stepLonDeg, stepLatDeg] = [cell.eastDeg - cell.westDeg, cell.northDeg - cell.southDeg];
    // The middle of the view, by whole cells from the chosen one.
    const right = Math.round((view.width / 2 - left - width / 2) / width);
    const down = Math.round((view.height / 2 - top - height / 2) / height);
    const { precision, alphabet } = store.state;
    const round = ++asked;
    const cells = await worker.call("cellsAround", {
      point: {
        latDeg: center.latDeg - down * stepLatDeg,
        lonDeg: center.lonDeg + right * stepLonDeg,
      },
      ...{ precision, alphabet, territory, stepLatDeg, stepLonDeg },
      rows: sideCells(view.height, height),
      columns: sideCells(view.width, width),
    });
    if (round !== asked) return;
    layer.show(cells, chosen.writtenCode);
    map.redraw();
  }

  const askSoon = afterPause(WAIT_MS, () => page.answer && void ask(page.answer));
  page.onAnswer(askSoon.ask);
  map.onView(askSoon.ask);
}
