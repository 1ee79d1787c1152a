/**
 * The error family of the library and of `mapcoded/batch`. Everything thrown for bad input extends
 * MapcodeError; TypeError remains for arguments of the wrong JavaScript type.
 */
import { shown } from "../messages.ts";

/** What kind of bad input an error reports. The codes are stable; messages may be reworded. */
export type MapcodeErrorCode =
  | "invalid-coordinate"
  | "malformed-coordinates"
  | "precision-out-of-range"
  | "out-of-range"
  | "malformed-mapcode"
  | "unknown-mapcode"
  | "unknown-territory"
  | "unknown-alphabet"
  | "unwritable-mapcode"
  | "invalid-option"
  | "contradictory-options"
  | "invalid-batch"
  | "no-row-converted"
  | "batch-limit-exceeded";

/** A part of a message. Users may construct errors, too: anything but a text is shown, whatever it is. */
function part(value: unknown): string {
  return typeof value === "string" ? value : shown(value);
}

/** Whether one of the classes of a value has a brand. */
function isBranded(value: unknown, brand: unknown): boolean {
  if (typeof value !== "object") return false;
  for (let at = value; at !== null; at = Object.getPrototypeOf(at)) {
    const maker = at.constructor;
    if (typeof maker !== "function" || !Object.hasOwn(maker, "brand")) continue;
    if (Reflect.get(maker, "brand") === brand) return true;
  }
  return false;
}

/** Whether a value is an error of a class, made by any form of the package. It is the class's own `instanceof`. */
function isOfClass(this: object, value: unknown): boolean {
  if (Function.prototype[Symbol.hasInstance].call(this, value)) return true;
  // Classes of users inherit the brand, but from a class without a brand of its own.
  const base = Object.getPrototypeOf(this);
  return Object.hasOwn(base, "brand") && isBranded(value, base.brand);
}

/**
 * The class that an error class extends in place of its base class. It gives errors their name, as bundlers shorten the
 * names of classes, and a brand: the same in both forms of the package, the module and CommonJS, so that `instanceof`
 * holds between them.
 */
export function branded<Base extends abstract new (...parameters: never[]) => Error>(
  base: Base,
  name: string,
): Base {
  // A class without a constructor passes on all parameters, whatever they are.
  class Branded extends (base as unknown as new () => Error) {
    static readonly brand = `mapcoded/${name}`;
    static readonly [Symbol.hasInstance] = isOfClass;
    override readonly name: string = name;
  }
  return Branded as unknown as Base;
}

/**
 * The base class of all errors that the library and `mapcoded/batch` throw for bad input. The
 * message is for people: it says what was given, then what was expected or what to do.
 * @example
 * ```ts
 * try {
 *   decode("nonsense");
 * } catch (error) {
 *   error instanceof MapcodeError; // true
 *   error.code; // "malformed-mapcode"
 *   error.value; // "nonsense"
 * }
 * ```
 */
export abstract class MapcodeError extends branded(Error, "MapcodeError") {
  /** The kind of error, for programs to compare. */
  abstract readonly code: MapcodeErrorCode;
  /** The rejected value, unshortened; undefined when no single value is wrong. */
  readonly value: unknown;
  /** What would have been accepted; undefined when the message says what to do instead. */
  readonly expected: string | undefined;

  /**
   * @param message whole sentences
   * @param value the rejected value
   * @param expected what would have been accepted, to be read after "is not"
   */
  constructor(message: string, value?: unknown, expected?: string) {
    super(part(message));
    // Our subclasses have their name from their brand. This is for the classes of users.
    this.name = new.target.name;
    this.value = value;
    this.expected = expected;
  }
}

/** `The precision 9 is not an integer from 0 to 8.` */
export function notExpected(subject: string, value: unknown, expected: string): string {
  return `The ${part(subject)} ${shown(value)} is not ${part(expected)}.`;
}

/**
 * The base class of errors about one value: "The precision 9 is not an integer from 0 to 8."
 * @example
 * ```ts
 * try {
 *   maxErrorMeters(9);
 * } catch (error) {
 *   error instanceof InvalidValueError; // true
 *   error.message; // "The precision 9 is not an integer from 0 to 8."
 *   error.expected; // "an integer from 0 to 8"
 * }
 * ```
 */
export abstract class InvalidValueError extends branded(MapcodeError, "InvalidValueError") {
  declare readonly expected: string;

  /**
   * @param subject the role of the value, such as "precision" or "mapcode"
   * @param value the rejected value
   * @param expected what would have been accepted, to be read after "is not"
   * @param hint what to do or what was probably meant: a sentence with a space in front
   * @param problem what is wrong, as a sentence; by default that the value is not what was expected
   */
  constructor(
    subject: string,
    value: unknown,
    expected: string,
    hint = "",
    problem = notExpected(subject, value, expected),
  ) {
    super(`${part(problem)}${part(hint)}`, value, expected);
  }
}

/**
 * A latitude or longitude that is not a finite number.
 * @example
 * ```ts
 * try {
 *   encode(Number.NaN, 4.9);
 * } catch (error) {
 *   error instanceof InvalidCoordinateError; // true
 * }
 * ```
 */
export class InvalidCoordinateError extends branded(InvalidValueError, "InvalidCoordinateError") {
  readonly code = "invalid-coordinate";
}

