/** Texts on the map. They have a halo, as they may stand on lines and on other texts. */
import type { MapColors } from "./colors.ts";
import type { ScreenPoint } from "./view.ts";

const HALO_PIXELS = 3;

/** How texts look, and on which side of their position they stand. */
export interface TextStyle {
  readonly font: string;
  readonly color: string;
  readonly align: CanvasTextAlign;
  readonly baseline: CanvasTextBaseline;
}

/** Sets the style of the texts that follow. */
export function setTextStyle(
  context: CanvasRenderingContext2D,
  colors: MapColors,
  { font, color, align, baseline }: TextStyle,
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
