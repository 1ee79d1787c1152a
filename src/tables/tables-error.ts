/** The error of tables that are missing, unusable or not loaded yet. */

/** What is wrong with the tables. The codes are stable; messages may be reworded. */
export type TablesErrorCode = "tables-not-loaded" | "tables-unreadable" | "tables-unusable";

/**
 * The tables are not loaded yet, cannot be read, or are not those that this version was built with.
 * @example
 * ```ts
 * new TablesError("tables-not-loaded", "The tables are not loaded yet.").code; // "tables-not-loaded"
 * ```
 */
export class TablesError extends Error {
  /** The name of the class. */
  override readonly name = "TablesError";
  /** What is wrong, for programs to compare. */
  readonly code: TablesErrorCode;

  /**
   * @param message whole sentences: what is wrong, then what to do
   * @param options the error that is the cause, if there is one
   */
  constructor(code: TablesErrorCode, message: string, options?: { readonly cause?: unknown }) {
    // Users may construct errors, too: converting any other value to a string could run their code.
    super(typeof message === "string" ? message : typeof message, options);
    this.code = code;
  }
}
