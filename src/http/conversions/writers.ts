/** The writers of conversions, one for each format. */
import type { Format } from "../formats/format.ts";
import { json } from "../formats/json.ts";
import { xml } from "../formats/xml.ts";
import type { ConversionSettings } from "../settings.ts";
import { CodesWriter } from "./codes.ts";
import { CoordsWriter } from "./coords.ts";
import { EntryWriter } from "./entries.ts";

export interface ConversionWriters {
  readonly codes: CodesWriter;
  readonly coords: CoordsWriter;
}

const ENTRIES: Readonly<Record<Format["name"], EntryWriter>> = {
  json: new EntryWriter(json.conversions),
  xml: new EntryWriter(xml.conversions),
};

/** Creates the writers of an interface. All share one buffer. */
export function createWriters({
  dialect,
  findCandidates,
}: ConversionSettings): Readonly<Record<Format["name"], ConversionWriters>> {
  const writersOf = (format: Format): ConversionWriters => ({
    codes: new CodesWriter(ENTRIES[format.name], format, dialect, findCandidates),
    coords: new CoordsWriter(ENTRIES[format.name], dialect),
  });
  return { json: writersOf(json), xml: writersOf(xml) };
}
