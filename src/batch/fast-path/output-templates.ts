/** Makes templates for the output format of a plan. */
import { FEATURE_BEFORE, FEATURE_BETWEEN, POINT_AFTER, POINT_BEFORE } from "../formats/geojson.ts";
import { formatNamed } from "../formats/index.ts";
import { type PaddedText, paddedText } from "../output.ts";
import type { BatchPlan } from "../plan/plan.ts";
import { fieldForm, type MessageForm, STRING_FORM } from "./failure-messages.ts";
import type { RowShape } from "./shapes.ts";
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

/** The templates of one shape. */
export type RowTemplates = Pick<RowShape, "template" | "failed" | "incomplete">;

/** Makes the templates of a plan. */
export interface OutputTemplates {
  /**
   * The templates for rows that are objects, rows of a table or flat features.
   * @param inner the slot of all members as they stand; undefined to write each of them
   */
  ofMembers(members: readonly NamedSlot[], inner: number | undefined): RowTemplates;
  /** The templates for GeoJSON features that stay features; undefined if the output has none. */
  readonly ofFeature?: ((row: ObjectSlots, properties: ObjectSlots) => RowTemplates) | undefined;
}

/** Templates of JSON: objects, or features whose properties are such objects. */
class JsonTemplates implements OutputTemplates {
  readonly ofFeature: OutputTemplates["ofFeature"];
  private readonly hasFeatures: boolean;
  private readonly isDecode: boolean;
  private readonly before: string;
  private readonly after: string;
  private readonly quote: string;
  private readonly copy: CopyRange;
  private readonly keys: readonly PaddedText[];
  /** The bytes of all keys, including the key of the error. */
  private readonly keyBytes: number;
  /** What a row without results gets, up to its message. */
  private readonly nulls: string;
  private readonly results: WriteResults;
  private readonly message: WriteResults;
  private readonly resultsAndMessage: WriteResults;

  /** @param isTable whether the input is a table, whose fields become strings */
  constructor({ options, added }: BatchPlan, isTable: boolean, message: WriteResults) {
    const { hasGeometry = false, records } = formatNamed(options.to);
    const names = added.slice(0, -1);
    const keys = names.map((name, index) => {
      return paddedText(`${index === 0 ? "" : ","}${JSON.stringify(name)}:`);
    });
    const nulls = names.map((name) => `${JSON.stringify(name)}:null,`);
    const errorKey = `${JSON.stringify(added[names.length])}:`;
    this.nulls = `${nulls.join("")}${errorKey}`;
    const nextKey = paddedText(`,${errorKey}`);
    this.keyBytes = keys.reduce((bytes, key) => bytes + key.length, nextKey.length);
    this.message = message;
    this.hasFeatures = hasGeometry;
    if (hasGeometry) this.ofFeature = (row, properties) => this.withProperties(row, properties);
    this.isDecode = options.operation === "decode";
    this.before = records?.before ?? "";
    this.after = records?.after ?? "";
    this.quote = isTable ? '"' : "";
    this.copy = isTable ? copyIntoString : copyJson;
    this.keys = keys;
    this.results = (output, conversion) => conversion.writeMembers(output, keys);
    this.resultsAndMessage = (output, conversion, row) => {
      conversion.writeMembers(output, keys);
      output.appendPadded(nextKey);
      message(output, conversion, row);
    };
  }

  ofMembers(members: readonly NamedSlot[], inner: number | undefined): RowTemplates {
    return this.all((template, isFailed) => {
      if (this.hasFeatures) {
        template.addText(FEATURE_BEFORE);
        if (isFailed) template.addText("null");
        else this.addPoint(template);
        template.addText(FEATURE_BETWEEN);
      }
      this.addObject(template, isFailed, members, inner);
      template.addText(this.hasFeatures ? "}" : "");
    });
  }

