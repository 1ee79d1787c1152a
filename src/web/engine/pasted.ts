/** Reads pasted texts: with quotes and dashes, or links to this page on any host and to other maps. */
import type { Coordinate } from "../../index.ts";
import { pointOfMapLink } from "../../library/map-links.ts";
import { parseLink } from "../link.ts";

const NUMBER = "([-+]?\\d[\\d.]*)";
const LABELED = new RegExp(
  `^(?:lat|latitude)[\\s:=]+${NUMBER}[\\s,;]+(?:lon|lng|long|longitude)[\\s:=]+${NUMBER}$`,
  "i",
);
const QUOTED = /^["'“”„«»‘’]+(.*?)["'“”„«»‘’]+$/;
/** A full stop after a text with another dot or comma: the earlier one belongs to a code or a number. */
const FULL_STOP = /^(.*[.,].*)\.$/;

/** A text without outer quotes and final full stop, in any order. */
function bareText(text: string): string {
  const bare = text.trim().replace(FULL_STOP, "$1").replace(QUOTED, "$1");
  return bare === text ? bare : bareText(bare);
}

/** A text without full-width characters, dashes for hyphens, outer quotes, final full stop and coordinate labels. */
export function plainText(text: string): string {
  const plain = text
    .replaceAll(/[\u3000\uff01-\uff5e]/g, (sign) => sign.normalize("NFKC"))
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-");
  return bareText(plain).replace(LABELED, "$1, $2");
}

/** Whether a text is an http or https URL. */
export function isLink(text: string): boolean {
  return /^https?:/i.test(text) && URL.canParse(text);
}

/** The place in a link; undefined if the text is not a link, or names no place. */
export function pointOfLink(text: string): Coordinate | undefined {
  if (!isLink(text)) return undefined;
  return pointOfMapLink(text) ?? parseLink(new URL(text).hash, []).point;
}

/** The code in a link by code; undefined for all other texts. */
export function codeOfLink(text: string): string | undefined {
  if (!isLink(text)) return undefined;
  const { hash, pathname } = new URL(text);
  const [, path] = /\/map\/([^/]+\/[^/]+)$/.exec(pathname) ?? [];
  return parseLink(path === undefined ? hash : `#${path}`, []).code;
}
