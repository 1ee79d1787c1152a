/** What part of the world the map shows. */
import type { Coordinate } from "../../index.ts";
import { toCoordinate, WORLD_PIXELS, type WorldRectangle, worldX, worldY } from "./mercator.ts";

/** At this zoom, a cell of eight extra characters is a few hundred pixels wide. */
export const MAX_ZOOM = 41;
const MIN_ZOOM = 0;

/** The zoom that shows the cell of a code with its surroundings. @param precision extra characters of the code */
export function codeZoom(precision: number): number {
  return 18 + 2 * precision;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A position on the screen in CSS pixels, from the north-western corner of the map. */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value));
}

/** The world is never smaller than the map is high, so that nothing is beyond the poles. */
function minZoomOf({ height }: Size): number {
  return Math.max(MIN_ZOOM, Math.log2(Math.max(height, 1) / WORLD_PIXELS));
}

/** Center, zoom and size of the map. Never changes; the functions return new views. */
export class MapView {
  /** The middle of the map in the world, 0 to 1. */
  readonly centerX: number;
  readonly centerY: number;
  readonly zoom: number;
  readonly width: number;
  readonly height: number;
  /** Pixels of the whole world. */
  readonly scale: number;

  constructor(centerX: number, centerY: number, zoom: number, { width, height }: Size) {
    this.width = width;
    this.height = height;
    this.zoom = clamp(zoom, minZoomOf({ width, height }), MAX_ZOOM);
    this.scale = WORLD_PIXELS * 2 ** this.zoom;
    const margin = height / 2 / this.scale;
    this.centerX = centerX - Math.floor(centerX);
    this.centerY = clamp(centerY, margin, 1 - margin);
  }

  /** Shows a point in the middle. */
  static at({ latDeg, lonDeg }: Coordinate, zoom: number, size: Size): MapView {
    return new MapView(worldX(lonDeg), worldY(latDeg), zoom, size);
  }

  /** Shows a whole rectangle with space around it. */
  static around(rectangle: WorldRectangle, size: Size, maxZoom: number): MapView {
    const { west, north, east, south } = rectangle;
    const share = 0.8;
    const pixels = Math.min(
      (size.width * share) / Math.max(east - west, 1e-15),
      (size.height * share) / Math.max(south - north, 1e-15),
    );
    const zoom = Math.min(Math.log2(pixels / WORLD_PIXELS), maxZoom);
    return new MapView((west + east) / 2, (north + south) / 2, zoom, size);
  }

  get center(): Coordinate {
    return toCoordinate(this.centerX, this.centerY);
  }

  get left(): number {
    return this.centerX - this.width / 2 / this.scale;
  }

  get right(): number {
    return this.centerX + this.width / 2 / this.scale;
  }

  get top(): number {
    return this.centerY - this.height / 2 / this.scale;
  }

  get bottom(): number {
    return this.centerY + this.height / 2 / this.scale;
  }

  screenX(x: number): number {
    return (x - this.centerX) * this.scale + this.width / 2;
  }

  screenY(y: number): number {
    return (y - this.centerY) * this.scale + this.height / 2;
  }

  /** The copies of the world on which a rectangle is in view: what to add to its x. */
  copiesOf({ west, east, north, south }: WorldRectangle): number[] {
    const copies: number[] = [];
    if (south < this.top || north > this.bottom) return copies;
    const last = Math.floor(this.right - west);
    for (let copy = Math.ceil(this.left - east); copy <= last; copy++) copies.push(copy);
    return copies;
  }

  /** Where a rectangle is on the screen, on the copy of the world that is nearest to the middle. */
  boxOf({
    west,
    north,
    east,
    south,
  }: WorldRectangle): Size & { readonly left: number; top: number } {
    const copy = Math.round(this.centerX - (west + east) / 2);
    const [left, top] = [this.screenX(west + copy), this.screenY(north)];
    return { left, top, width: (east - west) * this.scale, height: (south - north) * this.scale };
  }

  /** Where a place is on the screen, on the copy of the world that is nearest to the middle. */
  toScreen({ latDeg, lonDeg }: Coordinate): ScreenPoint {
    const x = worldX(lonDeg);
    const copy = Math.round(this.centerX - x);
    return { x: this.screenX(x + copy), y: this.screenY(worldY(latDeg)) };
  }

  /** The place at a position on the screen. */
  toPlace({ x, y }: ScreenPoint): Coordinate {
    const { centerX, centerY, scale, width, height } = this;
    return toCoordinate(centerX + (x - width / 2) / scale, centerY + (y - height / 2) / scale);
  }

  /** The place at a position, with as many decimals as the pixels of the map can tell apart. */
  toRoundedPlace(position: ScreenPoint): Coordinate {
    const { latDeg, lonDeg } = this.toPlace(position);
    const decimals = clamp(Math.ceil(Math.log10(this.scale / 360)) + 1, 0, 15);
    const round = (degrees: number) => Number(degrees.toFixed(decimals));
    return { latDeg: round(latDeg), lonDeg: round(lonDeg) };
  }

  /** Moves the map by pixels, as a hand does. */
  movedBy(right: number, down: number): MapView {
    const { centerX, centerY, scale, zoom } = this;
    return new MapView(centerX - right / scale, centerY - down / scale, zoom, this);
  }

  /** Zooms so that the place at a position stays where it is. */
  zoomedAt({ x, y }: ScreenPoint, zoom: number): MapView {
    const { centerX, centerY, scale, width, height } = this;
    const { scale: nextScale, zoom: nextZoom } = new MapView(centerX, centerY, zoom, this);
    const shift = 1 / scale - 1 / nextScale;
    const nextX = centerX + (x - width / 2) * shift;
    const nextY = centerY + (y - height / 2) * shift;
    return new MapView(nextX, nextY, nextZoom, this);
  }

  /**
   * Zooms by steps, each of which doubles the size of everything.
   * @param place stays where it is on the screen if it is in view; otherwise the middle does
   */
  zoomedBy(steps: number, place: Coordinate): MapView {
    const { width, height, zoom } = this;
    const middle = { x: width / 2, y: height / 2 };
    return this.zoomedAt(this.shows(place) ? this.toScreen(place) : middle, zoom + steps);
  }

  shows(place: Coordinate): boolean {
    const { x, y } = this.toScreen(place);
    return x >= 0 && y >= 0 && x <= this.width && y <= this.height;
  }

  get isFarthest(): boolean {
    return this.zoom <= minZoomOf(this);
  }

  get isClosest(): boolean {
    return this.zoom >= MAX_ZOOM;
  }

  /** The same part of the world on a map of another size. */
  resized(size: Size): MapView {
    return new MapView(this.centerX, this.centerY, this.zoom, size);
  }

  /** A view between two: by distance on the way there, by steps of zoom in size. */
  between(other: MapView, share: number): MapView {
    const zoom = this.zoom + (other.zoom - this.zoom) * share;
    // While zooming, the distance on the screen to the target shrinks evenly.
    const zoomShare =
      Math.abs(other.zoom - this.zoom) < 1e-6
        ? share
        : (1 - 2 ** (-share * (other.zoom - this.zoom))) / (1 - 2 ** -(other.zoom - this.zoom));
    const way = other.centerX - this.centerX;
    const shortWay = way - Math.round(way);
    const x = this.centerX + shortWay * zoomShare;
    const y = this.centerY + (other.centerY - this.centerY) * zoomShare;
    return new MapView(x, y, zoom, other);
  }
}
