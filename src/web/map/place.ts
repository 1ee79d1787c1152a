/** The chosen place on the map: its point, the cells of its codes to scale with their centers, the cells around it. */
import Feature, { type FeatureLike } from "ol/Feature.js";
import Circle from "ol/geom/Circle.js";
import Point from "ol/geom/Point.js";
import { fromExtent } from "ol/geom/Polygon.js";
import VectorLayer from "ol/layer/Vector.js";
import { getPointResolution } from "ol/proj.js";
import VectorSource from "ol/source/Vector.js";
import CircleStyle from "ol/style/Circle.js";
import Fill from "ol/style/Fill.js";
import RegularShape from "ol/style/RegularShape.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import type Text from "ol/style/Text.js";
import type { CodeCell, PlaceDescription } from "../engine/places.ts";
import { toExtent, toMeters } from "./projection.ts";
import { BOLD_FONT, lineStyle, mapColor, textStyle } from "./styles.ts";

/** Cells show their codes from this zoom and this width on. */
export const MIN_CELL_ZOOM = 19;
export const MIN_CELL_PIXELS = 44;
/** The point hides smaller cells. */
const MIN_OUTLINE_PIXELS = 6;
/** Crosses of smaller cells would overlap. */
const MIN_CROSS_PIXELS = 100;
/** The point would cover the code of a smaller cell, which marks the place. */
const MIN_POINT_PIXELS = 100;
/** Half of the cross in the middle of a cell. The cross of the chosen code shows behind the point. */
const CROSS_PIXELS = 5;
const CHOSEN_CROSS_PIXELS = 12;

/** Whether the point would cover the code of a cell, which has a size in pixels. */
function isCovering(pixels: number): boolean {
  return pixels >= MIN_CELL_PIXELS && pixels < MIN_POINT_PIXELS;
}

const place = new VectorSource();
/** The width of the chosen cell in meters of the map. */
let chosenWidth = 0;
const cells = new VectorSource();

/** The outline of a cell, with its width in meters of the map. */
function cellFeature({ cell }: Pick<CodeCell, "cell">, properties: object): Feature {
  const extent = toExtent(cell);
  return new Feature({ geometry: fromExtent(extent), width: extent[2] - extent[0], ...properties });
}

/** Replaces the shown place, with its codes and a circle of its accuracy; undefined for none. */
export function showPlace(shown: PlaceDescription | undefined, accuracyMeters: number): void {
  place.clear();
  if (!shown) return;
  const { codes, chosen, point } = shown;
  const [west, , east] = toExtent(chosen.cell);
  chosenWidth = east - west;
  const features = codes.map((code) => {
    const center = new Point(toMeters(code.center));
    return cellFeature(code, {
      isChosen: code === chosen,
      center,
      label: code.label.replace(/.* /, ""),
    });
  });
  const middle = toMeters(point);
  // Meters of the map are longer away from the equator.
  const radius = accuracyMeters / getPointResolution("EPSG:3857", 1, middle);
  if (radius > 0) place.addFeature(new Feature(new Circle(middle, radius)));
  place.addFeatures([...features, new Feature(new Point(middle))]);
}

/** Replaces the shown cells and their codes. */
export function showCells(shown: readonly CodeCell[]): void {
  cells.clear();
  cells.addFeatures(shown.map((cell) => cellFeature(cell, { label: cell.label })));
}

function crossStyle(radius: number): Style {
  const stroke = new Stroke({ color: mapColor("cell"), width: 1.5 });
  const image = new RegularShape({ points: 4, radius, radius2: 0, stroke });
  return new Style({ image, geometry: (cell) => cell.get("center") });
}

/** The code of a cell, beside the point in the middle of large ones. ol hides labels that are larger than their cells. */
function labelText(cell: FeatureLike, resolution: number): Text {
  const { label, width } = cell.getProperties();
  const pixels = width / resolution;
  const offsetY = pixels >= MIN_POINT_PIXELS ? -pixels / 4 : 0;
  // U+2068 gives the label the direction of its first letter.
  return textStyle(`\u2068${label}\u2069`, BOLD_FONT, { offsetY });
}

/** Creates the layers in the current colors of the page. */
export function createPlaceLayers(): VectorLayer[] {
  const chosenStyles = [lineStyle("cell", 2), crossStyle(CHOSEN_CROSS_PIXELS)];
  const otherStyles = [lineStyle("cell", 1, [4, 4]), crossStyle(CROSS_PIXELS)];
  chosenStyles[0].setFill(new Fill({ color: mapColor("cell-fill") }));
  const pointStyle = new Style({
    image: new CircleStyle({
      radius: 6,
      fill: new Fill({ color: mapColor("point") }),
      stroke: new Stroke({ color: mapColor("halo"), width: 2 }),
    }),
    zIndex: 1,
  });
  const aroundStyle = lineStyle("point", 1.5, [2, 5]);
  const cellLayer = new VectorLayer({
    source: cells,
    style: (shown, resolution) => {
      const style = lineStyle("cell", 0.5);
      style.setText(labelText(shown, resolution));
      return style;
    },
  });
  const placeLayer = new VectorLayer({
    source: place,
    updateWhileAnimating: true,
    style: (shown, resolution) => {
      const { width, isChosen } = shown.getProperties();
      if (shown.getGeometry() instanceof Circle) return aroundStyle;
      if (width === undefined) return isCovering(chosenWidth / resolution) ? undefined : pointStyle;
      const pixels = width / resolution;
      if (pixels < MIN_OUTLINE_PIXELS) return undefined;
      const [outline, cross] = isChosen ? chosenStyles : otherStyles;
      const label = new Style({ text: labelText(shown, resolution), zIndex: 1 });
      label.getText()?.setOverflow(true);
      const isLabeled = isChosen && pixels >= MIN_CELL_PIXELS;
      return [
        outline,
        ...(pixels < MIN_CROSS_PIXELS ? [] : [cross]),
        ...(isLabeled ? [label] : []),
      ];
    },
  });
  return [cellLayer, placeLayer];
}
