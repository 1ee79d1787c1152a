/**
 * Decoding: from the characters of a code to its zone, with one function for each kind of record
 * (format 7.1 to 7.4).
 */
import * as numbers from "./digits.ts";
import { contains } from "./points.ts";
import * as shapes from "./shapes.ts";
import { at, type BoundaryRecord, outlineOf, type Territory, territoryOf } from "./tables.ts";
import { cellZone, intersect, isEmpty, type Zone, zoneCenter } from "./zone.ts";

/** The characters of a code, unpacked. */
export interface CodeParts {
  prefix: string;
  suffix: string;
  extension: string;
}

/** Column and row of a cell in a grid, counted from the south-west (format 7.1). */
function prefixCell(shape: shapes.GridShape, prefix: string): { x: number; y: number } | undefined {
  const { divX, divY } = shape;
  const value = numbers.base31Value(shape.swapsPrefix ? numbers.swapAt(prefix, 1) : prefix);
  const cell = shape.sixWide
    ? numbers.unSixWide(value, divX, divY)
    : { x: numbers.div(value, divY), y: divY - 1 - (value % divY) };
  const inside = cell.x >= 0 && cell.x < divX && cell.y >= 0 && cell.y < divY;
  return inside ? cell : undefined;
}

/** Column and row of a sub-cell, counted from the south-west (format 7.1). */
function suffixCell(suffix: string): { x: number; y: number } {
  const sideY = at(numbers.YSIDE, suffix.length);
  if (suffix.length === 3) {
    const { x, y } = numbers.cellInBlock(suffix);
    return { x, y: sideY - 1 - y };
  }
  const value = numbers.base31Value(suffix.length === 4 ? numbers.swapAt(suffix, 1) : suffix);
  return { x: numbers.div(value, sideY), y: sideY - 1 - (value % sideY) };
}

/** The zone of a grid code (format 7.1). */
function decodeGrid(record: BoundaryRecord, parts: CodeParts): Zone | undefined {
  const early = parts.prefix.length === 1 && parts.suffix.length === 4;
  const prefix = early ? parts.prefix + parts.suffix.charAt(0) : parts.prefix;
  const suffix = early ? parts.suffix.slice(1) : parts.suffix;
  const shape = shapes.gridShape(record, prefix.length, suffix.length);
  const { gridX, gridY, stepX, stepY } = shape;
  const cell = prefixCell(shape, prefix);
  if (cell === undefined) return undefined;
  const cornerX = record.lonMin + cell.x * gridX;
  const cornerY = record.latMin + cell.y * gridY;
  const sub = suffixCell(suffix);
  const lonMicro = cornerX + sub.x * stepX;
  const latMicro = cornerY + sub.y * stepY;
  const insideX = record.lonMin <= lonMicro && lonMicro < record.lonMax;
  const insideY = record.latMin <= latMicro && latMicro < record.latMax;
  if (!insideX || !insideY) return undefined;
  return cellZone(
    {
      latMicro,
      lonMicro,
      lonQuarters: 0,
      stepX4: stepX * 4,
      stepY,
      latLimit: Math.min(cornerY + gridY, record.latMax),
      lonLimit: Math.min(cornerX + gridX, record.lonMax),
    },
    parts.extension,
  );
}

/** An area of a nameless group, and the number of a cell in it. */
interface AreaValue {
  area: number;
  value: number;
}

/** With few areas, the first digit selects the area (format 7.2). */
function readDealtDigits(
  territory: Territory,
  first: number,
  p: number,
  r: number,
  digits: string,
): AreaValue {
  const c = numbers.digitValue(digits.charAt(0));
  if (c < r * (p + 1)) {
    const area = numbers.div(c, p + 1);
    return { area, value: numbers.base31Value(digits) - area * (p + 1) * 961 * 961 };
  }
  const area = r + numbers.div(c - r * (p + 1), p);
  const record = at(territory.records, first + area);
  const swaps = p === 1 && record.codex === 22 && !record.specialShape;
  const ordered = swaps ? numbers.swapAt(digits, 2) : digits;
  return { area, value: numbers.base31Value(ordered) - (area * p + r) * 961 * 961 };
}

/** Some areas own a whole first digit, the others half of one (format 7.2). */
function readDealtHalves(
  territory: Territory,
  first: number,
  whole: number,
  digits: string,
): AreaValue {
  const c = numbers.digitValue(digits.charAt(0));
  if (c < whole) {
    const record = at(territory.records, first + c);
    const swaps = record.codex === 22 && !record.specialShape;
    const ordered = swaps ? numbers.swapAt(digits, 2) : digits;
    return { area: c, value: numbers.base31Value(ordered.slice(1)) };
  }
  const area = whole + 2 * (c - whole);
  const value = numbers.base31Value(digits.slice(1));
  if (value < shapes.HALF_DIGIT) return { area, value };
  return { area: area + 1, value: value - shapes.HALF_DIGIT };
}

/** Area and number from all characters of a nameless code (format 7.2). */
function readNameless(territory: Territory, index: number, digits: string): AreaValue {
  const { first, length } = shapes.namelessGroup(territory, index);
  const dealing = shapes.dealingOf(at(territory.records, index).codex, length);
  if (dealing.kind === "digits") {
    return readDealtDigits(territory, first, dealing.p, dealing.r, digits);
  }
  if (dealing.kind === "halves") {
    return readDealtHalves(territory, first, dealing.whole, digits);
  }
  const value = numbers.base31Value(digits);
  return { area: numbers.div(value, dealing.share), value: value % dealing.share };
}

