/**
 * Projection (DESIGN §9: a response carries only fields of the capabilities active for that platform).
 * In: a surface's view, the active set, a payload of everything. Out: the payload without the members
 * that inactive extensions brought. What does not change is shared with the input, which never changes.
 */

import type { SurfaceView } from "../schema/index.js";
import { departuresOf, without } from "./departures.js";

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
  if (contributions.every(isActive)) return unchanged;
  const membersOf = (parts: SurfaceView["contributions"]): (readonly string[])[] =>
    parts.flatMap(({ members = [] }) => members);
  const staying = membersOf(contributions.filter(isActive));
  const kept = new Set(staying.map((path) => JSON.stringify(path)));
  const leaving = membersOf(contributions.filter((part) => !isActive(part))).filter(
    (path) => !kept.has(JSON.stringify(path)),
  );
  if (leaving.length === 0) return unchanged;
  const departures = departuresOf(leaving, staying);
  return <Value>(value: Value) => without(value, departures) as Value;
}

function unchanged<Value>(value: Value): Value {
  return value;
}
