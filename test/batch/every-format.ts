/** The same rows in each format, and their output in each format. */
import type { Operation } from "../../src/batch/options/roles.ts";

/** JSON arrays contain the lines of ndjson. */
export type LineFormat = "csv" | "tsv" | "ndjson" | "plain";

/** Lines of each input: a point in the Netherlands, one at sea, and an error. */
export const INPUTS: Readonly<Record<Operation, Readonly<Record<LineFormat, readonly string[]>>>> =
  {
    encode: {
      csv: ["id,lat,lon", "7,52.376514,4.908543", '"8, or 9",0,-30', "9,north,4.9"],
      tsv: ["id\tlat\tlon", "7\t52.376514\t4.908543", "8, or 9\t0\t-30", "9\tnorth\t4.9"],
      ndjson: [
        '{"id":7,"lat":52.376514,"lon":4.908543}',
        '{"id":"8, or 9", "lat":0, "lon":-30.0}',
        '{"id":9,"lat":"north","lon":4.9}',
      ],
      plain: ["52.376514 4.908543", "0,-30", "north 4.9"],
    },
    decode: {
      csv: ["id,territory,code", "7,NLD,49.4V", '"8, or 9",,VHXGB.1J9J', "9,NLD,49.4V.1"],
      tsv: ["id\tterritory\tcode", "7\tNLD\t49.4V", "8, or 9\t\tVHXGB.1J9J", "9\tNLD\t49.4V.1"],
      ndjson: [
        '{"id":7,"territory":"NLD","code":"49.4V"}',
        '{"id":"8, or 9","code":"VHXGB.1J9J"}',
        '{"id":9,"territory":"NLD","code":"49.4V.1"}',
      ],
      plain: ["NLD 49.4V\tharbour", "VHXGB.1J9J", "NLD 49.4V.1"],
    },
  };

/** Names and values of results; for the last row, an error. */
const RESULTS = {
  encode: {
    names: ["territory", "mapcode", "international"],
    values: [
      ["NLD", "49.4V", "VHXGB.1J9J"],
      [null, null, "HDX7Y.F0MG"],
    ],
    errorIn: (from: LineFormat) =>
      `The latitude ${from === "plain" ? "" : "(column lat) "}'north' is not a decimal number of degrees.`,
  },
  decode: {
    names: ["latitude", "longitude"],
    values: [
      [52.37651400000124, 4.908543375],
      [52.376504, 4.908535499999999],
    ],
    errorIn: (from: LineFormat) =>
      `The mapcode '${from === "plain" ? "NLD " : ""}49.4V.1' is not of the form [TERRITORY ]PREFIX.SUFFIX[-EXTENSION], such as 'NLD 49.4V'.`,
  },
};

/** The fields of a row, for outputs in other formats. Rows of csv and tsv have the same fields. */
function fieldsOf(operation: Operation, from: LineFormat, row: number): readonly string[] {
  if (from === "plain") return [INPUTS[operation].plain[row]];
  const fields = INPUTS[operation].tsv[row + 1].split("\t");
  // JSON keeps the digits of its numbers.
  return from === "ndjson" ? fields.map((text) => (text === "-30" ? "-30.0" : text)) : fields;
}

function joined(fields: readonly (string | number | null)[], delimiter: string): string {
  const texts = fields.map((field) => `${field ?? ""}`);
  // Fields between tabs cannot have tabs.
  const quoted = texts.map((text) => {
    if (delimiter === "\t") return text.replaceAll("\t", " ");
    return text.includes(delimiter) ? `"${text}"` : text;
  });
  return quoted.join(delimiter);
}

/** The output of an input, in lines. @param from the input's format @param to the output's format */
export function outputLines(operation: Operation, from: LineFormat, to: LineFormat) {
  const { names, values, errorIn } = RESULTS[operation];
  const isTable = from === "csv" || from === "tsv";
  const columns = from === "plain" ? ["input"] : INPUTS[operation].tsv[0].split("\t");
  const delimiter = { csv: ",", tsv: "\t", plain: undefined, ndjson: undefined }[to];
  const rows = [0, 1, 2].map((row) => {
    const results = values[row] ?? names.map(() => null);
    const error = values[row] === undefined ? errorIn(from) : "";
    const line = INPUTS[operation][from][isTable ? row + 1 : row];
    const fields = fieldsOf(operation, from, row);
    if (delimiter) return joined([...fields, ...results, error], delimiter);
    if (to === "plain") {
      return [line, ...results.map((value) => value ?? ""), ...(error ? [error] : [])].join("\t");
    }
    const start = columns.map((name, index) => `${JSON.stringify(name)}:"${fields[index]}"`);
    const members = from === "ndjson" ? line.slice(0, -1) : `{${start}`.replaceAll("\t", "\\t");
    const added = names.map((name, index) => `"${name}":${JSON.stringify(results[index])}`);
    return `${members},${added}${error ? `,"error":${JSON.stringify(error)}` : ""}}`;
  });
  return delimiter ? [joined([...columns, ...names, "error"], delimiter), ...rows] : rows;
}
