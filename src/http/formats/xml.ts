/**
 * Replies in XML. Conversions and errors are concatenated, which takes 2 microseconds for a reply with
 * five codes; xmlbuilder2 takes 33. All other replies are built by xmlbuilder2.
 */
import { createRequire } from "node:module";
import type { Coordinate, Rectangle, Territory } from "../../index.ts";
import {
  type CodeEntry,
  type CodesData,
  type CoordsData,
  decimal,
  type Format,
  XML_TYPE,
} from "./format.ts";

type Builder = typeof import("xmlbuilder2");

const require = createRequire(import.meta.url);

const SPECIAL = /[&<>\r]|[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  // Parsers read an unescaped carriage return as a line feed.
  "\r": "&#xD;",
};

/** Replaces characters that XML cannot contain: control characters and lone surrogates. */
const REPLACEMENT = "\uFFFD";

/** Escapes any text, also text from a client, as content of an XML element. */
export function escapeXml(text: string): string {
  return text.replace(SPECIAL, (char) => ENTITIES[char] ?? REPLACEMENT);
}

/**
 * Builds an element from a tree of plain objects with one member, without an XML declaration. Lists
 * become repeated elements. The library is loaded on first use, because that takes 35 milliseconds.
 */
function builtXml(tree: object): string {
  const { create } = require("xmlbuilder2") as Builder;
  return create().ele(tree).end({ headless: true });
}

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** Writes an element. @param content XML, not text */
function element(name: string, content: string): string {
  return content === "" ? `<${name}/>` : `<${name}>${content}</${name}>`;
}

function document(name: string, content: string): string {
  return XML_DECLARATION + element(name, content);
}

function coordinateElements({ latDeg, lonDeg }: Coordinate): string {
  return element("latDeg", decimal(latDeg)) + element("lonDeg", decimal(lonDeg));
}

function rectangleElements({ southWest, northEast, center }: Rectangle): string {
  return (
    element("southWest", coordinateElements(southWest)) +
    element("northEast", coordinateElements(northEast)) +
    element("center", coordinateElements(center))
  );
}

function entryElements(entry: CodeEntry): string {
  let elements = element("mapcode", escapeXml(entry.mapcode));
  for (const name of ["mapcodeInAlphabet", "territory", "territoryInAlphabet"] as const) {
    const text = entry[name];
    if (text !== undefined) elements += element(name, escapeXml(text));
  }
  if (entry.offsetMeters !== undefined) {
    elements += element("offsetMeters", decimal(entry.offsetMeters));
  }
  if (entry.rectangle !== undefined) {
    elements += element("rectangle", rectangleElements(entry.rectangle));
  }
  return elements;
}

function listElements(entries: readonly CodeEntry[]): string {
  return entries.map((entry) => element("mapcode", entryElements(entry))).join("");
}

function codes({ local, international, mapcodes = [] }: CodesData): string {
  const localElement = local === undefined ? "" : element("local", entryElements(local));
  return document(
    "mapcodes",
    localElement +
      element("international", entryElements(international)) +
      element("mapcodes", listElements(mapcodes)),
  );
}

function coords(data: CoordsData): string {
  const { rectangle } = data;
  const more = rectangle ? element("rectangle", rectangleElements(rectangle)) : "";
  return document("point", coordinateElements(data) + more);
}

/** Returns the members in the order of XML replies, which differs from that of JSON. */
function territoryTree(territory: Territory): object {
  const { alphaCode, fullName, parentTerritory, aliases, fullNameAliases } = territory;
  return {
    alphaCode,
    alphaCodeMinimalUnambiguous: territory.alphaCodeMinimalUnambiguous,
    alphaCodeMinimal: territory.alphaCodeMinimal,
    fullName,
    ...(parentTerritory === undefined ? {} : { parentTerritory }),
    aliases: { alias: aliases },
    fullNameAliases: { fullNameAlias: fullNameAliases },
    alphabets: { alphabet: territory.alphabets.map((name) => ({ name })) },
  };
}

/** Elements of territories by number. Without this cache, a long page took 36 milliseconds. */
const territoryElements: string[] = [];

function territoryElement(territory: Territory): string {
  territoryElements[territory.number] ??= builtXml({ territory: territoryTree(territory) });
  return territoryElements[territory.number];
}

function alphabetElement(name: string): string {
  return builtXml({ alphabet: { name } });
}

export const xml: Format = {
  name: "xml",
  contentType: `${XML_TYPE};charset=UTF-8`,
  codes,
  codeEntries: (entries) => document("mapcodes", listElements(entries)),
  codeEntry: (entry) => document("mapcode", entryElements(entry)),
  coords,
  rectangle: (rectangle) => document("rectangle", rectangleElements(rectangle)),
  territories: ({ total, items }) =>
    document("territories", element("total", `${total}`) + items.map(territoryElement).join("")),
  territory: (territory) => XML_DECLARATION + territoryElement(territory),
  alphabets: ({ total, items }) =>
    document("alphabets", element("total", `${total}`) + items.map(alphabetElement).join("")),
  alphabet: (name) => XML_DECLARATION + alphabetElement(name),
  version: (data) => XML_DECLARATION + builtXml({ version: data }),
  status: () => XML_DECLARATION + builtXml({ status: { status: "OK" } }),
  error: (body) => {
    const members = Object.entries(body).map(([name, value]) =>
      element(name, escapeXml(`${value}`)),
    );
    return document("error", members.join(""));
  },
};
