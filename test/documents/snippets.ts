/** Code in documents and doc comments: a comment behind an expression is the value it must have. */

/**
 * Turns each line `expression; // value` into a call of `check(expression, value)`. Lines without
 * such a comment stay as they are.
 */
export function withChecks(snippet: string): string {
  const lines = snippet.split("\n").map((line) => {
    const [, expression, value] = /^(.*); \/\/ (.*)$/.exec(line) ?? [];
    return expression === undefined ? line : `check(${expression}, ${value});`;
  });
  return lines.join("\n");
}

/**
 * Mapcodes as plain objects: deepStrictEqual compares prototypes, and that of a mapcode has a toString. The
 * examples of documents run in a process of their own, which gets the source of this function.
 */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  const isMapcode =
    typeof value === "object" && value !== null && "territory" in value && "code" in value;
  return isMapcode ? { ...value } : value;
}
