/** The codes of one point after the other, with the local one by a rule, in reused arrays. */
import { INTERNATIONAL_TERRITORY } from "../tables/tables.ts";
import { type CodeList, createCodeList, NO_CODE } from "./code-list.ts";
import * as encode from "./encode.ts";
import { addInternationalCode, keepFound, type LocalRule, SHORTEST } from "./find.ts";
import { foundTerritories } from "./scratch.ts";
import { writeList } from "./write-codes.ts";

/** The codes to find: local and international (in half the time of all), international only, or all. */
type PointSelection = "local" | "international" | "all";

export class PointCodes {
  /** The found codes. With the selection `all`: in the order of the rule, then the international one if it is not there. */
  readonly list: CodeList = createCodeList();
  /** The number of codes within the filter. With the selection `all`, they come first in the list. */
  count = 0;
  /** Index of the local code in the list, or NO_CODE. */
  localIndex: number = NO_CODE;
  /** Index of the international code in the list. */
  internationalIndex = 0;
  private readonly selection: PointSelection;
  private readonly rule: LocalRule;

  /** @param rule chooses the local code: by default the shortest one, the first on a tie */
  constructor(selection: PointSelection, rule: LocalRule = SHORTEST) {
    this.selection = selection;
    this.rule = rule;
  }

  /** Finds the codes of a point, without allocating. @returns the count, or the errors of encodeInto */
  find(latDeg: number, lonDeg: number, precision: number, filter: encode.CodeFilter): number {
    const { list } = this;
    if (this.selection === "international") {
      this.count = encode.encodeInternationalInto(latDeg, lonDeg, precision, list);
      return this.count;
    }
    const error = encode.beginEncode(latDeg, lonDeg, precision, list);
    if (error !== 0) return error;
    const foundCount = encode.findLocalOrFiltered(filter);
    if (foundCount < 0) return foundCount;
    const isAll = this.selection === "all";
    const preferred = this.rule(foundCount, isAll);
    const keptCount = isAll ? foundCount : keepFound(preferred);
    this.localIndex = isAll ? preferred : keptCount - 1;
    // The only code of AAA is the international one.
    const isLast = keptCount > 0 && foundTerritories[keptCount - 1] === INTERNATIONAL_TERRITORY;
    const listedCount = isLast ? keptCount : addInternationalCode(keptCount);
    writeList(list, listedCount, precision);
    this.internationalIndex = listedCount - 1;
    this.count = encode.leavesOutCodes(filter) ? foundCount : foundCount + 1;
    return this.count;
  }
}
