/** The results of functions of points as texts, for answers of all forms. */
import { alphaCodeTexts } from "../batch/rows/result-texts.ts";
import { type ByteWriter, CodeWords } from "../bytes.ts";
import { SPACE } from "../characters.ts";
import { NO_CODE } from "../index.ts";
import type { EncodeFunction } from "./encode-function.ts";
import type { ReturnName } from "./signature.ts";

/** More than a mapcode, or a number, can take with what stands around it. */
export const MAX_RESULT_BYTES = 256;

/** The texts of the converted row. */
export interface FunctionTexts {
  /** How many it has: as many as a list has items; 0 if the result is NULL. */
  count(): number;
  /** Writes one of them. There must be room for a mapcode, and is for what follows. */
  write(output: ByteWriter, index: number): void;
}

/** @param objectText an object as text. @param json the object in JSON */
export function textsOf(
  converted: EncodeFunction,
  returns: ReturnName,
  objectText: (json: string) => string,
): FunctionTexts {
  const { codes } = converted;
  const { list } = codes;
  const words = new CodeWords(list);
  const names = alphaCodeTexts();
  const writeMapcode = (output: ByteWriter, index: number): void => {
    output.appendEncoded(names[list.territories[index]]);
    output.appendByte(SPACE);
    output.appendCode(words, index);
  };
  switch (returns) {
    case "all":
      return { count: () => codes.count, write: writeMapcode };
    case "local":
      return {
        count: () => (codes.local === NO_CODE ? 0 : 1),
        write: (output) => writeMapcode(output, codes.local),
      };
    case "international":
      return { count: () => 1, write: (output) => output.appendCode(words, codes.international) };
    default:
      return {
        count: () => 1,
        write(output) {
          output.appendText(objectText(JSON.stringify(converted.values()[0])));
          output.reserve(MAX_RESULT_BYTES);
        },
      };
  }
}
