/**
 * The entry `mapcoded` in bundles: its tables are part of the code. Functions that need the tables load them as soon as
 * the module runs. Bundlers drop a call that is marked as pure and not used, so that bundles of the other functions
 * contain no tables: `distanceMeters` takes 8 kB instead of 260.
 */
import * as library from "../index.ts";
import { withTables } from "../loaders/with-tables.ts";

export * from "../index.ts";

export const alphabets = /* @__PURE__ */ withTables(library.alphabets);
export const countryNumber = /* @__PURE__ */ withTables(library.countryNumber);
export const dataVersion = /* @__PURE__ */ withTables(library.dataVersion);
export const decode = /* @__PURE__ */ withTables(library.decode);
export const decodeBytesInto = /* @__PURE__ */ withTables(library.decodeBytesInto);
export const decodeInto = /* @__PURE__ */ withTables(library.decodeInto);
export const decodeRectangle = /* @__PURE__ */ withTables(library.decodeRectangle);
export const decodeRectangleInto = /* @__PURE__ */ withTables(library.decodeRectangleInto);
export const encode = /* @__PURE__ */ withTables(library.encode);
export const encodeInternational = /* @__PURE__ */ withTables(library.encodeInternational);
export const encodeInternationalInto = /* @__PURE__ */ withTables(library.encodeInternationalInto);
export const encodeInto = /* @__PURE__ */ withTables(library.encodeInto);
export const encodeShortest = /* @__PURE__ */ withTables(library.encodeShortest);
export const findTerritory = /* @__PURE__ */ withTables(library.findTerritory);
export const formatMapcode = /* @__PURE__ */ withTables(library.formatMapcode);
export const getAlphabet = /* @__PURE__ */ withTables(library.getAlphabet);
export const getTerritory = /* @__PURE__ */ withTables(library.getTerritory);
export const hasMapcodeForm = /* @__PURE__ */ withTables(library.hasMapcodeForm);
export const mapcodeInAlphabet = /* @__PURE__ */ withTables(library.mapcodeInAlphabet);
export const parseMapcode = /* @__PURE__ */ withTables(library.parseMapcode);
export const searchTerritories = /* @__PURE__ */ withTables(library.searchTerritories);
export const subdivisions = /* @__PURE__ */ withTables(library.subdivisions);
export const territories = /* @__PURE__ */ withTables(library.territories);
export const territoryInAlphabet = /* @__PURE__ */ withTables(library.territoryInAlphabet);
export const territoryNumber = /* @__PURE__ */ withTables(library.territoryNumber);
