/** Saves what the page has made. It goes from memory to the disk: no server sees it. */
import type { FormatName } from "../../batch/index.ts";
import { create } from "../dom.ts";

/** The browser needs the address only until it has begun to save. */
const KEPT_MS = 60_000;

/** `trees-mapcodes.geojson` for trees.csv. */
export function downloadName(sourceName: string, to: FormatName): string {
  const base = sourceName.replace(/\.[^.]*$/, "");
  return `${base === "" ? "" : `${base}-`}mapcodes.${to}`;
}

export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  create("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
