/** The fields of tables as text. */

/** What to do about broken quotes. */
export const QUOTE_RULE = "Close every quote; write quotes inside quotes twice.";

/** The text of a field, in quotes if it would not be read back as one field otherwise. */
export function quotedField(field: string, delimiter: string): string {
  const isBare = !/["\r\n]/.test(field) && !field.includes(delimiter);
  return isBare ? field : `"${field.replaceAll('"', '""')}"`;
}
