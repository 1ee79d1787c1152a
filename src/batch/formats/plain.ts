/** Plain lines: one point or mapcode a line, followed by its results, each after a tab. */
import { FORMAT_FACTS } from "../options/formats.ts";
import { resultNames } from "../options/roles.ts";
import { plainOutput } from "../output/tables.ts";
import { LineTokenizer } from "../syntax/lines.ts";
import { LINES, RowSplitter } from "../syntax/splitter.ts";
import type { Format } from "./format.ts";

/** Name of the column or member that holds the line in other formats. */
const LINE_COLUMN = "input";

export const plain: Format = {
  name: "plain",
  ...FORMAT_FACTS.plain,
  between: "",
  readStart: () => ({ bytes: 0, firstRow: undefined }),
  findColumns: () => ({ columns: [LINE_COLUMN], names: [LINE_COLUMN] }),
  createSplitter: (plan) => new RowSplitter(LINES, plan),
  createReader: (plan) => new LineTokenizer(plan),
  addedNames: resultNames,
  createOutput: plainOutput,
};
