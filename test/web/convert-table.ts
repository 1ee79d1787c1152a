import {
  convertTable,
  type TableFailure,
  type TableResult,
  type TableTask,
} from "../../src/web/converter/conversion.ts";

/** Converts a text, as pasted, with the settings of a first visit. */
export function replyTo(
  text: string | Buffer,
  { name = "", ...settings }: Partial<TableTask> & { readonly name?: string } = {},
): Promise<TableResult | TableFailure> {
  const usual = { to: "csv", precision: 0, alphabet: "ROMAN" } as const;
  return convertTable({ file: new File([text], name), ...usual, ...settings }, () => {});
}

/** Converts a text that is a table. */
export async function convert(...input: Parameters<typeof replyTo>): Promise<TableResult> {
  const reply = await replyTo(...input);
  if ("error" in reply) throw new Error(reply.error);
  return reply;
}
