/**
 * What the page asks the worker, which has the library: the methods with their arguments and results, all of
 * them plain data.
 */
import type { AlphabetName, Coordinate, TerritoryCode } from "../../index.ts";

/** The methods of the worker by name. */
export interface Methods {
  /** The names of all alphabets, which selections of the page list. */
  alphabets(): readonly AlphabetName[];
  /** All codes of a point. */
  describePlace(request: PlaceRequest): PlaceDescription;
  /** The cells of codes around a place, each once. */
  cellsAround(request: CellsRequest): readonly CodeCell[];
  /** What a text in the search box may mean. */
  interpret(request: SearchRequest): SearchResult;
  /** Loads the borders, which decide whose code of a place is its local one. */
  loadBorders(): Promise<void>;
  /** Loads the towns, which `interpret` then finds by name. */
  loadTowns(): Promise<void>;
  /** The towns in a rectangle, the most populous first, at least of a population and at most so many. */
  townsIn(bounds: Bounds, minPopulationStep: number, limit: number): Promise<readonly Town[]>;
}

/** Edges in degrees. Across the date line, the east is above 180. */
export interface Bounds {
  readonly southDeg: number;
  readonly westDeg: number;
  readonly northDeg: number;
  readonly eastDeg: number;
}

export interface Town {
  readonly name: string;
  readonly point: Coordinate;
  /** The alphaCode of the territory that it is in. */
  readonly territory: string;
  /** The population on a scale with POPULATION_STEPS for each doubling, from 0 for one inhabitant. */
  readonly populationStep: number;
}

export const POPULATION_STEPS = 8;

export interface PlaceRequest {
  readonly point: Coordinate;
  /** The code that the user has chosen, `NLD 49.4V`: added if it leads here, and encoding does not give it. */
  readonly code?: string | undefined;
  /** Extra characters, 0 to 8. */
  readonly precision: number;
  readonly alphabet: AlphabetName;
}

/** Points of a grid that has the cell of a code in its middle. */
export interface CellsRequest extends Omit<PlaceRequest, "code"> {
  /** The territory whose codes are wanted. */
  readonly territory: TerritoryCode;
  /** From one point of the grid to the next. */
  readonly stepLatDeg: number;
  readonly stepLonDeg: number;
  /** Points on each side of the middle. */
  readonly rows: number;
  readonly columns: number;
}

/** The area of a code. */
export interface CodeCell {
  /** The code in the alphabet of the request, without its territory. */
  readonly text: string;
  readonly bounds: Bounds;
}

/** One code of a point. */
export interface CodeDescription {
  readonly territory: TerritoryCode;
  readonly territoryName: string;
  /** The country of a subdivision; undefined for countries. */
  readonly parentName: string | undefined;
  readonly isInternational: boolean;
  /** The code in Roman letters, without its territory. */
  readonly code: string;
  /** Territory and code in Roman letters, `NLD 49.4V`; the code alone if it is international. */
  readonly text: string;
  /** The territory in the alphabet of the request; empty for international codes. */
  readonly writtenTerritory: string;
  /** The code in the alphabet of the request. Roman if that alphabet cannot write it. */
  readonly writtenCode: string;
  /** The area that the code stands for at this precision. */
  readonly cell: Bounds;
  /** Where the code leads. */
  readonly center: Coordinate;
  /** From the point to the center. */
  readonly offsetMeters: number;
  readonly widthMeters: number;
  readonly heightMeters: number;
}

export interface PlaceDescription {
  readonly request: PlaceRequest;
  /**
   * The local code first: of the territory that the place is in, or the shortest where the borders know none or are not
   * loaded. The codes of the other territories around the place follow; the international one is the last.
   */
  readonly codes: readonly [CodeDescription, ...CodeDescription[]];
  /** The greatest distance at this precision between a point and where its codes lead. */
  readonly maxErrorMeters: number;
  /** The names of the territories in whose codes the point is, without a subdivision's country. */
  readonly territoryNames: readonly string[];
  /** Whether the borders are not loaded, which decide which code is first. */
  readonly needsBorders: boolean;
  /** The names of the territories around the place by the borders, the smallest first, without a subdivision's country. */
  readonly aroundNames: readonly string[];
  /** Territories that have codes where some code of the point leads, but not at the point, or the reverse. */
  readonly neighborNames: readonly string[];
  /** The alphabets that are used there, the most used first. */
  readonly alphabets: readonly AlphabetName[];
}

export interface SearchRequest {
  readonly text: string;
  /** The chosen place: codes without territory may be codes of its territories. */
  readonly near: Coordinate | undefined;
  /** The middle of the map, whose territories come first; undefined if the map shows too much to say one. */
  readonly middle: Coordinate | undefined;
}

/** A place that a text in the search box may mean. */
export interface Suggestion {
  readonly kind: "coordinates" | "mapcode" | "territory" | "town";
  readonly title: string;
  readonly detail: string;
  /** Where it is; the middle of a territory. */
  readonly point: Coordinate;
  /** What the map shows: the cell of a code, the bounds of a territory. */
  readonly bounds: Bounds | undefined;
  /** The number of extra characters of a mapcode; undefined for other places. */
  readonly precision: number | undefined;
  /** What replaces the text in the search box: `NLD ` for a territory, so that a code can follow. */
  readonly completion: string;
}

export interface SearchResult {
  readonly suggestions: readonly Suggestion[];
  /** Whether the text names several places equally, so that the user has to choose. */
  readonly isAmbiguous: boolean;
  /** What is missing or wrong while there is no place; empty otherwise. */
  readonly hint: string;
  /** Whether the text cannot become anything by typing on. */
  readonly isWrong: boolean;
}

export const NO_RESULT: SearchResult = {
  suggestions: [],
  isAmbiguous: false,
  hint: "",
  isWrong: false,
};
