/** The base map: land, borders and names of Natural Earth; towns; the grid of degrees. With tiles, it has no names. */
import type { Position } from "geojson";
import Feature from "ol/Feature.js";
import { MultiLineString, MultiPolygon, Point } from "ol/geom.js";
import type BaseLayer from "ol/layer/Base.js";
import { Graticule, Vector as VectorLayer } from "ol/layer.js";
import { measureTextWidth } from "ol/render/canvas.js";
import VectorSource from "ol/source/Vector.js";
import { Circle as CircleStyle, Fill, Stroke, Style } from "ol/style.js";
import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { assetUrl, find, setting } from "../dom.ts";
import type { Town } from "../engine/towns.ts";
import { load } from "../loading.ts";
import { namerIn } from "../wording.ts";
import { toMeters } from "./projection.ts";
import { BOLD_FONT, FONT, lineStyle, mapColor, textStyle } from "./styles.ts";

export const tilesUrl = setting("tiles-url");

type Atlas = Topology<{ readonly countries: GeometryCollection<{ readonly name: string }> }>;

const NO_STREETS = "This map has no streets; its codes are exact";
const DASHED = "Dashed: other codes of the place";
/** From this zoom on, the coarse map looks angular. */
const FINE_ZOOM = 4;
/** Beyond this zoom, coasts and borders at 1:50 million are off by a finger's width. */
export const MAX_LAND_ZOOM = 10.5;
const MIN_RESOLUTION = 110;
const MAX_NAME_SHARE = 1.4;

const countries = new VectorSource();
const towns = new VectorSource();
const borders = new VectorSource();
let isFineShown = false;

/** Makes the longitudes of a line continuous across the date line, where the atlas jumps by 360 degrees. */
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

function toMap<Shape extends MultiPolygon | MultiLineString>(geometry: Shape): Shape {
  geometry.transform("EPSG:4326", "EPSG:3857");
  return geometry;
}

/** The two-letter ISO code of a country, by its ISO number in the atlas; empty without a number. */
function regionOf(id: string | number | undefined): string {
  return /[A-Z]{2}$/.exec(Intl.getCanonicalLocales(`und-${id ?? "001"}`)[0])?.[0] ?? "";
}

/** Shows the countries of a file unless the fine ones are shown. Without network, the map stays as it is. */
export async function loadBaseMap(file: "coarse" | "fine"): Promise<void> {
  if (isFineShown) return;
  const read = (response: Response): Promise<Atlas> => response.json();
  const atlas = await load(assetUrl(file), read).catch(() => undefined);
  if (!atlas || isFineShown) return;
  isFineShown = file === "fine";
  const nameOf = namerIn("en");
  countries.clear();
  for (const { id, geometry, properties } of feature(atlas, atlas.objects.countries).features) {
    if (geometry.type !== "Polygon" && geometry.type !== "MultiPolygon") continue;
    const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
    const land = toMap(new MultiPolygon(polygons.map((polygon) => polygon.map(unwrapped))));
    const parts = land.getPolygons().sort((first, second) => second.getArea() - first.getArea());
    const region = regionOf(id);
    const name = (region && nameOf(region)) || properties.name;
    // In the middle of the largest part; the third coordinate is the width of the part there.
    const middle = parts[0].getInteriorPoint();
    countries.addFeature(new Feature({ geometry: land, name, middle, area: parts[0].getArea() }));
  }
  const lines = mesh(atlas, atlas.objects.countries, (first, second) => first !== second);
  const geometry = toMap(new MultiLineString(lines.coordinates.map(unwrapped)));
  countries.addFeature(new Feature({ geometry, area: 0 }));
}

