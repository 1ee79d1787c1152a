/** Messages of batches in terms of the page, which has menus and buttons for some of their options. */
import { COLUMN_OPTIONS } from "../../batch/options/roles.ts";
import type { Message } from "../../batch/sentences.ts";

/** What a menu above a column offers, by role. */
export const ROLE_LABELS = {
  latitude: "latitude",
  longitude: "longitude",
  coordinates: "both",
  mapcode: "mapcode",
  territory: "territory",
  country: "country",
} as const;

/** Stands for an option that the page does not have. */
const MISSING = "\0";

function optionText(option: string | undefined): string {
  if (option === "lonFirst") return 'the button "Swap latitude and longitude"';
  const [role = ""] = Object.entries(COLUMN_OPTIONS).find(([, name]) => name === option) ?? [];
  const label = (ROLE_LABELS as Readonly<Record<string, string>>)[role];
  return label === undefined ? MISSING : `the choice "${label}" above the column`;
}

/** A message in terms of the page, without advice that the page does not offer. */
export function pageText(message: Message): string {
  const parts = [message].flat().map((part) => {
    if (typeof part !== "string") return optionText(part.option);
    return part.replace(/\bthe option (\w+)/g, (_, name) => optionText(name));
  });
  const sentences = parts
    .join("")
    .replaceAll(/the option (?=the |\0)/g, "")
    .split(/(?<=[.?!])\s/);
  const shown = sentences.map((sentence) => sentence.replace(/[,;] (?:or|and) [^,;]*\0.*$/, "."));
  return shown.filter((sentence) => !sentence.includes(MISSING)).join(" ");
}
