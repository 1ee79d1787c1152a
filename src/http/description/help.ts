/** The help page: every operation with its parameters and examples that can be clicked. */
import { packageVersion } from "../../internal.ts";
import { type Document, keptDocument } from "../document.ts";
import { escapeXml } from "../formats/xml-escape.ts";
import type { InterfaceSettings } from "../settings.ts";
import { BATCH_TOLD, type PostExample } from "./batch.ts";
import { describeOperations, type OperationDescription } from "./operations.ts";
import type { ParameterDescription } from "./parameters.ts";

export const HELP_TYPE = "text/html";

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem;
  color: #222; background: #fff }
h1 { margin-bottom: 0 }
h2 { margin: 2rem 0 0; font-size: 1.05rem }
code { background: #f2f2f0; padding: .1em .3em; border-radius: 3px; overflow-wrap: anywhere }
dt { float: left; clear: left; margin-right: .6em }
dd { margin: 0 0 .2em }
pre { background: #f2f2f0; padding: .5em; border-radius: 3px; overflow-x: auto }
pre code { padding: 0 }
ul { padding-left: 1.2rem; margin: .4rem 0 }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #1a1a1a }
  code, pre { background: #2d2d2d } a { color: #8ab4f8 } }
`;

/** One to five words of a schema that a person needs. */
function rangeOf(schema: {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
  readonly enum?: readonly string[];
}): string {
  if (schema.enum) return ` (${schema.enum.join(", ")})`;
  const { minimum, maximum } = schema;
  const isShort = minimum !== undefined && maximum !== undefined && maximum - minimum < 1000;
  const range = isShort ? `${minimum} to ${maximum}` : "";
  const otherwise = schema.default === undefined ? "" : `${schema.default} unless given`;
  const both = [range, otherwise].filter(Boolean).join(", ");
  return both === "" ? "" : ` (${both})`;
}

function parameterItem({ name, description, schema }: ParameterDescription): string {
  const told = escapeXml(description + rangeOf(schema));
  return `<dt><code>${escapeXml(name)}</code></dt><dd>${told}</dd>`;
}

function link(target: string): string {
  const escaped = escapeXml(target);
  return `<a href="${escaped}"><code>${escaped}</code></a>`;
}

function parameterList(
  { parameters }: OperationDescription,
  before?: OperationDescription,
): string {
  if (parameters.length === 0) return "";
  if (parameters === before?.parameters) return "<p>The parameters are those above.</p>";
  return `<dl>${parameters.map(parameterItem).join("\n")}</dl>`;
}

/** A request with a body, as it is sent from a shell, and its answer. */
function postItem({ target, contentType, body, answer }: PostExample, prefix: string): string {
  const quoted = `$'${body.replaceAll("\n", "\\n")}'`;
  const command = `curl -H "Content-Type: ${contentType}" --data-binary ${quoted} "$BASE${target}"`;
  const text = `$ BASE=http://...${prefix}\n$ ${command}\n${answer}`;
  return `<pre><code>${escapeXml(text)}</code></pre>`;
}

/** @param before the operation above */
function section(
  described: OperationDescription,
  prefix: string,
  before?: OperationDescription,
): string {
  const examples = described.examples.map((example) => `<li>${link(prefix + example)}</li>`);
  const { path, summary, posts } = described;
  return [
    `<h2><code>${posts ? "POST " : ""}${escapeXml(prefix + path)}</code></h2>`,
    `<p>${escapeXml(summary)}.</p>`,
    posts && !before?.posts ? `<p>${escapeXml(BATCH_TOLD)}</p>` : "",
    parameterList(described, before),
    posts
      ? posts.map((post) => postItem(post, prefix)).join("\n")
      : `<ul>${examples.join("")}</ul>`,
  ].join("\n");
}

function page({ prefix, dialect }: InterfaceSettings): string {
  const base = prefix === "" ? "/" : prefix;
  const sections = describeOperations(dialect).map((described, index, all) =>
    section(described, prefix, all[index - 1]),
  );
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta name="viewport" content="width=device-width">
<title>mapcoded</title>
<style>${STYLE}</style>
</head>
<body>
<h1>mapcoded</h1>
<p>Latitude and longitude to mapcodes and back. Version ${escapeXml(packageVersion())}.</p>
<p>A mapcode is a short code for a place: <code>49.4V</code> in the Netherlands (<code>NLD</code>), or
<code>VHXGB.1J9J</code>, which is worldwide and needs no territory. Try
${link(`${prefix}/codes/52.376514,4.908543`)} and back again
${link(`${prefix}/coords/NLD%2049.4V`)}.</p>
<p>All but what is under <code>/batch</code> is read with <code>GET</code> below
<code>${escapeXml(base)}</code>. Answers are JSON, or XML for a
client that prefers <code>application/xml</code> in its header <code>Accept</code>.
<code>${escapeXml(prefix)}/xml/...</code> and <code>${escapeXml(prefix)}/json/...</code> in front of
<code>codes</code>, <code>coords</code>, <code>territories</code>, <code>alphabets</code>,
<code>version</code> and <code>status</code> settle it by the address.</p>
<p>Latitude comes before longitude, both in decimal degrees, south and west negative. What stands in
a path is percent-encoded: a space is <code>%20</code>.</p>
<p>A refusal has a status of 400 or more and says which <code>parameter</code> had which
<code>value</code>, and what was <code>expected</code>: ${link(`${prefix}/codes/91,x`)}.</p>
${sections.join("\n")}
</body>
</html>
`;
}

export function helpDocument(settings: InterfaceSettings): Document {
  return keptDocument(`${HELP_TYPE};charset=UTF-8`, page(settings));
}
