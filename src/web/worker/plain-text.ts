/** Texts as people paste them, in the characters that codes and coordinates are written in. */

/** What letters and signs of full width are above those of ASCII. */
const FULL_WIDTH_OFFSET = 0xfee0;

const NUMBER = "([-+]?\\d[\\d.]*)";
const LABELED = new RegExp(
  `^(?:lat|latitude)[\\s:=]+${NUMBER}[\\s,;]+(?:lon|lng|long|longitude)[\\s:=]+${NUMBER}$`,
  "i",
);

/** A text without full width, quotes around it, a full stop behind it, dashes for hyphens, and names of coordinates. */
export function plainText(text: string): string {
  const plain = text
    .replaceAll(/[\uff01-\uff5e]/g, (sign) =>
      String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET),
    )
    .replaceAll("\u3000", " ")
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/^\s*["'“”„«»‘’]+(.*?)["'“”„«»‘’]+\s*$/, "$1")
    .replace(/(\w)\.\s*$/, (whole, last: string) =>
      text.trim().split(".").length > 2 ? last : whole,
    );
  return plain.trim().replace(LABELED, "$1, $2") || plain;
}
