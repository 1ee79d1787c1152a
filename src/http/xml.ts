/** XML off the hot path. xmlbuilder2 takes 30 microseconds for five codes, so write.ts writes /codes and /coords. */
import { createRequire } from "node:module";
import type { Format } from "./negotiation.ts";

const require = createRequire(import.meta.url);

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** Writes an object with one member. The library is loaded on first use, in 35 ms: it would take 8 MB of each idle thread. */
export function xmlElement(tree: object): string {
  const { create } = require("xmlbuilder2") as typeof import("xmlbuilder2");
  return create({ invalidCharReplacement: "\uFFFD" }, tree).end({ headless: true });
}

/** Writes texts and numbers. @param name of the element around them in XML */
export function writeMembers(name: string, members: object, format: Format): string {
  return format === "json"
    ? JSON.stringify(members)
    : XML_DECLARATION + xmlElement({ [name]: members });
}

/** Escapes a text as content of an element of XML or HTML. */
export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
