/** The note on borders: of which territories a place has codes, and why. */
import { formatList } from "../../internal.ts";
import type { PlaceDescription } from "../worker/methods.ts";

/** Why the first code of a place with codes of several territories is the first. */
function aroundText({ needsBorders, aroundNames }: PlaceDescription): string {
  if (needsBorders) return "The shortest is the first until the borders are loaded.";
  if (aroundNames.length === 0) {
    return "It is on no territory's land by the borders, so the shortest code is the first.";
  }
  const names = formatList(aroundNames, "and");
  if (aroundNames.length === 1) return `By the borders it is in ${names}, whose code is the first.`;
  return (
    `By the borders it is in each of ${names}: one is a part of the other, or they all claim the land. ` +
    "The first code is of the smallest that has one here."
  );
}

/** The note on borders. */
export interface BorderNote {
  /** One line; empty for a place that no border is near. */
  readonly summary: string;
  readonly text: string;
}

export function borderNote(place: PlaceDescription): BorderNote {
  const { territoryNames, aroundNames, neighborNames } = place;
  const notes: string[] = [];
  if (territoryNames.length > 1) {
    notes.push(
      `This place has codes of ${formatList(territoryNames, "and")}, because territories overlap near their borders. ` +
        "Each of them leads here.",
    );
  }
  if (territoryNames.length > 1 || aroundNames.length > 1) notes.push(aroundText(place));
  if (neighborNames.length > 0) {
    notes.push(
      `It is so close to the edge of ${formatList(neighborNames, "and")} that a code may lead across. ` +
        "More extra characters help.",
    );
  }
  return { summary: notes.length === 0 ? "" : summaryOf(place), text: notes.join(" ") };
}

function summaryOf({ territoryNames, aroundNames }: PlaceDescription): string {
  if (aroundNames.length > 1) return `In ${formatList(aroundNames, "and")}`;
  const { length } = territoryNames;
  return length > 1 ? `Codes of ${length} territories: why?` : "Close to an edge";
}
