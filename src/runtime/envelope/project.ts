/**
 * Projection (DESIGN §9: a response carries only fields of the capabilities active for that platform).
 * In: a surface's view, the active set, a payload of everything. Out: the payload without the members
 * that inactive extensions brought. What does not change is shared with the input, which never changes.
 */

import type { SurfaceView } from "../schema/index.js";

/** What leaves: a member itself (`true`), or something below it. */
type Departures = Map<string, true | Departures>;

const EACH = "*";

/**
 * Members that no schema declares stay, and so do those that the base or an active extension declares
 * too. With nothing to take away, the result is `value` itself.
 */
export function project<Value>(
  view: SurfaceView,
  active: ReadonlySet<string>,
  value: Value,
): Value {
  return projector(view, active)(value);
}

/** The projection for one active set, to be used for many values. */
export function projector(
  { contributions }: SurfaceView,
  active: ReadonlySet<string>,
): <Value>(value: Value) => Value {
  const isActive = ({ capability }: { readonly capability?: string }): boolean =>
    capability === undefined || active.has(capability);
  const staying = new Set(
    contributions
      .filter(isActive)
      .flatMap(({ members = [] }) => members.map((path) => JSON.stringify(path))),
  );
  const leaving = contributions
    .filter((part) => !isActive(part))
    .flatMap(({ members = [] }) => members)
    .filter((path) => !staying.has(JSON.stringify(path)));
  if (leaving.length === 0) return (value) => value;
  const departures = treeOf(leaving);
  return <Value>(value: Value) => without(value, departures) as Value;
}

function treeOf(paths: readonly (readonly string[])[]): Departures {
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

function without(value: unknown, departures: Departures): unknown {
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
