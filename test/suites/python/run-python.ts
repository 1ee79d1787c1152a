/**
 * `npm run test:python`: builds the wheel of packages/python, installs it beside what its tests need, and runs them.
 * `npm run test:python -- tests/test_spark.py` and other arguments are for pytest.
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { buildWheel, DIST, PACKAGE } from "../../../scripts/build-python.ts";
import { ROOT } from "../../../scripts/freshness.js";
import { installRequirements, pip } from "../../support/python-tools.ts";

const ENVIRONMENT = join(ROOT, "node_modules/.cache/mapcoded-python");

const programs = installRequirements(join(PACKAGE, "tests/requirements.txt"), ENVIRONMENT);
const python = join(programs, "python");
buildWheel(python);
const wheels = readdirSync(DIST).map((name) => join(DIST, name));
pip(programs, "install", "--no-deps", "--force-reinstall", ...wheels);
// It says whether the packages that the wheel needs are there.
pip(programs, "check");
// Its report ends with the line that .ci/run counts: tests/conftest.py.
const args = ["-m", "pytest", "-q", "--durations=5", ...process.argv.slice(2)];
process.exitCode = spawnSync(python, args, { cwd: PACKAGE, stdio: "inherit" }).status ?? 1;
