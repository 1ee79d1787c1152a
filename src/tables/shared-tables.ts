/** Tables that another thread has loaded. */

/** The property of globalThis that has their memory. A thread must set it before it imports the engine. */
export const SHARED_TABLES = "mapcodedTables";

/** The memory of tables that another thread has loaded; undefined if this thread loads its own. */
export function sharedTables(): SharedArrayBuffer | undefined {
  const memory: unknown = Reflect.get(globalThis, SHARED_TABLES);
  // Pages that are not isolated from others have no such class.
  const isShared = typeof SharedArrayBuffer === "function" && memory instanceof SharedArrayBuffer;
  return isShared ? memory : undefined;
}
