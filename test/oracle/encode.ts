/**
 * Encoding a point: one function for each kind of record, and the walk over the records of a
 * territory (format 4 and 5).
 */
import { base31, digitOf, digitsInBlock, div, sixWide, swapAt, xdivider, YSIDE } from "./digits.ts";
import { pack } from "./packing.ts";
import * as sphere from "./points.ts";
import * as shapes from "./shapes.ts";
import * as published from "./tables.ts";

/** A code before packing, and the place of the point in its cell (format 5). */
interface Made {
  code: string;
  extraX4: number;
  extraY: number;
  stepX4: number;
  stepY: number;
  direction: 1 | -1;
}

/** A code with its territory in the list. */
export interface ListedCode {
  territory: string;
  code: string;
}

/** Rows are counted from the north and include their upper edge (format 4.2, 4.3). */
function rowFromNorth(
  record: published.BoundaryRecord,
  point: sphere.Point,
  step: number,
): [number, number] {
  const down = record.latMax - point.latMicro;
  const onEdge = down % step === 0 && point.latFrac > 0;
  return onEdge ? [div(down, step) - 1, step] : [div(down, step), down % step];
}

/** The characters before and after the dot of a grid code (format 4.1). */
function gridLengths(codex: number): { pre: number; post: number } {
  const written = codex === 21 ? 22 : codex === 14 ? 23 : codex;
  return { pre: div(written, 10), post: written % 10 };
}

/** The code of a grid record (format 4.1). */
function encodeGrid(record: published.BoundaryRecord, point: sphere.Point): Made {
  const { pre, post } = gridLengths(record.codex);
  const shape = shapes.gridShape(record, pre, post);
  const { divX, divY, gridX, gridY, stepX, stepY } = shape;
  let relX = point.lonMicro - record.lonMin;
  if (relX < 0) relX += sphere.FULL_CIRCLE_MICRO;
  if (relX >= sphere.FULL_CIRCLE_MICRO) relX -= sphere.FULL_CIRCLE_MICRO;
  const relY = point.latMicro - record.latMin;
  const cellX = div(relX, gridX);
  const cellY = div(relY, gridY);
  const number = shape.sixWide
    ? sixWide(cellX, cellY, divX, divY)
    : cellX * divY + (divY - 1 - cellY);
  const prefix = base31(number, pre);
  const inCellX = relX - cellX * gridX;
  const inCellY = relY - cellY * gridY;
  const suffix = gridSuffix(div(inCellX, stepX), div(inCellY, stepY), post);
  return {
    code: gridCode(record, shape.swapsPrefix ? swapAt(prefix, 1) : prefix, suffix),
    extraX4: (inCellX % stepX) * 4,
    extraY: inCellY % stepY,
    stepX4: stepX * 4,
    stepY,
    direction: 1,
  };
}

/** The sub-cell, counted from the south-west, as the characters after the dot (format 4.1). */
function gridSuffix(subX: number, subY: number, post: number): string {
  const sideY = published.at(YSIDE, post);
  const fromNorth = sideY - 1 - subY;
  if (post === 3) return digitsInBlock(subX, fromNorth);
  const digits = base31(subX * sideY + fromNorth, post);
  return post === 4 ? swapAt(digits, 1) : digits;
}

/** Dot and header letter of a grid code (format 4.1). */
function gridCode(record: published.BoundaryRecord, prefix: string, suffix: string): string {
  const header = record.recordType === 1 ? record.headerLetter : "";
  if (record.codex !== 14) return `${header}${prefix}.${suffix}`;
  return `${header}${prefix.slice(0, -1)}.${prefix.slice(-1)}${suffix}`;
}

/** The first number of an area among the numbers of its group (format 4.2). */
function namelessOffset(codex: number, areas: number, area: number): number {
  const dealing = shapes.dealingOf(codex, areas);
  if (dealing.kind === "digits") {
    return (area * dealing.p + Math.min(area, dealing.r)) * 961 * 961;
  }
  if (dealing.kind === "shares") return area * dealing.share;
  if (area < dealing.whole) return area * 961 * 961;
  const half = area - dealing.whole;
  const second = (area + areas) % 2 === 1;
  return (dealing.whole + div(half, 2)) * 961 * 961 + (second ? shapes.HALF_DIGIT : 0);
}

