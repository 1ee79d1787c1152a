/**
 * The options of batches, each declared once: type, default and check, the option of the command line and the
 * parameter of requests with their texts. The types, the checks, `mapcoded encode` and `decode`, and the parameters
 * of `/batch/codes` and `/batch/coords` follow from this table; a new option is an entry here, its use, and a line in
 * docs/batches.md. Its doc comment is what users of the library read.
 *
 * - `ConversionOptions` is complete: each option has a member, undefined if it has no default and was not given.
 *   Plain data, so that worker threads can receive it. Everything below the plan takes it.
 * - `ResolvedBatchOptions` in ../batch-options.ts adds `from` and `to`, whose values are the formats.
 * - `BatchOptions` is what users give: each member may be missing.
 *
 * The order is that in which parameters are checked, and of the help.
 */
import { LOCAL_RULE_NAMES } from "../../borders/choice.ts";
import { countryNumber, getAlphabet, MAX_PRECISION, territoryNumber } from "../../index.ts";
import { formatList } from "../../messages.ts";
import { boolean, choice, integer, list, type OptionValues, text } from "./declaration.ts";
import { INCLUDES, type Include, OPERATIONS } from "./operations.ts";
import { checkColumns, type OutputColumn, parseColumns } from "./output-columns.ts";
import {
  checkByLookUp,
  checkComment,
  checkDelimiter,
  checkEncoding,
  checkIncludes,
  checkPrecision,
  parseDelimiter,
  parseIncludes,
} from "./values.ts";

/**
 * The default limit of the length of a row: 1 MiB.
 */
export const DEFAULT_MAX_ROW_BYTES = 1 << 20;

/** The texts of an option that chooses a column. */
function columnTexts(flag: string, content: string, example: string) {
  return {
    group: "Columns" as const,
    flag: `${flag} <name>`,
    help: `column of ${content}, by name or number`,
    parameter: {
      help: `column or member with the ${example}, by its name or by its number from 1; by default the one with a common name`,
      example,
    },
    expected: "the name of a column or member, or the number of a column from 1",
  };
}

