/** Decides which columns or members of an input hold its values, and what these mean. */
import { utf8Bytes } from "../../characters.ts";
import { NO_TERRITORY } from "../../into.ts";
import { isObject } from "../../library/errors.ts";
import * as Territories from "../../library/territories.ts";
import { quoted } from "../../messages.ts";
import { countLines } from "../byte-texts.ts";
import { BatchError } from "../errors.ts";
import type { InputPlan } from "../input-plan.ts";
import { hasKeys } from "../options/format-facts.ts";
import { type ByRole, missingRoles } from "../options/roles.ts";
import { distinctNames } from "../output/layout.ts";
import { type Message, sentence } from "../sentences.ts";
import { fieldsOf } from "../syntax/fields.ts";
import { JsonReader } from "../syntax/json-reader.ts";
import { doubtOfDigits, doubtOfInternational } from "./code-doubts.ts";
import { decideColumns, filledTexts, missingColumn } from "./columns.ts";
import { checkDegrees, isCountryName } from "./degrees-checks.ts";
import * as Headers from "./header.ts";
import { decideMembers, type GroupRoles, isInArray, membersOf, pathsIn } from "./members.ts";
import {
  type DecidedMeaning,
  decideLonFirst,
  evidenceOfLines,
  evidenceOfOwnOrder,
} from "./pair.ts";
import { checkHasNoNames } from "./rows-in-arrays.ts";
import { asWarnings, type Group, isFeature, type Sample, textOfValue } from "./sample.ts";
import type { InputStart } from "./start.ts";

/** The values of roles in a group of the sample, and what they add to the plan. */
interface DecidedRoles extends GroupRoles {
  readonly plan: Partial<InputPlan>;
}

function noRoles(sample: Sample, plan: Partial<InputPlan> = {}): DecidedRoles {
  return { plan, group: sample, indexes: {} };
}

/** Name of the column or member that holds a line in other formats. */
const LINE_COLUMN = "input";

// Tables

/** Encodings of files, the most frequent one first. */
const ENCODINGS = `latin1 windows-1250 windows-1251 windows-1253 windows-1254 shift_jis euc-kr
  gb18030 big5`.split(/\s+/);

/** The error for a table without the required columns: perhaps its header is another line, or in another encoding. */
function missingColumnsError(
  { given, headerOffset, sample, firstRow = "", offset }: InputStart,
  { delimiter, options }: InputPlan,
  error: BatchError,
): BatchError {
  const { encoding, header, skip } = options;
  if (!header) return error;
  const named = Headers.findHeader(given, headerOffset) ?? headerOffset;
  if (named !== headerOffset) {
    const lines = skip + countLines(given.bytes, 0, named);
    const message = sentence`The first row ${quoted(firstRow)} does not name the columns. Line ${lines + 1} does: use the option ${{ option: "skip", value: lines }}.`;
    return new BatchError(message, "skip");
  }
  if (encoding !== undefined || !sample.names.some((name) => name.includes("\ufffd"))) return error;
  const line = given.bytes.subarray(headerOffset, offset);
  const namesColumns = (name: string) => {
    const text = new TextDecoder(name).decode(line).trim();
    return Headers.columnsNamedBy(fieldsOf(text, delimiter), options);
  };
  const value = ENCODINGS.find(namesColumns) ?? ENCODINGS[0];
  const message = sentence`The names of columns ${quoted(firstRow)} are not UTF-8 text. Use the option ${{ option: "encoding", value }}, or another encoding.`;
  return new BatchError(message, "encoding");
}

/** The columns of a table. @throws BatchError if it lacks one, or if its first row is not a header */
function columnsOfTable(input: InputStart, names: readonly string[], plan: InputPlan) {
  const { sample } = input;
  const { options } = plan;
  const { header, operation } = options;
  if (header) Headers.checkIsSplit(names, options);
  try {
    const indexes = decideColumns(sample, Headers.chosenColumns(names, options), options);
    const [missing] = missingRoles(operation, indexes);
    Headers.checkIsHeader(names, missing === undefined, plan);
    if (missing === undefined) return indexes;
    throw header
      ? missingColumn(sample, missing, "column")
      : Headers.noHeaderError(sample.rows[0] ?? [], options);
  } catch (error) {
    throw error instanceof BatchError ? missingColumnsError(input, plan, error) : error;
  }
}

