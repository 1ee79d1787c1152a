/** A table with the columns of its degrees, and how the names of other columns belong to these. */
import { MAX_LAT_DEG, MAX_LON_DEG } from "../../library/errors.ts";
import { quoted } from "../../messages.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { type Message, sentence } from "../sentences.ts";
import { degreesIn, type NamedRows } from "./columns.ts";
import * as Names from "./names.ts";

type Axis = Names.Axis;

/** A table with the columns of its degrees. */
export interface DegreesTable extends NamedRows {
  /** The names for messages: in JSON, with their paths. */
  readonly paths: readonly string[];
  /** The row of units below the names: `degrees_north`. It is not one of the rows. */
  readonly units: readonly string[];
  /** Whether no rows follow. */
  readonly isWhole: boolean;
  /** Whether the user has named the columns of the degrees. */
  readonly isChosen: boolean;
  readonly options: ResolvedBatchOptions;
  readonly columns: Names.AxisColumns;
  /** The names of all columns without case, accents and signs. */
  readonly bareNames: readonly string[];
  /** The degrees as they stand in the table. */
  readonly degrees: Readonly<Record<Axis, readonly string[]>>;
}

export const MAX_DEG: Readonly<Record<Axis, number>> = {
  latitude: MAX_LAT_DEG,
  longitude: MAX_LON_DEG,
};

/** What cameras write before names of their own: `GPSLatitudeRef` belongs to any latitude. */
const CAMERA = /^(?:exif)?gps/;

/**
 * What follows, or else precedes, the name of the degrees in another name, with or without their unit, or another word of
 * their axis: `lat_dir` belongs to `latitude`, `latitude_ref` to `lat`.
 */
export function affixesOf(
  { bareNames, columns }: DegreesTable,
  axis: Axis,
): readonly (string | undefined)[] {
  const name = bareNames[columns[axis]];
  const words = Names.AXIS_WORDS[axis];
  const ofAxis = words.some((word) => name.includes(word)) ? words : [];
  const unit = /(?:d|deg|degrees?|grad|grados|grade)$/;
  const stems = [...ofAxis, name, name.replace(unit, "")].filter((stem) => stem !== "");
  const byLength = stems.toSorted((first, second) => second.length - first.length);
  return bareNames.map((whole) => {
    for (const other of [whole, whole.replace(CAMERA, "")]) {
      const start = byLength.find((stem) => other.startsWith(stem));
      if (start !== undefined) return other.slice(start.length);
    }
    const end = stems.find((stem) => stem.length > 1 && whole.endsWith(stem));
    return end && whole.slice(0, -end.length);
  });
}

/** The indexes of the columns without degrees. */
export function otherColumns({ names, columns }: DegreesTable): readonly number[] {
  return [...names.keys()].filter((index) => !Object.values(columns).includes(index));
}

export function hasDegrees({ degrees }: DegreesTable): boolean {
  return Names.AXES.some((axis) => degrees[axis].length > 0);
}

/** A sign or a hemisphere in degrees. */
const SIGN_OR_LETTER = /^(?:[-+−]|[NSEW] ?\d)|[\d°'"′″ ][NSEW]$/i;

/** Whether degrees have a sign or a hemisphere. Missing values such as -999 are not degrees. */
export function areSigned({ degrees, options }: DegreesTable, axis: Axis): boolean {
  return degrees[axis].some((text) => {
    const isSigned = SIGN_OR_LETTER.test(text);
    return isSigned && Math.abs(degreesIn(text, axis, options)) <= MAX_DEG[axis];
  });
}

/** The doubt about degrees with a part in another column. */
export function doubtOfColumn(
  { paths }: DegreesTable,
  index: number,
  what: string,
  advice: Message,
): Message {
  const name = paths[index] ? quoted(paths[index]) : `${index + 1}`;
  return sentence`The ${what} of the degrees seem to be in column ${name}, which is not read. ${advice}`;
}

/** The options that choose the columns of the degrees. @param axes the axis of the first column, and of the second */
export function columnOptions({ paths, columns }: DegreesTable, axes: readonly Axis[]): Message {
  const [lat, lon] = axes.map((axis) => {
    const name = paths[columns[axis]] ?? "";
    const isUnique = name !== "" && paths.indexOf(name) === paths.lastIndexOf(name);
    return isUnique ? name : `${columns[axis] + 1}`;
  });
  return sentence`the option ${{ option: "latColumn", value: lat }} and the option ${{ option: "lonColumn", value: lon }}`;
}
