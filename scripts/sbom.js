// @ts-check
/**
 * `npm run sbom`: lists the installed packages and Node as CycloneDX. npm gives packages the names of their folders, and
 * each list a number and a time of its own; here they have their own names, and the same packages give the same bytes.
 */
import { execFileSync } from "node:child_process";

/** @typedef {{ "bom-ref": string, name: string }} Component */

/** @param {Component} component */
function withOwnName(component) {
  const reference = component["bom-ref"];
  return { ...component, name: reference.slice(0, reference.lastIndexOf("@")) };
}

const said = execFileSync("npm", ["sbom", "--sbom-format=cyclonedx"], {
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
});
const { serialNumber, metadata, components, ...list } = JSON.parse(said);
const { timestamp, component, ...about } = metadata;
const version = process.versions.node;
const node = {
  "bom-ref": `node@${version}`,
  type: "platform",
  name: "node",
  version,
  purl: `pkg:generic/node@${version}`,
  licenses: [{ license: { id: "MIT" } }],
};
console.log(
  JSON.stringify(
    {
      ...list,
      metadata: { ...about, component: withOwnName(component) },
      components: [...components.map(withOwnName), node],
    },
    undefined,
    2,
  ),
);
