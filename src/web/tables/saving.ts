/** Saves what the page has made. It goes from memory to the disk: no server sees it. */
import type { FormatName } from "../../batch/index.ts";
import { FORMAT_FACTS } from "../../batch/options/formats.ts";
import { create } from "../dom.ts";

/** The browser needs the address only until it has begun to save. */
const KEPT_MS = 60_000;

/** `trees-mapcodes.geojson` for trees.csv. @param content what the file has */
export function downloadName(
  sourceName: string,
  content: "mapcodes" | "failed",
  to: FormatName,
): string {
  const [extension] = FORMAT_FACTS[to].extensions;
  const base = sourceName.replace(/\.[^.]*$/, "");
  return `${base === "" ? "" : `${base}-`}${content}${extension}`;
}

export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  create("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