function rolesOfTable(input: InputStart, plan: InputPlan): DecidedRoles {
  const { sample } = input;
  const { keepsFormat, options } = plan;
  const { names: header, rows } = sample;
  const names = options.header ? header : (rows[0] ?? []).map((_, at) => `column${at + 1}`);
  const indexes = columnsOfTable(input, names, plan);
  Headers.checkIsOneTable(header, rows, indexes, options);
  if (Headers.choicesOf(options).length === 0) {
    Headers.checkNamesSuitRows(header, rows, indexes, plan);
  }
  const columns = keepsFormat ? names : distinctNames(names);
  const besidePlace = Headers.columnsBesidePlace(names, rows, indexes);
  const last = names.length - 1;
  const endsWithDegrees = indexes.latitude === last || indexes.longitude === last;
  const decimalsAtEnd = endsWithDegrees ? Headers.fewestDecimals(rows, last) : 0;
  const added = { besidePlace, columns, decimalsAtEnd, indexes, names: columns };
  return { plan: added, group: sample, indexes };
}

// JSON

/** The names of the members of the first row, and those of the columns if the output needs them. */
function namesOfJson(firstRow: string, plan: InputPlan) {
  const { hasFeatureOutput, hasTableOutput, options } = plan;
  const reader = new JsonReader({ ...plan, isSequence: false });
  reader.next(utf8Bytes(firstRow), 0);
  const { feature, fields } = reader.row.schema;
  const names = (feature && hasFeatureOutput ? feature.properties : fields).map(({ name }) => name);
  const needsColumns = hasTableOutput && !options.onlyResults;
  const columns = needsColumns ? (options.columns?.map(({ name }) => name) ?? names) : [];
  return { columns, names };
}

/** The members of the values of JSON rows. */
function rolesOfJson({ firstRow = "", sample }: InputStart, plan: InputPlan): DecidedRoles {
  const { areFeatures, hasTableOutput, options } = plan;
  const { operation } = options;
  const { values } = sample;
  if (areFeatures ? !values.some(isFeature) : values.length === 0) {
    if (!hasTableOutput) return noRoles(sample);
    const problem = areFeatures ? "is neither a GeoJSON Feature nor a Point" : "is not valid JSON";
    const message = `The first row ${quoted(firstRow)} ${problem}. The output takes the names of its columns from it.`;
    throw new BatchError(message);
  }
  const named = namesOfJson(firstRow, plan);
  if (areFeatures && operation === "encode") {
    const option = (["latColumn", "lonColumn", "coordinatesColumn"] as const).find((name) => {
      return options[name] !== undefined;
    });
    if (option === undefined) return noRoles(sample, named);
    const message = sentence`The point of a feature is its geometry, not a column. Omit the option ${{ option }}.`;
    throw new BatchError(message, option);
  }
  if (operation === "encode") checkHasNoNames(sample);
  // Rows that are pairs, or mapcodes, have no members.
  const first = values.find((value) => typeof value === "object" && value !== null);
  if (!isObject(first)) return noRoles(sample, named);
  const chosen = Object.fromEntries(Headers.choicesOf(options));
  const decided = decideMembers(sample, chosen, options);
  const members = { ...membersOf(decided), ...chosen };
  const [missing] = missingRoles(operation, members);
  if (missing !== undefined) {
    throw missingColumn(sample, missing, areFeatures ? "property" : "member", named.names);
  }
  return { ...decided, plan: { ...named, members } };
}

