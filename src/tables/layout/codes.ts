/** The forms of codes, and the decode entries that lead from a form to the record that reads it. */

/** Lengths that a code can have before and after its dot. */
export const MIN_PREFIX = 2;
export const MAX_PREFIX = 5;
export const MIN_SUFFIX = 2;
export const MAX_SUFFIX = 4;

const SUFFIX_LENGTHS = MAX_SUFFIX - MIN_SUFFIX + 1;
export const FORMS_PER_TERRITORY = (MAX_PREFIX - MIN_PREFIX + 1) * SUFFIX_LENGTHS;

/** The form of a code: a number below FORMS_PER_TERRITORY for the lengths of its two parts. */
export function formOf(prefixLength: number, suffixLength: number): number {
  return (prefixLength - MIN_PREFIX) * SUFFIX_LENGTHS + (suffixLength - MIN_SUFFIX);
}

/**
 * Index in decodeEntryStarts for a territory and a form. The word there is the index of the form's
 * first decode entry, shifted by ENTRY_START_SHIFT, and a mask below: BY_FIRST_DIGIT if the first digit
 * of a code is added to that index, 0 if one entry reads all codes of the form. Codes that a subdivision
 * leaves to its country share the country's entries, and all codes of INTERNATIONAL_LENGTH those of AAA.
 */
export function entryStartIndex(territory: number, form: number): number {
  return territory * FORMS_PER_TERRITORY + form;
}

export const ENTRY_START_SHIFT = 5;
export const BY_FIRST_DIGIT = (1 << ENTRY_START_SHIFT) - 1;

/**
 * A decode entry is the number of the record that reads a code (or of the first record of its group),
 * shifted by this much, with the traits of that record below; 0 if no record reads the code. Decoding
 * branches on the traits before the record has been loaded, often from far memory.
 */
export const ENTRY_RECORD_SHIFT = 16;
