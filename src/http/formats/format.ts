/** What a format has to write: one function for each shape of reply. */
import type { Rectangle, Territory } from "../../index.ts";
import type { CodeEntry, CodesAnswer, CoordsAnswer, Page, VersionAnswer } from "../answers.ts";
import type { ErrorBody } from "../http-error.ts";

export const JSON_TYPE = "application/json";
export const XML_TYPE = "application/xml";

export interface Format {
  readonly name: "json" | "xml";
  readonly contentType: string;
  codes(answer: CodesAnswer): string;
  codeEntries(entries: readonly CodeEntry[]): string;
  codeEntry(entry: CodeEntry): string;
  coords(answer: CoordsAnswer): string;
  rectangle(rectangle: Rectangle): string;
  territories(page: Page<Territory>): string;
  territory(territory: Territory): string;
  alphabets(page: Page<string>): string;
  alphabet(name: string): string;
  version(answer: VersionAnswer): string;
  /** The service is well. */
  status(): string;
  refusal(body: ErrorBody): string;
}

/** A number as it reads back to the same double; whole ones keep one decimal. */
export function decimal(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  const text = `${value}`;
  // The largest and the smallest have an exponent.
  return Number.isInteger(value) && !text.includes("e") ? `${text}.0` : text;
}
