/** The hints of the search box about a text that is no place yet: what is missing or wrong, and what to do. */
import { parseMapcode } from "../../index.ts";

export const NO_ADDRESSES =
  "This page knows territories and larger towns, but no streets. Click your place on the map, or use your position.";

export const LINK_WITHOUT_PLACE =
  "This link has no coordinates. Open the place on that map, and copy the address or the coordinates from there.";

/** Besides the territories that a text may mean. */
export const CHOOSE_TERRITORY =
  "Choose a territory to see it on the map, or go on with a space and a code.";

/** What is missing or wrong in a text that is meant as a mapcode, and whether typing on cannot help. */
export function hintForMapcode(text: string): { readonly hint: string; readonly isWrong: boolean } {
  const parsed = parseMapcode(text);
  if (parsed.status === "valid" || parsed.status === "incomplete") {
    return { hint: "", isWrong: false };
  }
  const { code, value } = parsed.error;
  if (code === "unknown-territory") {
    return { hint: `No territory has the name or code ${value}.`, isWrong: true };
  }
  // A whole code without its territory, such as `49.4V`.
  if (/^[^\s.]{2,4}\.[^\s.-]{2,4}(-\S*)?$/u.test(text)) {
    const hint = `Which territory is ${text} in? Write its name or code in front, as in "NLD 49.4V".`;
    return { hint, isWrong: false };
  }
  return parsed.status === "unknown"
    ? { hint: `No place has the code ${text}. Look for a mistake in it.`, isWrong: true }
    : { hint: 'This is no mapcode. A mapcode looks like "NLD 49.4V".', isWrong: true };
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
