/** The headers of replies; those of the conversions are made once, so that none is made per reply. */
import type { Document } from "./document.ts";
import type { Format } from "./formats/format.ts";
import { json } from "./formats/json.ts";
import { xml } from "./formats/xml.ts";
import type { ErrorBody } from "./http-error.ts";
import type { Headers } from "./messages.ts";
import type { Coding } from "./negotiation.ts";
import type { InterfaceSettings } from "./settings.ts";

export interface ReplyHeaders {
  /** @param doesVary the client's Accept has decided on the format */
  ofAnswer(format: Format, doesVary: boolean, isCacheable: boolean): Headers;
  ofDocument(document: Document, coding: Coding, doesVary: boolean): Headers;
  ofError(body: ErrorBody, format: Format, doesVary: boolean): Headers;
  /** For a browser that asks whether a page of another origin may send its request. */
  readonly preflight: Headers;
}

const VARY_ACCEPT = [["Vary", "Accept"]] as const;
const NO_STORE = [["Cache-Control", "no-store"]] as const;

/** Seconds that a browser need not ask again. */
const PREFLIGHT_SECONDS = 86_400;

function contentType(type: string): Headers {
  return [["Content-Type", type]];
}

/** @param methods what the service allows */
export function createHeaders(
  { isOpenToOtherOrigins, cacheControl }: InterfaceSettings,
  methods: readonly string[],
): ReplyHeaders {
  const origin: Headers = isOpenToOtherOrigins ? [["Access-Control-Allow-Origin", "*"]] : [];
  const allow: Headers = [["Allow", methods.join(", ")]];
  const cache: Headers = [["Cache-Control", cacheControl]];

  const answers = new Map<Format, readonly Headers[]>();
  for (const format of [json, xml]) {
    const one = (doesVary: boolean, isCacheable: boolean): Headers => [
      ...contentType(format.contentType),
      ...(doesVary ? VARY_ACCEPT : []),
      ...(isCacheable ? cache : NO_STORE),
      ...origin,
    ];
    answers.set(format, [one(false, false), one(false, true), one(true, false), one(true, true)]);
  }
  const ofAnswer = (format: Format, doesVary: boolean, isCacheable: boolean) =>
    answers.get(format)?.[(doesVary ? 2 : 0) + (isCacheable ? 1 : 0)] as Headers;

  return {
    ofAnswer,
    ofDocument(document, coding, doesVary) {
      const varies = [doesVary ? "Accept" : "", document.isCompressible ? "Accept-Encoding" : ""];
      const vary = varies.filter(Boolean).join(", ");
      return [
        ...contentType(document.contentType),
        ...(coding === "identity" ? [] : ([["Content-Encoding", coding]] as const)),
        ...(vary === "" ? [] : ([["Vary", vary]] as const)),
        ...cache,
        ["ETag", document.tag(coding)],
        ...origin,
      ];
    },
    ofError(body, format, doesVary) {
      const own = ofAnswer(format, doesVary, false);
      return body.error === "method-not-allowed" ? [...own, ...allow] : own;
    },
    preflight: isOpenToOtherOrigins
      ? [
          ...allow,
          ...origin,
          ["Access-Control-Allow-Methods", methods.join(", ")],
          ["Access-Control-Allow-Headers", "*"],
          ["Access-Control-Max-Age", `${PREFLIGHT_SECONDS}`],
        ]
      : allow,
  };
}
