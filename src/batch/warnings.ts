/** What may be wrong with a batch: by its first rows, and by the rows so far. */
import { territories } from "../index.ts";
import { allMeanings, described, homeCountry, territoryNamed } from "../library/territories.ts";
import { quoted } from "../messages.ts";
import type { CountedRows, RowCounts } from "./chunks.ts";
import type { Mistake } from "./input/area.ts";
import { ambiguityWarning } from "./input/code-doubts.ts";
import { isCountryName } from "./input/degrees-checks.ts";
import { SIGN_ADVICE } from "./input/names.ts";
import { DECIDING_SHARE } from "./input/sample.ts";
import type { InputPlan } from "./input-plan.ts";
import { hasKeys } from "./options/format-facts.ts";
import type { PlannedOptions } from "./options/options.ts";
import { placeOf } from "./rows/row-errors.ts";
import { type Message, type Surface, sentence, textOf, type Warning } from "./sentences.ts";

/**
 * The warning about an ambiguous name of rows. The other names decide which meaning is likely: WA is more likely
 * AU-WA than US-WA beside NSW. CA is California beside TX and ON, but Canada, too, beside TX and Netherlands.
 * @param certain the territories in its column, or before mapcodes, whose names have one meaning
 */
function rowNameWarning(
  name: string,
  certain: readonly number[],
  isAdvised: boolean,
): Message | undefined {
  const countries = new Set(certain.map(homeCountry));
  const read = territoryNamed(name);
  const home = homeCountry(read);
  const likely = allMeanings(name).find((number) => {
    const country = homeCountry(number);
    return country !== home && country !== number && countries.has(country);
  });
  if (likely === undefined) {
    const isCountry = (number: number) => homeCountry(number) === number;
    const hasNeighbor = certain.some(
      (number) => !isCountry(number) && homeCountry(number) === home,
    );
    const hasOtherCountry = certain.some((number) => isCountry(number) && number !== home);
    return hasNeighbor && !hasOtherCountry ? undefined : ambiguityWarning(name);
  }
  const { alphaCode, fullName } = territories()[likely];
  const country = territories()[homeCountry(likely)];
  const option = { option: "country", value: country.alphaCode };
  const advice = isAdvised && countries.size === 1 ? sentence`, or use the option ${option}` : "";
  return sentence`'${name}' is read as ${described(read)}, but other names are in ${country.fullName}. For ${fullName}, write ${alphaCode}${advice}.`;
}

/** The maximum number of such warnings. More would hide others. */
const MAX_AMBIGUOUS_NAMES = 5;

function ambiguityWarnings(counts: CountedRows, isAdvised: boolean): readonly Message[] {
  const { ambiguousNames, certainTerritories } = counts;
  const warned = ambiguousNames.flatMap((name) => {
    const message = rowNameWarning(name, certainTerritories, isAdvised);
    return message === undefined ? [] : [{ name, message }];
  });
  const first = warned.slice(0, MAX_AMBIGUOUS_NAMES).map(({ message }) => message);
  const others = warned.slice(MAX_AMBIGUOUS_NAMES).map(({ name }) => name);
  return others.length === 0
    ? first
    : [...first, `These names have other meanings, too: ${others.join(", ")}.`];
}

const MANY_ROWS = 1000;

/** The warning about an input whose first rows all fail; undefined if they do not, or are few. */
export function failingWarning(
  { failedBeforeGood, failures }: RowCounts,
  surface?: Surface,
): string | undefined {
  const failure = failures.find(({ first }) => first.code !== "missing-value");
  if (failedBeforeGood < MANY_ROWS || !failure) return undefined;
  const place = placeOf(failure.first, surface);
  return `The first ${MANY_ROWS.toLocaleString("en")} rows all fail. ${place}: ${failure.first.message}`;
}

/** What each mistake asks, and what explains it. */
const MISTAKES: Readonly<
  Record<Exclude<Mistake, "none">, readonly [question: string, reason: string]>
> = {
  swapped: [
    "Are latitude and longitude swapped in some rows?",
    "at sea; swapped, it is among most others. If so, swap these.",
  ],
  sign: [
    "Do some rows lack their sign?",
    `at sea; with another sign, it is among most others. ${SIGN_ADVICE}`,
  ],
  zero: ["Do some rows lack a value?", "far from most others."],
};

/** The warnings about points far from most others, if a mistake explains most: others are ships, or on their way. */
function strayWarnings({ strays }: CountedRows, surface: Surface): readonly string[] {
  const unexplained = strays.find(({ first }) => first.code === "none")?.rows ?? 0;
  return strays.flatMap(({ rows, first }) => {
    const { code, latDeg, lonDeg } = first;
    const isMost = rows >= DECIDING_SHARE * (rows + unexplained);
    if (code === "none" || (code !== "zero" && !isMost)) return [];
    const [question, reason] = MISTAKES[code];
    return `${question} ${placeOf(first, surface)}: ${latDeg},${lonDeg} is ${reason}`;
  });
}

function rowWarnings(counts: CountedRows, options: PlannedOptions): readonly Warning<Message>[] {
  const { hasMixedDecimals, isCut, valuesWithBlanks, zeroPoints } = counts;
  const failing = failingWarning(counts, options.surface);
  const mayAdviseCountry = options.territory === undefined;
  const ofStrays = strayWarnings(counts, options.surface);
  const ofNames = ambiguityWarnings(counts, mayAdviseCountry);
  const texts = [failing ?? [], ofNames, ofStrays].flat();
  if (valuesWithBlanks > 0) {
    const values = valuesWithBlanks === 1 ? "1 value has" : `${valuesWithBlanks} values have`;
    texts.push(`${values} blanks in place of tabs and line ends, which the output cannot hold.`);
  }
  if (zeroPoints > 0) {
    const [rows, their] =
      zeroPoints === 1 ? ["1 row has", "its"] : [`${zeroPoints} rows have`, "their"];
    texts.push(`${rows} the point 0,0, in the sea off Ghana: are ${their} values missing?`);
  }
  if (isCut) {
    texts.push(
      "The last number has fewer decimals than all others, and no line end: is the input cut off?",
    );
  }
  const warnings: Warning<Message>[] = texts.map((message) => ({ message }));
  // Numbers of JSON have points.
  if (!hasMixedDecimals || hasKeys(options.to)) return warnings;
  const option = "decimalComma";
  const message = sentence`Degrees have decimal commas, and the numbers of results have points. With the option ${{ option, value: true }}, they have commas, too.`;
  return [...warnings, { message, option }];
}

/** Warns of a column of countries that is not read, while a point decides where codes without a territory are. */
function countryWarnings({ indexes, members, names, options }: InputPlan): Warning<Message>[] {
  const isNamed = { ...indexes, ...members };
  const name = names.find(isCountryName);
  const isDecided = isNamed.territory !== undefined || isNamed.country !== undefined;
  if (options.near === undefined || name === undefined || isDecided) return [];
  const option = "countryColumn";
  const message = sentence`The column ${quoted(name)} is not read. If it has countries, use the option ${{ option, value: name }}.`;
  return [{ message, option }];
}

/** All warnings of an input: of its plan, and of its rows so far. */
export function warningsOf(plan: InputPlan, counts: CountedRows): Warning[] {
  const { options, warnings } = plan;
  const all = [...warnings, ...countryWarnings(plan), ...rowWarnings(counts, options)];
  return all.map((warning) => ({ ...warning, message: textOf(warning.message, options.surface) }));
}
