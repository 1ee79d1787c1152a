/** `/alphabets` and `/alphabets/{alphabet}`. */
import { alphabets, findAlphabet, UnknownAlphabetError } from "../../index.ts";
import { passingDocument } from "../document.ts";
import { invalidValue } from "../http-error.ts";
import type { Operation } from "./operation.ts";
import { createPager } from "./paging.ts";

const page = createPager(alphabets, (format, some) => format.alphabets(some));

export const answerAlphabets: Operation = ({ segments: [name = ""], query, format }) => {
  if (name === "") return page(query, format);
  try {
    return passingDocument(format.contentType, format.alphabet(findAlphabet(name)));
  } catch (error) {
    if (error instanceof UnknownAlphabetError) throw invalidValue("alphabet", name, error.expected);
    throw error;
  }
};
