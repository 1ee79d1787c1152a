/** The writers of conversions, one for each format. */
import type { Format } from "../formats/format.ts";
import { json } from "../formats/json.ts";
import { xml } from "../formats/xml.ts";
import type { Dialect } from "../settings.ts";
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

/** Creates the writers of a dialect. All share one buffer. */
export function createWriters(
  dialect: Dialect,
): Readonly<Record<Format["name"], ConversionWriters>> {
  const writersOf = (entries: EntryWriter): ConversionWriters => ({
    codes: new CodesWriter(entries, dialect),
    coords: new CoordsWriter(entries, dialect),
  });
  return { json: writersOf(ENTRIES.json), xml: writersOf(ENTRIES.xml) };
}