/** Loads the fine countries at zooms that show them, and notes the sources or the lack of streets. */
export function showBaseMapAt(zoom: number): void {
  if (zoom >= FINE_ZOOM && zoom <= MAX_LAND_ZOOM) void loadBaseMap("fine");
  const sources = `Borders: Natural Earth, OpenStreetMap${tilesUrl === "" ? " · Towns: GeoNames" : ""}`;
  const note =
    zoom > MAX_TOWN_ZOOM ? `${tilesUrl === "" ? NO_STREETS : sources}. ${DASHED}` : sources;
  find("base-map-note", HTMLElement).textContent = note;
}

function createCountryLayer(): VectorLayer {
  const land = new Style({ fill: new Fill({ color: mapColor("land") }) });
  const border = lineStyle("border", 1);
  const fill = new Fill({ color: mapColor("country") });
  const [seaColor, landColor] = [mapColor("sea"), mapColor("land")];
  return new VectorLayer({
    source: countries,
    declutter: true,
    // The names drawn first win label collisions.
    renderOrder: (first, second) => second.get("area") - first.get("area"),
    // A drag of up to this many pixels does not rebuild the layer.
    renderBuffer: 600,
    background: (resolution) => (resolution < MIN_RESOLUTION ? landColor : seaColor),
    style: (shown, resolution) => {
      if (resolution < MIN_RESOLUTION) return undefined;
      const { name, middle } = shown.getProperties();
      if (!middle) return border;
      const pixels = middle.getCoordinates()[2] / resolution;
      const hasName = tilesUrl === "" && measureTextWidth(FONT, name) <= MAX_NAME_SHARE * pixels;
      const label = () => new Style({ geometry: middle, text: textStyle(name, FONT, { fill }) });
      return hasName ? [land, label()] : land;
    },
  });
}

/** Replaces the shown borders. @param lines of longitudes and latitudes */
export function showBorders(lines: number[][][]): void {
  borders.clear();
  if (lines.length > 0) borders.addFeature(new Feature(toMap(new MultiLineString(lines))));
}

const MIN_TOWN_ZOOM = 5;
const MAX_TOWN_ZOOM = 18;
/** More than fit on two screens. All 34,000 towns freeze the page. */
export const MAX_TOWNS = 600;

const CITY_POPULATION = 1e6;

export function hasTownsAt(zoom: number): boolean {
  return tilesUrl === "" && zoom >= MIN_TOWN_ZOOM && zoom <= MAX_TOWN_ZOOM;
}

/** Replaces the shown towns. The first ones win label collisions. */
export function showTowns(shown: readonly Town[]): void {
  towns.clear();
  towns.addFeatures(
    shown.map(({ name, point, population }) => {
      const geometry = new Point(toMeters(point));
      return new Feature({ geometry, name, isCity: population >= CITY_POPULATION });
    }),
  );
}

function createTownLayer(): VectorLayer {
  const image = new CircleStyle({ radius: 2.5, fill: new Fill({ color: mapColor("label") }) });
  return new VectorLayer({
    source: towns,
    declutter: true,
    renderBuffer: 600,
    // ol excludes minZoom and includes maxZoom.
    minZoom: MIN_TOWN_ZOOM - 0.001,
    maxZoom: MAX_TOWN_ZOOM,
    style: (town) => {
      const font = town.get("isCity") ? BOLD_FONT : FONT;
      const text = textStyle(town.get("name"), font, { offsetX: 9, textAlign: "left" });
      return new Style({ image, text });
    },
  });
}

/** Creates the layers in the current colors of the page. @param tiles layers between land and degrees */
export function createBaseLayers(tiles: readonly BaseLayer[]): BaseLayer[] {
  const strokeStyle = new Stroke({ color: mapColor("graticule"), width: 1 });
  // Without labels, which cover towns and codes.
  const graticule = new Graticule({ strokeStyle, targetSize: 150, maxLines: 20 });
  const style = lineStyle("border", 1.5, [8, 4]);
  const borderLayer = new VectorLayer({ source: borders, style });
  const layers = [createCountryLayer(), ...tiles, graticule, borderLayer];
  return tilesUrl === "" ? [...layers, createTownLayer()] : layers;
}
