import { decode, decodeRectangle, MapcodeError } from "../../src/index.ts";

/** The point and rectangle of a text, or its error in the form of the oracle. */
export function answerTo(text: string, context?: string) {
  try {
    return { ...decode(text, { context }), ...decodeRectangle(text, { context }) };
  } catch (error) {
    if (!(error instanceof MapcodeError)) throw error;
    return { error: error.code.replace("malformed-mapcode", "malformed") };
  }
}
