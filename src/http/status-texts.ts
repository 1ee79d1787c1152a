/**
 * The statuses of replies with their texts in status lines: those of node:http, which takes 1 MB and 2 ms to load for
 * nothing else.
 */
export const STATUS_TEXTS = {
  200: "OK",
  204: "No Content",
  304: "Not Modified",
  308: "Permanent Redirect",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  413: "Payload Too Large",
  414: "URI Too Long",
  415: "Unsupported Media Type",
  417: "Expectation Failed",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
} as const;

/** A status that a reply can have. */
export type Status = keyof typeof STATUS_TEXTS;
