import { describe, expect, it } from "vitest";
import { EncodeStream } from "../../src/batch/index.ts";
import { sentence, textOf } from "../../src/batch/sentences.ts";

describe("the name of an option in a message is as its users write it", () => {
  it.each([
    [{ option: "latColumn" }, "latColumn", "latColumn", "--lat-column", "lat"],
    [
      { option: "latColumn", value: "the y's" },
      `latColumn: "the y's"`,
      "latColumn=the%20y's",
      "--lat-column 'the y'\\''s'",
      `lat="the y's"`,
    ],
    [
      { option: "header", value: false },
      "header: false",
      "header=false",
      "--no-header",
      "header=False",
    ],
    [
      { option: "delimiter", value: "\t" },
      'delimiter: "\\t"',
      "delimiter=tab",
      "--delimiter tab",
      'delimiter="\\t"',
    ],
    [{ option: "skip", value: 1 }, "skip: 1", "skip=1", "--skip 1", "skip=1"],
  ])("%j", (option, ...expected) => {
    const surfaces = ["library", "request", "command", "python"] as const;
    const message = sentence`Use the option ${option}.`;
    const texts = surfaces.map((surface) => textOf(message, surface));
    expect(texts).toEqual(expected.map((text) => `Use the option ${text}.`));
  });
});

it("a text from an input that looks like an option stays as it is", () => {
  const cell = "the option latColumn with 2";
  const problem = sentence`The latitude '${cell}' is wrong.`;
  const message = sentence`points.csv: ${problem} See ${{ option: "skip" }}.`;
  expect(textOf(message, "command")).toBe(
    `points.csv: The latitude '${cell}' is wrong. See --skip.`,
  );
});

it.each([
  [
    sentence`Use the option ${{ option: "latColumn", value: "2" }}.`,
    'Use the choice "latitude" above column 2.',
  ],
  [
    sentence`Use ${{ option: "header", value: false }} and ${{ option: "lonColumn", value: "lng" }}.`,
    'Use the box "Table without a header" and the choice "longitude" above column \'lng\'.',
  ],
  [sentence`Too long. Raise the limit with the option ${{ option: "maxRowBytes" }}.`, "Too long."],
  [
    sentence`Wrong. Use the option ${{ option: "lonFirst" }}, or ${{ option: "maxRowBytes" }}.`,
    'Wrong. Use the button "Swap latitude and longitude".',
  ],
  [sentence`'the option ${"the end"}' is wrong.`, "'the option the end' is wrong."],
])("on the map page, %j is about its menus: %s", (message, text) => {
  expect(textOf(message, "page")).toBe(text);
});

it("streams cannot be told where their users are", () => {
  const options = { surface: "command" } as object;
  expect(() => new EncodeStream(options)).toThrow("The option 'surface' is not one of from, to,");
});
