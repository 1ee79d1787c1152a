/** `/territories` and `/territories/{territory}`. */
import { findTerritory, type Territory, territories, UnknownTerritoryError } from "../../index.ts";
import { PARENT_CODES } from "../../internal.ts";
import { passingDocument } from "../document.ts";
import { invalidValue } from "../http-error.ts";
import { territoryParameter } from "../parameters.ts";
import type { Operation } from "./operation.ts";
import { createPager } from "./paging.ts";

let listed: readonly Territory[] | undefined;

/** Territories that have parts first, as the public service lists them; the others by number. */
function listedTerritories(): readonly Territory[] {
  if (listed === undefined) {
    const first = PARENT_CODES.map((code) => findTerritory(code));
    listed = [...new Set([...first, ...territories()])];
  }
  return listed;
}

/** The country of a context, when it is one that names are looked up within. */
function parentOf(context: string | undefined): string | undefined {
  if (context === undefined) return undefined;
  const { alphaCode, parentTerritory } = findTerritory(context);
  const country = parentTerritory ?? alphaCode;
  return (PARENT_CODES as readonly string[]).includes(country) ? country : undefined;
}

/** A territory within a parent if it has one of that name, else anywhere. */
function lookUp(name: string, parent: string | undefined): Territory {
  if (parent === undefined) return findTerritory(name);
  try {
    return findTerritory(name, parent);
  } catch (error) {
    if (error instanceof UnknownTerritoryError) return findTerritory(name);
    throw error;
  }
}

const page = createPager(listedTerritories, (format, some) => format.territories(some));

export const answerTerritories: Operation = ({ segments: [name = ""], query, format }) => {
  if (name === "") return page(query, format);
  const parent = parentOf(territoryParameter(query, "context"));
  try {
    return passingDocument(format.contentType, format.territory(lookUp(name, parent)));
  } catch (error) {
    if (error instanceof UnknownTerritoryError)
      throw invalidValue("territory", name, error.expected);
    throw error;
  }
};