/** The values of rows, and the columns of the output. */
export function decideRoles(input: InputStart, plan: InputPlan): DecidedRoles {
  const { from, operation } = plan.options;
  const line = [LINE_COLUMN];
  if (from === "plain") {
    const decimalsAtEnd = operation === "encode" ? Headers.fewestDecimals(input.sample.rows, 0) : 0;
    return noRoles(input.sample, { columns: line, decimalsAtEnd, names: line });
  }
  if (input.firstRow === undefined) return noRoles(input.sample);
  return hasKeys(from) ? rolesOfJson(input, plan) : rolesOfTable(input, plan);
}

// What the values mean

/** Between two objects: nothing stands beside the members of another one. */
const GAP: Group = { path: [], names: [""], rows: [] };

/** The members of an object with the degrees, then those of other objects of its row: hemispheres may be there. */
function withOtherMembers(group: Group, sample: Sample) {
  const others = [sample, ...sample.inner].filter((other) => other !== group && !isInArray(other));
  const groups = [group, ...(isInArray(group) ? [] : others.flatMap((other) => [GAP, other]))];
  const rows = group.rows.map((_, row) => {
    return groups.flatMap((inner) => inner.rows[row] ?? inner.names.map(() => ""));
  });
  const names = groups.flatMap((inner) => inner.names);
  return { names, paths: groups.flatMap(pathsIn), rows };
}

/** The warning about a territory that is another one in the country of its row, where no country is read: WA beside AU. */
function doubtOfTerritories(
  { names, rows }: Group,
  { territory = -1, country }: ByRole<number>,
): Message | undefined {
  const column = names.findIndex((name, at) => at !== territory && isCountryName(name));
  if (country !== undefined || column < 0) return undefined;
  for (const row of rows) {
    const [name, countryName] = [territory, column].map((at) => row[at] ?? "");
    const within = Territories.countryByAnyName(countryName);
    if (name === "" || within === NO_TERRITORY) continue;
    const read = Territories.territoryNamed(name);
    const meant = Territories.territoryNamedWithin(name, within);
    if (read === NO_TERRITORY || meant === NO_TERRITORY || meant === read) continue;
    const choice = { option: "countryColumn", value: names[column] };
    return sentence`${quoted(name)} is read as ${Territories.described(read)}, but its row has ${quoted(countryName)}. If these are its countries, use the option ${choice}.`;
  }
  return undefined;
}

/**
 * Decides the order of pairs, and checks degrees in two columns. Mapcodes only get warnings.
 * @throws BatchError if it is in doubt what the values mean
 */
export function decideMeaning(
  sample: Sample,
  { group, indexes }: DecidedRoles,
  { areFeatures, options }: InputPlan,
): DecidedMeaning {
  const { isWhole, rows, values } = sample;
  const { latitude, longitude, coordinates, mapcode = -1 } = indexes;
  const { from, latColumn, lonColumn, lonFirst, operation } = options;
  if (operation === "decode") {
    const codes = from === "plain" ? rows.flat() : filledTexts(group, mapcode);
    const ofRows = [doubtOfTerritories, doubtOfInternational].map((doubt) => doubt(group, indexes));
    return { lonFirst, warnings: asWarnings([doubtOfDigits(codes), ...ofRows]) };
  }
  if (areFeatures) return { lonFirst, ...evidenceOfOwnOrder(values, options) };
  if (from === "plain") return { lonFirst, ...evidenceOfLines(rows.flat(), options) };
  if (latitude !== undefined && longitude !== undefined) {
    const isChosen = (latColumn ?? lonColumn) !== undefined;
    const others = { isWhole, isChosen, columns: { latitude, longitude }, options };
    return { lonFirst, ...checkDegrees({ ...withOtherMembers(group, sample), ...others }) };
  }
  if (coordinates !== undefined) {
    const texts = filledTexts(group, coordinates);
    return decideLonFirst(group.names[coordinates], texts, isWhole, options);
  }
  const pairs = values.filter(Array.isArray).flatMap((value) => textOfValue(value) ?? []);
  return decideLonFirst(undefined, pairs, isWhole, options);
}
