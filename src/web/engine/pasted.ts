/** Reads pasted texts: with quotes and dashes, or links to this page on any host. */
import { type Link, parseLink } from "../link.ts";

/** Longer texts are not places, but may take long to match. */
const MAX_CHARS = 2000;
/** A text with quotes on both sides. It does not begin with a quote itself: only one way to match takes little time. */
const QUOTED = /^["'“”„«»‘’]+([^"'“”„«»‘’].*?)["'“”„«»‘’]+$/s;
/** A full stop ends a text with another dot or comma: that one belongs to a code or a number. */
const WITH_FULL_STOP = /^(.*[.,].*)\.$/s;

/** A text without outer quotes and final full stop, in any order. */
function bareText(text: string): string {
  const bare = text.trim().replace(QUOTED, "$1").replace(WITH_FULL_STOP, "$1").trim();
  return bare === text ? text : bareText(bare);
}

/** The digit that a digit of any script stands for: the zeros of all scripts end in the hexadecimal digit 0 or 6. */
function plainDigit(digit: string): string {
  // Mathematical digits have a plain form.
  const code = digit.normalize("NFKC").codePointAt(0) ?? 0;
  const isFromZero = /\p{Nd}/u.test(String.fromCodePoint(code & ~15));
  return `${(code & 15) - (isFromZero ? 0 : 6)}`;
}

/** A link without its scheme: `www.openstreetmap.org/#map=16/52.3/4.9`. */
const BARE_LINK = /^(?=(?:[a-z\d-]+\.)+[a-z]{2,}\/)/i;

/** A text with plain digits, without full-width characters, dashes for hyphens, outer quotes and final full stop. */
export function cleanPasted(text: string): string {
  const plain = text
    .slice(0, MAX_CHARS)
    .replaceAll(/[\u3000\uff01-\uff5e]/g, (sign) => sign.normalize("NFKC"))
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-")
    .replaceAll(/\p{Nd}/gu, plainDigit);
  return bareText(plain).replace(BARE_LINK, "https://");
}

/** What a link to this page, on any host, holds. Undefined for other texts. */
export function readLink(text: string): Link | undefined {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return undefined;
  const { hash, pathname } = new URL(text);
  const [, path] = /\/map\/([^/]+\/[^/]+)$/.exec(pathname) ?? [];
  return parseLink(path === undefined ? hash : `#${path}`, []);
}