/** Column and row, the row counted from the north; undefined beyond the last column. */
function namelessCell(
  record: BoundaryRecord,
  value: number,
): { dx: number; dy: number } | undefined {
  if (!record.specialShape) {
    const side = record.smartDiv;
    const dx = numbers.div(value, side);
    return dx < side ? { dx, dy: value % side } : undefined;
  }
  const { width, height } = shapes.specialSize(record);
  const { x, y } = numbers.unSixWide(value, width, height);
  return x < width ? { dx: x, dy: height - 1 - y } : undefined;
}

/** The zone of a nameless code (format 7.2). The area one past the group uses the next record. */
function decodeNameless(territory: Territory, index: number, parts: CodeParts): Zone | undefined {
  const { first, length } = shapes.namelessGroup(territory, index);
  const { area, value } = readNameless(territory, index, parts.prefix + parts.suffix);
  if (area > length) return undefined;
  const record = at(territory.records, first + area);
  const cell = namelessCell(record, value);
  if (cell === undefined) return undefined;
  const div4 = numbers.xdivider(record.latMin, record.latMax);
  const east4 = cell.dx * div4;
  return cellZone(
    {
      latMicro: record.latMax - 90 * cell.dy,
      lonMicro: record.lonMin + numbers.div(east4, 4),
      lonQuarters: east4 % 4,
      stepX4: div4,
      stepY: -90,
      latLimit: record.latMin,
      lonLimit: record.lonMax,
    },
    parts.extension,
  );
}

/** The zone of an auto-header code (format 7.3). */
function decodeAutoHeader(territory: Territory, index: number, parts: CodeParts): Zone | undefined {
  const value = numbers.base31Value(parts.prefix) * 961 * 31;
  const share = shapes
    .headerShares(territory, index)
    .find((one) => one.start <= value && value < one.start + one.size);
  if (share === undefined) return undefined;
  const { record, stepX, stepY } = share;
  const block = numbers.div(value - share.start, 961 * 31);
  const { x, y } = numbers.cellInBlock(parts.suffix);
  const vx = numbers.div(block, share.blocksHigh) * 168 + x;
  const vy = (block % share.blocksHigh) * 176 + y;
  const latMicro = record.latMax - vy * stepY;
  const lonMicro = record.lonMin + vx * stepX;
  const insideX = record.lonMin <= lonMicro && lonMicro < record.lonMax;
  const insideY = record.latMin <= latMicro && latMicro <= record.latMax;
  if (!insideX || !insideY) return undefined;
  return cellZone(
    {
      latMicro,
      lonMicro,
      lonQuarters: 0,
      stepX4: stepX * 4,
      stepY: -stepY,
      latLimit: record.latMin,
      lonLimit: record.lonMax,
    },
    parts.extension,
  );
}

/** A code of a restricted record is valid only where an earlier record is (format 7.4). */
function restrict(territory: Territory, index: number, zone: Zone): Zone | undefined {
  const inOutline = intersect(zone, outlineOf(territory));
  if (!at(territory.records, index).restricted || isEmpty(inOutline)) return inOutline;
  const earlier = territory.records.slice(0, index).filter((one) => !one.restricted);
  const center = zoneCenter(inOutline);
  if (earlier.some((one) => contains(one, center))) return inOutline;
  const overlaps = earlier.map((one) => intersect(inOutline, one)).filter((one) => !isEmpty(one));
  return overlaps.length === 1 ? overlaps[0] : overlaps.length > 1 ? inOutline : undefined;
}

/** The function that decodes a code of this form by a record, if the record has one (format 7). */
function decoderOf(
  territory: Territory,
  index: number,
  parts: CodeParts,
): (() => Zone | undefined) | undefined {
  const record = at(territory.records, index);
  const { codex, recordType } = record;
  const form = parts.prefix.length * 10 + parts.suffix.length;
  if (recordType === 0 && record.nameless) {
    const matches = [
      [21, 22],
      [22, 32],
      [13, 23],
    ].some(([own, text]) => codex === own && form === text);
    return matches ? () => decodeNameless(territory, index, parts) : undefined;
  }
  if (recordType === 0) {
    if (form !== codex && !(form === 22 && codex === 21)) return undefined;
    return () => {
      const zone = decodeGrid(record, parts);
      return zone === undefined ? undefined : restrict(territory, index, zone);
    };
  }
  if (recordType === 1) {
    const matches = form === codex + 10 && parts.prefix.startsWith(record.headerLetter);
    const rest = { ...parts, prefix: parts.prefix.slice(1) };
    return matches ? () => decodeGrid(record, rest) : undefined;
  }
  const matches = (form === 23 && codex === 22) || (form === 33 && codex === 23);
  return matches ? () => decodeAutoHeader(territory, index, parts) : undefined;
}

/** The territory whose records decode a code: a parent or AAA for long codes (format 7). */
function decodingTerritory(territory: Territory, codeLength: number): Territory {
  if (codeLength === 9) return territoryOf("AAA");
  if (territory.parent === "") return territory;
  const parentsLength = ["IND", "MEX"].includes(territory.parent) ? 7 : 8;
  return codeLength >= parentsLength ? territoryOf(territory.parent) : territory;
}

/** The zone of a code, or undefined if the territory has no such code (format 7). */
export function decodeZone(territory: Territory, parts: CodeParts): Zone | undefined {
  const owner = decodingTerritory(territory, parts.prefix.length + parts.suffix.length);
  for (const index of owner.records.keys()) {
    const decode = decoderOf(owner, index, parts);
    if (decode === undefined) continue;
    const zone = decode();
    if (zone === undefined) return undefined;
    const inOutline = intersect(zone, outlineOf(owner));
    return isEmpty(inOutline) ? undefined : inOutline;
  }
  return undefined;
}
