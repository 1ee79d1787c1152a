/** The list of all operations. A new one is declared in a file beside this one, and listed here. */
import { helpDocument } from "../description/help.ts";
import { openApiDocument } from "../description/openapi.ts";
import type { Document } from "../replies.ts";
import type { InterfaceSettings } from "../settings.ts";
import { BATCH_OPERATIONS } from "./batch.ts";
import { codesOperations, coordsOperation } from "./conversions.ts";
import { LIST_OPERATIONS } from "./lists.ts";
import { getOperation, type Operation } from "./operation.ts";
import { serviceOperations } from "./service.ts";

/** Creates all operations of an interface, in the order in which the help page lists them. */
export function createOperations(settings: InterfaceSettings): readonly Operation[] {
  let help: Document | undefined;
  let openApi: Document | undefined;
  const common = {
    parameters: [],
    hasFormats: false,
    isCacheable: true,
    otherStatuses: [304],
  } as const;
  const operations: readonly Operation[] = [
    ...codesOperations(settings.dialect),
    coordsOperation(settings.dialect),
    ...BATCH_OPERATIONS,
    ...LIST_OPERATIONS,
    ...serviceOperations(settings),
    getOperation({
      ...common,
      name: "help",
      path: "/",
      summary: "This page",
      schema: "html",
      examples: ["/"],
      reply() {
        help ??= helpDocument(settings, operations);
        return help;
      },
    }),
    getOperation({
      ...common,
      name: "openapi",
      path: "/openapi.json",
      summary: "The description of the interface for machines (OpenAPI 3.1)",
      schema: "any",
      examples: ["/openapi.json"],
      reply() {
        openApi ??= openApiDocument(settings, operations);
        return openApi;
      },
    }),
  ];
  return operations;
}
