/**
 * Removes members from a value by their paths, where `*` stands for all items of an array or members of a map. The
 * result shares everything unchanged with the input. A response loses the members of capabilities that are not active
 * for the platform (projection, DESIGN §9), and credentials, which flow only from the platform to the business (§2.5).
 */

import type { SurfaceView } from "../schema/surface.js";
import { isObject, own, type Members } from "../json/members.js";
import type { PaymentAnswer } from "../service/release-values.js";

/** A member to remove (`true`), or something to remove below it. */
export type MemberRemovals = Map<string, true | MemberRemovals>;

const EACH = "*";
const GONE: unique symbol = Symbol("gone");

/**
 * A path never ends in `*`: something below a map's members is removed, not the members.
 * @param staying paths of members that `*` must not affect, since they have rules of their own
 */
function memberRemovals(
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
function without(value: unknown, removals: MemberRemovals): unknown {
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

/**
 * Removes the members of inactive extensions from a response (§9.3). Keeps members that no schema declares, and those
 * that the base or an active extension declares too. Returns `value` itself if nothing is removed.
 * @example
 * ```ts
 * import { project } from "@proto-gen/runtime/server";
 * import { surface } from "./generated/surface.js";
 *
 * const view = surface["dev.proto.shopping.checkout"]?.["response"];
 * const checkout = { id: "checkout_1", fulfillment: { methods: [] } };
 * view && project(view, new Set(["dev.proto.shopping.checkout"]), checkout); // { id: "checkout_1" }
 * ```
 */
export function project<Value>(
  view: SurfaceView,
  active: ReadonlySet<string>,
  value: Value,
): Value {
  return projector(view, active)(value);
}

/** Creates the projection for one set of active capabilities, for use with many values. */
export function projector(
  { contributions }: SurfaceView,
  active: ReadonlySet<string>,
): <Value>(value: Value) => Value {
  const isActive = ({ capability }: { readonly capability?: string }): boolean =>
    capability === undefined || active.has(capability);
  if (contributions.every(isActive)) return unchanged;
  const membersOf = (parts: SurfaceView["contributions"]): (readonly string[])[] =>
    parts.flatMap(({ members = [] }) => members);
  const staying = membersOf(contributions.filter(isActive));
  const kept = new Set(staying.map((path) => JSON.stringify(path)));
  const leaving = membersOf(contributions.filter((part) => !isActive(part))).filter(
    (path) => !kept.has(JSON.stringify(path)),
  );
  if (leaving.length === 0) return unchanged;
  const removals = memberRemovals(leaving, staying);
  return <Value>(value: Value) => without(value, removals) as Value;
}

function unchanged<Value>(value: Value): Value {
  return value;
}

const CREDENTIALS = /* @__PURE__ */ memberRemovals([
  ["payment", "credential"],
  ["payment", "instruments", "*", "credential"],
]);

/**
 * Removes the credentials of a resource's payment instruments. Response schemas have none; this catches what a
 * handler returns regardless. Returns `value` itself if there are none.
 * @param answered the members that a payment may have in responses; all others are removed too, since a card number
 * may have been sent in the wrong place
 */
export function withoutCredentials<Value>(value: Value, answered?: PaymentAnswer): Value {
  const free = without(value, CREDENTIALS) as Value;
  const payment = isObject(free) ? own(free, "payment") : undefined;
  if (answered === undefined || !isObject(payment)) return free;
  const kept = onlyAnswered(payment, answered);
  return kept === payment ? free : { ...free, payment: kept };
}

function onlyAnswered(payment: Members, { members, instrument }: PaymentAnswer): Members {
  const kept = picked(payment, members);
  const instruments = own(kept, "instruments");
  if (!Array.isArray(instruments)) return kept;
  const each = instruments.map((one: unknown) => (isObject(one) ? picked(one, instrument) : one));
  return each.every((one, index) => one === instruments[index])
    ? kept
    : { ...kept, instruments: each };
}

/** Returns the object itself if it has no other members. */
function picked(object: Members, names: readonly string[]): Members {
  const entries = Object.entries(object);
  const kept = entries.filter(([name]) => names.includes(name));
  return kept.length === entries.length ? object : Object.fromEntries(kept);
}
