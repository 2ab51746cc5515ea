/**
 * Derives an update request from a resource, which leaves it unchanged: updates replace the whole resource, so start
 * from this.
 */

/**
 * What to keep of a value: all of it, or some members; for arrays and maps, the same of each entry. Types may be
 * recursive.
 */
export type Kept = true | KeptMembers | (() => Kept);

export interface KeptMembers {
  readonly [member: string]: Kept;
}

/** A kind of resource that can be updated. */
export interface Update {
  /** Members that every such resource has, which distinguish it from others. */
  readonly marks: readonly string[];
  readonly kept: KeptMembers;
}

/**
 * Returns the update that leaves a resource unchanged.
 * @param updates those with more marks come first
 * @throws TypeError if the resource is of none of these kinds
 */
export function updateOf(resource: object, updates: readonly Update[]): unknown {
  const update = updates.find(({ marks }) => marks.every((name) => Object.hasOwn(resource, name)));
  if (update === undefined) {
    const needed = updates.map(({ marks }) => marks.join(", ")).join("; or ");
    throw new TypeError(`this resource cannot be updated: expected the members ${needed}`);
  }
  return keep(resource, update.kept);
}

function keep(value: unknown, kept: Kept): unknown {
  if (kept === true || typeof value !== "object" || value === null) return value;
  if (typeof kept === "function") return keep(value, kept());
  if (Array.isArray(value)) return value.map((item) => keep(item, kept));
  const entries = Object.entries(value).flatMap(([name, member]) => {
    const below = Object.hasOwn(kept, name) ? kept[name] : kept[EACH];
    return below === undefined || member === undefined ? [] : [[name, keep(member, below)]];
  });
  return Object.fromEntries(entries) as unknown;
}

/** Any member of a map. */
const EACH = "*";
