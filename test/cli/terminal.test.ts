import { describe, expect, it } from "vitest";
import { nameFlag, onOneLine, withFlags, withoutControls } from "../../src/cli/terminal.ts";

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

  it("name options as flags", () => {
    expect(withFlags("Use the option latColumn, or the option skip.")).toBe(
      "Use the option --lat-column, or the option --skip.",
    );
    expect(withFlags("Use the option header with false and the option latColumn with 1.")).toBe(
      "Use the option --no-header and the option --lat-column 1.",
    );
    expect(
      withFlags("Use the option maxRowBytes with Abc, or the option delimiter with ';'."),
    ).toBe("Use the option --max-row-bytes Abc, or the option --delimiter ';'.");
    expect(withFlags("The option --limit is right.")).toBe("The option --limit is right.");
  });
});

describe("options in the errors of rows", () => {
  it("have the names of flags", () => {
    expect(nameFlag({ option: "decimalComma", value: undefined })).toBe("option --decimal-comma");
    expect(nameFlag({ option: "country", value: "'FR'" })).toBe("option --country 'FR'");
  });
});
