/**
 * What is to leave a value, and the value without it. In: paths of members, `*` for the items of an
 * array and the members of a map. Out: a value that shares with the input all that stays as it is.
 */

/** What leaves: a member itself (`true`), or something below it. */
export type Departures = Map<string, true | Departures>;

const EACH = "*";
const GONE: unique symbol = Symbol("gone");

/**
 * `*` is never the end of a path: a map loses what stands below its members, not the members.
 *
 * @param staying a member on the way to these has its own departures, not those of `*`
 */
export function departuresOf(
  leaving: readonly (readonly string[])[],
  staying: readonly (readonly string[])[] = [],
): Departures {
  const root: Departures = new Map();
  // Shorter ones first: what is below a member that leaves need not be looked for.
  for (const path of [...leaving].sort((left, right) => left.length - right.length))
    reach(root, path.slice(0, -1))?.set(path.at(-1) as string, true);
  for (const path of staying) reach(root, path.slice(0, -1));
  return root;
}

/** What leaves below a path; undefined where the path itself leaves. */
function reach(root: Departures, path: readonly string[]): Departures | undefined {
  let departures = root;
  for (const name of path) {
    const next: true | Departures = departures.get(name) ?? new Map<string, true | Departures>();
    if (next === true) return undefined;
    departures.set(name, next);
    departures = next;
  }
  return departures;
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
  // Where none of the members is meant as one of many, the others need not be looked at.
  for (const name of each === undefined ? departures.keys() : Object.keys(object)) {
    if (!Object.hasOwn(object, name)) continue;
    const below = (departures.get(name) ?? each)!;
    const next = below === true ? GONE : without(object[name], below);
    if (next !== object[name]) (changed ??= new Map()).set(name, next);
  }
  if (changed === undefined) return object;
  // `fromEntries` defines members: one that is called `__proto__` is a member like others.
  const entries = Object.entries(object).map(
    ([name, member]) => [name, changed.has(name) ? changed.get(name) : member] as const,
  );
  return Object.fromEntries(entries.filter(([, member]) => member !== GONE));
}
