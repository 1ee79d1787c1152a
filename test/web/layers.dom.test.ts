/** What the layers draw, by the calls of their canvas. */
import { describe, expect, it } from "vitest";
import type { CanvasMap } from "../../src/web/map/canvas-map.ts";
import type { MapColors } from "../../src/web/map/colors.ts";
import { drawLabels } from "../../src/web/map/labels.ts";
import { worldRectangle, worldX, worldY } from "../../src/web/map/mercator.ts";
import { PlaceLayer } from "../../src/web/map/place-layer.ts";
import { TextRoom } from "../../src/web/map/texts.ts";
import { TownLayer } from "../../src/web/map/town-layer.ts";
import { MapView, type ScreenPoint } from "../../src/web/map/view.ts";
import type { WorkerClient } from "../../src/web/protocol.ts";
import { type Methods, POPULATION_STEPS, type Town } from "../../src/web/worker/methods.ts";
import { describePlace } from "../../src/web/worker/places.ts";

const SIZE = { width: 860, height: 800 };
const CHAR_PIXELS = 7;

interface Call {
  readonly name: string;
  readonly parameters: readonly unknown[];
}

/** A context that notes its calls. Each character is seven pixels wide. */
function recorder(): { readonly context: CanvasRenderingContext2D; readonly calls: Call[] } {
  const calls: Call[] = [];
  const known: Record<PropertyKey, unknown> = {
    measureText: (text: string) => ({ width: text.length * CHAR_PIXELS }),
  };
  const context = new Proxy(known, {
    get: (target, name) =>
      target[name] ??
      ((...parameters: readonly unknown[]) => calls.push({ name: String(name), parameters })),
  });
  return { context: context as unknown as CanvasRenderingContext2D, calls };
}

const colors = new Proxy({}, { get: (_, name) => String(name) }) as MapColors;

function textsOf(calls: readonly Call[]): (ScreenPoint & { readonly text: string })[] {
  return calls
    .filter(({ name }) => name === "fillText")
    .map(({ parameters: [text, x, y] }) => ({ text: `${text}`, x: Number(x), y: Number(y) }));
}

describe("the chosen place", () => {
  const point = { latDeg: 52.376514, lonDeg: 4.908543 };
  const place = describePlace({ point, precision: 0, alphabet: "ROMAN" });
  const draw = (index: number) => {
    const layer = new PlaceLayer();
    const chosen = place.codes[index];
    layer.show(place, chosen);
    const view = MapView.around(worldRectangle(chosen.cell), SIZE, 30);
    const { context, calls } = recorder();
    layer.draw({ context, view, colors });
    return { calls, view };
  };

  it("has a cross in the middle of the cell of each code", () => {
    const { calls, view } = draw(0);
    const lines = calls.filter(({ name }) => name === "lineTo").map(({ parameters }) => parameters);
    for (const { center } of place.codes) {
      const { x, y } = view.toScreen(center);
      const isCross = ([lineX, lineY]: readonly unknown[]) => lineY === y && Number(lineX) > x;
      expect(lines.some(isCross)).toBe(true);
    }
  });
});

describe("names", () => {
  const view = MapView.at({ latDeg: 39.7684, lonDeg: -86.1581 }, 8, SIZE);

  it("of countries are neither cut off nor where the degrees are", () => {
    const labelAt = (x: number, y: number) => {
      const { latDeg, lonDeg } = view.toPlace({ x, y });
      return { text: `${x} ${y}`, x: worldX(lonDeg), y: worldY(latDeg), area: 1, width: 1 };
    };
    const labels = [labelAt(400, 400), labelAt(10, 400), labelAt(830, 400), labelAt(400, 785)];
    const { context, calls } = recorder();
    drawLabels({ context, view, colors }, labels, new TextRoom());
    expect(textsOf(calls).map(({ text }) => text)).toEqual(["400 400"]);
  });
});

describe("towns", () => {
  const town = (name: string, latDeg: number, lonDeg: number, population: number): Town => {
    const populationStep = Math.round(Math.log2(population) * POPULATION_STEPS);
    return { name, point: { latDeg, lonDeg }, territory: "NLD", populationStep };
  };
  const towns = [
    town("Amsterdam", 52.374, 4.89, 741_636),
    town("Haarlem", 52.381, 4.637, 161_265),
    town("Zandvoort", 52.371, 4.533, 17_151),
  ];

  /** What a view shows of these towns, once a worker has answered. */
  async function draw(zoom: number) {
    const asked: unknown[][] = [];
    const worker = {
      call: (...parameters: unknown[]) => {
        asked.push(parameters);
        return Promise.resolve(towns);
      },
    } as unknown as WorkerClient<Methods>;
    const map = { redraw: () => {} } as unknown as CanvasMap;
    const layer = new TownLayer(map, worker, new TextRoom());
    const view = MapView.at({ latDeg: 52.37, lonDeg: 4.8 }, zoom, SIZE);
    layer.draw({ context: recorder().context, view, colors });
    expect(asked).toEqual([]);
    layer.start();
    layer.draw({ context: recorder().context, view, colors });
    await Promise.resolve();
    await Promise.resolve();
    const { context, calls } = recorder();
    layer.draw({ context, view, colors });
    return { asked, names: textsOf(calls).map(({ text }) => text) };
  }

  it.each([
    [4.9, []],
    [5, ["Amsterdam"]],
    [8, ["Amsterdam", "Haarlem"]],
    [11, ["Amsterdam", "Haarlem", "Zandvoort"]],
    [12.1, []],
  ])("are named at zoom %d by importance", async (zoom, names) => {
    const drawn = await draw(zoom);
    expect(drawn.names).toEqual(names);
    // Once, with a margin that is enough for the same view.
    expect(drawn.asked.length).toBe(zoom < 5 || zoom > 12 ? 0 : 1);
  });
});
