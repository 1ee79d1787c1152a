/** The icon of the map page: a grid with a chosen cell. One list of shapes makes the SVG and the PNG files. */
import { deflateSync } from "node:zlib";
import { crc32 } from "../src/cli/batch/decompression.ts";

/** Side of the drawing. Everything that matters is in the middle 80%, as systems cut icons to circles. */
const SIDE = 40;

interface Shape {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The radius of its corners. */
  readonly radius: number;
  readonly color: readonly [red: number, green: number, blue: number];
}

const BLUE = [11, 92, 173] as const;
const WHITE = [255, 255, 255] as const;
const RED = [200, 40, 30] as const;

function bar(x: number, y: number, width: number, height: number): Shape {
  return { x, y, width, height, radius: 1, color: WHITE };
}

const SHAPES: readonly Shape[] = [
  { x: 0, y: 0, width: SIDE, height: SIDE, radius: 0, color: BLUE },
  bar(8, 15, 24, 2),
  bar(8, 23, 24, 2),
  bar(15, 8, 2, 24),
  bar(23, 8, 2, 24),
  { x: 15, y: 15, width: 10, height: 10, radius: 1, color: WHITE },
  { x: 16.5, y: 16.5, width: 7, height: 7, radius: 3.5, color: RED },
];

export function iconSvg(): string {
  const rectangles = SHAPES.map(({ x, y, width, height, radius, color }) => {
    const place = `x="${x}" y="${y}" width="${width}" height="${height}"`;
    return `<rect ${place} rx="${radius}" fill="rgb(${color.join()})"/>`;
  });
  const size = `viewBox="0 0 ${SIDE} ${SIDE}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${rectangles.join("")}</svg>\n`;
}

function contains({ x, y, width, height, radius }: Shape, atX: number, atY: number): boolean {
  // Distance to the rectangle that remains without the corners' radius.
  const right = Math.max(x + radius - atX, 0, atX - (x + width - radius));
  const down = Math.max(y + radius - atY, 0, atY - (y + height - radius));
  return Math.hypot(right, down) <= radius;
}

/** Samples for each side of a pixel, against steps at round edges. */
const SAMPLES = 4;

function pixel(left: number, top: number, size: number): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
    const x = left + (((sample % SAMPLES) + 0.5) / SAMPLES) * size;
    const y = top + ((Math.floor(sample / SAMPLES) + 0.5) / SAMPLES) * size;
    const shape = SHAPES.findLast((one) => contains(one, x, y));
    for (const channel of [0, 1, 2] as const) sum[channel] += shape?.color[channel] ?? 0;
  }
  return sum.map((value) => Math.round(value / SAMPLES ** 2)) as typeof sum;
}

// ---- PNG (ISO 15948)

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const TRUE_COLOR = 2;

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(crc32(body, 0));
  return Buffer.concat([length, body, crc]);
}

/** The icon as a PNG file. @param side in pixels */
export function iconPng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, TRUE_COLOR], 8);
  const size = SIDE / side;
  // Each row begins with the number of its filter: 0 for none.
  const rows = Array.from({ length: side }, (_, row) => [
    0,
    ...Array.from({ length: side }, (_, column) => pixel(column * size, row * size, size)).flat(),
  ]);
  const data = deflateSync(Uint8Array.from(rows.flat()), { level: 9 });
  return Buffer.concat([
    Buffer.from(SIGNATURE),
    chunk("IHDR", header),
    chunk("IDAT", data),
    chunk("IEND", new Uint8Array(0)),
  ]);
}
