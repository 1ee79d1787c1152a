/** Decides whether columns beside the degrees change their meaning: hemispheres, minutes and seconds. */
import { MAX_LAT_DEG, MAX_LON_DEG } from "../../library/errors.ts";
import { quoted } from "../../messages.ts";
import { BatchError } from "../errors.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { type Message, sentence } from "../sentences.ts";
import { areTwoPlaces, degreesIn, filledTexts, type NamedRows } from "./columns.ts";
import { askLand } from "./land.ts";
import * as Names from "./names.ts";
import { DECIDING_SHARE, type Group, type Warnings } from "./sample.ts";

type Axis = Names.Axis;
const { AXES } = Names;

// Hemispheres

/** Letters and words of hemispheres by axis, in lower case. O is east in German and west in French. */
const HEMISPHERE_WORDS: Readonly<Record<Axis, RegExp>> = {
  latitude:
    /^(?:[ns]|(?:north|south)(?:ern)?|nord|noord|norte|sud|süd|syd|sur|sul|zuid|kuzey|güney|północ|południe|[北南](?:纬|緯)?|[сю](?:\.? ?ш)?|север|юг|[북남]위)\.?$/,
  longitude:
    /^(?:[ewo]|(?:east|west)(?:ern)?|ost|oost|öst|øst|est|este|leste|oeste|ouest|ovest|vest|väst|doğu|batı|wschód|zachód|[东東西](?:经|經|経)?|[вз](?:\.? ?д)?|восток|запад|[동서]경)\.?$/,
};

/** Both hemispheres in one column, and signs: only names say that they are. */
const BOTH_HEMISPHERES = /^[ns][ ,/-]?[ewo]$/;
const SIGNS = /^(?:[-+−]|[-+−]?1)$/;

/** The parts of names of hemispheres beside the name of the degrees. */
const HEMISPHERE_ENDS =
  /^(?:ref|dir|direction|hem|hemi|hemisphere|ns|ew|ow|we|indicator|ind|sign|sgn|letter)$/;

/** The names of hemispheres in any column. */
const HEMISPHERE_NAMES: Readonly<Record<Axis, RegExp>> = {
  latitude:
    /^(?:n(?:orth)?(?:or)?s(?:outh)?(?:hemi(?:sphere)?|ind(?:icator)?)?|sn|hemi?|hemisphere|hemisferio|emisfero|halbkugel|halfrond|quad|quadrant|сю|北南|南北)$/,
  longitude:
    /^(?:e(?:ast)?(?:or)?w(?:est)?(?:hemi(?:sphere)?|ind(?:icator)?)?|ow|we|вз|зв|東西|东西)$/,
};