/** `In the latitude '52x', 'x' is neither a unit nor a hemisphere (character 3). Write it as ...` */
export function malformedCoordinates(
  subject: string,
  text: string,
  index: number,
  problem: string,
  advice: string,
): string {
  const place = typeof index === "number" ? `character ${index + 1}` : shown(index);
  return `In the ${part(subject)} ${shown(text)}, ${part(problem)} (${place}). ${part(advice)}`;
}

/**
 * A text that cannot be read as coordinates, or that can be read in several ways.
 * @example
 * ```ts
 * try {
 *   parseCoordinates("52.37, here");
 * } catch (error) {
 *   error instanceof MalformedCoordinatesError; // true
 *   error.index; // 7
 * }
 * ```
 */
export class MalformedCoordinatesError extends branded(MapcodeError, "MalformedCoordinatesError") {
  readonly code = "malformed-coordinates";
  declare readonly value: string;
  /** Where reading failed: an index in `value`, or its length if something is missing at the end. */
  readonly index: number;

  /**
   * @param subject the role of the text: coordinates, latitude or longitude
   * @param text the rejected text
   * @param index where reading failed
   * @param problem what is wrong there, as a clause
   * @param advice a whole sentence
   */
  constructor(subject: string, text: string, index: number, problem: string, advice: string) {
    super(malformedCoordinates(subject, text, index, problem, advice), text);
    this.index = index;
  }
}

/**
 * A precision that is not an integer from 0 to 8.
 * @example
 * ```ts
 * try {
 *   encode(52.4, 4.9, { precision: 9 });
 * } catch (error) {
 *   error instanceof PrecisionOutOfRangeError; // true
 * }
 * ```
 */
export class PrecisionOutOfRangeError extends branded(
  InvalidValueError,
  "PrecisionOutOfRangeError",
) {
  readonly code = "precision-out-of-range";
}

/**
 * A number outside of its range, such as the index of a code that a batch does not have.
 * @example
 * ```ts
 * try {
 *   mapcodesOfPoint(encodeBatch(Float64Array.of(52.4, 4.9)), 1);
 * } catch (error) {
 *   error instanceof OutOfRangeError; // true
 * }
 * ```
 */
export class OutOfRangeError extends branded(InvalidValueError, "OutOfRangeError") {
  readonly code = "out-of-range";
}

/**
 * A text that does not have the form of a mapcode.
 * @example
 * ```ts
 * try {
 *   decode("nonsense");
 * } catch (error) {
 *   error instanceof MalformedMapcodeError; // true
 * }
 * ```
 */
export class MalformedMapcodeError extends branded(InvalidValueError, "MalformedMapcodeError") {
  readonly code = "malformed-mapcode";
}

/**
 * A text in the form of a mapcode that stands for no place, or whose territory is unknown.
 * @example
 * ```ts
 * try {
 *   decode("NLD ZZZZ.ZZZZ");
 * } catch (error) {
 *   error instanceof UnknownMapcodeError; // true
 * }
 * ```
 */
export class UnknownMapcodeError extends branded(InvalidValueError, "UnknownMapcodeError") {
  readonly code = "unknown-mapcode";
}

/**
 * A name that is not a territory, not a territory within the given parent, or not a country.
 * @example
 * ```ts
 * try {
 *   getTerritory("Atlantis");
 * } catch (error) {
 *   error instanceof UnknownTerritoryError; // true
 * }
 * ```
 */
export class UnknownTerritoryError extends branded(InvalidValueError, "UnknownTerritoryError") {
  readonly code = "unknown-territory";
}

/**
 * A name that is not in the list of alphabets.
 * @example
 * ```ts
 * try {
 *   getAlphabet("Klingon");
 * } catch (error) {
 *   error instanceof UnknownAlphabetError; // true
 * }
 * ```
 */
export class UnknownAlphabetError extends branded(InvalidValueError, "UnknownAlphabetError") {
  readonly code = "unknown-alphabet";
}

/**
 * A mapcode that an alphabet cannot write: in Greek, one with an E or U and extra characters.
 * @example
 * ```ts
 * try {
 *   mapcodeInAlphabet("10.E0-1", "greek");
 * } catch (error) {
 *   error instanceof UnwritableMapcodeError; // true
 * }
 * ```
 */
export class UnwritableMapcodeError extends branded(InvalidValueError, "UnwritableMapcodeError") {
  readonly code = "unwritable-mapcode";
}

/**
 * An option that does not exist, or a value that it cannot have.
 * @example
 * ```ts
 * try {
 *   encode(52.4, 4.9, { precission: 2 });
 * } catch (error) {
 *   error instanceof InvalidOptionError; // true
 * }
 * ```
 */
export class InvalidOptionError extends branded(InvalidValueError, "InvalidOptionError") {
  readonly code = "invalid-option";
}

/**
 * Options that contradict each other; `value` contains them by name.
 * @example
 * ```ts
 * try {
 *   encode(52.4, 4.9, { territory: "NLD", country: "NL" });
 * } catch (error) {
 *   error instanceof ContradictoryOptionsError; // true
 * }
 * ```
 */
export class ContradictoryOptionsError extends branded(MapcodeError, "ContradictoryOptionsError") {
  readonly code = "contradictory-options";

  /** @param options the options that contradict each other, by name */
  constructor(options: Readonly<Record<string, string>>) {
    const given = Object.entries(options ?? {});
    const texts = given.map(([name, value]) => `${name} ${shown(value)}`);
    super(
      `The options ${texts.join(" and ")} contradict each other. Give only one of them.`,
      options,
      `only one of ${given.map(([name]) => name).join(" and ")}`,
    );
  }
}
