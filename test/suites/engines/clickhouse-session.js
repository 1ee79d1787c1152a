/**
 * A process with ClickHouse in it, by chdb. It answers each line of standard input, a query in JSON, by a line with
 * its text or error. ClickHouse reads its configuration from config.xml in the working directory.
 */
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const [tools, folder] = process.argv.slice(2);
const { Session } = createRequire(`${tools}/package.json`)("chdb");
const session = new Session(folder);

for await (const line of createInterface({ input: process.stdin })) {
  try {
    console.log(JSON.stringify({ text: session.query(JSON.parse(line), "TSV") }));
  } catch (error) {
    console.log(JSON.stringify({ error: error instanceof Error ? error.message : `${error}` }));
  }
}
session.close();