/** The code of a nameless record (format 4.2). */
function encodeNameless(territory: published.Territory, index: number, point: sphere.Point): Made {
  const record = published.at(territory.records, index);
  const group = shapes.namelessGroup(territory, index);
  const offset = namelessOffset(record.codex, group.length, index - group.first);
  const side = record.smartDiv;
  const div4 = xdivider(record.latMin, record.latMax);
  const east4 = 4 * (point.lonMicro - record.lonMin);
  const dx = div(east4 + div(point.lonFrac, sphere.LON_QUARTER_FRACTIONS), div4);
  const [dy, extraY] = rowFromNorth(record, point, 90);
  let value = offset + dx * side + dy;
  if (record.specialShape) {
    const { width, height } = shapes.specialSize(record);
    value = offset + sixWide(dx, height - 1 - dy, width, height);
  }
  const codeLength = div(record.codex, 10) + (record.codex % 10);
  const digits = base31(value, codeLength + 1);
  const dot = record.codex === 22 ? digits.length - 2 : 2;
  const swaps = record.codex === 22 && side === 961 && !record.specialShape;
  const ordered = swaps ? swapAt(digits, dot - 1) : digits;
  return {
    code: `${ordered.slice(0, dot)}.${ordered.slice(dot)}`,
    extraX4: east4 - dx * div4,
    extraY,
    stepX4: div4,
    stepY: 90,
    direction: -1,
  };
}

/** The code of an auto-header record (format 4.3). */
function encodeAutoHeader(
  territory: published.Territory,
  index: number,
  point: sphere.Point,
): Made {
  const record = published.at(territory.records, index);
  const share = shapes.headerShares(territory, index).find((one) => one.record === record);
  if (share === undefined) throw new Error("a record outside its own group");
  const { stepX, stepY } = share;
  const east = point.lonMicro - record.lonMin;
  const vx = div(east, stepX);
  const [vy, extraY] = rowFromNorth(record, point, stepY);
  const block = div(vx, 168) * share.blocksHigh + div(vy, 176);
  const codeLength = div(record.codex, 10) + (record.codex % 10);
  const prefix = base31(div(share.start, 961 * 31) + block, codeLength - 2);
  return {
    code: `${prefix}.${digitsInBlock(vx % 168, vy % 176)}`,
    extraX4: (east % stepX) * 4,
    extraY,
    stepX4: stepX * 4,
    stepY,
    direction: -1,
  };
}

/** The extra characters. Each pair divides the cell 30 x 30 (format 5). */
function extension(made: Made, point: sphere.Point, precision: number): string {
  let fx = sphere.LON_QUARTER_FRACTIONS * made.stepX4;
  let fy = sphere.LAT_FRACTIONS * made.stepY;
  let vx = sphere.LON_QUARTER_FRACTIONS * made.extraX4 + point.lonFrac;
  let vy = sphere.LAT_FRACTIONS * made.extraY + made.direction * point.latFrac;
  let written = "";
  while (written.length < precision) {
    fx = div(fx, 30);
    fy = div(fy, 30);
    const gx = div(vx, fx);
    const gy = div(vy, fy);
    written += digitOf(div(gy, 5) * 5 + div(gx, 6)) + digitOf((gy % 5) * 6 + (gx % 6));
    vx -= gx * fx;
    vy -= gy * fy;
  }
  return written.slice(0, precision);
}

/** The complete code: packed, with its extra characters (format 4 to 6). */
function finished(made: Made, point: sphere.Point, precision: number): string {
  const code = pack(made.code);
  return precision === 0 ? code : `${code}-${extension(made, point, precision)}`;
}

/** The codes of a point in one territory, in the order of its records (format 4, 4.4). */
function codesOf(territory: published.Territory, point: sphere.Point, precision: number): string[] {
  const outline = published.outlineOf(territory);
  if (!sphere.contains(outline, point)) return [];
  const codes: string[] = [];
  territory.records.forEach((record, index) => {
    if (!sphere.contains(record, point)) return;
    if (record.nameless) {
      codes.push(finished(encodeNameless(territory, index, point), point, precision));
    } else if (record.recordType > 1) {
      codes.push(finished(encodeAutoHeader(territory, index, point), point, precision));
    } else if (record === outline && territory.parent !== "") {
      codes.push(...codesOf(published.territoryOf(territory.parent), point, precision));
    } else {
      const waits = record.restricted && codes.length === 0;
      if (waits || record.codex >= 54) return;
      codes.push(finished(encodeGrid(record, point), point, precision));
    }
  });
  return codes;
}

/** The codes listed under one territory (format 4). */
function encodeUnder(
  territory: published.Territory,
  point: sphere.Point,
  precision: number,
): ListedCode[] {
  const codes = codesOf(territory, point, precision);
  return codes.map((code) => ({ territory: territory.alphaCode, code }));
}

/** All codes of a point, territory by territory (format 4). */
export function encodeEverywhere(point: sphere.Point, precision: number): ListedCode[] {
  return published.TERRITORIES.flatMap((territory) => encodeUnder(territory, point, precision));
}
