/** The hints of the search box about a text that is no place yet: what is missing or wrong, and what to do. */
import { type MapcodeContinuation, parseMapcode } from "../../index.ts";
import { formatList } from "../../internal.ts";

/** What is missing or wrong. */
export interface Hint {
  readonly hint: string;
  /** Whether the text cannot become anything by typing on. */
  readonly isWrong: boolean;
}

const CONTINUATIONS: Readonly<Record<MapcodeContinuation, readonly string[]>> = {
  character: ["a letter", "a digit"],
  dot: ["a dot"],
  hyphen: ["a hyphen with extra characters"],
  space: ["a space and the code"],
};

const EXAMPLE = '"NLD 49.4V"';

export const NO_ADDRESSES =
  "This page knows territories and larger towns, but no streets. Click your place on the map, or use your position.";

export const LINK_WITHOUT_PLACE =
  "This link has no coordinates. Open the place on that map, and copy the address or the coordinates from there.";

/** Besides the territories that a text may mean. */
export const CHOOSE_TERRITORY =
  "Choose a territory to see it on the map, or go on with a space and a code.";

/** Whether a text is a whole code without its territory, such as `49.4V`. */
function lacksTerritory(text: string): boolean {
  return /^[^\s.]{2,4}\.[^\s.-]{2,4}(-\S*)?$/u.test(text);
}

/** What is missing or wrong in a text that is meant as a mapcode. */
export function hintForMapcode(text: string): Hint {
  const parsed = parseMapcode(text);
  if (parsed.status === "valid") return { hint: "", isWrong: false };
  if (parsed.status === "incomplete") {
    const next = parsed.mayFollow.flatMap((continuation) => CONTINUATIONS[continuation]);
    const hint = next.length === 0 ? "" : `Go on with ${formatList(next, "or")}.`;
    return { hint, isWrong: false };
  }
  const { error, index } = parsed;
  const typed = text.trim();
  if (error.code === "unknown-territory") {
    return { hint: `No territory has the name or code ${error.value}.`, isWrong: true };
  }
  if (lacksTerritory(typed)) {
    const hint = `Which territory is ${typed} in? Write its name or code in front, as in ${EXAMPLE}.`;
    return { hint, isWrong: false };
  }
  const hint =
    parsed.status === "unknown"
      ? `No place has the code ${typed}. Look for a mistake in it.`
      : `This is no mapcode: '${[...text.slice(index)][0]}' cannot be its character ${index + 1}. ` +
        `A mapcode looks like ${EXAMPLE}.`;
  return { hint, isWrong: true };
}

/**
 * Whether a text is rather a town or an address than a mapcode or coordinates, which have a dot within a word. What may
 * become a mapcode counts as a word only with a vowel, as codes have hardly any.
 */
export function isLikeAddress(text: string): boolean {
  if (/\S\.\S/.test(text)) return false;
  const { status } = parseMapcode(text);
  // Names in scripts such as Chinese have few letters.
  if (status === "malformed" && /^[\p{L}\p{M}\s'-]+$/u.test(text)) return true;
  return /\p{L}{4}/u.test(text) && (status !== "incomplete" || /[aeiou]/i.test(text));
}
