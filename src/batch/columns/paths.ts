/** Paths to members within members, such as `pos.lat` and `tags[1]`, in place of the name of a member. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** A member, and the path behind it to a member within it. */
const PATH = /^([^.[]+)(?:\.|\[(?=\d+\](?:[.[]|$)))(.+)$/s;

/** A name as the name of a member and the path within it, such as `tags[1].name`; undefined if it is no path. */
export function splitPath(name: string): { outer: string; inner: string } | undefined {
  const [, outer, inner] = PATH.exec(name) ?? [];
  if (outer === undefined) return undefined;
  // What follows a bracket: 1].name
  const isIndex = name[outer.length] === "[";
  return {
    outer,
    inner: isIndex ? inner.replace(/\]\.?/, (end) => (end === "]" ? "" : ".")) : inner,
  };
}

/**
 * The value of a member; undefined, which is no JSON value, if the object does not have it.
 * @param name of a member, or of members within members: `pos.lat`, `tags[1]`, where the first element has the index 0
 */
export function memberValue(object: JsonObject, name: string): unknown {
  if (Object.hasOwn(object, name)) return object[name];
  const path = splitPath(name);
  const outer = path && Object.hasOwn(object, path.outer) ? object[path.outer] : undefined;
  if (!path || typeof outer !== "object" || outer === null) return undefined;
  return memberValue(Object.fromEntries(Object.entries(outer)), path.inner);
}

/** Whether there is a member with a name, or the member that a path begins with. */
export function hasMember(names: ReadonlySet<string>, name: string): boolean {
  if (names.has(name)) return true;
  const path = splitPath(name);
  return path !== undefined && names.has(path.outer);
}
