/** Territories and records over the map: which codes exist where, and the grids that number their cells. */
import { FULL_CIRCLE_MICRO_DEG } from "../../tables/format.ts";
import type { Frame, MapLayer } from "../map/canvas-map.ts";
import type { MapColors } from "../map/colors.ts";
import { type WorldRectangle, worldRectangle, worldY } from "../map/mercator.ts";
import { drawText, setTextStyle, TextRoom } from "../map/texts.ts";
import type { MapView, ScreenPoint } from "../map/view.ts";
import type { LayerName } from "../settings/state.ts";
import type { RecordKind, SystemRecord, TerritoryRecords } from "../worker/methods.ts";

const MICRO = 1e6;
/** Closer lines would become a surface. */
const MIN_GRID_PIXELS = 9;
const MIN_RECORD_PIXELS = 3;
const MIN_LABEL_PIXELS = 34;
const LINE_PIXELS = 17;
const MIN_EDGE_PIXELS = 4;
const FONT = "600 12px system-ui, sans-serif";

const KIND_COLORS: Readonly<Record<RecordKind, keyof MapColors>> = {
  grid: "record-grid",
  nameless: "record-nameless",
  "auto header": "record-header",
  "non-encoding": "outline",
};

/** A line pattern for each kind, as a color alone says nothing to many people. */
const KIND_DASHES: Readonly<Record<RecordKind, readonly number[]>> = {
  grid: [],
  nameless: [6, 3],
  "auto header": [2, 3],
  "non-encoding": [10, 4],
};

interface DrawnRecord extends WorldRectangle {
  readonly record: SystemRecord;
}

/** A name in the upper left corner of a rectangle, or at the edge of the map if that corner is outside. */
interface Name extends ScreenPoint {
  readonly text: string;
  readonly color: string;
}

interface DrawnTerritory extends WorldRectangle {
  readonly name: string;
  readonly records: readonly DrawnRecord[];
}

function drawnRecord(record: SystemRecord): DrawnRecord {
  return { ...worldRectangle(record.bounds), record };
}

type ScreenBox = readonly [left: number, top: number, width: number, height: number];

/** Edges on the screen, at most a little outside of it, as canvases compute with 24 bits. */
function screenBox(rectangle: WorldRectangle, copy: number, view: MapView): ScreenBox {
  const margin = 20;
  const left = Math.max(view.screenX(rectangle.west + copy), -margin);
  const top = Math.max(view.screenY(rectangle.north), -margin);
  const right = Math.min(view.screenX(rectangle.east + copy), view.width + margin);
  const bottom = Math.min(view.screenY(rectangle.south), view.height + margin);
  return [left, top, right - left, bottom - top];
}

/** Draws edges. @returns where they are on the screen, on each copy of the world */
function drawEdges(
  { context, view }: Frame,
  rectangle: WorldRectangle,
  color: string,
  lineWidth: number,
  dash: readonly number[],
): ScreenBox[] {
  context.strokeStyle = color;
  context.lineWidth = lineWidth;
  context.setLineDash([...dash]);
  const boxes = view.copiesOf(rectangle).map((copy) => screenBox(rectangle, copy, view));
  for (const box of boxes) context.strokeRect(...box);
  return boxes;
}

export class SystemLayer implements MapLayer {
  #territories: readonly DrawnTerritory[] = [];
  #layers: readonly LayerName[] = [];
  /** The record that makes the chosen code; its grid is drawn. */
  #chosen: SystemRecord | undefined;
  readonly #room = new TextRoom();

  showTerritories(territories: readonly TerritoryRecords[]): void {
    this.#territories = territories.map(({ name, bounds, records }) => ({
      ...worldRectangle(bounds),
      name,
      records: records.filter(({ kind }) => kind !== "non-encoding").map(drawnRecord),
    }));
  }

  showLayers(layers: readonly LayerName[]): void {
    this.#layers = layers;
  }

  showGrid(record: SystemRecord | undefined): void {
    this.#chosen = record;
  }

  draw(frame: Frame): void {
    const names: Name[] = [];
    if (this.#layers.includes("records")) {
      if (this.#chosen) drawGrids(frame, this.#chosen);
      for (const { records } of this.#territories) {
        for (const record of records) names.push(...drawRecord(frame, record));
      }
    }
    const territories = this.#layers.includes("outlines") ? this.#territories : [];
    const territoryNames = territories.flatMap((territory, index) =>
      drawTerritory(frame, territory, index),
    );
    this.#drawNames(frame, [...territoryNames, ...names]);
  }

  /** Draws names, the first ones first, where no other name stands. */
  #drawNames(frame: Frame, names: readonly Name[]): void {
    this.#room.clear();
    for (const { text, color, x, y } of names) {
      setTextStyle(frame, FONT, { color, align: "left", baseline: "top" });
      const [left, top] = [Math.max(x, MIN_EDGE_PIXELS), Math.max(y, MIN_EDGE_PIXELS)];
      const right = left + this.#room.widthOf(frame.context, text);
      if (!this.#room.take({ left, top, right, bottom: top + LINE_PIXELS })) continue;
      drawText(frame.context, text, { x: left, y: top });
    }
  }
}

