/** Texts on the map. They have a halo, as they may stand on lines and on other texts. */
import type { Frame } from "./canvas-map.ts";
import type { MapView, ScreenPoint } from "./view.ts";

const HALO_PIXELS = 3;

/** The strips at the lower and the right edge of the map where the degrees stand. */
const DEGREES_HEIGHT = 20;
const DEGREES_WIDTH = 44;

/** How texts differ from those in the color of labels around their position. */
interface TextStyle {
  readonly color?: string;
  /** On which side of their position they stand. */
  readonly align?: CanvasTextAlign;
  readonly baseline?: CanvasTextBaseline;
}

/** Sets the style of the texts that follow. */
export function setTextStyle(
  { context, colors }: Frame,
  font: string,
  { color = colors.label, align = "center", baseline = "middle" }: TextStyle = {},
): void {
  context.font = font;
  context.fillStyle = color;
  context.textAlign = align;
  context.textBaseline = baseline;
  context.strokeStyle = colors.halo;
  context.lineWidth = HALO_PIXELS;
  context.lineJoin = "round";
  context.setLineDash([]);
}

/** Draws a text in the style that has been set. */
export function drawText(
  context: CanvasRenderingContext2D,
  text: string,
  { x, y }: ScreenPoint,
): void {
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
}

/** What a text covers on the screen, in CSS pixels. */
export interface TextBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The box around the middle of a text. */
export function boxAround({ x, y }: ScreenPoint, width: number, height: number): TextBox {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

function overlap(one: TextBox, other: TextBox): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}

/** Keeps the texts of a frame apart: those that come first have their places. */
export class TextRoom {
  readonly #widths = new Map<string, number>();
  #taken: TextBox[] = [];

  /** Begins a frame. */
  clear(): void {
    this.#taken = [];
  }

  /**
   * Takes a place for a text that is not to be cut off, nor to stand where the degrees are.
   * @returns false if it would be, or if another text is there
   */
  takeInside(box: TextBox, { width, height }: MapView): boolean {
    const { left, right, top, bottom } = box;
    const [east, south] = [width - DEGREES_WIDTH, height - DEGREES_HEIGHT];
    return left >= 0 && top >= 0 && right <= east && bottom <= south && this.take(box);
  }

  /** Takes a place. @returns false if another text is there */
  take(box: TextBox): boolean {
    const isFree = !this.#taken.some((other) => overlap(box, other));
    if (isFree) this.#taken.push(box);
    return isFree;
  }

  /** The width of a text in the font of the context. */
  widthOf(context: CanvasRenderingContext2D, text: string): number {
    const key = `${context.font} ${text}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      width = context.measureText(text).width;
      this.#widths.set(key, width);
    }
    return width;
  }
}
