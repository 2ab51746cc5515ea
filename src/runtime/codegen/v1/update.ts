/** What a platform sends to change a resource. In: the resource as the business gave it. Out: the request that changes nothing. */

/** What of a value is kept: all of it, or some members; of an array or a map, the same of each. Types may be recursive. */
export type Kept = true | KeptMembers | (() => Kept);

export interface KeptMembers {
  readonly [member: string]: Kept;
}

/** A resource that can be updated. */
export interface Update {
  /** Members that every such resource has: they tell it from others. */
  readonly marks: readonly string[];
  readonly kept: KeptMembers;
}

/**
 * The update of a resource that leaves it as it is.
 *
 * @param updates those with more marks come first
 * @throws TypeError for what is none of them
 */
export function updateOf(resource: object, updates: readonly Update[]): unknown {
  const update = updates.find(({ marks }) => marks.every((name) => Object.hasOwn(resource, name)));
  if (update === undefined) {
    const needed = updates.map(({ marks }) => marks.join(", ")).join("; or ");
    throw new TypeError(`no update is known of this: it would have ${needed}`);
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

/** The members of a map, whatever their names. */
const EACH = "*";
