import { expect, it, vi } from "vitest";
import { printLine } from "../../src/cli/messages.ts";

it.each([
  ["\x1b[31mred\x07", "\\u001b[31mred\\u0007"],
  ["a\tb", "a\\u0009b"],
  ["\x9b2J\x7f\0", "\\u009b2J\\u007f\\u0000"],
  ["\u202etxt.exe\u2028", "\\u202etxt.exe\\u2028"],
  ["línea 日本 😀", "línea 日本 😀"],
  ["a\r\nb\n\nc", "a b c"],
  [
    "the option latColumn with 2, option header with false",
    "the option --lat-column 2, option --no-header",
  ],
])("a line for people shows control characters as escapes: %j", (text, shown) => {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  printLine(text);
  expect(write.mock.calls).toEqual([[`${shown}\n`]]);
  write.mockRestore();
});
