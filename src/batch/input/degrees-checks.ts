/** Checks degrees in two columns: what stands beside them, what their names say, and where their points are. */
import { NO_TERRITORY } from "../../into.ts";
import { allMeanings, countryByAnyName } from "../../library/territories.ts";
import { quoted } from "../../messages.ts";
import { BatchError } from "../errors.ts";
import { isOtherEpsgCode } from "../rows/places.ts";
import { type Message, sentence } from "../sentences.ts";
import {
  type BorderEvidence,
  borderEvidence,
  isPresent,
  misplacedPoints,
} from "./border-evidence.ts";
import { areTwoPlaces, degreesIn, filledTexts, pointIn } from "./columns.ts";
import * as Degrees from "./degrees-table.ts";
import { doubtOfHemispheres } from "./hemispheres.ts";
import * as Names from "./names.ts";
import { asWarnings, DECIDING_SHARE } from "./sample.ts";

type Axis = Names.Axis;
type DegreesTable = Degrees.DegreesTable;
const { AXES } = Names;

const MINUTES = /^\d{1,2}(?:[.,]\d*)?\s*(?:['′’"″”]|''|min|sec)?$/;

/** Whether the numbers of a column are below 60, and the degrees beside them are whole, unless these numbers are 0. */
function areMinutes(table: DegreesTable, axis: Axis, index: number): boolean {
  const { options, columns, rows } = table;
  const filled = rows.filter((row) => /\d/.test(row[index] ?? ""));
  // Seconds may be beside degrees and minutes, as in `52°22'`.
  const isWhole = (row: readonly string[]) =>
    Number.isInteger(degreesIn(row[columns[axis]], axis, options)) ||
    /\d\s*['′’]$/.test(row[columns[axis]] ?? "");
  return (
    filled.some(isWhole) &&
    filled.every((row) => {
      const text = row[index].trim();
      const isMinutes = MINUTES.test(text) && Number.parseInt(text, 10) <= 60;
      return isMinutes && (isWhole(row) || !/[1-9]/.test(text));
    })
  );
}

/** The columns of minutes and seconds by their names. A minimum beside a maximum is a bound. */
function namedMinutes(table: DegreesTable, axis: Axis): readonly number[] {
  const affixes = Degrees.affixesOf(table, axis).map((affix = "") => affix);
  const hasMaximum = affixes.some((affix) => /^max/.test(affix));
  return Degrees.otherColumns(table).filter((index) => {
    const affix = affixes[index];
    const hasEnd = /^[ms]$/.test(affix) || Names.MINUTE_ENDS.has(affix);
    if (!hasEnd || (hasMaximum && /^min/.test(affix))) return false;
    return !Degrees.hasDegrees(table) || areMinutes(table, axis, index);
  });
}

/** The first column with minutes of whole degrees: by its name, or by one or two columns after both degrees. */
function minutesColumn(table: DegreesTable): number | undefined {
  const { columns } = table;
  const [named] = AXES.flatMap((axis) => namedMinutes(table, axis));
  if (named !== undefined) return named;
  const [first, second] = AXES.toSorted((axis, next) => columns[axis] - columns[next]);
  const others = Degrees.otherColumns(table);
  const areAfter = (axis: Axis, distance: number) => {
    const index = columns[axis] + distance;
    return others.includes(index) && areMinutes(table, axis, index);
  };
  const count = [0, 1, 2].findIndex((after) => !areAfter(first, after + 1));
  const areBoth = [1, 2].every((distance) => distance > count || areAfter(second, distance));
  return count > 0 && areBoth ? columns[first] + 1 : undefined;
}

/** What is wrong with degrees whose minutes are in another column. */
function doubtOfMinutes(table: DegreesTable): Message | undefined {
  const index = minutesColumn(table);
  const advice = "Write decimal degrees, or all parts in one column: 33 51 25.2 S.";
  if (index === undefined) return undefined;
  return Degrees.doubtOfColumn(table, index, "minutes or seconds", advice);
}

/** What the names of the degrees say, and their numbers do not. */
function doubtOfNames(table: DegreesTable): string | undefined {
  const doubts = AXES.map((axis) => {
    const index = table.columns[axis];
    const [name, unit] = [table.names, table.units].map((row) => row[index] ?? "");
    const areNumbers = table.degrees[axis].every((text) => /^[-+−]?[\d.,]+$/.test(text));
    const full = unit === "" ? name : `${name} (${unit})`;
    const isUnit = Names.unitOfName(full) !== undefined;
    const isContradicted = isUnit ? areNumbers : !Degrees.areSigned(table, axis);
    return isContradicted ? Names.doubtOfName(full) : undefined;
  });
  return doubts.find((doubt) => doubt !== undefined);
}

/** The name of a column with reference systems. */
const SYSTEM_NAME =
  /datum|crs|srs|srid|reference ?system|epsg|coord(?:inate)?s?[ _]?(?:type|sys)|測地系|坐[标標]系/i;

/** What a column with the reference system of each row says, as in Darwin Core. */
function doubtOfSystems(table: DegreesTable): string | undefined {
  for (const index of Degrees.otherColumns(table)) {
    const name = table.names[index];
    if (!SYSTEM_NAME.test(name)) continue;
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
      const number = degreesIn(text, axis, table.options);
      return Math.abs(number) <= (Degrees.MAX_DEG[axis] * Math.PI) / 180;
    }),
  );
  const isUnit = (text: string) => /^\s*rad(?:ian)?s?\s*$/i.test(text);
  const index = Degrees.otherColumns(table).find((at) => {
    const texts = areSmall ? filledTexts(table, at) : [];
    return texts.length > 0 && texts.every(isUnit);
  });
  if (index === undefined) return undefined;
  return `The column ${quoted(table.paths[index])} says radians. Write degrees of WGS 84.`;
}

/** Names of columns with the country of each row, as lettersOf writes them. */
const COUNTRY_NAME =
  /^(?:(?:addr)?country(?:name|(?:iso)?(?:code)?[23]?)?|ctry|iso(?:code)?[23]?|nazione|kraj|ulke|nation|pays|pais|paese|land|страна|国家)$/;

/** Whether a column of this name has the country of each row. */
export function isCountryName(name: string): boolean {
  return COUNTRY_NAME.test(Names.lettersOf(name));
}

/** Names of columns with the state or province of each row, as lettersOf writes them. */
const REGION_NAME =
  /^(?:addr)?(?:us)?(?:state|province|estado|uf)(?:code|name|abbr)?$|^stateprov(?:ince)?$/;

/** The territories that a name in a column of countries or regions may mean. */
function territoriesOf(text: string, isCountry: boolean): readonly number[] {
  if (!isCountry) return allMeanings(text);
  const country = countryByAnyName(text);
  return country === NO_TERRITORY ? [] : [country];
}

/** What a column with countries or regions says of degrees without their minus signs, or swapped. */
function doubtOfCountries(table: DegreesTable): Message | undefined {
  const { bareNames, names, columns, paths, rows, options } = table;
  const country = names.findIndex(isCountryName);
  const index = country >= 0 ? country : bareNames.findIndex((name) => REGION_NAME.test(name));
  if (index < 0 || options.local !== "borders") return undefined;
  const named = rows.flatMap((row) => {
    const text = (row[index] ?? "").trim();
    const territories = territoriesOf(text, index === country);
    return territories.length === 0
      ? []
      : [{ ...pointIn(row, columns, options), territories, text }];
  });
  // A column `state` may have states of devices, or of countries whose states have no mapcodes, such as Venezuela.
  const areOthers = named.length < DECIDING_SHARE * filledTexts(table, index).length;
  if (index !== country && areOthers) return undefined;
  const points = named.filter(isPresent);
  const { withWrongSign, swapped } = misplacedPoints(points);
  const [{ latDeg, lonDeg, text } = {}] = [...withWrongSign, ...swapped];
  if (text === undefined) return undefined;
  const example = `By the column ${quoted(paths[index] ?? "")}, points such as ${latDeg},${lonDeg} of ${quoted(text)}`;
  if (withWrongSign.length > 0)
    return `${example} seem to have a wrong sign or none. ${Names.SIGN_ADVICE}`;
  const advice =
    swapped.length === points.length
      ? sentence`Use ${Degrees.columnOptions(table, AXES.toReversed())}.`
      : "Swap these.";
  return sentence`${example} seem to have latitude and longitude swapped. ${advice}`;
}

/** What the borders say about the points. */
function evidenceOfPoints(table: DegreesTable): BorderEvidence {
  const { names, columns, rows, options } = table;
  const points = rows.map((row) => pointIn(row, columns, options));
  const [lat, lon] = AXES.map((axis) => quoted(names[columns[axis]] || `${columns[axis] + 1}`));
  const reading = `${lat} as the latitude and ${lon} as the longitude`;
  const message = sentence`If so, use ${Degrees.columnOptions(table, AXES.toReversed())}.`;
  return borderEvidence(points, reading, options, { message });
}

/** What the names of the degrees may mean, too. */
function doubtOfWidthNames({ names, columns }: DegreesTable): string | undefined {
  const [latitude, longitude] = [names[columns.latitude], names[columns.longitude]];
  if (!Names.mayMeanWidth(latitude ?? "")) return undefined;
  return `The columns ${quoted(latitude)} and ${quoted(longitude)} are read as latitude and longitude. Such names also mean width and length.`;
}

/** The doubt about a latitude and a longitude that the user has chosen, if they are of two places. */
function doubtOfChoice({ names, columns, rows, options }: DegreesTable): string | undefined {
  const all = Names.allColumnsOf(names);
  if (all.some((place) => AXES.every((axis) => place[axis] === columns[axis]))) return undefined;
  const [first, second] = AXES.map((axis) => all.find((place) => place[axis] === columns[axis]));
  if (!first || !second || !areTwoPlaces(first, second, { names, rows }, options)) return undefined;
  const shown = [first, second].map(({ latitude, longitude }) => {
    return `${quoted(names[latitude])} with ${quoted(names[longitude])}`;
  });
  return `The latitude and the longitude seem to be of two places: of ${shown.join(", and of ")}.`;
}

/** The first of these doubts stops the batch, unless the user has decided. */
const STOPPING_DOUBTS = [doubtOfMinutes, doubtOfHemispheres, doubtOfNames, doubtOfUnits];

/**
 * Checks the degrees of two columns: what stands beside them, what their names say, and where their points are.
 * @returns warnings, if the user has decided, or if only the borders make the points doubtful
 * @throws BatchError if a column or a name changes the meaning of the degrees, or if the user says an order of pairs
 */
export function checkDegrees(
  given: Omit<DegreesTable, "units" | "bareNames" | "degrees">,
): Pick<BorderEvidence, "warnings" | "area"> {
  const { names, columns, isChosen, options } = given;
  // Rows with too many fields fail, unless these are empty: their cells are not below their names.
  const even = given.rows.filter((row) => !row.slice(names.length).some(Boolean));
  const [first = [], ...others] = even;
  const hasUnits = AXES.every((axis) => /^\D+$/.test(first[columns[axis]] ?? ""));
  const [units, rows] = hasUnits ? [first, others] : [[], [first, ...others]];
  // Words such as `N/A` are missing values.
  const degreesOf = (axis: Axis) =>
    filledTexts({ names, rows }, columns[axis]).filter((text) => /\d/.test(text));
  const degrees = { latitude: degreesOf("latitude"), longitude: degreesOf("longitude") };
  const bareNames = names.map(Names.lettersOf);
  const table: DegreesTable = { ...given, rows, units, bareNames, degrees };
  const { lonFirst } = options;
  if (lonFirst !== undefined) {
    const advice = lonFirst
      ? sentence`To swap the columns, use ${Degrees.columnOptions(table, AXES.toReversed())} instead.`
      : "Omit it.";
    const message = sentence`The option ${{ option: "lonFirst", value: lonFirst }} is for pairs in one value. ${advice}`;
    throw new BatchError(message, "lonFirst");
  }
  const [doubt] = asWarnings(STOPPING_DOUBTS.map((doubtOf) => doubtOf(table)));
  if (doubt && !isChosen) throw new BatchError(doubt.message, "latColumn");
  const other = isChosen ? doubtOfChoice(table) : doubtOfWidthNames(table);
  const inCountries = doubtOfCountries(table);
  const warnings = asWarnings([doubt?.message, other, doubtOfSystems(table), inCountries]);
  if (inCountries !== undefined) return { warnings };
  const { area, warnings: ofPoints } = evidenceOfPoints(table);
  return { warnings: [...warnings, ...ofPoints], area };
}
