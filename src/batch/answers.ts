/** The answer to what a row asks, by the library's functions; see straight/ for the fast way. */
import {
  type Coordinate,
  decode,
  decodeRectangle,
  distanceMeters,
  encode,
  encodeInternational,
  InvalidCoordinateError,
  MalformedMapcodeError,
  type Mapcode,
  MapcodeError,
  mapcodeInAlphabet,
  type Rectangle,
  shortestLocalMapcode,
  territoryInAlphabet,
  UnwritableMapcodeError,
} from "../index.ts";
import { parseDegrees } from "../internal.ts";
import type { Role } from "./columns.ts";
import type { BatchOptions } from "./options.ts";
import type { Asked, Complaint, Given } from "./rows/row.ts";

export type Value = string | number | undefined;

export interface Answer {
  /** Values in the order of valueNames; one list, or with `all` one for each code. */
  readonly lists: readonly (readonly Value[])[];
  readonly complaint?: Complaint;
}

export type AnswerRow = (asked: Asked) => Answer;

/** A refusal that knows the column it is about. */
class Refused extends Error {
  readonly complaint: Complaint;

  constructor(message: string, column: string | undefined) {
    super(message);
    this.complaint = column === undefined ? { message } : { message, column };
  }
}

function shown(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function degreesOf(role: Role, { value, column }: Given): number {
  const degrees = typeof value === "string" ? parseDegrees(value.trim()) : value;
  if (typeof degrees === "number" && Number.isFinite(degrees)) return degrees;
  const isSame = column === undefined || column.toLowerCase() === role;
  const subject = isSame ? role : `${role} (column ${column})`;
  const error = new InvalidCoordinateError(subject, shown(value), "a decimal number of degrees");
  throw new Refused(error.message, column);
}

function boundsOf({ southWest, northEast }: Rectangle): readonly number[] {
  return [southWest.latDeg, southWest.lonDeg, northEast.latDeg, northEast.lonDeg];
}

/** Runs a conversion; what the library refuses becomes the row's complaint. */
function answering(
  answer: (asked: Asked) => Answer,
  lists: readonly [] | readonly [readonly []],
): AnswerRow {
  return (asked) => {
    try {
      return answer(asked);
    } catch (error) {
      if (error instanceof Refused) return { lists, complaint: error.complaint };
      if (error instanceof MapcodeError) return { lists, complaint: { message: error.message } };
      throw error;
    }
  };
}

/** A code without its extra characters. */
function bareCode(code: string): string {
  return code.replace(/-\w+$/, "");
}

function encoding(options: BatchOptions): (asked: Asked) => Answer {
  const { all, alphabet, include, precision, territory, country } = options;
  const within = territory !== undefined || country !== undefined;

  function extras(mapcode: Mapcode, point: Coordinate): readonly Value[] {
    const text = `${mapcode.territory} ${mapcode.code}`;
    const bounds = include.includes("rectangle") ? boundsOf(decodeRectangle(bareCode(text))) : [];
    return include.includes("offset") ? [distanceMeters(point, decode(text)), ...bounds] : bounds;
  }

  return (asked) => {
    const latDeg = degreesOf("latitude", asked.latitude as Given);
    const lonDeg = degreesOf("longitude", asked.longitude as Given);
    // The point whose offset is told is the one that was encoded.
    const point = { latDeg: Math.max(-90, Math.min(90, latDeg)), lonDeg };
    let complaint: Complaint | undefined;
    const written = (code: string | undefined): Value => {
      if (code === undefined || alphabet === undefined) return code;
      try {
        return mapcodeInAlphabet(code, alphabet);
      } catch (error) {
        if (!(error instanceof UnwritableMapcodeError)) throw error;
        complaint ??= { message: error.message };
        return undefined;
      }
    };
    const writtenTerritory = (code: string | undefined): Value => {
      return code === undefined || alphabet === undefined
        ? code
        : territoryInAlphabet(code, alphabet);
    };
    const mapcodes = encode(latDeg, lonDeg, { precision, territory, country });
    const listOf = (mapcode: Mapcode): readonly Value[] => [
      writtenTerritory(mapcode.territory),
      written(mapcode.code),
      ...extras(mapcode, point),
    ];
    const shortest = (): readonly Value[] => {
      const local = shortestLocalMapcode(mapcodes);
      const last = mapcodes[mapcodes.length - 1];
      const international = within
        ? encodeInternational(latDeg, lonDeg, { precision })
        : (last as Mapcode);
      return [
        writtenTerritory(local?.territory),
        written(local?.code),
        written(international.code),
        ...extras(local ?? international, point),
      ];
    };
    const lists = all ? mapcodes.map(listOf) : [shortest()];
    return complaint ? { lists, complaint } : { lists };
  };
}

function decoding({ include, territory }: BatchOptions): (asked: Asked) => Answer {
  return ({ mapcode, territory: given }) => {
    const { value, column } = mapcode as Given;
    if (typeof value !== "string") {
      const error = new MalformedMapcodeError("mapcode", shown(value), "a text");
      throw new Refused(error.message, column);
    }
    const own = typeof given?.value === "string" ? given.value.trim() : "";
    const context = own === "" ? territory : own;
    try {
      const { latDeg, lonDeg } = decode(value, { context });
      const isWithBounds = include.includes("rectangle");
      const bounds = isWithBounds ? boundsOf(decodeRectangle(value, { context })) : [];
      return { lists: [[latDeg, lonDeg, ...bounds]] };
    } catch (error) {
      if (error instanceof MapcodeError) throw new Refused(error.message, column);
      throw error;
    }
  };
}

/** The function that answers the rows of a batch. */
export function answerer(options: BatchOptions): AnswerRow {
  const answer = options.operation === "encode" ? encoding(options) : decoding(options);
  return answering(answer, options.all ? [] : [[]]);
}