/** Draws the edges of a record. @returns the lengths of its codes, for each copy that has room for them */
function drawRecord(frame: Frame, drawn: DrawnRecord): Name[] {
  const { kind, isRestricted, lengths } = drawn.record;
  if ((drawn.east - drawn.west) * frame.view.scale < MIN_RECORD_PIXELS) return [];
  const color = frame.colors[KIND_COLORS[kind]];
  return drawEdges(frame, drawn, color, isRestricted ? 1 : 1.75, KIND_DASHES[kind])
    .filter(([, , width, height]) => width > MIN_LABEL_PIXELS && height > MIN_LABEL_PIXELS / 2)
    .map(([left, top]) => ({ text: lengths, color, x: left + 4, y: top + 4 }));
}

/** Draws the edges of a territory. @returns its name, for each copy that has room for it */
function drawTerritory(frame: Frame, drawn: DrawnTerritory, index: number): Name[] {
  const color = frame.colors.outline;
  return drawEdges(frame, drawn, color, 2.5, KIND_DASHES["non-encoding"])
    .filter(([, , width]) => width > MIN_LABEL_PIXELS)
    .map(([left, top]) => {
      // Territories that reach beyond the map would have their names at the same place.
      const y = Math.max(top - 18, MIN_EDGE_PIXELS + index * LINE_PIXELS);
      return { text: drawn.name, color, x: left + 6, y };
    });
}

/** A row or a column of a grid: where its lines are, in micro-degrees from `edge`. */
interface GridLines {
  readonly edge: number;
  /** -1 where rows count from the north. */
  readonly sign: 1 | -1;
  readonly length: number;
  readonly gridStep: number;
  readonly cellStep: number;
}

/**
 * The lines between two positions, in micro-degrees. The cells of a grid record start anew in each cell of the
 * first level; cells of other records do not, as they have no first level.
 */
function linesBetween(
  { edge, sign, length, gridStep, cellStep }: GridLines,
  from: number,
  to: number,
  minStep: number,
): number[] {
  const ends = [(from - edge) * sign, (to - edge) * sign];
  const first = Math.max(0, Math.min(...ends));
  const last = Math.min(length, Math.max(...ends));
  const period = gridStep === 0 ? length : gridStep;
  const lines: number[] = [];
  for (let start = Math.floor(first / period) * period; start <= last; start += period) {
    if (period >= minStep) lines.push(start);
    const end = Math.min(start + period, last);
    if (cellStep < minStep) continue;
    const firstCell = Math.max(1, Math.ceil((first - start) / cellStep));
    for (let offset = firstCell * cellStep; start + offset < end; offset += cellStep) {
      lines.push(start + offset);
    }
  }
  return lines.map((line) => edge + sign * line);
}

/** Cells of the first level, and cells of codes, where there is room for their lines. */
function drawGrids({ context, view, colors }: Frame, record: SystemRecord): void {
  const minLon = (MIN_GRID_PIXELS / view.scale) * FULL_CIRCLE_MICRO_DEG;
  // Degrees of latitude are longer on the map by this factor.
  const minLat = minLon * Math.cos((view.center.latDeg * Math.PI) / 180);
  const drawn = drawnRecord(record);
  context.strokeStyle = colors.grid;
  context.lineWidth = 1;
  context.beginPath();
  for (const copy of view.copiesOf(drawn)) {
    const [left, top, width, height] = screenBox(drawn, copy, view);
    const west = drawn.west + copy;
    const lonAt = (x: number) => (x - west) * FULL_CIRCLE_MICRO_DEG + record.westMicroDeg;
    for (const lon of linesBetween(
      columnsOf(record),
      lonAt(view.left),
      lonAt(view.right),
      minLon,
    )) {
      const x = view.screenX(west + (lon - record.westMicroDeg) / FULL_CIRCLE_MICRO_DEG);
      context.moveTo(x, top);
      context.lineTo(x, top + height);
    }
    const north = view.toPlace({ x: 0, y: 0 }).latDeg * MICRO;
    const south = view.toPlace({ x: 0, y: view.height }).latDeg * MICRO;
    for (const lat of linesBetween(rowsOf(record), south, north, minLat)) {
      const y = view.screenY(worldY(lat / MICRO));
      context.moveTo(left, y);
      context.lineTo(left + width, y);
    }
  }
  context.stroke();
}

function columnsOf(record: SystemRecord): GridLines {
  return {
    edge: record.westMicroDeg,
    sign: 1,
    length: record.widthMicroDeg,
    gridStep: record.gridWidthMicroDeg,
    cellStep: record.cellWidthMicroDeg,
  };
}

/** Grids count rows from the south, other records from the north. */
function rowsOf(record: SystemRecord): GridLines {
  const isGrid = record.kind === "grid";
  return {
    edge: isGrid ? record.southMicroDeg : record.southMicroDeg + record.heightMicroDeg,
    sign: isGrid ? 1 : -1,
    length: record.heightMicroDeg,
    gridStep: record.gridHeightMicroDeg,
    cellStep: record.cellHeightMicroDeg,
  };
}
