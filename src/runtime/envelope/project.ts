/**
 * Projection (DESIGN §9): a response has only members of capabilities that are active for the platform. Removes the
 * members of inactive extensions; the result shares everything unchanged with the input, which is never modified.
 */

import type { SurfaceView } from "../schema/index.js";
import { memberRemovals, without } from "./member-removals.js";

/**
 * Keeps members that no schema declares, and those that the base or an active extension declares too. Returns `value`
 * itself if nothing is removed.
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
