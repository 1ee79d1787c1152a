/** Replies in XML. xmlbuilder2 builds territories and lists; for five codes, it would take 33 microseconds. */
import { createRequire } from "node:module";
import { preEncoded } from "../../bytes.ts";
import type { Territory } from "../../index.ts";
import {
  type Candidate,
  type ConversionTexts,
  type Enclosure,
  enclosure,
  type Format,
  listTexts,
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

/** The tags of an element around a value. */
function tags(name: string): Enclosure {
  return enclosure(`<${name}>`, `</${name}>`);
}

const CODE = "<mapcode>";
const NEXT = `</mapcode><mapcode>${CODE}`;

const CONVERSIONS: ConversionTexts = {
  codes: {
    local: preEncoded(`${XML_DECLARATION}<mapcodes><local>${CODE}`),
    internationalAfterLocal: preEncoded(`</local><international>${CODE}`),
    international: preEncoded(`${XML_DECLARATION}<mapcodes><international>${CODE}`),
    list: listTexts(
      `</international><mapcodes><mapcode>${CODE}`,
      NEXT,
      "</mapcode></mapcodes></mapcodes>",
      "</international><mapcodes/></mapcodes>",
    ),
    end: preEncoded("</mapcodes>"),
    noList: preEncoded("</international><mapcodes/></mapcodes>"),
  },
  list: listTexts(
    `${XML_DECLARATION}<mapcodes><mapcode>${CODE}`,
    NEXT,
    "</mapcode></mapcodes>",
    `${XML_DECLARATION}<mapcodes/>`,
  ),
  code: enclosure(`${XML_DECLARATION}<mapcode>${CODE}`, "</mapcode>"),
  afterCode: preEncoded("</mapcode>"),
  codeInAlphabet: tags("mapcodeInAlphabet"),
  territory: tags("territory"),
  territoryInAlphabet: tags("territoryInAlphabet"),
  offsetMeters: tags("offsetMeters"),
  rectangle: tags("rectangle"),
  wholeRectangle: enclosure(`${XML_DECLARATION}<rectangle>`, "</rectangle>"),
  corners: [
    preEncoded("<southWest><latDeg>"),
    preEncoded("</latDeg><lonDeg>"),
    preEncoded("</lonDeg></southWest><northEast><latDeg>"),
    preEncoded("</latDeg><lonDeg>"),
    preEncoded("</lonDeg></northEast><center><latDeg>"),
    preEncoded("</latDeg><lonDeg>"),
  ],
  afterCorners: preEncoded("</lonDeg></center>"),
  latDeg: preEncoded(`${XML_DECLARATION}<point><latDeg>`),
  lonDeg: preEncoded("</latDeg><lonDeg>"),
  afterLonDeg: preEncoded("</lonDeg>"),
  afterPoint: preEncoded("</point>"),
};

/** Returns the members in the order of XML replies, which differs from the order of JSON. */
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

/** @param name of the element of each candidate */
function candidateElements(name: string, candidates: readonly Candidate[]): string {
  const items = candidates.map(({ alphaCode, parentAlphaCode }) => {
    const parent =
      parentAlphaCode === undefined ? "" : element("parentAlphaCode", escapeXml(parentAlphaCode));
    return element(name, element("alphaCode", escapeXml(alphaCode)) + parent);
  });
  return element("territories", items.join(""));
}

export const xml: Format = {
  name: "xml",
  contentType: `${XML_TYPE};charset=UTF-8`,
  conversions: CONVERSIONS,
  candidates: (candidates) => XML_DECLARATION + candidateElements("territoryCandidate", candidates),
  candidatesMember: (candidates) => candidateElements("territory", candidates),
  territories: ({ total, items }) =>
    document("territories", element("total", `${total}`) + items.map(territoryElement).join("")),
  territory: (territory) => XML_DECLARATION + territoryElement(territory),
  alphabets: ({ total, items }) =>
    document("alphabets", element("total", `${total}`) + items.map(alphabetElement).join("")),
  members(name, members) {
    const elements = Object.entries(members).map(([member, value]) =>
      element(member, escapeXml(`${value}`)),
    );
    return document(name, elements.join(""));
  },
};
