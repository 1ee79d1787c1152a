/** The documents, which are installed with the program. */
import { fileURLToPath } from "node:url";

// Valid from this folder and from the folders of a build, which are as deep.
const FOLDER = new URL("../../docs/", import.meta.url);

/** The path of a document. @param name such as `batches.md` */
export function documentPath(name: string): string {
  return fileURLToPath(new URL(name, FOLDER));
}
