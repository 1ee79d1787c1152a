/** Replies in JSON. */
import { preEncoded } from "../../bytes.ts";
import type { Territory } from "../../index.ts";
import {
  type Candidate,
  type ConversionTexts,
  enclosure,
  type Format,
  JSON_TYPE,
  listTexts,
} from "./format.ts";

const CODE = '{"mapcode":"';

const CONVERSIONS: ConversionTexts = {
  codes: {
    local: preEncoded(`{"local":${CODE}`),
    internationalAfterLocal: preEncoded(`},"international":${CODE}`),
    international: preEncoded(`{"international":${CODE}`),
    list: listTexts(`},"mapcodes":[${CODE}`, `},${CODE}`, "}]}", '},"mapcodes":[]}'),
    end: preEncoded("}"),
    noList: preEncoded("}}"),
  },
  list: listTexts(`[${CODE}`, `},${CODE}`, "}]", "[]"),
  code: enclosure(CODE, "}"),
  afterCode: preEncoded('"'),
  codeInAlphabet: enclosure(',"mapcodeInAlphabet":"', '"'),
  territory: enclosure(',"territory":"', '"'),
  territoryInAlphabet: enclosure(',"territoryInAlphabet":"', '"'),
  offsetMeters: enclosure(',"offsetMeters":', ""),
  rectangle: enclosure(',"rectangle":', ""),
  wholeRectangle: enclosure("", ""),
  corners: [
    preEncoded('{"southWest":{"latDeg":'),
    preEncoded(',"lonDeg":'),
    preEncoded('},"northEast":{"latDeg":'),
    preEncoded(',"lonDeg":'),
    preEncoded('},"center":{"latDeg":'),
    preEncoded(',"lonDeg":'),
  ],
  afterCorners: preEncoded("}}"),
  latDeg: preEncoded('{"latDeg":'),
  lonDeg: preEncoded(',"lonDeg":'),
  afterLonDeg: preEncoded(""),
  afterPoint: preEncoded("}"),
};

/** Returns the members in the order of JSON replies, without empty lists. */
function territoryMembers(territory: Territory): object {
  const { aliases, fullNameAliases, alphaCode, fullName, parentTerritory } = territory;
  const alphabets = territory.alphabets.map((name) => ({ name }));
  return {
    ...(aliases.length > 0 ? { aliases } : {}),
    ...(fullNameAliases.length > 0 ? { fullNameAliases } : {}),
    alphaCode,
    alphaCodeMinimalUnambiguous: territory.alphaCodeMinimalUnambiguous,
    alphaCodeMinimal: territory.alphaCodeMinimal,
    fullName,
    ...(parentTerritory === undefined ? {} : { parentTerritory }),
    ...(alphabets.length > 0 ? { alphabets } : {}),
  };
}

/** Members that are undefined are left out. */
function candidateList(candidates: readonly Candidate[]): object {
  return {
    territories: candidates.map(({ alphaCode, parentAlphaCode }) => ({
      alphaCode,
      parentAlphaCode,
    })),
  };
}

export const json: Format = {
  name: "json",
  contentType: `${JSON_TYPE};charset=UTF-8`,
  conversions: CONVERSIONS,
  candidates: (candidates) => JSON.stringify(candidateList(candidates)),
  candidatesMember: (candidates) => `,${JSON.stringify(candidateList(candidates)).slice(1, -1)}`,
  territories: ({ total, items }) =>
    JSON.stringify({ total, territories: items.map(territoryMembers) }),
  territory: (territory) => JSON.stringify(territoryMembers(territory)),
  alphabets: ({ total, items }) =>
    JSON.stringify({ total, alphabets: items.map((name) => ({ name })) }),
  members: (_, members) => JSON.stringify(members),
};
