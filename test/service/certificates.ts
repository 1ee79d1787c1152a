/** Makes certificates with openssl, as operators do. */
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";

/** The options of a service with TLS. */
export interface TlsFiles {
  readonly tlsCert: string;
  readonly tlsKey: string;
}

/** With CI=true, tests fail without it. */
export const HAS_OPENSSL =
  process.env.CI === "true" || spawnSync("openssl", ["version"]).status === 0;

/** Makes a certificate for localhost with this common name, signed by its own key. */
export function makeCertificate(folder: string, name: string): TlsFiles {
  const tlsCert = join(folder, `${name}.pem`);
  const tlsKey = join(folder, `${name}-key.pem`);
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  const args = ["req", "-x509", ...key, "-keyout", tlsKey, "-out", tlsCert];
  const subject = ["-subj", `/CN=${name}`, "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  execFileSync("openssl", [...args, "-days", "2", ...subject], { stdio: "pipe" });
  return { tlsCert, tlsKey };
}
