/** All cases. */
import { readFileSync } from "node:fs";
import type { RightCase } from "./case.ts";
import { COLUMNS_BESIDE } from "./columns-beside.ts";
import { FORMATS } from "./formats.ts";
import { JSON_INPUTS } from "./json.ts";
import { TABLES } from "./tables.ts";
import { VALUES } from "./values.ts";

export const CASES = [...COLUMNS_BESIDE, ...FORMATS, ...VALUES, ...TABLES, ...JSON_INPUTS];

/** The path of the file of a case. */
export const pathOf = ({ file }: Pick<RightCase, "file">): string => `test/cases/${file}`;

export const bytesOf = (rightCase: RightCase): Buffer => readFileSync(pathOf(rightCase));

/** The name of the test of a case: its file and options. */
export const titleOf = ({ file, options }: RightCase): string =>
  [file, options].filter(Boolean).join(" ");

/** The words of options. */
export const wordsOf = (options = ""): readonly string[] => options.split(" ").filter(Boolean);
