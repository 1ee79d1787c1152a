/** Checks of arguments that several functions of the library take. */
import { shown, wrongType } from "../messages.ts";
import { MAX_PRECISION } from "../tables/format.ts";
import { contradiction, MapcodeError, valueProblem } from "./errors.ts";
import { didYouMean } from "./nearest.ts";

/** Whether a value has members by name, so that it may be a point, a mapcode or a row. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Whether an object has a member, of its own or of its class. Members of Object.prototype do not count: it has none of
 * ours, unless another program has put them there.
 */
export function hasMember(value: object, name: string): boolean {
  return Object.hasOwn(value, name) || (name in value && !(name in Object.prototype));
}

/** @throws MapcodeError unless it is an integer from 0 to 8 */
export function checkPrecision(precision: number): void {
  if (Number.isInteger(precision) && precision >= 0 && precision <= MAX_PRECISION) return;
  const expected = `an integer from 0 to ${MAX_PRECISION}`;
  throw new MapcodeError(valueProblem("precision-out-of-range", "precision", precision, expected));
}

/** @throws MapcodeError unless both are finite numbers of degrees */
export function checkCoordinate(latDeg: number, lonDeg: number): void {
  if (!Number.isFinite(latDeg)) throw invalidCoordinate("latitude", latDeg);
  if (!Number.isFinite(lonDeg)) throw invalidCoordinate("longitude", lonDeg);
}

const COORDINATE_ADVICE: Readonly<Record<string, string>> = {
  string: " parseCoordinates reads coordinates from text.",
  bigint: " Number() converts it.",
};

function invalidCoordinate(subject: string, value: unknown): MapcodeError {
  const advice = COORDINATE_ADVICE[typeof value] ?? "";
  return new MapcodeError(
    valueProblem("invalid-coordinate", subject, value, "a finite number of degrees", advice),
  );
}

/** The latitude of the poles. */
export const MAX_LAT_DEG = 90;

/** The latitude that is encoded: those beyond a pole become the pole (format 1). */
export function clampedLatDeg(latDeg: number): number {
  return Math.max(-MAX_LAT_DEG, Math.min(MAX_LAT_DEG, latDeg));
}

/** Longitudes wrap. Up to a full circle, that is a common way to write them; beyond it, a mistake. */
export const MAX_LON_DEG = 360;

/** Whether a point is one that users may mean. */
export function isInRange(latDeg: number, lonDeg: number): boolean {
  return Math.abs(latDeg) <= MAX_LAT_DEG && Math.abs(lonDeg) <= MAX_LON_DEG;
}

/** @throws MapcodeError for a point that nobody means */
export function checkRange(latDeg: number, lonDeg: number): void {
  if (isInRange(latDeg, lonDeg)) return;
  const isLat = !isInRange(latDeg, 0);
  const limit = isLat ? MAX_LAT_DEG : MAX_LON_DEG;
  throw new MapcodeError(
    valueProblem(
      "out-of-range",
      isLat ? "latitude" : "longitude",
      isLat ? latDeg : lonDeg,
      `from -${limit} to ${limit} degrees`,
    ),
  );
}

/** @throws MapcodeError when both are given */
export function checkArea(territory: string | undefined, country: string | undefined): void {
  if (territory === undefined || country === undefined) return;
  throw new MapcodeError(contradiction({ territory, country }));
}

/** @throws MapcodeError unless it is an integer from 0 to `max` */
export function checkIndex(subject: string, value: number, max: number): void {
  if (Number.isInteger(value) && value >= 0 && value <= max) return;
  const expected = max < 0 ? "there, as there are none" : `an integer from 0 to ${max}`;
  throw new MapcodeError(valueProblem("out-of-range", subject, value, expected));
}

/**
 * Options that are not given. Shared by all calls: some versions of V8 allocate a literal default in each call. Their
 * prototype is not Object.prototype, so that nobody else can give them options. It is an object without a prototype: V8
 * reads an object that has none itself from a hash table, which took a sixth of the time of `encode`.
 */
export const NO_OPTIONS: object = Object.freeze(Object.create(Object.create(null)));

/** The options of a function, for checks and messages. */
export interface OptionRules {
  readonly names: readonly string[];
  /** Some of them, as a literal. */
  readonly example: string;
  /** What to do about options that only other functions have, by name: a sentence. */
  readonly advice?: Readonly<Record<string, string>>;
  /** The option that a text or a number in place of the options probably is: other libraries have such parameters. */
  readonly instead?: Readonly<Record<string, string>>;
}

/**
 * Checks the names of options; their values are checked where they are used.
 * @returns the options; a copy, if Object.prototype has a member with one of their names
 * @throws TypeError unless the options are an object
 * @throws MapcodeError if an option is unknown
 */
export function checkOptions<Options extends object>(
  options: Options,
  rules: OptionRules,
): Options {
  if (options === NO_OPTIONS) return options;
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw wrongOptions(options, rules);
  }
  let isPolluted = false;
  for (const name in options) {
    if (isOneOf(name, rules.names)) isPolluted ||= !hasMember(options, name);
    else if (hasMember(options, name)) throw wrongMember(options, name, rules);
  }
  return isPolluted ? { ...NO_OPTIONS, ...options, ...notGiven(options, rules) } : options;
}

/** Undefined for each option that only Object.prototype has. */
function notGiven(options: object, { names }: OptionRules): object {
  const others = names.filter((name) => !hasMember(options, name));
  return Object.fromEntries(others.map((name) => [name, undefined]));
}

/** The error about an unknown option. An object with a territory in place of the options gets the error about its code. */
function wrongMember(options: object, name: string, rules: OptionRules): Error {
  const alphaCode: unknown = Reflect.get(options, "alphaCode");
  return typeof alphaCode === "string"
    ? wrongOptions(alphaCode, rules)
    : unknownOption(name, rules);
}

function wrongOptions(
  options: unknown,
  { example, instead = {}, advice = {} }: OptionRules,
): TypeError {
  const error = wrongType("argument for options", options, `an object such as ${example}`);
  const name = Object.hasOwn(instead, typeof options) ? instead[typeof options] : undefined;
  // Other libraries take numbers of territories there, most of which are greater than any precision.
  const max = name === "precision" ? MAX_PRECISION : Number.MAX_SAFE_INTEGER;
  const isPossible =
    typeof options !== "number" || (Number.isInteger(options) && options >= 0 && options <= max);
  if (name !== undefined && isPossible) {
    error.message += ` Did you mean { ${name}: ${shown(options)} }?`;
  } else if (typeof options === "string" && advice.territory !== undefined) {
    error.message += ` ${advice.territory}`;
  }
  return error;
}

/** As `includes`, in two thirds of the time. */
function isOneOf(name: string, names: readonly string[]): boolean {
  for (let index = 0; index < names.length; index++) if (names[index] === name) return true;
  return false;
}

function unknownOption(name: string, { names, advice = {} }: OptionRules): MapcodeError {
  const hint = Object.hasOwn(advice, name) ? ` ${advice[name]}` : didYouMean(name, names);
  return new MapcodeError(
    valueProblem("invalid-option", "option", name, `one of ${names.join(", ")}`, hint),
  );
}

/** The rules of PrecisionOptions. */
export const PRECISION_OPTIONS: OptionRules = {
  names: ["precision"],
  example: "{ precision: 2 }",
  instead: { number: "precision" },
};
