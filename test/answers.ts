import { decode, decodeRectangle, MapcodeError } from "../src/index.ts";

/** What we answer to a text, in the oracle's words. */
export function answerTo(text: string, context?: string) {
  try {
    return { ...decode(text, { context }), ...decodeRectangle(text, { context }) };
  } catch (error) {
    if (!(error instanceof MapcodeError)) throw error;
    return { refusal: error.code.replace("malformed-mapcode", "malformed") };
  }
}
