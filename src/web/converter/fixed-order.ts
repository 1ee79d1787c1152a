/** Swaps the numbers of points that have an order of their own, which the option lonFirst does not change. */
import { ChunkReader } from "../../batch/chunk-reader.ts";
import { concatAll } from "../../batch/chunks.ts";
import { FORMATS } from "../../batch/formats.ts";
import type { InputPlan } from "../../batch/input-plan.ts";
import { FORMAT_FACTS, type FormatName } from "../../batch/options/format-facts.ts";
import { type BatchOptions, completeOptions } from "../../batch/options/options.ts";
import { NO_SLOT, type RowSchema } from "../../batch/rows/row.ts";
import { InputPlanner } from "../../batch/session.ts";
import { outerName } from "../../batch/syntax/json-value.ts";
import { Transcoder } from "../../batch/transcoder.ts";
import { utf8Bytes, utf8Text } from "../../characters.ts";

/** The numbers of points of GeoJSON and well-known text. Within cells and texts, quotes are doubled or follow a backslash. */
const FIXED_ORDERS = [
  /("type[\\"]+\s*:\s*[\\"]+Point[\\"]+\s*,\s*[\\"]+coordinates[\\"]+\s*:\s*\[\s*)([^\s,\]]+)(\s*,\s*)([^\s,\]]+)/g,
  /("coordinates[\\"]+\s*:\s*\[\s*)([^\s,\]]+)(\s*,\s*)([^\s,\]]+)(?=[^\]]{0,99}\]\s*,\s*[\\"]+type[\\"]+\s*:\s*[\\"]+Point[\\"])/g,
  /(\bPOINT ?(?:ZM?|M)? ?\(\s*)([-+.\de]+)(\s+)([-+.\de]+)/gi,
];

/** The slot of the point of a row: a line, the geometry of a feature, a member or a column. */
function pointSlot({ feature, fields, slots }: RowSchema, plan: InputPlan): number {
  const { coordinates } = plan.members;
  if (FORMAT_FACTS[plan.options.from].kind === "line") return 0;
  if (feature) return feature.geometry;
  if (coordinates === undefined) return slots.coordinates;
  return fields.find(({ name }) => name === outerName(coordinates))?.slot ?? NO_SLOT;
}

/** The text of a file in UTF-8, with its points swapped that have an order of their own. */
export async function swapFixedOrder(
  file: File,
  options: BatchOptions,
  proposed: FormatName | undefined,
): Promise<File> {
  const read = new Uint8Array(await file.arrayBuffer());
  const decoded = new Transcoder(options.encoding).push(read, true);
  // The chunks are parts of these bytes, the last row, too, as its line ends.
  const bytes = concatAll([decoded, utf8Bytes("\n")]);
  const planner = new InputPlanner(completeOptions({ ...options, encoding: "utf-8" }), proposed);
  const plan = planner.push(bytes) ?? planner.attempt({ isWhole: true });
  if (!plan) return file;
  const reader = FORMATS[plan.options.from].createReader(plan);
  const { row } = reader;
  for (const chunk of new ChunkReader(plan).push(bytes)) {
    for (let at = 0; at < chunk.bytes.length; ) {
      at = reader.next(chunk.bytes, at);
      const slot = row.isBlank ? NO_SLOT : pointSlot(row.schema, plan);
      if (slot === NO_SLOT) continue;
      const [start, end] = [row.starts[slot], row.ends[slot]];
      const text = utf8Text(chunk.bytes, start, end);
      const swapped = FIXED_ORDERS.reduce((all, point) => all.replaceAll(point, "$1$4$3$2"), text);
      const written = utf8Bytes(swapped);
      // Of other lengths are only values that are not UTF-8, whose rows become errors.
      if (written.length === end - start) chunk.bytes.set(written, start);
    }
  }
  return new File([bytes], file.name);
}
