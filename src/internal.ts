/**
 * Internal exports: functions that batch, http, service and cli need and users do not. This file is not
 * an entry of the package, so its names may change in any version.
 */

export { checkOptions, type OptionRules } from "./library/arguments.ts";
export {
  MAX_DECIMAL_BYTES,
  parseDegrees,
  readDecimal,
  readDecimalText,
  writeDecimal,
} from "./library/decimal.ts";
export { metersBetween } from "./library/distance.ts";
export { checkText, quoted, shown, wrongType } from "./messages.ts";
export { PARENT_CODES } from "./territories/lookup.ts";
