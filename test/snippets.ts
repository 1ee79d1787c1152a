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
