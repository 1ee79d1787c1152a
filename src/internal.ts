/**
 * The internal door: engine functions that the upper layers (batch, http, service, cli) need and users do
 * not. It is not an entry of the package, so its names may change in any version.
 */
export { quoted } from "./library/errors.ts";
export { readDecimal, readDecimalText } from "./library/read-decimal.ts";
export { MAX_DECIMAL_BYTES, writeDecimal } from "./library/write-decimal.ts";
export { PARENT_CODES } from "./territories/codes.ts";
