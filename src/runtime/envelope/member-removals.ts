/**
 * Removes members from a value by their paths, where `*` stands for all items of an array or members of a map. The
 * result shares everything unchanged with the input.
 */

/** A member to remove (`true`), or something to remove below it. */
export type MemberRemovals = Map<string, true | MemberRemovals>;

const EACH = "*";
const GONE: unique symbol = Symbol("gone");

/**
 * A path never ends in `*`: something below a map's members is removed, not the members.
 * @param staying paths of members that `*` must not affect, since they have rules of their own
 */
export function memberRemovals(
  leaving: readonly (readonly string[])[],
  staying: readonly (readonly string[])[] = [],
): MemberRemovals {
  const root: MemberRemovals = new Map();
  // Shorter paths first: below a removed member there is nothing left to remove.
  for (const path of [...leaving].sort((left, right) => left.length - right.length))
    reach(root, path.slice(0, -1))?.set(path.at(-1) as string, true);
  for (const path of staying) reach(root, path.slice(0, -1));
  return root;
}

/** What is to be removed below a path. Undefined if the path itself is removed. */
function reach(root: MemberRemovals, path: readonly string[]): MemberRemovals | undefined {
  let removals = root;
  for (const name of path) {
    const next: true | MemberRemovals =
      removals.get(name) ?? new Map<string, true | MemberRemovals>();
    if (next === true) return undefined;
    removals.set(name, next);
    removals = next;
  }
  return removals;
}

/** Returns `value` itself if nothing is removed. Never modifies it. */
export function without(value: unknown, removals: MemberRemovals): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value)
    ? itemsWithout(value, removals.get(EACH))
    : membersWithout(value as Readonly<Record<string, unknown>>, removals);
}

function itemsWithout(
  items: readonly unknown[],
  removals: true | MemberRemovals | undefined,
): readonly unknown[] {
  if (typeof removals !== "object") return items;
  let copy: unknown[] | undefined;
  for (const [index, item] of items.entries()) {
    const next = without(item, removals);
    if (next !== item) (copy ??= [...items])[index] = next;
  }
  return copy ?? items;
}

function membersWithout(
  object: Readonly<Record<string, unknown>>,
  removals: MemberRemovals,
): Readonly<Record<string, unknown>> {
  const each = removals.get(EACH);
  let changed: Map<string, unknown> | undefined;
  // Without a rule for `*`, only the named members need to be checked.
  for (const name of each === undefined ? removals.keys() : Object.keys(object)) {
    if (!Object.hasOwn(object, name)) continue;
    const below = (removals.get(name) ?? each)!;
    const next = below === true ? GONE : without(object[name], below);
    if (next !== object[name]) (changed ??= new Map()).set(name, next);
  }
  if (changed === undefined) return object;
  // `fromEntries` defines members, so `__proto__` is a member like any other.
  const entries = Object.entries(object).map(
    ([name, member]) => [name, changed.has(name) ? changed.get(name) : member] as const,
  );
  return Object.fromEntries(entries.filter(([, member]) => member !== GONE));
}
