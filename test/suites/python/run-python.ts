/**
 * `npm run test:python`: builds the wheel of packages/python, installs it beside what its tests need, and runs them.
 * `npm run test:python -- tests/test_spark.py` and other arguments are for pytest.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { PACKAGE } from "../../../scripts/build-python.ts";
import { installPackage } from "../../support/python-tools.ts";

const python = join(installPackage(), "python");
// Its report ends with the line that .ci/run counts: tests/conftest.py.
const args = ["-m", "pytest", "-q", "--durations=5", ...process.argv.slice(2)];
process.exitCode = spawnSync(python, args, { cwd: PACKAGE, stdio: "inherit" }).status ?? 1;
