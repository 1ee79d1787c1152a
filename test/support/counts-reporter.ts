/** Ends a run of Vitest with the line of counts that every suite has. */
import type { Reporter, TestModule } from "vitest/node";
import { endWithCounts } from "./counts.ts";

export class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        counts[test.result().state]++;
        if (test.diagnostic()?.flaky)
          console.log(`Passed at the second try only: ${test.fullName}`);
      }
      // A file that cannot be imported has no tests, and a hook that fails belongs to none.
      counts.failed += module.errors().length;
    }
    endWithCounts(counts);
  }
}