/** All options but the two formats. */
export const CONVERSION_OPTIONS = {
  /** Whether rows are points to encode or mapcodes to decode. */
  operation: choice("operation", OPERATIONS, { default: "encode" }),

  // What is converted, and to what

  /** Encoding: only local mapcodes of this territory. Decoding: the territory of mapcodes that have none. */
  territory: text({
    flag: "-t, --territory <name>",
    help: {
      encode: "only mapcodes of this territory (NLD, US-IN, Brazil)",
      decode: "same as --context",
    },
    check: checkByLookUp(territoryNumber),
  }),
  /**
   * A country (ISO 3166), in place of `territory`. Encoding: only local mapcodes of it and its subdivisions.
   * Decoding: the territory of mapcodes that have none, and where the others' territories are looked up first.
   */
  country: text({
    group: "Mapcodes",
    flag: "-c, --country <code>",
    help: {
      encode: "only mapcodes of this country (ISO 3166) and its subdivisions",
      decode: "in place of --context, a country (ISO 3166) by its code",
    },
    excludes: "territory",
    check: checkByLookUp(countryNumber),
  }),
  /** Encoding: the alphabet of mapcodes and territories. */
  alphabet: text({
    operation: "encode",
    group: "Mapcodes",
    flag: "--alphabet <name>",
    help: "alphabet of the mapcodes and territories",
    check: checkByLookUp(getAlphabet),
  }),
  /** Encoding: extra digits, 0 to 8. */
  precision: integer("precision", {
    operation: "encode",
    default: 0,
    min: 0,
    max: MAX_PRECISION,
    flag: "-p, --precision <digits>",
    help: `number of extra digits, 0 to ${MAX_PRECISION} (default: 0)`,
    check: checkPrecision,
  }),
  /**
   * Encoding: all mapcodes of each point. Tables and plain lines then get one row for each mapcode, JSON
   * rows a list.
   */
  all: boolean({
    operation: "encode",
    group: "Mapcodes",
    flag: "--all",
    help: "all mapcodes of each point instead of the local one",
    parameter: { help: "all mapcodes of a point instead of the best ones" },
  }),
  /**
   * Encoding: the rule that chooses the local mapcode of a point. `borders`: a mapcode of the territory that the point
   * is in, as far as `mapcoded/borders` knows it. `shortest`: the shortest one, of whatever territory.
   */
  local: choice("local", LOCAL_RULE_NAMES, {
    operation: "encode",
    default: "borders",
    group: "Mapcodes",
    flag: "--local <rule>",
    help: "mapcode of the territory that a point is in: borders; or the shortest: shortest",
    parameter: {
      help: "how the local mapcode of a point is chosen: borders, of the territory that the point is in by the borders of OpenStreetMap (ODbL), or shortest",
    },
  }),
  /**
   * `offset`: distance in meters between the point and the decoded mapcode. `rectangle`: bounds of the
   * mapcode; when encoding, of the mapcode without its extra digits, as in replies of the service.
   */
  include: list<readonly Include[]>({
    default: Object.freeze([]),
    group: "Mapcodes",
    flag: "--include <values>",
    help: {
      encode: "values to add to each row: offset,rectangle",
      decode: "values to add to each row: rectangle",
    },
    expected: `one or more of ${formatList(INCLUDES, "and")}, separated by commas`,
    parse: parseIncludes,
    check: checkIncludes,
  }),

  // Where the values are in a row

  /** Encoding: the column or member of the latitude, by name. Columns of tables also by number, from 1. */
  latColumn: text({
    operation: "encode",
    ...columnTexts("--lat-column", "the latitude", "latitude"),
  }),
  /** Encoding: the column or member of the longitude. */
  lonColumn: text({
    operation: "encode",
    ...columnTexts("--lon-column", "the longitude", "longitude"),
  }),
  /** Encoding: the column or member of both coordinates, such as `52.37, 4.9` or `POINT(4.9 52.37)`. */
  coordinatesColumn: text({
    operation: "encode",
    ...columnTexts("--coordinates-column", "both coordinates", "point"),
  }),
  /** Decoding: the column or member of the mapcode. */
  codeColumn: text({
    operation: "decode",
    ...columnTexts("--code-column", "the mapcode", "mapcode"),
  }),
  /** Decoding: the column or member of the international mapcode, for rows without another one. */
  internationalColumn: text({
    operation: "decode",
    ...columnTexts(
      "--international-column",
      "the mapcode of rows that have no other one",
      "international",
    ),
  }),
  /**
   * The column or member of the territory: encoding, of the only local mapcodes of the row; decoding, of a mapcode
   * that has none. Where its cell is empty, the country of the row counts, or else the options `territory` and
   * `country`.
   */
  territoryColumn: text(columnTexts("--territory-column", "the territory", "territory")),
  /** The column or member of the country (ISO 3166) of a row; also where a territory is looked up first. */
  countryColumn: text(columnTexts("--country-column", "the country (ISO 3166)", "country")),

  // How the bytes of an input are read as rows

  /** Whether the first row of input and output tables names the columns. */
  header: boolean({
    default: true,
    group: "Input",
    flag: "--no-header",
    help: "tables have no header; choose columns by number",
    parameter: { help: "whether the first row of a table names its columns" },
  }),
  /**
   * The character between the fields of csv, in inputs and outputs. Without it, the first row of an input
   * decides between comma, semicolon, tab and bar, and outputs from other formats have commas.
   */
  delimiter: text({
    group: "Input",
    flag: "-d, --delimiter <character>",
    help: "delimiter of csv, or tab; by default as in the header",
    parameter: {
      help: "the character between the fields of CSV, or tab; by default the first row decides",
      example: "|",
    },
    expected: "a single character such as , ; | or tab",
    parse: parseDelimiter,
    check: checkDelimiter,
  }),
  /** Whether numbers have a decimal comma instead of a point; in tables and plain lines, results as well. */
  decimalComma: boolean({
    group: "Input",
    flag: "--decimal-comma",
    help: "numbers have a decimal comma",
    parameter: { help: "whether numbers in tables and lines have a decimal comma" },
  }),
  /**
   * The encoding of the input, such as `latin1` or `utf-16le`: a name that TextDecoder knows. UTF-8 without it; a
   * byte order mark says more. Outputs are UTF-8.
   */
  encoding: text({
    group: "Input",
    flag: "--encoding <name>",
    help: "encoding of inputs, such as latin1; by default UTF-8, or by their mark",
    parameter: {
      help: "the encoding of the body, in place of the charset of Content-Type",
      example: "latin1",
    },
    expected: "the name of an encoding, such as utf-8, utf-16le, latin1 or windows-1252",
    check: checkEncoding,
  }),
  /** How many lines to leave out at the start of each input. */
  skip: integer("skip", {
    default: 0,
    min: 0,
    group: "Input",
    flag: "--skip <lines>",
    help: "lines to leave out at the start of each input",
    parameter: { help: "how many lines to leave out at the start of the body" },
  }),
  /** Lines of tables and plain lines that begin with this text are not rows. They are left out as blank rows are. */
  comment: text({
    group: "Input",
    flag: "--comment <text>",
    help: "leave out lines that begin with this text",
    parameter: {
      help: "lines of tables and plain lines that begin with this text are not rows",
      example: "#",
    },
    expected: "the beginning of a line without spaces",
    check: checkComment,
  }),
  /** The greatest length of a row in bytes. Longer rows are written as text, with an error. */
  maxRowBytes: integer("maxRowBytes", {
    default: DEFAULT_MAX_ROW_BYTES,
    min: 1,
    group: "Input",
    flag: "--max-row-bytes <bytes>",
    help: "greatest length of a row, 1 MiB by default",
  }),

  // What the rows of an output contain

  /** The columns or members to write, in this order; by default those of the input, then the results. */
  columns: list<readonly OutputColumn[] | undefined>({
    default: undefined,
    group: "Output",
    flag: "--columns <list>",
    help: "columns to write, in this order: id,mapcode as code",
    parameter: {
      help: "the columns or members to write, in this order, renamed with as; by default those of the body, then the results",
      example: "id,mapcode as code",
    },
    expected: "a list of different names, such as id,mapcode as code",
    parse: parseColumns,
    check: checkColumns,
  }),
  /** Whether to write the results only, without the columns or members of the input. */
  onlyResults: boolean({
    group: "Output",
    flag: "--only-results",
    help: "write the results without the columns of the inputs",
    parameter: { help: "write the results without the columns of the body" },
    excludes: "columns",
  }),
  /**
   * Whether results take the place of columns or members that have their names. Otherwise the names of all
   * results get a number that no name of the input has.
   */
  replace: boolean({
    group: "Output",
    flag: "--replace",
    help: "write over columns that have the names of results",
    parameter: {
      help: "write results over columns that have their names; by default, results get a number behind their names then",
    },
  }),
  /** Whether each cell of a table that is a number becomes one in JSON, with the same digits. Others, such as `007`, stay texts. */
  typedNumbers: boolean({
    group: "Output",
    flag: "--typed-numbers",
    help: "write each cell of a table that is a number as a number in JSON; others stay texts",
    parameter: {
      help: "write each cell of a table that is a number as a number in JSON; others stay texts",
    },
  }),
};

/** All options of a batch except the two formats. Plain data, so that worker threads can receive it. */
export interface ConversionOptions extends OptionValues<typeof CONVERSION_OPTIONS> {}

/** The name of an option, as in errors. */
export type BatchOptionName = keyof ConversionOptions | "from" | "to";

/** Whether the options choose the columns, so that others are left out on purpose. */
export function choosesColumns({
  columns,
  onlyResults,
}: Pick<ConversionOptions, "columns" | "onlyResults">): boolean {
  return columns !== undefined || onlyResults;
}
