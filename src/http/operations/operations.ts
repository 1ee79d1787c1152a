/**
 * The list of all operations, and the declarations of those that describe the service: /version, /status,
 * /metrics, the help page and the OpenAPI document. Other operations are declared in the files beside
 * this one, and listed here.
 */
import { dataVersion } from "../../index.ts";
import { helpDocument } from "../description/help.ts";
import { openApiDocument } from "../description/openapi.ts";
import type { Document } from "../documents.ts";
import { checkEngine } from "../engine-check.ts";
import type { InterfaceSettings } from "../settings.ts";
import { packageVersion } from "../version.ts";
import { BATCH_OPERATIONS } from "./batch.ts";
import { codesOperations, coordsOperation } from "./conversions.ts";
import { LIST_OPERATIONS } from "./lists.ts";
import { type GetOperation, getOperation, type Operation } from "./operation.ts";
import { REMOTE_OPERATIONS } from "./remote.ts";

/** The version of the specification that the interface follows. */
const API_VERSION = "2.4.7.1";

const UNCACHED = {
  parameters: [],
  hasFormats: true,
  isCacheable: false,
  otherStatuses: [],
} as const;

/** Declares the operations that report on the running service. */
function serviceOperations({ dialect, metrics }: InterfaceSettings): readonly GetOperation[] {
  const version = packageVersion();
  return [
    getOperation({
      ...UNCACHED,
      name: "version",
      path: "/version",
      summary: "Versions of the software, the interface and the tables",
      schema: "Version",
      examples: ["/version"],
      reply(_, { format }) {
        if (!dialect.reportsAllVersions) return format.version({ version });
        return format.version({ version, apiVersion: API_VERSION, dataVersion: dataVersion() });
      },
    }),
    getOperation({
      ...UNCACHED,
      name: "status",
      path: "/status",
      summary: "Health: converts a known point and its mapcode; 200 if both results are right",
      schema: dialect.hasStatusBody ? "Status" : "none",
      otherStatuses: [500],
      examples: ["/status"],
      reply(_, { format }) {
        checkEngine();
        return dialect.hasStatusBody ? format.status() : "";
      },
    }),
    getOperation({
      ...UNCACHED,
      name: "metrics",
      path: "/metrics",
      summary: "Requests, latencies and memory of all workers together; always JSON",
      schema: "Metrics",
      hasFormats: false,
      examples: ["/metrics"],
      reply: () => JSON.stringify(metrics()),
    }),
  ];
}

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
    ...REMOTE_OPERATIONS,
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
