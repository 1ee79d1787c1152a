/** The parameters of batch requests only, most of which are options of batches by the same names. */
import { BatchError } from "../../batch/errors.ts";
import { FORMATS } from "../../batch/formats/index.ts";
import { parseDelimiter } from "../../batch/options/input-checks.ts";
import { parseColumns } from "../../batch/options/output-checks.ts";
import type { OutputColumn } from "../../batch/options/output-options.ts";
import type { NameOption } from "../../internal.ts";
import { invalidValue } from "../http-error.ts";
import {
  asSent,
  flagParameter,
  integerParameter,
  MAX_INT32,
  queryParameter,
} from "../parameters.ts";

export const STREAM = flagParameter(
  "stream",
  "send the reply while the body is still arriving, to a client that reads while it sends",
  false,
);

/** Declares a parameter with a text that the batch checks; undefined when absent. */
function textParameter<const Name extends string>(
  name: Name,
  description: string,
  expected: string,
  example: string,
  parse: (text: string) => string = asSent,
) {
  const schema = { type: "string", examples: [example] };
  return { ...queryParameter(name, description, schema, parse, undefined), expected };
}

// How rows are read

function columnParameter<const Name extends string>(name: Name, content: string) {
  const description = `column or member with the ${content}, by its name or by its number from 1; by default the one with a common name`;
  const expected = "the name of a column or member, or the number of a column from 1";
  return textParameter(name, description, expected, content);
}

export const LAT_COLUMN = columnParameter("latColumn", "latitude");
export const LON_COLUMN = columnParameter("lonColumn", "longitude");
export const CODE_COLUMN = columnParameter("codeColumn", "mapcode");
export const INTERNATIONAL_COLUMN = columnParameter("internationalColumn", "international");
export const COORDINATES_COLUMN = columnParameter("coordinatesColumn", "point");
export const TERRITORY_COLUMN = columnParameter("territoryColumn", "territory");
export const COUNTRY_COLUMN = columnParameter("countryColumn", "country");

export const HEADER = flagParameter(
  "header",
  "whether the first row of a table names its columns",
  true,
);

export const DELIMITER = textParameter(
  "delimiter",
  "the character between the fields of CSV, or tab; by default the first row decides",
  "a single character such as , ; | or tab",
  "|",
  parseDelimiter,
);

export const DECIMAL_COMMA = flagParameter(
  "decimalComma",
  "whether numbers in tables and lines have a decimal comma",
  false,
);

export const ENCODING = textParameter(
  "encoding",
  "the encoding of the body, in place of the charset of Content-Type",
  "the name of an encoding, such as utf-8, utf-16le, latin1 or windows-1252",
  "latin1",
);

export const SKIP = integerParameter(
  "skip",
  "how many lines to leave out at the start of the body",
  { minimum: 0, maximum: MAX_INT32, default: 0 },
);

export const COMMENT = textParameter(
  "comment",
  "lines of tables and plain lines that begin with this text are not rows",
  "the beginning of a line without spaces",
  "#",
);

// What rows of the reply contain

export const ALL = flagParameter("all", "all mapcodes of a point instead of the best ones", false);

const COLUMN_LIST = "a list of different names, such as id,mapcode as code";

/** @throws HttpError when the text names no column */
function parsedColumns(text: string): readonly OutputColumn[] {
  try {
    return parseColumns(text);
  } catch (error) {
    if (!(error instanceof BatchError)) throw error;
    throw invalidValue("columns", text, COLUMN_LIST);
  }
}

export const COLUMNS = {
  ...queryParameter(
    "columns",
    "the columns or members to write, in this order, renamed with as; by default those of the body, then the results",
    { type: "string", examples: ["id,mapcode as code"] },
    parsedColumns,
    undefined,
  ),
  expected: COLUMN_LIST,
};

export const ONLY_RESULTS = {
  ...flagParameter("onlyResults", "write the results without the columns of the body", false),
  excludes: "columns",
};

export const RESULT_PREFIX = textParameter(
  "resultPrefix",
  "put in front of the names of all results",
  "the beginning of a name",
  "mc_",
);

export const REPLACE = flagParameter(
  "replace",
  "write results over columns that have their names; by default, results get a number behind their names then",
  false,
);

export const STRICT_RANGE = {
  ...flagParameter(
    "strictRange",
    "fail points beyond a pole or beyond 360 degrees of longitude, instead of moving them into range",
    false,
  ),
  expected: "sent to /batch/codes only",
};

export const TYPED_NUMBERS = flagParameter(
  "typedNumbers",
  "write numbers of tables as numbers in JSON",
  false,
);

export const NULL_TEXT = textParameter(
  "nullText",
  "the text of absent values in tables and lines, of the body and the reply; by default they are empty",
  "a text without line ends",
  "NULL",
);

/** Formats are options of batches and headers of requests. */
const FORMAT_HEADERS: Readonly<Record<string, string>> = { from: "Content-Type", to: "Accept" };

/** Names options of batches in errors as requests do: `parameter latColumn`, `header Content-Type`. */
export const nameParameter: NameOption = ({ option, value }) => {
  const header = FORMAT_HEADERS[option];
  const name = header === undefined ? `parameter ${option}` : `header ${header}`;
  const format = FORMATS.find((known) => header !== undefined && known.name === value);
  const chosen = format?.mediaTypes[0] ?? value;
  return chosen === undefined ? name : `${name} with ${chosen}`;
};
