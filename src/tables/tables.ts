/** Loads the generated table file and views it as the typed arrays of layout/sections.ts. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  type Descriptions,
  HEADER_WORDS,
  LAYOUT_VERSION,
  MAGIC,
  SECTION_NAMES,
  SECTIONS,
  type Sections,
} from "./layout/sections.ts";

const FILE = fileURLToPath(new URL("../generated/tables.bin", import.meta.url));

/** The table file is missing, stale or damaged. The command line recognizes this error by its name. */
class TablesError extends Error {
  override name = "TablesError";
}

/** The arrays of a file. @throws RangeError if the file ends before they do */
function viewSections(bytes: Uint8Array<ArrayBuffer>, header: ArrayLike<number>): Sections {
  const views = SECTION_NAMES.map((name, index) => {
    const offset = bytes.byteOffset + header[2 + 2 * index];
    return [name, new SECTIONS[name](bytes.buffer, offset, header[3 + 2 * index])];
  });
  return Object.fromEntries(views) as Sections;
}

function loadSections(): Sections {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = readFileSync(FILE);
  } catch (cause) {
    throw new TablesError(`The tables cannot be read (${FILE}): run \`npm run build\`.`, { cause });
  }
  const isComplete = bytes.byteLength >= 4 * HEADER_WORDS && bytes.byteOffset % 4 === 0;
  const header = isComplete ? new Int32Array(bytes.buffer, bytes.byteOffset, HEADER_WORDS) : [];
  if (header[0] !== MAGIC || header[1] !== LAYOUT_VERSION) {
    throw new TablesError(
      `The tables (${FILE}) are not of layout ${LAYOUT_VERSION} in this machine's byte ` +
        "order: run `npm run build`.",
    );
  }
  try {
    return viewSections(bytes, header);
  } catch (cause) {
    throw new TablesError(`The tables (${FILE}) are cut short: run \`npm run build\`.`, { cause });
  }
}

/**
 * Each array is a constant of its own: after bundling (see scripts/bundle.ts), optimised code holds its
 * address and length. The files in layout/ define the meaning of the elements.
 */
export const {
  records,
  firstRecords,
  parents,
  territoryCodes,
  namelessGroups,
  decodeEntryStarts,
  decodeEntries,
  earlierBounds,
  earlierHints,
  latBands,
  nodes,
  leaves,
  nameSlots,
  nameStarts,
  nameChars,
  shortNames,
  meaningStarts,
  meanings,
  alphabetLetters,
  readableUnits,
  readableRoman,
  readableAlphabet,
  descriptions: descriptionBytes,
} = loadSections();

let parsedDescriptions: Descriptions | undefined;

/** Names and other texts. Parsed on first use, because plain encoding needs none of them. */
export function descriptions(): Descriptions {
  parsedDescriptions ??= JSON.parse(new TextDecoder().decode(descriptionBytes)) as Descriptions;
  return parsedDescriptions;
}

export const TERRITORY_COUNT = parents.length;

/** Whether a number is that of a territory. */
export function isTerritory(number: number): boolean {
  return Number.isInteger(number) && number >= 0 && number < TERRITORY_COUNT;
}

/** The territory of international codes, last in the published order. */
export const INTERNATIONAL_TERRITORY = TERRITORY_COUNT - 1;
