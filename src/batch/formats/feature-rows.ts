/** GeoJSON features and points as rows: with their members as they stand, or flat for other formats. */
import { isObject, quoted } from "../../internal.ts";
import { freeNames } from "../plan/columns.ts";
import { RowProblem } from "../rows/row-errors.ts";
import { NO_FIELDS, type ParsedRow, type RowInput, type TableFields } from "../rows/rows.ts";
import type { FormatPlan } from "./format.ts";
import {
  elementTexts,
  fieldText,
  type JsonObject,
  type MembersOfRow,
  onOneLine,
  valueTexts,
} from "./json-text.ts";
import { areaCells, fieldsInColumns, type InputOrError, inputOfObject } from "./json-values.ts";

const FEATURE_MEMBERS = ["type", "geometry", "properties"];

/** A Feature with the text of each member. A bare Point becomes a Feature. */
export interface Feature {
  /** The members of the Feature; none for a bare Point. */
  readonly value: JsonObject;
  /** The text of each member, on one line. */
  readonly texts: ReadonlyMap<string, string>;
  readonly geometry: unknown;
  readonly properties: JsonObject;
  readonly propertyTexts: ReadonlyMap<string, string>;
}

/** @returns undefined if the value is neither a Feature nor a Point */
export function featureOf(value: unknown, text: string): Feature | undefined {
  if (!isObject(value)) return undefined;
  if (value.type === "Point") {
    const texts = new Map([
      ["type", '"Feature"'],
      ["geometry", onOneLine(text)],
      ["properties", "{}"],
    ]);
    return { value: {}, texts, geometry: value, properties: {}, propertyTexts: new Map() };
  }
  if (value.type !== "Feature") return undefined;
  const texts = valueTexts(onOneLine(text));
  const { geometry = null } = value;
  if (!isObject(value.properties)) {
    return { value, texts, geometry, properties: {}, propertyTexts: new Map() };
  }
  const propertyTexts = valueTexts(texts.get("properties") ?? "{}");
  return { value, texts, geometry, properties: value.properties, propertyTexts };
}

function coordinatesOf(geometry: unknown): readonly unknown[] | undefined {
  if (!isObject(geometry) || geometry.type !== "Point") return undefined;
  const { coordinates } = geometry;
  return Array.isArray(coordinates) && coordinates.length >= 2 ? coordinates : undefined;
}

/** The member of a geometry that becomes the coordinates of a flat record. */
export const POSITION_MEMBER = "coordinates";

/** The text of each coordinate of a point. */
function coordinateTexts(geometryText: string): readonly string[] {
  return elementTexts(valueTexts(geometryText).get(POSITION_MEMBER) ?? "[]");
}

/** Names of coordinates, in the order of columns, and their indexes in a position (RFC 7946: longitude first). */
const COORDINATES = [
  ["latitude", 1],
  ["longitude", 0],
  ["altitude", 2],
] as const;

/** The names that coordinates have in flat records, although the text of a feature does not have them. */
export const COORDINATE_NAMES: readonly string[] = COORDINATES.map(([name]) => name);

interface NamedValue {
  readonly name: string;
  readonly value: unknown;
  readonly text: string;
}

/**
 * A feature as a flat record, for tables and plain JSON: additional members such as `id`, then its properties,
 * then the coordinates of its point. Names that a property has already get a suffix, so that nothing is lost.
 */
