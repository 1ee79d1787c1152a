/** Makes templates for the output format of a plan. */
import { FEATURE_BEFORE, FEATURE_BETWEEN, POINT_AFTER, POINT_BEFORE } from "../formats/geojson.ts";
import { formatNamed } from "../formats/index.ts";
import type { BatchPlan } from "../plan.ts";
import {
  type CopyRange,
  copyIntoString,
  copyJson,
  createFieldCopy,
  createValueCopy,
  RowTemplate,
  type WriteResults,
} from "./templates.ts";

/** A name, and the slot of its value. */
export interface NamedSlot {
  readonly name: string;
  readonly slot: number;
}

/** An object of a row. */
export interface ObjectSlots<Member extends NamedSlot = NamedSlot> {
  /** The slot of all its members as they stand. */
  readonly inner: number;
  readonly members: readonly Member[];
}

/** Makes the templates of a plan. */
export interface OutputTemplates {
  /** Whether rows are GeoJSON features. */
  readonly hasFeatures: boolean;
  /**
   * The template for rows that are objects, rows of a table or flat features.
   * @param inner the slot of all members as they stand; undefined to write each of them
   */
  ofMembers(members: readonly NamedSlot[], inner: number | undefined): RowTemplate;
  /** The template for GeoJSON features that stay features. */
  ofFeature(row: ObjectSlots, properties: ObjectSlots): RowTemplate;
}

const encoder = new TextEncoder();

/** Templates of JSON: objects, or features whose properties are such objects. */
class JsonTemplates implements OutputTemplates {
  readonly hasFeatures: boolean;
  private readonly isDecode: boolean;
  private readonly before: string;
  private readonly after: string;
  private readonly quote: string;
  private readonly copy: CopyRange;
  private readonly keys: readonly Uint8Array[];
  private readonly results: WriteResults;

  /** @param isTable whether the input is a table, whose fields become strings */
  constructor({ options, added }: BatchPlan, isTable: boolean) {
    const { hasGeometry = false, records } = formatNamed(options.to);
    const keys = added.slice(0, -1).map((name, index) => {
      return encoder.encode(`${index === 0 ? "" : ","}${JSON.stringify(name)}:`);
    });
    this.hasFeatures = hasGeometry;
    this.isDecode = options.operation === "decode";
    this.before = records?.before ?? "";
    this.after = records?.after ?? "";
    this.quote = isTable ? '"' : "";
    this.copy = isTable ? copyIntoString : copyJson;
    this.keys = keys;
    this.results = (output, conversion) => conversion.writeMembers(output, keys);
  }

  ofMembers(members: readonly NamedSlot[], inner: number | undefined): RowTemplate {
    const template = this.begin();
    if (this.hasFeatures) {
      template.addText(FEATURE_BEFORE);
      this.addPoint(template);
      template.addText(FEATURE_BETWEEN);
    }
    this.addObject(template, members, inner);
    return this.end(template, this.hasFeatures ? "}" : "");
  }

  ofFeature({ members }: ObjectSlots, properties: ObjectSlots): RowTemplate {
    const template = this.begin();
    members.forEach(({ name, slot }, index) => {
      template.addText(`${index === 0 ? "{" : ","}${JSON.stringify(name)}:`);
      if (name === "geometry" && this.isDecode) this.addPoint(template);
      else if (name === "properties")
        this.addObject(template, properties.members, properties.inner);
      else template.addSlot(slot);
    });
    return this.end(template, "}");
  }

  private begin(): RowTemplate {
    return new RowTemplate(this.copy, this.results).addText(this.before);
  }

  private end(template: RowTemplate, closing: string): RowTemplate {
    const bytes = this.keys.reduce((length, key) => length + key.length, 0);
    return template.addText(closing + this.after).close(bytes);
  }

  private addPoint(template: RowTemplate): void {
    template.addText(POINT_BEFORE).addPoint().addText(POINT_AFTER);
  }

  private addObject(
    template: RowTemplate,
    members: readonly NamedSlot[],
    inner: number | undefined,
  ): void {
    template.addText("{");
    if (inner !== undefined && members.length > 0) template.addSlot(inner);
    else {
      members.forEach(({ name, slot }, index) => {
        template.addText(`${index === 0 ? "" : ","}${JSON.stringify(name)}:${this.quote}`);
        template.addSlot(slot).addText(this.quote);
      });
    }
    if (this.keys.length > 0) template.addText(members.length > 0 ? "," : "").addResults();
    template.addText("}");
  }
}

class TableTemplates implements OutputTemplates {
  readonly hasFeatures = false;
  private readonly columns: readonly string[];
  private readonly delimiter: string;
  private readonly lineEnd: string;
  private readonly copy: CopyRange;
  private readonly results: WriteResults;

  constructor(plan: BatchPlan, isTable: boolean) {
    const { outputDelimiter } = formatNamed(plan.options.to);
    this.columns = plan.columns;
    this.lineEnd = plan.lineEnd;
    this.delimiter = outputDelimiter?.(plan) ?? plan.delimiter;
    const byte = this.delimiter.charCodeAt(0);
    this.copy = isTable ? createFieldCopy(byte) : createValueCopy(byte);
    this.results = (output, conversion, row) => conversion.write(output, byte, row);
  }

  ofMembers(members: readonly NamedSlot[]): RowTemplate {
    const template = new RowTemplate(this.copy, this.results);
    this.columns.forEach((column, index) => {
      if (index > 0) template.addText(this.delimiter);
      const member = members.find(({ name }) => name === column);
      if (member) template.addSlot(member.slot);
    });
    // The column of the error stays empty.
    return template
      .addResults()
      .addText(this.delimiter + this.lineEnd)
      .close(0);
  }

  /** As long as `hasFeatures` is false, nothing calls it. */
  ofFeature({ members }: ObjectSlots): RowTemplate {
    return this.ofMembers(members);
  }
}

/**
 * Makes templates for the output of a plan.
 * @param isTable whether the input is a table
 */
export function createTemplates(plan: BatchPlan, isTable: boolean): OutputTemplates {
  return plan.hasTableOutput ? new TableTemplates(plan, isTable) : new JsonTemplates(plan, isTable);
}
