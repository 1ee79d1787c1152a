/** The interface of the formats of replies. */
import type { Territory } from "../../index.ts";
import type { ErrorBody } from "../http-error.ts";
import type { ConversionTexts } from "./conversion-texts.ts";

export const JSON_TYPE = "application/json";
export const XML_TYPE = "application/xml";

/** Consecutive items of a list. */
export interface Page<Item> {
  /** The length of the whole list. */
  readonly total: number;
  readonly items: readonly Item[];
}

export interface VersionData {
  /** Of this software. */
  readonly version: string;
  /** Of the specification of the interface. */
  readonly apiVersion?: string;
  /** Of the published tables. */
  readonly dataVersion?: string;
}

/** Writes replies. */
export interface Format {
  readonly name: "json" | "xml";
  readonly contentType: string;
  /** The replies of /codes and /coords, which are written as bytes. All others have a function each. */
  readonly conversions: ConversionTexts;
  territories(page: Page<Territory>): string;
  territory(territory: Territory): string;
  alphabets(page: Page<string>): string;
  alphabet(name: string): string;
  version(data: VersionData): string;
  /** Reports that the service is healthy. */
  status(): string;
  error(body: ErrorBody): string;
}
