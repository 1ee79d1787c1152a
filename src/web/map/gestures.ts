/** Moves and zooms the map by mouse, fingers, pen, wheel and keys, and tells of clicks. */
import type { CanvasMap } from "./canvas-map.ts";
import type { ScreenPoint } from "./view.ts";

/** A pointer that moves less than this has clicked. */
const CLICK_PIXELS = 5;
const STEP_PIXELS = 80;
/** Steps of zoom for each pixel of the wheel: a notch of a mouse is about half a step. */
const WHEEL_ZOOM = 1 / 220;
const LINE_PIXELS = 20;
const MAX_WHEEL_PIXELS = 240;

interface Handlers {
  /** The user has chosen a position: by a click, or by Enter for the middle of the map. */
  onPick(position: ScreenPoint): void;
}

class Gestures {
  readonly #map: CanvasMap;
  readonly #handlers: Handlers;
  /** Where each pointer that is down was last. */
  readonly #pointers = new Map<number, ScreenPoint>();
  #movedPixels = 0;
  #wasPinch = false;

  constructor(map: CanvasMap, handlers: Handlers) {
    this.#map = map;
    this.#handlers = handlers;
  }

  onDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    if (this.#pointers.size === 0) {
      this.#movedPixels = 0;
      this.#wasPinch = false;
    }
    this.#pointers.set(event.pointerId, positionOf(event));
    if (this.#pointers.size > 1) this.#wasPinch = true;
    this.#map.canvas.setPointerCapture(event.pointerId);
  }

  onMove(event: PointerEvent): void {
    const former = this.#pointers.get(event.pointerId);
    if (!former) return;
    const position = positionOf(event);
    const [other] = [...this.#pointers].filter(([id]) => id !== event.pointerId);
    this.#pointers.set(event.pointerId, position);
    const [right, down] = [position.x - former.x, position.y - former.y];
    this.#movedPixels += Math.hypot(right, down);
    if (other) this.#pinch(former, position, other[1]);
    else if (this.#movedPixels < CLICK_PIXELS) return;
    else this.#map.show(this.#map.view.movedBy(right, down));
  }

  onUp(event: PointerEvent): void {
    const isSingle = this.#pointers.delete(event.pointerId) && !this.#wasPinch;
    if (!isSingle || this.#movedPixels >= CLICK_PIXELS) return;
    if (event.type === "pointerup") this.#handlers.onPick(positionOf(event));
  }

  #pinch(former: ScreenPoint, position: ScreenPoint, other: ScreenPoint): void {
    const spread = (one: ScreenPoint) => Math.hypot(one.x - other.x, one.y - other.y);
    const middle = { x: (position.x + other.x) / 2, y: (position.y + other.y) / 2 };
    const steps = Math.log2(Math.max(spread(position), 1) / Math.max(spread(former), 1));
    const { view } = this.#map;
    const moved = view.movedBy((position.x - former.x) / 2, (position.y - former.y) / 2);
    this.#map.show(moved.zoomedAt(middle, view.zoom + steps));
  }

  onWheel(event: WheelEvent): void {
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PIXELS : 1);
    const limited = Math.max(-MAX_WHEEL_PIXELS, Math.min(MAX_WHEEL_PIXELS, pixels));
    const { view } = this.#map;
    this.#map.show(view.zoomedAt(positionOf(event), view.zoom - limited * WHEEL_ZOOM));
  }

  /** The first click has chosen the place; the second one comes closer to it. */
  onDoubleClick(event: MouseEvent): void {
    const { view } = this.#map;
    this.#map.flyTo(view.zoomedAt(positionOf(event), view.zoom + 1));
  }

  onKey(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { view } = this.#map;
    const step = STEP_PIXELS;
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [step, 0],
      ArrowRight: [-step, 0],
      ArrowUp: [0, step],
      ArrowDown: [0, -step],
    };
    const middle = { x: view.width / 2, y: view.height / 2 };
    if (Object.hasOwn(moves, event.key)) this.#map.show(view.movedBy(...moves[event.key]));
    else if (event.key === "+" || event.key === "=") this.#map.zoomBy(1);
    else if (event.key === "-" || event.key === "_") this.#map.zoomBy(-1);
    else if (event.key === "Enter" || event.key === " ") this.#handlers.onPick(middle);
    else return;
    event.preventDefault();
  }
}

function positionOf({ offsetX, offsetY }: MouseEvent): ScreenPoint {
  return { x: offsetX, y: offsetY };
}

/** Lets the user move the map. */
export function addGestures(map: CanvasMap, handlers: Handlers): void {
  const gestures = new Gestures(map, handlers);
  const { canvas } = map;
  canvas.addEventListener("pointerdown", (event) => gestures.onDown(event));
  canvas.addEventListener("pointermove", (event) => gestures.onMove(event));
  canvas.addEventListener("pointerup", (event) => gestures.onUp(event));
  canvas.addEventListener("pointercancel", (event) => gestures.onUp(event));
  canvas.addEventListener("wheel", (event) => gestures.onWheel(event), { passive: false });
  canvas.addEventListener("dblclick", (event) => gestures.onDoubleClick(event));
  canvas.addEventListener("keydown", (event) => gestures.onKey(event));
}
