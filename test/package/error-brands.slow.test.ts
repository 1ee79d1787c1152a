/** Errors of the module and of the CommonJS form of the package, which one program may load both. */
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { thrownBy } from "../support/errors.ts";

const require = createRequire(import.meta.url);

type Form = typeof import("../../src/index.ts") & typeof import("../../src/batch/index.ts");

async function moduleForm(): Promise<Form> {
  const [index, batch]: Form[] = await Promise.all([
    import(new URL("../../dist/index.js", import.meta.url).href),
    import(new URL("../../dist/batch/index.js", import.meta.url).href),
  ]);
  return { ...index, ...batch };
}

function commonForm(): Form {
  return { ...require("../../dist/index.cjs"), ...require("../../dist/batch/index.cjs") };
}

/** The names of the classes that an error is an instance of. */
function classesOf(error: unknown, form: Form): readonly string[] {
  return Object.entries(form).flatMap(([name, value]: [string, unknown]) => {
    return name.endsWith("Error") && error instanceof (value as typeof Error) ? [name] : [];
  });
}

const CALLS: readonly [string, (form: Form) => unknown][] = [
  ["an unknown territory", (form) => form.getTerritory("Atlantis")],
  ["a malformed mapcode", (form) => form.decode("nonsense")],
  ["malformed coordinates", (form) => form.parseCoordinates("nowhere")],
  [
    "a batch",
    (form) => {
      throw new form.BatchLimitError("maxRows", 1);
    },
  ],
];

describe("an error of one form of the package", () => {
  it.each(CALLS)("is of the same classes in the other: %s", async (_, call) => {
    const [one, other] = [await moduleForm(), commonForm()];
    expect(one.MapcodeError).not.toBe(other.MapcodeError);
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const error = thrownBy(Error, () => call(from));
      const classes = classesOf(error, from);
      expect(classes).toContain("MapcodeError");
      expect(classes.length).toBeGreaterThan(1);
      expect(classesOf(error, to)).toEqual(classes);
    }
  });

  it("is of no class of users that extends one of the package", async () => {
    const [one, other] = [await moduleForm(), commonForm()];
    class OwnError extends one.UnknownTerritoryError {}
    const error = thrownBy(Error, () => other.getTerritory("Atlantis"));
    expect(error instanceof OwnError).toBe(false);
    expect(new OwnError("territory", "x", "known") instanceof OwnError).toBe(true);
    expect(new OwnError("territory", "x", "known") instanceof other.UnknownTerritoryError).toBe(
      true,
    );
  });
});
