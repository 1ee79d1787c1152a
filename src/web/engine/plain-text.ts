/** Texts as people paste them, in the characters that codes and coordinates are written in. */

const NUMBER = "([-+]?\\d[\\d.]*)";
const LABELED = new RegExp(
  `^(?:lat|latitude)[\\s:=]+${NUMBER}[\\s,;]+(?:lon|lng|long|longitude)[\\s:=]+${NUMBER}$`,
  "i",
);
const QUOTED = /^["'“”„«»‘’]+(.*?)["'“”„«»‘’]+$/;
/** A full stop behind a text with another dot or a comma for it: the first one belongs to a code or a number. */
const FULL_STOP = /^(.*[.,].*)\.$/;

/** A text without quotes around it and a full stop behind it, in whatever order they stand. */
function bareText(text: string): string {
  const bare = text.trim().replace(FULL_STOP, "$1").replace(QUOTED, "$1");
  return bare === text ? bare : bareText(bare);
}

/** A text without full width, quotes around it, a full stop behind it, dashes for hyphens, and names of coordinates. */
export function plainText(text: string): string {
  const plain = text
    .replaceAll(/[\u3000\uff01-\uff5e]/g, (sign) => sign.normalize("NFKC"))
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-");
  return bareText(plain).replace(LABELED, "$1, $2");
}
