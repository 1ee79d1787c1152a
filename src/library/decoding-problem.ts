/** The problem of a mapcode that stands for no place, in words. */
import { MALFORMED_MAPCODE } from "../codec/code-list.ts";
import { unknownTerritoryIn } from "../codec/decode.ts";
import { quoted } from "../messages.ts";
import { NO_TERRITORY } from "../tables/layout/short-names.ts";
import { alphaCodeOf } from "../text/territories.ts";
import * as errors from "./errors.ts";
import { contextOfFilter, type TerritoryFilter } from "./filters.ts";
import { suggestCountry, suggestTerritory } from "./folded-names.ts";
import { MAPCODE_FORM } from "./mapcode.ts";

const BARE_EXPECTED =
  "a worldwide code; others need their territory in front ('NLD 49.4V') or as the context, or a point near them";

/** The problem of a mapcode within a filter. @param errorCode MALFORMED_MAPCODE or UNKNOWN_MAPCODE */
export function decodingProblem(
  errorCode: number,
  mapcode: string,
  filter: TerritoryFilter,
): errors.Problem<"malformed-mapcode" | "unknown-mapcode"> {
  if (errorCode === MALFORMED_MAPCODE) {
    return errors.valueProblem("malformed-mapcode", "mapcode", mapcode, MAPCODE_FORM);
  }
  const code = "unknown-mapcode";
  const number = contextOfFilter(filter);
  const territory = unknownTerritoryIn(mapcode, number);
  if (territory !== undefined) {
    const problem = `${quoted(territory)} is not a territory.${suggestTerritory(territory)}`;
    const message = `In the mapcode ${quoted(mapcode)}, ${problem}`;
    return { code, message, value: mapcode, expected: "the code of a place in a territory" };
  }
  const isBare = !mapcode.trim().includes(" ");
  let expected = "the code of a place in its territory";
  if (isBare && filter.origin !== undefined) expected = "the code of a place in any territory";
  else if (isBare && number === NO_TERRITORY) expected = BARE_EXPECTED;
  const isName = filter.territory !== NO_TERRITORY;
  const hint = isName ? suggestCountry(filter.name, alphaCodeOf(number)) : "";
  return errors.valueProblem(code, "mapcode", mapcode, expected, hint);
}
