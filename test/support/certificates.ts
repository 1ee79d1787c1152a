/** Certificates, made with openssl, as operators do. */
import { execFileSync } from "node:child_process";
import { hasProgram } from "./programs.ts";

export const HAS_OPENSSL = hasProgram("openssl");

/** Makes a certificate for localhost with this name, and its key, which signs it. */
export function makeCertificate(name: string, certFile: string, keyFile: string): void {
  const key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2".split(" ");
  const subject = ["-subj", `/CN=${name}`, "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const files = ["-keyout", keyFile, "-out", certFile];
  execFileSync("openssl", ["req", "-x509", ...key, ...files, ...subject], { stdio: "pipe" });
}
