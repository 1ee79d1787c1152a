/** What may be wrong with a batch: by its first rows, and by the rows so far. */
import { getTerritory, territories } from "../index.ts";
import { NO_TERRITORY } from "../into.ts";
import { countryOfSameName } from "../library/territories.ts";
import type { BatchPlan } from "./batch-plan.ts";
import type { RowCounts } from "./chunks.ts";
import { textOf, type Warning } from "./sentences.ts";

/**
 * Names the chosen meaning of an ambiguous territory name, and how to write the other one: NL is Nagaland and the
 * Netherlands, Georgia is in the USA and in Asia.
 * @returns a sentence; undefined if the name has one meaning only
 */
export function ambiguityWarning(name: string): string | undefined {
  const country = countryOfSameName(name);
  if (country === NO_TERRITORY) return undefined;
  const { alphaCode, fullName, parentTerritory } = getTerritory(name);
  const parent = parentTerritory ? ` in ${getTerritory(parentTerritory).fullName}` : "";
  const other = territories()[country];
  return `'${name}' is read as ${alphaCode}, ${fullName}${parent}. For the country ${other.fullName}, write ${other.alphaCode}.`;
}

/** More would hide other messages. */
const MAX_AMBIGUOUS_NAMES = 5;

function ambiguityWarnings(names: readonly string[]): readonly string[] {
  const others = names.slice(MAX_AMBIGUOUS_NAMES).join(", ");
  const first = names.slice(0, MAX_AMBIGUOUS_NAMES).flatMap((name) => ambiguityWarning(name) ?? []);
  return others === "" ? first : [...first, `These are names of countries, too: ${others}.`];
}

/** All warnings of an input: of its plan, and of its rows so far. */
export function warningsOf({ options, warnings }: BatchPlan, counts: RowCounts): Warning[] {
  const ofRows = ambiguityWarnings(counts.ambiguousNames).map((message) => ({ message }));
  return [...warnings, ...ofRows].map((warning) => ({
    ...warning,
    message: textOf(warning.message, options.surface),
  }));
}
