/** The base map: land, borders and names of countries of Natural Earth, from two files of world-atlas. */
import type { Position } from "geojson";
import Feature from "ol/Feature.js";
import MultiLineString from "ol/geom/MultiLineString.js";
import MultiPolygon from "ol/geom/MultiPolygon.js";
import Point from "ol/geom/Point.js";
import VectorLayer from "ol/layer/Vector.js";
import { measureTextWidth } from "ol/render/canvas.js";
import VectorSource from "ol/source/Vector.js";
import Fill from "ol/style/Fill.js";
import Style from "ol/style/Style.js";
import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { assetUrl } from "../dom.ts";
import { namerIn } from "../units.ts";
import { FONT, lineStyle, mapColor, textStyle } from "./styles.ts";

/** The files of world-atlas: countries with their ISO numbers and English names. */
interface Atlas extends Topology {
  readonly objects: { readonly countries: GeometryCollection<{ readonly name: string }> };
}

/** Meters a pixel at zoom 10.5: closer, coasts and borders at 1:50 million would be off by a finger. */
export const MIN_RESOLUTION = 110;
/** A name may be so much wider than its country. */
const MAX_NAME_SHARE = 1.4;

const source = new VectorSource();
let isFineShown = false;

/** Makes the longitudes of a ring go on across the date line, where the atlas jumps by 360 degrees. */
function unwrapped(line: readonly Position[]): Position[] {
  let shift = 0;
  const points = line.map(([lon, lat], at) => {
    if (at > 0) shift -= 360 * Math.round((lon - line[at - 1][0]) / 360);
    return [lon + shift, lat];
  });
  const [first, last] = [points[0], points[points.length - 1]];
  // Antarctica goes around the pole.
  const isAround = Math.abs(last[0] - first[0]) > 180;
  return isAround ? [...points, [last[0], -90], [first[0], -90], first] : points;
}

function featureOf(geometry: MultiPolygon | MultiLineString): Feature {
  geometry.transform("EPSG:4326", "EPSG:3857");
  return new Feature(geometry);
}

/** The ISO code of two letters of a country, which the atlas numbers as ISO does; empty for those without a number. */
function regionOf(id: string | number | undefined): string {
  return /[A-Z]{2}$/.exec(Intl.getCanonicalLocales(`und-${id ?? "001"}`)[0])?.[0] ?? "";
}

/** Shows the countries of a file; the fine ones stay. @param hasNames whether to name them, too */
export async function loadBaseMap(name: "coarse" | "fine", hasNames: boolean): Promise<void> {
  const response = await fetch(assetUrl(name));
  const atlas = (await response.json()) as Atlas;
  if (isFineShown) return;
  isFineShown = name === "fine";
  const { countries } = atlas.objects;
  const ownName = namerIn(...navigator.languages, "en");
  source.clear();
  const names: Feature[] = [];
  for (const { id, geometry, properties } of feature(atlas, countries).features) {
    if (geometry.type !== "Polygon" && geometry.type !== "MultiPolygon") continue;
    const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
    const land = new MultiPolygon(polygons.map((polygon) => polygon.map(unwrapped)));
    source.addFeature(featureOf(land));
    const parts = land.getPolygons().sort((one, other) => other.getArea() - one.getArea());
    const region = regionOf(id);
    const name = (region && ownName(region)) || properties.name;
    // In the middle of the largest part; its third coordinate says how wide that is there.
    const middle = parts[0].getInteriorPoint();
    names.push(new Feature({ geometry: middle, name, area: parts[0].getArea() }));
  }
  const borders = mesh(atlas, countries, (one, other) => one !== other).coordinates.map(unwrapped);
  source.addFeature(featureOf(new MultiLineString(borders)));
  // Earlier names have the place before later ones.
  names.sort((one, other) => other.get("area") - one.get("area"));
  if (hasNames) source.addFeatures(names);
}

/** Creates the layer with the colors that the page has now. */
export function createBaseLayer(): VectorLayer {
  const [land, border] = [
    new Style({ fill: new Fill({ color: mapColor("land") }) }),
    lineStyle("border", 1),
  ];
  border.setZIndex(1);
  const [seaColor, landColor] = [mapColor("sea"), mapColor("land")];
  return new VectorLayer({
    source,
    declutter: true,
    // Layers are not built again while the map is dragged so far.
    renderBuffer: 600,
    background: (resolution) => (resolution < MIN_RESOLUTION ? landColor : seaColor),
    style: (shown, resolution) => {
      if (resolution < MIN_RESOLUTION) return undefined;
      const geometry = shown.getGeometry();
      if (geometry instanceof MultiPolygon) return land;
      if (!(geometry instanceof Point)) return border;
      const name: string = shown.get("name");
      const [, , width] = geometry.getCoordinates();
      const textWidth = measureTextWidth(FONT, name);
      if (textWidth > (MAX_NAME_SHARE * width) / resolution) return undefined;
      return new Style({ text: textStyle(name, FONT), zIndex: 2 });
    },
  });
}
