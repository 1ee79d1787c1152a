/** The chosen place on the map: its point, the cells of its codes to scale, the cells around it. */
import Feature, { type FeatureLike } from "ol/Feature.js";
import { fromExtent } from "ol/geom/Polygon.js";
import { Circle, Point } from "ol/geom.js";
import { Vector as VectorLayer } from "ol/layer.js";
import VectorSource from "ol/source/Vector.js";
import { Circle as CircleStyle, Fill, Stroke, Style } from "ol/style.js";
import type { CodeCell, PlaceDescription } from "../engine/places.ts";
import { groundMeters, toExtent, toMeters } from "./projection.ts";
import { BOLD_FONT, lineStyle, mapColor, textStyle } from "./styles.ts";

/** Cells show their codes from this zoom and this width on. */
export const MIN_CELL_ZOOM = 19;
export const MIN_CELL_PIXELS = 44;
/** The point hides smaller cells. */
const MIN_OUTLINE_PIXELS = 6;
/** The point would cover the code of a smaller cell, which marks the place. */
const MIN_POINT_PIXELS = 100;
const place = new VectorSource();
const cells = new VectorSource();

/** The outline of a cell with its width in meters of the map, and its code without the territory. */
function cellFeature({ cell, label }: CodeCell, isChosen = false): Feature {
  const extent = toExtent(cell);
  const width = extent[2] - extent[0];
  const code = label.replace(/.* /, "");
  return new Feature({ geometry: fromExtent(extent), width, code, isChosen });
}

export function showPlace(shown: PlaceDescription | undefined, accuracyMeters: number): void {
  place.clear();
  if (!shown) return;
  const { codes, chosen, point } = shown;
  const middle = toMeters(point);
  const radius = accuracyMeters / groundMeters(point.latDeg);
  if (radius > 0) place.addFeature(new Feature(new Circle(middle, radius)));
  place.addFeatures(codes.map((code) => cellFeature(code, code === chosen)));
  const { width } = cellFeature(chosen).getProperties();
  place.addFeature(new Feature({ geometry: new Point(middle), width }));
}

export function showCells(shown: readonly CodeCell[]): void {
  cells.clear();
  cells.addFeatures(shown.map((cell) => cellFeature(cell)));
}

/** The code of a cell, beside the point in the middle of large ones. ol hides labels that are larger than their cells. */
function labelStyle(cell: FeatureLike, resolution: number): Style {
  const { code, isChosen, width } = cell.getProperties();
  const pixels = width / resolution;
  const offsetY = pixels >= MIN_POINT_PIXELS ? -pixels / 4 : 0;
  // U+2068 gives the label the direction of its first letter.
  const text = textStyle(`\u2068${code}\u2069`, BOLD_FONT, { offsetY, overflow: isChosen });
  return new Style({ text });
}

export function createPlaceLayers(): VectorLayer[] {
  const chosenStyle = lineStyle("cell", 2);
  chosenStyle.setFill(new Fill({ color: mapColor("cell-fill") }));
  const otherStyle = lineStyle("cell", 1, [4, 4]);
  const thinStyle = lineStyle("cell", 0.5);
  const pointStyle = new Style({
    image: new CircleStyle({
      radius: 6,
      fill: new Fill({ color: mapColor("point") }),
      stroke: new Stroke({ color: mapColor("halo"), width: 2 }),
    }),
  });
  const aroundStyle = lineStyle("point", 1.5, [2, 5]);
  const cellLayer = new VectorLayer({
    source: cells,
    style: (shown, resolution) => [thinStyle, labelStyle(shown, resolution)],
  });
  const placeLayer = new VectorLayer({
    source: place,
    updateWhileAnimating: true,
    style: (shown, resolution) => {
      const { width, isChosen } = shown.getProperties();
      const pixels = width / resolution;
      const hasCode = pixels >= MIN_CELL_PIXELS;
      const geometry = shown.getGeometry();
      if (geometry instanceof Circle) return aroundStyle;
      if (geometry instanceof Point) {
        return hasCode && pixels < MIN_POINT_PIXELS ? undefined : pointStyle;
      }
      if (pixels < MIN_OUTLINE_PIXELS) return undefined;
      if (!isChosen) return otherStyle;
      return hasCode ? [chosenStyle, labelStyle(shown, resolution)] : chosenStyle;
    },
  });
  return [cellLayer, placeLayer];
}
