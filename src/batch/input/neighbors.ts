/** Decides whether columns beside the degrees change their meaning: hemispheres, minutes and seconds. */
import { MAX_LAT_DEG, MAX_LON_DEG } from "../../library/errors.ts";
import { quoted } from "../../messages.ts";
import { BatchError } from "../errors.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { isOtherEpsgCode } from "../rows/places.ts";
import { isBlank } from "../rows/values.ts";
import { type Message, sentence } from "../sentences.ts";
import { borderEvidence } from "./border-evidence.ts";
import { areTwoPlaces, degreesIn, filledTexts, type NamedRows } from "./columns.ts";
import * as Names from "./names.ts";
import { DECIDING_SHARE, type Warnings } from "./sample.ts";

type Axis = Names.Axis;
const { AXES } = Names;

// Hemispheres

/** Both hemispheres in one column, and signs: only names say that they are. */
const BOTH_HEMISPHERES = /^[ns][ ,/-]?[ewo]$/;
const SIGNS = /^(?:[-+−]|[-+−]?1)$/;

/** A sign or a hemisphere in degrees. */
const SIGN_OR_LETTER = /^(?:[-+−]|[NSEW] ?\d)|[\d°'"′″ ][NSEW]$/i;

const MAX_DEG: Readonly<Record<Axis, number>> = { latitude: MAX_LAT_DEG, longitude: MAX_LON_DEG };

/** Digits before the dot that are degrees and minutes of NMEA: `5205.4438`. */
const NMEA = /^0*\d{3,5}\.\d+$/;

// Minutes

const MINUTES = /^\d{1,2}(?:[.,]\d*)?\s*(?:['′’"″”]|''|min|sec)?$/;

/** Minutes, or minutes and seconds. */
const MAX_MINUTE_COLUMNS = 2;

/** A table with the columns of its degrees. */
interface DegreesTable extends NamedRows {
  /** The names for messages: in JSON, with their paths. */
  readonly paths: readonly string[];
  /** The row of units below the names: `degrees_north`. It is not one of the rows. */
  readonly units: readonly string[];
  /** Whether no rows follow. */
  readonly isWhole: boolean;
  readonly options: ResolvedBatchOptions;
  readonly pair: Names.AxisColumns;
  /** The names of all columns without case, accents and signs. */
  readonly letters: readonly string[];
  /** The degrees as they stand in the table. */
  readonly degrees: Readonly<Record<Axis, readonly string[]>>;
}

/** What cameras write before names of their own: `GPSLatitudeRef` belongs to any latitude. */
const CAMERA = /^(?:exif)?gps/;

/**
 * What follows, or else precedes, the name of the degrees in another name, with or without their unit, or another word of
 * their axis: `lat_dir` belongs to `latitude`, `latitude_ref` to `lat`.
 */
function affixOf({ letters, pair }: DegreesTable, index: number, axis: Axis): string | undefined {
  const name = letters[pair[axis]];
  const words = Names.AXIS_WORDS[axis];
  const ofAxis = words.some((word) => name.includes(word)) ? words : [];
  const unit = /(?:d|deg|degrees?|grad|grados|grade)$/;
  const stems = [...ofAxis, name, name.replace(unit, "")].filter((stem) => stem !== "");
  const byLength = stems.toSorted((first, second) => second.length - first.length);
  for (const other of [letters[index], letters[index].replace(CAMERA, "")]) {
    const start = byLength.find((stem) => other.startsWith(stem));
    if (start !== undefined) return other.slice(start.length);
  }
  const end = stems.find((stem) => stem.length > 1 && letters[index].endsWith(stem));
  return end && letters[index].slice(0, -end.length);
}

/** The indexes of the columns without degrees. */
function otherColumns({ names, pair }: DegreesTable): readonly number[] {
  return [...names.keys()].filter((index) => index !== pair.latitude && index !== pair.longitude);
}

function hasDegrees({ degrees }: DegreesTable): boolean {
  return AXES.some((axis) => degrees[axis].length > 0);
}

/** The columns with hemispheres of an axis: whether their names say so, and else on which side of the degrees they are. */
function hemispheresOf(table: DegreesTable, axis: Axis) {
  const { letters, pair } = table;
  const pattern = Names.HEMISPHERES_OF_AXIS[axis];
  return otherColumns(table).flatMap((index) => {
    const affix = affixOf(table, index, axis);
    const isKnownName = pattern.name.test(letters[index]);
    const side = affix === undefined ? index - pair[axis] : 0;
    if (!isKnownName && Math.abs(side) > 1) return [];
    const isSignName = /^s(?:ign|gn)$/.test(affix ?? letters[index]);
    const hasEnd = Names.HEMISPHERE_ENDS.has(affix ?? "");
    const isNamed = isKnownName || isSignName || hasEnd;
    const texts = filledTexts(table, index).map((text) => text.toLowerCase());
    // Codes may be 1, and a dash is a missing value.
    const areSigns = isSignName || texts.includes("-1");
    const isNamedWord = (text: string) =>
      BOTH_HEMISPHERES.test(text) || (areSigns && SIGNS.test(text));
    const words = texts.filter((text) => {
      return pattern.text.test(Names.lettersOf(text)) || (isNamed && isNamedWord(text));
    });
    const areMost = (some: readonly string[]) =>
      some.length > 0 && some.length >= DECIDING_SHARE * texts.length;
    // If no row has degrees yet, names decide alone.
    const isEmpty = isNamed && texts.length === 0 && !hasDegrees(table);
    if (isEmpty || areMost(words)) return [{ index, isNamed, side, words }];
    const isBeside = affix === undefined ? !isKnownName : hasEnd;
    const foreign = texts.map(Names.lettersOf);
    const areForeign = isBeside && areMost(foreign.filter((text) => areLettersOf(axis, [text])));
    return areForeign ? [{ index, isNamed: false, side, words: foreign }] : [];
  });
}

/** Whether words are hemispheres in the table of names. */
function areHemispheres(words: readonly string[]): boolean {
  return words.every((word) => {
    return AXES.some((axis) => Names.HEMISPHERES_OF_AXIS[axis].text.test(Names.lettersOf(word)));
  });
}

/** Whether words of an axis, and those of the other one, are letters of one language. */
function areLettersOf(
  axis: Axis,
  words: readonly string[],
  others: readonly string[] = [],
): boolean {
  const other = axis === "latitude" ? "longitude" : "latitude";
  const areIn = (some: readonly string[], letters: string) =>
    some.every((word) => word.length === 1 && letters.includes(word));
  const { [axis]: ofAxis, [other]: ofOther } = Names.HEMISPHERE_LETTERS;
  return ofAxis.some((letters, language) => {
    return areIn(words, letters) && areIn(others, ofOther[language]);
  });
}

/** How a column of hemispheres suits the degrees beside it. */
function agreementOf({ pair, rows, options }: DegreesTable, axis: Axis, index: number) {
  const { positive } = Names.HEMISPHERES_OF_AXIS[axis];
  const filled = rows.flatMap((row) => {
    const [text, word] = [pair[axis], index].map((at) => (row[at] ?? "").trim());
    if (isBlank(text) || isBlank(word)) return [];
    const isPositive = positive.test(Names.lettersOf(word)) || /^\+?1?$/.test(word);
    return [{ text, degrees: degreesIn(text, axis, options), isPositive }];
  });
  const contradictions = filled.filter(({ degrees = 0, isPositive }) => degrees < 0 && isPositive);
  return {
    /** Positive degrees in the south or west, or beside an unknown word; minutes of NMEA everywhere. */
    areNeeded: filled.some(({ text, degrees, isPositive }) => {
      return degrees === undefined ? NMEA.test(text) : degrees > 0 && !isPositive;
    }),
    /** Negative degrees in the north or east, in more rows than a few wrong ones: these are no hemispheres. */
    areContradicted: contradictions.length > (1 - DECIDING_SHARE) * filled.length,
  };
}

/** Whether degrees have a sign or a hemisphere. Missing values such as -999 are not degrees. */
function areSigned({ degrees, options }: DegreesTable, axis: Axis): boolean {
  return degrees[axis].some((text) => {
    const number = SIGN_OR_LETTER.test(text) ? degreesIn(text, axis, options) : undefined;
    return number !== undefined && Math.abs(number) <= MAX_DEG[axis];
  });
}

/**
 * The first column with hemispheres of degrees that need them. They need none if a program wrote signs, or if all rows
 * are known to be north and east.
 */
function hemisphereColumn(table: DegreesTable): number | undefined {
  const ofAxes = AXES.map((axis) =>
    hemispheresOf(table, axis).map((column) => ({
      ...column,
      ...agreementOf(table, axis, column.index),
    })),
  );
  if (ofAxes.flat().some(({ areContradicted }) => areContradicted)) return undefined;
  const [ofLatitude, ofLongitude] = ofAxes;
  // A flag beside the latitude is no partner of a named hemisphere of the longitude.
  const haveBoth = ofLatitude.some(({ isNamed, side }) =>
    ofLongitude.some((other) => other.isNamed === isNamed && other.side === side),
  );
  const areRight = AXES.some((axis) => areSigned(table, axis)) || (table.isWhole && haveBoth);
  const needed = ofAxes.flatMap((ofAxis, at) => {
    if (areSigned(table, AXES[at])) return [];
    // A direction before the longitude and a flag after the latitude are not two hemispheres; nor are flags of both.
    const isPartner = ({ side, words }: (typeof ofAxis)[number]) =>
      ofAxes[1 - at].some((other) => {
        const areOther = !other.words.some((word) => words.includes(word));
        const areKnown = [words, other.words].every(areHemispheres);
        const areBoth = areKnown || areLettersOf(AXES[at], words, other.words);
        return (other.side === side || other.isNamed) && areOther && areBoth;
      });
    return ofAxis.filter(
      (column) => (column.areNeeded || !areRight) && (column.isNamed || isPartner(column)),
    );
  });
  return (needed.find(({ isNamed }) => isNamed) ?? needed[0])?.index;
}

/** The texts of a column with numbers: words such as `N/A` are missing values. */
function textsWithNumbers(columns: NamedRows, index: number): readonly string[] {
  return filledTexts(columns, index).filter((text) => /\d/.test(text));
}

/** Whether the numbers of a column are below 60, and the degrees beside them are whole, unless these numbers are 0. */
function areMinutes(table: DegreesTable, axis: Axis, index: number): boolean {
  const { options, pair, rows } = table;
  const filled = rows.filter((row) => /\d/.test(row[index] ?? ""));
  const isWhole = (row: readonly string[]) =>
    Number.isInteger(degreesIn(row[pair[axis]], axis, options));
  return (
    filled.some(isWhole) &&
    filled.every((row) => {
      const text = row[index].trim();
      const isMinutes = MINUTES.test(text) && Number.parseInt(text, 10) < 60;
      return isMinutes && (isWhole(row) || !/[1-9]/.test(text));
    })
  );
}

/** The number of columns of minutes and seconds directly after the degrees of an axis, or more than there can be. */
function countMinutesAfter(table: DegreesTable, axis: Axis): number {
  const { pair } = table;
  const first = pair[axis] + 1;
  const other = pair[axis === "latitude" ? "longitude" : "latitude"];
  let count = 0;
  for (let next = first; next !== other && count <= MAX_MINUTE_COLUMNS; next++, count++) {
    if (!areMinutes(table, axis, next)) break;
  }
  return count;
}

/** The columns of minutes and seconds by their names. A minimum beside a maximum is a bound. */
function namedMinutes(table: DegreesTable, axis: Axis): readonly number[] {
  const affixes = table.names.map((_, index) => affixOf(table, index, axis) ?? "");
  const hasMaximum = affixes.some((affix) => /^max/.test(affix));
  return otherColumns(table).filter((index) => {
    const isBound = hasMaximum && /^min/.test(affixes[index]);
    const mayBeMinutes = !hasDegrees(table) || areMinutes(table, axis, index);
    const hasEnd = /^[ms]$/.test(affixes[index]) || Names.MINUTE_ENDS.has(affixes[index]);
    return hasEnd && !isBound && mayBeMinutes;
  });
}

/** The first column with minutes of whole degrees. */
function minutesColumn(table: DegreesTable): number | undefined {
  const { pair } = table;
  const [named] = AXES.flatMap((axis) => namedMinutes(table, axis));
  if (named !== undefined) return named;
  const [first, second] = AXES.toSorted((axis, next) => pair[axis] - pair[next]);
  const [count, secondCount] = [first, second].map((axis) => countMinutesAfter(table, axis));
  const isMinutes = count > 0 && count <= MAX_MINUTE_COLUMNS && secondCount >= count;
  return isMinutes ? pair[first] + 1 : undefined;
}

/** What to do about hemispheres in columns of their own. @param isChosen whether the user has named the columns of the degrees */
function hemisphereAdvice(table: DegreesTable, isChosen: boolean): Message {
  const { latitude, longitude } = table.degrees;
  const [text = ""] = [...latitude, ...longitude];
  if (NMEA.test(text)) {
    return `The degrees are degrees and minutes of NMEA: write ${quoted(text)} as ${nmeaText(text)}, with the letter of the hemisphere.`;
  }
  const words = AXES.flatMap((axis) =>
    hemispheresOf(table, axis).flatMap((column) => column.words),
  );
  const arePositive = words.length > 0 && words.every((word) => /^[ne]/.test(word));
  if (isChosen || !arePositive) return Names.SIGN_ADVICE;
  return sentence`${Names.SIGN_ADVICE} If all rows are north and east, use ${columnOptions(table, AXES)}.`;
}

/** What is wrong with degrees whose hemispheres or minutes are in another column. */
function doubtOfColumns(table: DegreesTable, isChosen: boolean): Message | undefined {
  const minutes = minutesColumn(table);
  const index = minutes ?? hemisphereColumn(table);
  if (index === undefined) return undefined;
  const what = minutes === undefined ? "hemispheres" : "minutes or seconds";
  const name = table.paths[index] ? quoted(table.paths[index]) : `${index + 1}`;
  const advice =
    minutes === undefined
      ? hemisphereAdvice(table, isChosen)
      : "Write decimal degrees, or all parts in one column: 33 51 25.2 S.";
  return sentence`The ${what} of the degrees seem to be in column ${name}, which is not read. ${advice}`;
}

/** Degrees and minutes of NMEA with a blank between them: the last two digits before the dot are minutes. */
function nmeaText(text: string): string {
  return text.replace(/(\d\d\.\d+)$/, " $1");
}

/** What the names of the degrees say, and their numbers do not. */
function doubtOfNames(table: DegreesTable): string | undefined {
  const doubts = AXES.map((axis) => {
    const index = table.pair[axis];
    const [name, unit] = [table.names, table.units].map((row) => row[index] ?? "");
    const areNumbers = table.degrees[axis].every((text) => /^[-+−]?[\d.,]+$/.test(text));
    const full = unit === "" ? name : `${name} (${unit})`;
    const isUnit = Names.unitOfName(full) !== undefined;
    const isContradicted = isUnit ? areNumbers : !areSigned(table, axis);
    return isContradicted ? Names.doubtOfName(full) : undefined;
  });
  return doubts.find((doubt) => doubt !== undefined);
}

/** What a column with the reference system of each row says, as in Darwin Core. */
function doubtOfSystems(table: DegreesTable): string | undefined {
  for (const index of otherColumns(table)) {
    const name = table.names[index];
    if (!/datum|crs|srs|srid|reference ?system|epsg/i.test(name)) continue;
    const prefix = /srid|epsg/i.test(name) ? "EPSG:" : "";
    const text = filledTexts(table, index).find((system) => {
      return Names.unitOfName(system) !== undefined || isOtherEpsgCode(prefix + system);
    });
    if (text === undefined) continue;
    return `The column ${quoted(table.paths[index])} has ${quoted(text)}. Write degrees of WGS 84.`;
  }
  return undefined;
}

/** What a column of units says of degrees that may be radians. */
function doubtOfUnits(table: DegreesTable): string | undefined {
  const areSmall = AXES.every((axis) =>
    table.degrees[axis].every((text) => {
      const number = degreesIn(text, axis, table.options) ?? Number.NaN;
      return Math.abs(number) <= (MAX_DEG[axis] * Math.PI) / 180;
    }),
  );
  const isUnit = (index: number) => {
    const texts = filledTexts(table, index);
    return texts.length > 0 && texts.every((text) => /^rad(?:ian)?s?$/i.test(text));
  };
  const index = areSmall ? otherColumns(table).find(isUnit) : undefined;
  if (index === undefined) return undefined;
  return `The column ${quoted(table.paths[index] ?? "")} says radians. Write degrees of WGS 84.`;
}

/** The options that choose the columns of the degrees. @param axes the axis of the first column, and of the second */
function columnOptions({ paths, pair }: DegreesTable, axes: readonly Axis[]): Message {
  const [lat, lon] = axes.map((axis) => {
    const name = paths[pair[axis]] ?? "";
    const isUnique = name !== "" && paths.indexOf(name) === paths.lastIndexOf(name);
    return isUnique ? name : `${pair[axis] + 1}`;
  });
  return sentence`the option ${{ option: "latColumn", value: lat }} and the option ${{ option: "lonColumn", value: lon }}`;
}

/** What the borders say about the points. */
function doubtOfPoints(table: DegreesTable): Message | undefined {
  const { names, pair, rows, options } = table;
  const points = rows.flatMap((row) => {
    const [latDeg, lonDeg] = AXES.map((axis) => degreesIn(row[pair[axis]], axis, options));
    return latDeg === undefined || lonDeg === undefined ? [] : [{ latDeg, lonDeg }];
  });
  const [lat, lon] = AXES.map((axis) => quoted(names[pair[axis]] || `${pair[axis] + 1}`));
  const reading = `${lat} as the latitude and ${lon} as the longitude`;
  const { doubt, otherDoubt } = borderEvidence(points, reading, options);
  if (doubt === undefined) return otherDoubt;
  return sentence`${doubt} If so, use ${columnOptions(table, AXES.toReversed())}.`;
}

/** What the names of the degrees may mean, too. */
function doubtOfSizes({ names, pair }: DegreesTable): string | undefined {
  const [latitude, longitude] = [names[pair.latitude], names[pair.longitude]];
  if (!Names.mayMeanSize(latitude ?? "")) return undefined;
  return `The columns ${quoted(latitude)} and ${quoted(longitude)} are read as latitude and longitude. Such names also mean width and length.`;
}

/** Whether the user has chosen a latitude and a longitude of two places. */
function doubtOfChoice({ names, pair, rows, options }: DegreesTable): string | undefined {
  const pairs = Names.allPairsOf(names);
  const isPair = (known: Names.AxisColumns) => AXES.every((axis) => known[axis] === pair[axis]);
  if (pairs.some(isPair)) return undefined;
  const [first, second] = AXES.map((axis) => pairs.find((known) => known[axis] === pair[axis]));
  if (!first || !second || !areTwoPlaces(first, second, { names, rows }, options)) return undefined;
  const [own, other] = [first, second].map(({ latitude, longitude }) => {
    return `${quoted(names[latitude])} with ${quoted(names[longitude])}`;
  });
  return `The latitude and the longitude seem to be of two places: of ${own}, and of ${other}.`;
}

/**
 * Checks the degrees of two columns: what stands beside them, what their names say, and where their points are.
 * @param isWhole whether no rows follow
 * @param isChosen whether the user has named these columns
 * @returns warnings, if the user has decided, or if only the land speaks against the points
 * @throws BatchError if a column or a name changes the meaning of the degrees, or if the user says an order of pairs
 */
export function checkDegrees(
  { names, paths, rows: all }: NamedRows & { readonly paths: readonly string[] },
  isWhole: boolean,
  pair: Names.AxisColumns,
  isChosen: boolean,
  options: ResolvedBatchOptions,
): Warnings {
  // Rows with too many fields fail: their cells are not below their names.
  const [first = [], ...others] = all.filter(({ length }) => length <= names.length);
  const hasUnits = AXES.every((axis) => /^\D+$/.test(first[pair[axis]] ?? ""));
  const [units, rows] = hasUnits ? [first, others] : [[], [first, ...others]];
  const letters = names.map(Names.lettersOf);
  const degrees = {
    latitude: textsWithNumbers({ names, rows }, pair.latitude),
    longitude: textsWithNumbers({ names, rows }, pair.longitude),
  };
  const table = { names, paths, rows, units, isWhole, letters, pair, degrees, options };
  const { lonFirst } = options;
  if (lonFirst !== undefined) {
    const advice = lonFirst
      ? sentence`To swap the columns, use ${columnOptions(table, AXES.toReversed())} instead.`
      : "Omit it.";
    const message = sentence`The option ${{ option: "lonFirst", value: lonFirst }} is for pairs in one value. ${advice}`;
    throw new BatchError(message, "lonFirst");
  }
  const doubt = doubtOfColumns(table, isChosen) ?? doubtOfNames(table) ?? doubtOfUnits(table);
  if (doubt !== undefined && !isChosen) throw new BatchError(doubt, "latColumn");
  const doubts = isChosen ? [doubt, doubtOfChoice(table)] : [doubtOfSizes(table)];
  return [...doubts, doubtOfSystems(table), doubtOfPoints(table)].flatMap((message) =>
    message === undefined ? [] : [{ message }],
  );
}
