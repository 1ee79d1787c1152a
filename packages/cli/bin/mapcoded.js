#!/usr/bin/env node
// npm links a command when it installs a clone, before anything is built, and only to a file that is there.
import "../dist/cli/main.js";
