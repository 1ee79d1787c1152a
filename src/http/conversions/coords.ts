/** The replies of /coords: the point of a mapcode, and its rectangle. */
import {
  decodeInto,
  decodeRectangleInto,
  LAT_DEG,
  LON_DEG,
  RECTANGLE_NUMBERS,
} from "../../index.ts";
import type { Format } from "../formats/format.ts";
import type { Dialect, ResolvedInterfaceOptions } from "../interface-options.ts";
import { appendDecimal, body, bodyBytes } from "./body.ts";
import { ENTRY_WRITERS, type EntryWriter } from "./entries.ts";

/** What a request asks for, apart from the mapcode. */
export interface CoordsOptions {
  /** Number of the territory of codes that do not name their own, or NO_TERRITORY. */
  readonly context: number;
  readonly hasRectangle: boolean;
}

const degrees = new Float64Array(RECTANGLE_NUMBERS);

/** Writes replies of /coords in one format and dialect. */
export class CoordsWriter {
  readonly #entries: EntryWriter;
  readonly #dialect: Dialect;

  constructor({ name }: Format, { dialect }: ResolvedInterfaceOptions) {
    this.#entries = ENTRY_WRITERS[name];
    this.#dialect = dialect;
  }

  /** Decodes a mapcode. @returns the body, valid until the next one; undefined if the mapcode is no place */
  write(mapcode: string, { context, hasRectangle }: CoordsOptions): Uint8Array | undefined {
    const error = hasRectangle
      ? decodeRectangleInto(mapcode, context, degrees)
      : decodeInto(mapcode, context, degrees);
    if (error !== 0) return undefined;
    body.length = 0;
    if (hasRectangle && this.#dialect.repliesRectangleAlone) this.#appendWholeRectangle();
    else this.#appendPoint(hasRectangle);
    return bodyBytes();
  }

  #appendWholeRectangle(): void {
    const { before, after } = this.#entries.texts.wholeRectangle;
    body.appendEncoded(before);
    this.#entries.appendCorners(degrees);
    body.appendEncoded(after);
  }

  #appendPoint(hasRectangle: boolean): void {
    const { latDeg, lonDeg, afterLonDeg, rectangle, afterPoint } = this.#entries.texts;
    body.appendEncoded(latDeg);
    appendDecimal(degrees[LAT_DEG]);
    body.appendEncoded(lonDeg);
    appendDecimal(degrees[LON_DEG]);
    body.appendEncoded(afterLonDeg);
    if (hasRectangle) {
      body.appendEncoded(rectangle.before);
      this.#entries.appendCorners(degrees);
      body.appendEncoded(rectangle.after);
    }
    body.appendEncoded(afterPoint);
  }
}
