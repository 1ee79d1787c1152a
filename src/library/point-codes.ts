/** The codes of a point: which of them are wanted, and which local one is the code to name. */
import { type CodeList, createCodeList, NO_CODE } from "../codec/arrays.ts";
import { type CodeFilter, encodeFilteredInto, encodeInternationalInto } from "../codec/encode.ts";
import { type LocalRule, SHORTEST } from "../codec/find.ts";
import { NO_TERRITORY } from "../tables/layout/names.ts";
import { contradiction } from "./errors.ts";
import { countryNumber, territoryNumber } from "./territories.ts";

/** What the codes of a point are restricted to, or where a code without a territory is looked up. */
export interface TerritoryFilter extends CodeFilter {
  /** Its name in messages; empty if everything is wanted. */
  readonly name: string;
}

/** The filter that leaves all codes. */
export const NO_FILTER: TerritoryFilter = Object.freeze({
  territory: NO_TERRITORY,
  country: NO_TERRITORY,
  name: "",
});

type FilterNames = Partial<Record<"territory" | "country", string | undefined>>;

/** The filter of a name. @throws MapcodeError if both are given, or if there is no such territory or country */
export function territoryFilter({ territory, country }: FilterNames): TerritoryFilter {
  if (territory !== undefined) {
    if (country !== undefined) throw contradiction({ territory, country });
    return { territory: territoryNumber(territory), country: NO_TERRITORY, name: territory };
  }
  if (country === undefined) return NO_FILTER;
  return { territory: NO_TERRITORY, country: countryNumber(country), name: country };
}

/** The number of the territory in which a filter looks up codes without one: a country stands for its own territory. */
export function contextOfFilter({ territory, country }: TerritoryFilter): number {
  return territory === NO_TERRITORY ? country : territory;
}

/** The codes that a list has beside the international one: the local one, which takes half the time of all; or none. */
type PointSelection = "local" | "international" | "all";

/** The codes of one point after the other, in arrays that are reused. */
export class PointCodes {
  /** What was found: codes within the filter, then the international one, unless it is the last of them. */
  readonly list: CodeList = createCodeList();
  /** How many codes the filter leaves. With the selection `all`, they are the first ones of the list. */
  count = 0;
  /** Index of the local code in the list, or NO_CODE. */
  local: number = NO_CODE;
  /** Index of the international code in the list. */
  international = 0;
  private readonly selection: PointSelection;
  private readonly rule: LocalRule;

  /** @param rule chooses the local code: by default the shortest one, the first on a tie */
  constructor(selection: PointSelection, rule: LocalRule = SHORTEST) {
    this.selection = selection;
    this.rule = rule;
  }

  /** Finds the codes of a point in finite degrees, without allocating. @returns how many codes the filter leaves */
  find(latDeg: number, lonDeg: number, precision: number, filter: TerritoryFilter): number {
    const { list } = this;
    if (this.selection === "international") {
      this.count = encodeInternationalInto(latDeg, lonDeg, precision, list);
      return this.count;
    }
    const isLocal = this.selection === "local";
    this.count = encodeFilteredInto(latDeg, lonDeg, precision, filter, this.rule, isLocal, this);
    this.international = list.count - 1;
    return this.count;
  }
}
