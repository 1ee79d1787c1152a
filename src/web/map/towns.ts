/** Towns with their names, the most populous first: more of them the closer the map is. */
import Feature from "ol/Feature.js";
import Point from "ol/geom/Point.js";
import VectorLayer from "ol/layer/Vector.js";
import VectorSource from "ol/source/Vector.js";
import CircleStyle from "ol/style/Circle.js";
import Fill from "ol/style/Fill.js";
import Style from "ol/style/Style.js";
import type { Town } from "../engine/towns.ts";
import { toMeters } from "./projection.ts";
import { BOLD_FONT, FONT, mapColor, textStyle } from "./styles.ts";

export const MIN_TOWN_ZOOM = 5;
export const MAX_TOWN_ZOOM = 12;
/** More than two screens have room for; one for each of 34,000 towns would freeze the page. */
export const MAX_TOWNS = 600;

/** Steps of population for each doubling, as the file of towns has them. */
const POPULATION_STEPS = 4;
/** Towns with half as many inhabitants appear one step of zoom later: from 2^19 at zoom 5 on. */
const ALL_ZOOM = 24;
/** A million inhabitants. */
const CITY_STEP = Math.round(Math.log2(1e6) * POPULATION_STEPS);

/** The least population that a zoom shows, as a step. */
export function minStepAt(zoom: number): number {
  return (ALL_ZOOM - zoom) * POPULATION_STEPS;
}

const source = new VectorSource();

/** Shows towns, in place of the former ones; the first ones have the place before later ones. */
export function showTowns(towns: readonly Town[]): void {
  source.clear();
  source.addFeatures(
    towns.map(({ name, point, populationStep }) => {
      const geometry = new Point(toMeters(point));
      return new Feature({ geometry, name, isCity: populationStep >= CITY_STEP });
    }),
  );
}

/** Creates the layer with the colors that the page has now. */
export function createTownLayer(): VectorLayer {
  const image = new CircleStyle({ radius: 2.5, fill: new Fill({ color: mapColor("label") }) });
  return new VectorLayer({
    source,
    declutter: true,
    renderBuffer: 600,
    // Exclusive and inclusive.
    minZoom: MIN_TOWN_ZOOM - 0.001,
    maxZoom: MAX_TOWN_ZOOM,
    style: (town) => {
      const font = town.get("isCity") ? BOLD_FONT : FONT;
      const text = textStyle(town.get("name"), font, { offsetX: 6, textAlign: "left" });
      return new Style({ image, text });
    },
  });
}
