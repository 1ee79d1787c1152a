/** The help page: every operation with its parameters and with examples to click. */
import { BATCH_DESCRIPTION } from "../batch/request.ts";
import { PICTURE_FILE } from "../map/routes.ts";
import type { DescribedPath, DescribedPaths } from "../operations.ts";
import type { InterfaceOptions } from "../options.ts";
import type { DescribedParameter } from "../parameters.ts";
import { type Resource, staticResource } from "../replies.ts";
import { packageVersion } from "../version.ts";
import { escapeXml } from "../xml.ts";

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
img { max-width: 100%; border: 1px solid #ccc; border-radius: 3px }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #1a1a1a }
  code, pre { background: #2d2d2d } a { color: #8ab4f8 } }
`;

/** The allowed values of a parameter, such as ` (0 to 8, default 0)`; empty for all. */
function rangeOf({ schema }: DescribedParameter): string {
  const { enum: names, minimum, maximum, default: ifAbsent } = schema;
  if (Array.isArray(names)) return ` (${names.join(", ")})`;
  // Of `precision`, but not of `count`.
  const isRange = Number(maximum) - Number(minimum) < 1000;
  const range = isRange ? [`${minimum} to ${maximum}`] : [];
  const parts = ifAbsent === undefined ? range : [...range, `default ${ifAbsent}`];
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

function link(target: string): string {
  const escaped = escapeXml(target);
  return `<a href="${escaped}"><code>${escaped}</code></a>`;
}

function section(described: DescribedPath, previous: DescribedPath | undefined, prefix: string) {
  const { path, summary, parameters, examples, batches } = described;
  const namesOf = (of: DescribedPath | undefined) => of?.parameters.map(({ name }) => name).join();
  const items = parameters.map((parameter) => {
    const text = escapeXml(parameter.description + rangeOf(parameter));
    return `<dt><code>${parameter.name}</code></dt><dd>${text}</dd>`;
  });
  let list = items.length === 0 ? "" : `<dl>${items.join("\n")}</dl>`;
  if (list && namesOf(described) === namesOf(previous)) list = "<p>Parameters as above.</p>";
  const commands = batches.map(({ target, type, body, reply }) => {
    const data = `--data-binary $'${body.replaceAll("\n", "\\n")}'`;
    const command = `curl -H "Content-Type: ${type}" ${data} "$BASE${target}"`;
    const text = escapeXml(`$ BASE=http://...${prefix}\n$ ${command}\n${reply}`);
    return `<pre><code>${text}</code></pre>`;
  });
  const isFirstBatch = batches.length > 0 && previous?.batches.length === 0;
  return [
    `<h2><code>${batches.length > 0 ? "POST " : ""}${prefix + path}</code></h2>`,
    `<p>${escapeXml(summary)}.</p>`,
    isFirstBatch ? `<p>${escapeXml(BATCH_DESCRIPTION)}</p>` : "",
    list,
    ...examples.map((example) => `<p>${link(prefix + example)}</p>`),
    ...commands,
  ].join("\n");
}

export function helpResource({ prefix }: InterfaceOptions, paths: DescribedPaths): Resource {
  const sections = paths.map((path, index) => section(path, paths[index - 1], prefix));
  const page = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta name="viewport" content="width=device-width">
<title>mapcoded</title>
<style>${STYLE}</style>
</head>
<body>
<h1>mapcoded</h1>
<p>Converts latitude and longitude to mapcodes and back. Version ${escapeXml(packageVersion())}.</p>
<p>A mapcode is a short code for a place: <code>49.4V</code> in the Netherlands (<code>NLD</code>), or
<code>VHXGB.1J9J</code>, which is international and needs no territory. Try
${link(`${prefix}/codes/52.376514,4.908543`)} and the way back,
${link(`${prefix}/coords/NLD%2049.4V`)}.</p>
<p>To look for places and codes on a map, open ${link(`${prefix}/map/`)}.</p>
<p><a href="${prefix}/map/">
<img src="${prefix}/map/${PICTURE_FILE}" alt="The map page with a place in Amsterdam"></a></p>
<p>Send requests with <code>GET</code> to paths below <code>${escapeXml(prefix || "/")}</code>; those below
<code>/batch</code> take <code>POST</code>. Replies are JSON, or XML if the header
<code>Accept</code> prefers <code>application/xml</code>. To choose the format by the address instead,
put <code>${escapeXml(prefix)}/xml</code> or <code>${escapeXml(prefix)}/json</code> in front of
<code>codes</code>, <code>coords</code>, <code>territories</code>, <code>alphabets</code>,
<code>version</code> or <code>status</code>.</p>
<p>Latitude comes before longitude, both in decimal degrees; south and west are negative. Paths are
percent-encoded: a space is <code>%20</code>.</p>
<p>An error reply has a status of 400 or more. It names the <code>parameter</code> that is wrong, the
<code>value</code> that was sent and what is <code>expected</code>: ${link(`${prefix}/codes/91,x`)}.</p>
${sections.join("\n")}
</body>
</html>
`;
  // Its style and a picture are all that the page has.
  const hash = process.getBuiltinModule("node:crypto").createHash("sha256").update(STYLE);
  const policy = `default-src 'none'; style-src 'sha256-${hash.digest("base64")}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;
  return { ...staticResource("text/html;charset=UTF-8", page), policy };
}