export function flatten({
  value,
  texts,
  geometry,
  properties,
  propertyTexts,
}: Feature): NamedValue[] {
  const members: NamedValue[] = [];
  for (const [name, text] of texts) {
    if (!FEATURE_MEMBERS.includes(name)) members.push({ name, value: value[name], text });
  }
  const position: NamedValue[] = [];
  const coordinates = coordinatesOf(geometry);
  const geometryText = texts.get("geometry") ?? "null";
  if (coordinates) {
    const numbers = coordinateTexts(geometryText);
    for (const [name, index] of COORDINATES) {
      const text = numbers[index];
      if (text !== undefined) position.push({ name, value: coordinates[index], text });
    }
  } else if (geometry !== null) {
    position.push({ name: "geometry", value: geometry, text: geometryText });
  }
  const others = [...members, ...position];
  const names = freeNames(
    others.map(({ name }) => name),
    (name) => propertyTexts.has(name),
  );
  const renamed = others.map((member, index) => ({ ...member, name: names[index] }));
  const ofProperties = Array.from(propertyTexts, ([name, text]) => {
    return { name, value: properties[name], text };
  });
  return [...renamed.slice(0, members.length), ...ofProperties, ...renamed.slice(members.length)];
}

/** The point of a feature, and the area that its properties name. */
function inputOfPoint({ geometry, properties }: Feature, plan: FormatPlan): InputOrError {
  const coordinates = coordinatesOf(geometry);
  if (coordinates) {
    const [longitude, latitude] = coordinates;
    const point = { latitude: { value: latitude }, longitude: { value: longitude } };
    return { input: { ...point, ...areaCells(properties, plan) } };
  }
  const shown = quoted(JSON.stringify(geometry));
  const message = `The geometry ${shown} is not a Point with a longitude and a latitude.`;
  return { error: new RowProblem("malformed-coordinates", message, "geometry") };
}

/** A row that is a Feature or a Point. */
export class FeatureRow implements ParsedRow {
  readonly text: string;
  readonly table: TableFields;
  readonly keepsBytes = false;
  readonly input: RowInput;
  readonly error: RowProblem | undefined;
  readonly #feature: Feature;
  #flat: readonly NamedValue[] | undefined;

  constructor(text: string, feature: Feature, plan: FormatPlan) {
    const isEncode = plan.options.operation === "encode";
    const { input, error } = isEncode
      ? inputOfPoint(feature, plan)
      : inputOfObject(feature.properties, plan);
    this.#feature = feature;
    this.text = onOneLine(text);
    this.input = input ?? {};
    this.error = error;
    this.table = plan.hasTableOutput ? this.#tableFields(plan) : NO_FIELDS;
  }

  #tableFields(plan: FormatPlan): TableFields {
    const nullText = plan.options.nullText ?? "";
    const fields = this.#flatten().map(({ name, value, text }) => {
      return [name, fieldText(value, text, nullText)] as const;
    });
    return fieldsInColumns(new Map(fields), () => this.members(), plan);
  }

  /** Flattens the feature once: writers look for members several times a row. */
  #flatten(): readonly NamedValue[] {
    this.#flat ??= flatten(this.#feature);
    return this.#flat;
  }

  objectText(): string {
    const members = this.#flatten().map(({ name, text }) => {
      return `${JSON.stringify(name)}:${text}`;
    });
    return `{${members.join(",")}}`;
  }

  hasMember(member: string): boolean {
    return this.#flatten().some(({ name }) => name === member);
  }

  members(): ReadonlyMap<string, string> {
    return new Map(this.#flatten().map(({ name, text }) => [name, text]));
  }

  /** The properties, to which results are added if the output is GeoJSON as well. */
  get properties(): MembersOfRow {
    const { texts, properties, propertyTexts } = this.#feature;
    const isEmpty = Object.keys(properties).length === 0;
    return {
      objectText: () => (isEmpty ? "{}" : (texts.get("properties") ?? "{}")),
      hasMember: (name) => Object.hasOwn(properties, name),
      members: () => propertyTexts,
    };
  }

  /**
   * The feature with its results.
   * @param properties the text of its properties
   * @param point the geometry to set; undefined to keep that of the feature
   */
  featureText(properties: string, point: string | undefined): string {
    const { texts } = this.#feature;
    const replaced = new Map(texts);
    replaced.set("geometry", point ?? texts.get("geometry") ?? "null");
    replaced.set("properties", properties);
    const all = Array.from(replaced, ([name, text]) => `${JSON.stringify(name)}:${text}`);
    return `{${all.join(",")}}`;
  }
}