  /** A feature that is not decoded keeps its geometry. */
  private withProperties({ members }: ObjectSlots, properties: ObjectSlots): RowTemplates {
    return this.all((template, isFailed) => {
      members.forEach(({ name, slot }, index) => {
        template.addText(`${index === 0 ? "{" : ","}${JSON.stringify(name)}:`);
        if (name === "geometry" && this.isDecode && !isFailed) this.addPoint(template);
        else if (name === "properties")
          this.addObject(template, isFailed, properties.members, properties.inner);
        else template.addSlot(slot);
      });
      template.addText("}");
    });
  }

  private all(addRow: (template: RowTemplate, isFailed: boolean) => void): RowTemplates {
    const kinds = [this.results, this.message, this.resultsAndMessage];
    const [template, failed, incomplete] = kinds.map((results) => {
      const one = new RowTemplate(this.copy, results).addText(this.before);
      addRow(one, results === this.message);
      return one.addText(this.after).close(this.keyBytes);
    });
    return { template, failed, incomplete };
  }

  private addPoint(template: RowTemplate): void {
    template.addText(POINT_BEFORE).addPoint().addText(POINT_AFTER);
  }

  private addObject(
    template: RowTemplate,
    isFailed: boolean,
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
    if (isFailed || this.keys.length > 0) {
      template.addText(members.length > 0 ? "," : "").addText(isFailed ? this.nulls : "");
      template.addResults();
    }
    template.addText("}");
  }
}

class TableTemplates implements OutputTemplates {
  private readonly columns: readonly string[];
  private readonly delimiter: string;
  private readonly lineEnd: string;
  private readonly copy: CopyRange;
  private readonly results: WriteResults;
  /** The number of results. */
  private readonly count: number;
  private readonly message: WriteResults;
  private readonly resultsAndMessage: WriteResults;

  constructor(plan: BatchPlan, isTable: boolean, message: WriteResults) {
    this.columns = plan.columns;
    this.lineEnd = plan.lineEnd;
    this.delimiter = outputDelimiter(plan);
    this.count = plan.added.length - 1;
    this.message = message;
    const byte = this.delimiter.charCodeAt(0);
    this.copy = isTable ? createFieldCopy(byte) : createValueCopy(byte);
    this.results = (output, conversion, row) => conversion.write(output, byte, row);
    this.resultsAndMessage = (output, conversion, row) => {
      conversion.write(output, byte, row);
      output.appendByte(byte);
      message(output, conversion, row);
    };
  }

  ofMembers(members: readonly NamedSlot[]): RowTemplates {
    const template = this.begin(members, this.results)
      .addResults()
      // The column of the error stays empty.
      .addText(this.delimiter + this.lineEnd)
      .close(0);
    const failed = this.begin(members, this.message)
      .addText(this.delimiter.repeat(this.count + 1))
      .addResults()
      .addText(this.lineEnd)
      .close(0);
    const incomplete = this.begin(members, this.resultsAndMessage)
      .addResults()
      .addText(this.lineEnd)
      .close(0);
    return { template, failed, incomplete };
  }

  private begin(members: readonly NamedSlot[], results: WriteResults): RowTemplate {
    const template = new RowTemplate(this.copy, results);
    this.columns.forEach((column, index) => {
      if (index > 0) template.addText(this.delimiter);
      const member = members.find(({ name }) => name === column);
      if (member) template.addSlot(member.slot);
    });
    return template;
  }
}

function outputDelimiter(plan: BatchPlan): string {
  return formatNamed(plan.options.to).outputDelimiter?.(plan) ?? plan.delimiter;
}

/** How the output of a plan has messages. */
export function messageForm(plan: BatchPlan): MessageForm {
  return plan.hasTableOutput ? fieldForm(outputDelimiter(plan)) : STRING_FORM;
}

/**
 * Makes templates for the output of a plan.
 * @param isTable whether the input is a table
 * @param message writes the message of a row that fails
 */
export function createTemplates(
  plan: BatchPlan,
  isTable: boolean,
  message: WriteResults,
): OutputTemplates {
  return plan.hasTableOutput
    ? new TableTemplates(plan, isTable, message)
    : new JsonTemplates(plan, isTable, message);
}
