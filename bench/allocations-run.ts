/** Prints what calls allocate as JSON; test/allocations.slow.test.ts starts it, as V8 needs a process to itself. */
import { measureAllocations } from "./allocations.ts";

console.log(JSON.stringify(measureAllocations()));