/** A sign or a hemisphere in degrees. */
const SIGN_OR_LETTER = /^(?:[-+−]|[NSEW] ?\d)|[\d°'"′″ ][NSEW]$/i;

const MAX_DEG: Readonly<Record<Axis, number>> = {
  latitude: MAX_LAT_DEG,
  longitude: MAX_LON_DEG,
};

/** Digits before the dot that are degrees and minutes of NMEA: `5205.4438`. */
const NMEA = /^0*\d{3,5}\.\d+$/;

// Minutes

/** The ends of names of minutes and seconds, after the name of the degrees. */
const MINUTE_ENDS =
  /^(?:m|mn|min|mins|minutes?|minut[oe]s|minuten|minuti|s|sec|secs|seconds?|segundos|sekunden|secondi)$/;

const MINUTES = /^\d{1,2}(?:[.,]\d*)?\s*(?:['′’"″”]|''|min|sec)?$/;

/** Minutes, or minutes and seconds. */
const MAX_MINUTE_COLUMNS = 2;

/** A table with the columns of its degrees. */
interface Table extends NamedRows {
  readonly path: Group["path"] | undefined;
  /** The row of units below the names: `degrees_north`. It is not one of the rows. */
  readonly units: readonly string[];
  readonly options: ResolvedBatchOptions;
  readonly pair: Names.AxisColumns;
  /** The names of all columns without case, accents and signs. */
  readonly letters: readonly string[];
  /** The degrees as they stand in the table. */
  readonly degrees: Readonly<Record<Axis, readonly string[]>>;
}

/** Short names of the degrees: `lat_dir` belongs to `latitude`. */
const SHORT_NAMES: Readonly<Record<Axis, readonly string[]>> = {
  latitude: ["lat"],
  longitude: ["long", "lon", "lng"],
};

/** What follows, or else precedes, the name of the degrees, with or without their unit, or their short name, in another name. */
function affixOf({ letters, pair }: Table, index: number, axis: Axis): string | undefined {
  const name = letters[pair[axis]];
  const short = SHORT_NAMES[axis].some((start) => name.startsWith(start)) ? SHORT_NAMES[axis] : [];
  const unit = /(?:d|deg|degrees?|grad|grados|grade)$/;
  const stems = [name, name.replace(unit, ""), ...short].filter((stem) => stem !== "");
  const other = letters[index];
  const start = stems.find((stem) => other.startsWith(stem));
  if (start !== undefined) return other.slice(start.length);
  const end = stems.find((stem) => stem.length > 1 && other.endsWith(stem));
  return end && other.slice(0, -end.length);
}

/** The indexes of the columns without degrees. */
function otherColumns({ names, pair }: Table): readonly number[] {
  return [...names.keys()].filter((index) => index !== pair.latitude && index !== pair.longitude);
}

/** The columns with hemispheres of an axis: whether their names say so, and else on which side of the degrees they are. */
function hemispheresOf(table: Table, axis: Axis) {
  const { letters, pair } = table;
  return otherColumns(table).flatMap((index) => {
    const affix = affixOf(table, index, axis);
    const isKnownName = HEMISPHERE_NAMES[axis].test(letters[index]);
    const side = affix === undefined ? index - pair[axis] : 0;
    if (!isKnownName && Math.abs(side) > 1) return [];
    const isNamed = isKnownName || HEMISPHERE_ENDS.test(affix ?? "");
    const texts = filledTexts(table, index).map((text) => text.toLowerCase());
    // Codes may be 1, and a dash is a missing value.
    const areSigns = /^s(?:ign|gn)$/.test(affix ?? "") || texts.includes("-1");
    const isNamedWord = (text: string) =>
      BOTH_HEMISPHERES.test(text) || (areSigns && SIGNS.test(text));
    const words = texts.filter((text) => {
      return HEMISPHERE_WORDS[axis].test(text) || (isNamed && isNamedWord(text));
    });
    const areMost = words.length > 0 && words.length >= DECIDING_SHARE * texts.length;
    return areMost ? [{ index, isNamed, side }] : [];
  });
}

/** Whether degrees have a sign or a hemisphere. Missing values such as -999 are not degrees. */
function areSigned({ degrees, options }: Table, axis: Axis): boolean {
  return degrees[axis].some((text) => {
    const number = SIGN_OR_LETTER.test(text) ? degreesIn(text, axis, options) : undefined;
    return number !== undefined && Math.abs(number) <= MAX_DEG[axis];
  });
}

/** The first column with hemispheres of degrees that need them. */
function hemisphereColumn(table: Table): number | undefined {
  const ofAxes = AXES.map((axis) => hemispheresOf(table, axis));
  const needed = ofAxes.flatMap((ofAxis, at) => {
    if (areSigned(table, AXES[at])) return [];
    // A direction before the longitude and a flag after the latitude are not two hemispheres.
    const isOnBoth = (side: number) => ofAxes[1 - at].some((column) => column.side === side);
    return ofAxis.filter(({ isNamed, side }) => isNamed || isOnBoth(side));
  });
  return (needed.find(({ isNamed }) => isNamed) ?? needed[0])?.index;
}

/** The texts of a column with numbers: words such as `N/A` are missing values. */
function textsWithNumbers(columns: NamedRows, index: number): readonly string[] {
  return filledTexts(columns, index).filter((text) => /\d/.test(text));
}

/** Whether the numbers of a column are below 60. */
function areMinutes(table: Table, index: number): boolean {
  const texts = textsWithNumbers(table, index);
  const isMinutes = (text: string) => MINUTES.test(text) && Number.parseInt(text, 10) < 60;
  return texts.length > 0 && texts.every(isMinutes);
}

/** The number of columns of minutes and seconds directly after a column. */
function countMinutesAfter(table: Table, index: number): number {
  const others = otherColumns(table);
  let next = index + 1;
  while (others.includes(next) && areMinutes(table, next)) next++;
  return next - index - 1;
}

/** The columns of minutes and seconds by their names. A minimum beside a maximum is a bound. */
function namedMinutes(table: Table, axis: Axis): readonly number[] {
  const affixes = table.names.map((_, index) => affixOf(table, index, axis) ?? "");
  const hasMaximum = affixes.some((affix) => /^max/.test(affix));
  return otherColumns(table).filter((index) => {
    const isBound = hasMaximum && /^min/.test(affixes[index]);
    return MINUTE_ENDS.test(affixes[index]) && !isBound && areMinutes(table, index);
  });
}

/** The first column with minutes of degrees that are all whole. */
function minutesColumn(table: Table): number | undefined {
  const { degrees, options, pair } = table;
  const whole = AXES.filter((axis) => {
    const areWhole = degrees[axis].every((text) => {
      return Number.isInteger(degreesIn(text, axis, options));
    });
    return areWhole && degrees[axis].length > 0;
  });
  const [named] = whole.flatMap((axis) => namedMinutes(table, axis));
  if (named !== undefined || whole.length < AXES.length) return named;
  const [first, second] = [pair.latitude, pair.longitude].toSorted((column, next) => column - next);
  const [count, secondCount] = [first, second].map((index) => countMinutesAfter(table, index));
  return count > 0 && count <= MAX_MINUTE_COLUMNS && secondCount >= count ? first + 1 : undefined;
}

/** What is wrong with degrees whose hemispheres or minutes are in another column. */
function doubtOfColumns(table: Table): string | undefined {
  const { degrees, names, path = [] } = table;
  const minutes = minutesColumn(table);
  const index = minutes ?? hemisphereColumn(table);
  if (index === undefined) return undefined;
  const what = minutes === undefined ? "hemispheres" : "minutes or seconds";
  const name = names[index] ? quoted([...path, names[index]].join(".")) : `${index + 1}`;
  const [text] = [...degrees.latitude, ...degrees.longitude];
  const nmea = `The degrees are degrees and minutes of NMEA: write ${quoted(text)} as ${nmeaText(text)}, with the letter of the hemisphere.`;
  const advice =
    minutes === undefined
      ? NMEA.test(text)
        ? nmea
        : Names.SIGN_ADVICE
      : "Write decimal degrees, or all parts in one column: 33 51 25.2 S.";
  return `The ${what} of the degrees seem to be in column ${name}, which is not read. ${advice}`;
}

/** Degrees and minutes of NMEA with a blank between them: the last two digits before the dot are minutes. */
function nmeaText(text: string): string {
  return text.replace(/(\d\d\.\d+)$/, " $1");
}

/** What the names of the degrees say, and their numbers do not. */
function doubtOfNames(table: Table): string | undefined {
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

/** The options that swap the columns. */
function swappedOptions({ names, pair, path = [] }: Table): Message {
  const [lat, lon] = AXES.map((axis) => {
    const name = names[pair[axis]] ?? "";
    const isUnique = name !== "" && names.indexOf(name) === names.lastIndexOf(name);
    return isUnique ? [...path, name].join(".") : `${pair[axis] + 1}`;
  });
  return sentence`the option ${{ option: "latColumn", value: lon }} and the option ${{ option: "lonColumn", value: lat }}`;
}

/** Whether latitudes and longitudes may be swapped, by the land. */
function doubtOfPoints(table: Table): Message | undefined {
  const { names, pair, rows, options } = table;
  const points = rows.flatMap((row) => {
    const [latDeg, lonDeg] = AXES.map((axis) => degreesIn(row[pair[axis]], axis, options));
    return latDeg === undefined || lonDeg === undefined ? [] : [{ latDeg, lonDeg }];
  });
  const [lat, lon] = AXES.map((axis) => quoted(names[pair[axis]] ?? `${pair[axis] + 1}`));
  const reading = `${lat} as the latitude and ${lon} as the longitude`;
  const { doubt } = askLand(points, reading, options);
  return doubt && sentence`${doubt} If so, use ${swappedOptions(table)}.`;
}

/** What the names of the degrees may mean, too. */
function doubtOfSizes({ names, pair }: Table): string | undefined {
  const [latitude, longitude] = [names[pair.latitude], names[pair.longitude]];
  if (!Names.mayMeanSize(latitude ?? "")) return undefined;
  return `The columns ${quoted(latitude)} and ${quoted(longitude)} are read as latitude and longitude. Such names also mean width and length.`;
}

/** Whether the user has chosen a latitude and a longitude of two places. */
function doubtOfChoice({ names, pair, rows, options }: Table): string | undefined {
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
 * @param isChosen whether the user has named these columns
 * @returns warnings, if the user has decided, or if only the land speaks against the points
 * @throws BatchError if a column or a name changes the meaning of the degrees, or if the user says an order of pairs
 */
export function checkDegrees(
  { names, path, rows: all }: NamedRows & Pick<Partial<Group>, "path">,
  pair: Names.AxisColumns,
  isChosen: boolean,
  options: ResolvedBatchOptions,
): Warnings {
  const [first = [], ...others] = all;
  const hasUnits = AXES.every((axis) => /^\D+$/.test(first[pair[axis]] ?? ""));
  const [units, rows] = hasUnits ? [first, others] : [[], all];
  const letters = names.map((name) =>
    name
      .normalize("NFD")
      .toLowerCase()
      .replace(/[^\p{L}\d]/gu, ""),
  );
  const degrees = {
    latitude: textsWithNumbers({ names, rows }, pair.latitude),
    longitude: textsWithNumbers({ names, rows }, pair.longitude),
  };
  const table = { names, path, rows, units, letters, pair, degrees, options };
  const { lonFirst } = options;
  if (lonFirst !== undefined) {
    const advice = lonFirst
      ? sentence`To swap the columns, use ${swappedOptions(table)} instead.`
      : "Omit it.";
    const message = sentence`The option ${{ option: "lonFirst", value: lonFirst }} is for pairs in one value. ${advice}`;
    throw new BatchError(message, "lonFirst");
  }
  const doubt = doubtOfColumns(table) ?? doubtOfNames(table);
  if (doubt !== undefined && !isChosen) throw new BatchError(doubt, "latColumn");
  const doubts = isChosen ? [doubt, doubtOfChoice(table)] : [doubtOfSizes(table)];
  return [...doubts, doubtOfPoints(table)].flatMap((message) =>
    message === undefined ? [] : [{ message }],
  );
}
