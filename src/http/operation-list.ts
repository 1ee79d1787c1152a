/** The list of all operations, with those that describe the interface: the help page and the OpenAPI document. */
import { helpResource } from "./description/help.ts";
import { openApiResource } from "./description/openapi.ts";
import type { ResolvedInterfaceOptions } from "./interface-options.ts";
import { BATCH_OPERATIONS } from "./operations/batch.ts";
import { codesOperations, coordsOperation } from "./operations/conversions.ts";
import { LIST_OPERATIONS } from "./operations/lists.ts";
import { getOperation, type Operation } from "./operations/operation.ts";
import { serviceOperations } from "./operations/service.ts";
import type { Resource } from "./resources.ts";

/** Creates all operations of an interface, in the order in which the help page lists them. */
export function createOperations(options: ResolvedInterfaceOptions): readonly Operation[] {
  let help: Resource | undefined;
  let openApi: Resource | undefined;
  const common = {
    parameters: [],
    hasFormats: false,
    isCacheable: true,
    otherStatuses: [304],
  } as const;
  const operations: readonly Operation[] = [
    ...codesOperations(options),
    coordsOperation(options),
    ...BATCH_OPERATIONS,
    ...LIST_OPERATIONS,
    ...serviceOperations(options),
    getOperation({
      ...common,
      name: "help",
      path: "/",
      summary: "This page",
      schema: "html",
      examples: ["/"],
      reply() {
        help ??= helpResource(options, operations);
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
        openApi ??= openApiResource(options, operations);
        return openApi;
      },
    }),
  ];
  return operations;
}
