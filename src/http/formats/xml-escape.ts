/** Texts as the content of XML elements. */

const SPECIAL = /[&<>\r]|[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  // Unescaped, readers would take it for a line feed.
  "\r": "&#xD;",
};

/** What stands for a character that XML cannot hold at all: controls, halves of pairs. */
const REPLACEMENT = "\uFFFD";

/** Any text; what was sent by a client may stand in it. */
export function escapeXml(text: string): string {
  return text.replace(SPECIAL, (char) => ENTITIES[char] ?? REPLACEMENT);
}
