/** What a function that an engine calls takes and returns. */
import { type Operation, RECTANGLE_NAMES, type Role } from "../options/conversion.ts";

export type ArgumentName = "lat" | "lon" | "territory" | "precision" | "code" | "context";
export type ReturnName = "local" | "international" | "all" | "json" | "lat,lon" | "rectangle";

interface OperationRules {
  /** The names of arguments; those that every function needs come first. */
  readonly arguments: readonly ArgumentName[];
  readonly requiredCount: number;
  /** The names of the returned columns, by what is returned. */
  readonly returns: Readonly<Partial<Record<ReturnName, readonly string[]>>>;
}

export const RULES: Readonly<Record<Operation, OperationRules>> = {
  encode: {
    arguments: ["lat", "lon", "territory", "precision"],
    requiredCount: 2,
    returns: { local: ["code"], international: ["code"], all: ["codes"], json: ["json"] },
  },
  decode: {
    arguments: ["code", "context"],
    requiredCount: 1,
    returns: { "lat,lon": ["lat", "lon"], rectangle: RECTANGLE_NAMES },
  },
};

/** The roles of the arguments that are cells of a row. */
export const ROLES_OF_ARGUMENTS: Readonly<Partial<Record<ArgumentName, Role>>> = {
  lat: "latitude",
  lon: "longitude",
  territory: "territory",
  code: "mapcode",
  context: "territory",
};

/** A function as an engine calls it. */
export interface FunctionSignature {
  readonly operation: Operation;
  /** In the order of the values of a row. */
  readonly args: readonly ArgumentName[];
  readonly returns: ReturnName;
  /** The names of the returned columns, without that of the error. */
  readonly columns: readonly string[];
}

/** Whether a row without a value for an argument has no result. */
export function isRequired(operation: Operation, name: ArgumentName): boolean {
  const { arguments: names, requiredCount } = RULES[operation];
  return names.indexOf(name) < requiredCount;
}

export function isReturnName(text: string): text is ReturnName {
  return Object.values(RULES).some(({ returns }) => Object.hasOwn(returns, text));
}
