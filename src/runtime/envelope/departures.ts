/**
 * What is to leave a value, and the value without it. In: paths of members, `*` for the items of an
 * array and the members of a map. Out: a value that shares with the input all that stays as it is.
 */

/** What leaves: a member itself (`true`), or something below it. */
export type Departures = Map<string, true | Departures>;

const EACH = "*";

export function departuresOf(paths: readonly (readonly string[])[]): Departures {
  const root: Departures = new Map();
  // Shorter ones first: what is below a member that leaves need not be looked for.
  for (const path of [...paths].sort((left, right) => left.length - right.length)) {
    let tree: true | Departures = root;
    for (const name of path.slice(0, -1)) {
      if (tree === true) break;
      const next: true | Departures = tree.get(name) ?? new Map<string, true | Departures>();
      tree.set(name, next);
      tree = next;
    }
    if (tree !== true) tree.set(path.at(-1) as string, true);
  }
  return root;
}

/** `value` itself where nothing leaves. Never changes it. */
export function without(value: unknown, departures: Departures): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value)
    ? itemsWithout(value, departures.get(EACH))
    : membersWithout(value as Readonly<Record<string, unknown>>, departures);
}

function itemsWithout(
  items: readonly unknown[],
  departures: true | Departures | undefined,
): readonly unknown[] {
  if (typeof departures !== "object") return items;
  let copy: unknown[] | undefined;
  for (const [index, item] of items.entries()) {
    const next = without(item, departures);
    if (next !== item) (copy ??= [...items])[index] = next;
  }
  return copy ?? items;
}

function membersWithout(
  object: Readonly<Record<string, unknown>>,
  departures: Departures,
): Readonly<Record<string, unknown>> {
  const each = departures.get(EACH);
  let changed: Map<string, unknown> | undefined;
  for (const name of Object.keys(object)) {
    const below = departures.get(name) ?? each;
    if (below === undefined) continue;
    if (below === true) {
      (changed ??= new Map<string, unknown>()).set(name, undefined);
      continue;
    }
    const next = without(object[name], below);
    if (next !== object[name]) (changed ??= new Map<string, unknown>()).set(name, next);
  }
  if (changed === undefined) return object;
  const kept = Object.entries(object).filter(([name]) => departures.get(name) !== true);
  // `fromEntries` defines members: one that is called `__proto__` is a member like others.
  return Object.fromEntries(
    kept.map(([name, member]) => [name, changed.has(name) ? changed.get(name) : member]),
  );
}
