/** Content negotiation: Accept, Accept-Encoding and If-None-Match (RFC 9110, sections 12.5 and 13.1). */

export type Format = "json" | "xml";

export const JSON_TYPE = "application/json";
export const XML_TYPE = "application/xml";

export const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  json: `${JSON_TYPE};charset=UTF-8`,
  xml: `${XML_TYPE};charset=UTF-8`,
};

/** Compressions of a body, the preferred one first. */
const CODINGS = ["br", "gzip"] as const;
export type Coding = (typeof CODINGS)[number] | "identity";

const QUALITY = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;

/** Parses `text/html, application/xml;q=0.9`. @returns lower-case names and qualities; 1 for absent or malformed ones */
export function parseQValues(header: string): Map<string, number> {
  const members = header.split(",").map((member): [string, number] => {
    const [name = "", ...parameters] = member.split(";").map((part) => part.trim());
    const quality = parameters.map((parameter) => QUALITY.exec(parameter)?.[1]).find(Boolean);
    return [name.toLowerCase(), Number(quality ?? 1)];
  });
  return new Map(members);
}

/** The quality of JSON. It is the default, so a wildcard also accepts it. */
export function jsonQuality(qualities: ReadonlyMap<string, number>): number {
  return qualities.get(JSON_TYPE) ?? qualities.get("application/*") ?? qualities.get("*/*") ?? 0;
}

/** XML if the client names it (RFC 7303, 9.2) and does not prefer JSON; otherwise JSON, even if neither is acceptable. */
export function acceptedFormat(accept: string): Format {
  // Nearly all clients send one of these; parsing a browser's list takes 0.8 microseconds.
  if (accept === "" || accept === "*/*" || accept === JSON_TYPE) return "json";
  const qualities = parseQValues(accept);
  const xmlQuality = Math.max(qualities.get(XML_TYPE) ?? 0, qualities.get("text/xml") ?? 0);
  return xmlQuality > 0 && xmlQuality >= jsonQuality(qualities) ? "xml" : "json";
}

/** Chooses the best coding that the client accepts; `identity` if there is none. */
export function acceptedCoding(acceptEncoding: string): Coding {
  const qualities = parseQValues(acceptEncoding);
  const quality = (coding: Coding) => qualities.get(coding) ?? qualities.get("*") ?? 0;
  const identity = qualities.get("identity") ?? 0;
  const accepted = CODINGS.filter((coding) => quality(coding) > 0 && quality(coding) >= identity);
  const [best = "identity"] = accepted.toSorted(
    (first, second) => quality(second) - quality(first),
  );
  return best;
}

/** Whether the client already has the body with this tag. */
export function isNotModified(ifNoneMatch: string, tag: string): boolean {
  const tags = ifNoneMatch.split(",").map((sent) => sent.trim().replace(/^W\//, ""));
  return tags.includes(tag) || tags.includes("*");
}
