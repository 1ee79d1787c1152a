import { describe, expect, it } from "vitest";
import { onOneLine, withoutControls } from "../../src/cli/terminal.ts";

describe("texts for the terminal", () => {
  it.each([
    ["\x1b[31mred\x07", "\\x1b[31mred\\x07"],
    ["a\tb\rc", "a\\tb\\rc"],
    ["\x9b2J\x7f\0", "\\x9b2J\\x7f\\x00"],
    ["\u202etxt.exe\u2028", "\\u202etxt.exe\\u2028"],
    ["línea 日本 😀\n", "línea 日本 😀\n"],
  ])("show control characters as escapes: %j", (text, shown) => {
    expect(withoutControls(text)).toBe(shown);
  });

  it("are on one line where that is needed", () => {
    expect(onOneLine("a\r\nb\n\nc\x1b")).toBe("a b c\\x1b");
  });
});
