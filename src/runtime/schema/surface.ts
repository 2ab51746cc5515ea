/**
 * The negotiated surface in parts. In: a root's base and contributions, and the capabilities that are
 * active for one platform. Out: the validator for exactly that subset.
 */

import type { Attribution } from "./issue.js";
import { validator, type Check, type Validator } from "./validator.js";

/** A base, or what one extension adds to it. */
export interface SurfacePart {
  /** Undefined for the base, which is always active. */
  readonly capability?: string;
  readonly check: Check;
  /** What takes its place where all of `when` and none of `unless` are active. */
  readonly variants?: readonly {
    readonly when: readonly string[];
    readonly unless: readonly string[];
    readonly check: Check;
  }[];
  /**
   * Paths of the members that it declares and the base does not, `*` for the items of an array and the
   * members of a map. One that several contributions declare is listed in each.
   */
  readonly members?: readonly (readonly string[])[];
}

export interface SurfaceView {
  readonly base: SurfacePart;
  /** In the order of the extension graph. */
  readonly contributions: readonly SurfacePart[];
}

/** By root (`<capability>`, or `<capability>/<shape>` in a container), then by view (`response`, `request.create`). */
export type Surface = Readonly<Record<string, Readonly<Record<string, SurfaceView>>>>;

/** The verdict of a subset: an instance is valid where the base and every active contribution accept it. */
export function subset(
  { base, contributions }: SurfaceView,
  active: ReadonlySet<string>,
  attribution?: Attribution,
): Validator<unknown> {
  const parts = [
    base,
    ...contributions.filter(({ capability }) => capability !== undefined && active.has(capability)),
  ];
  const checks = parts.map((part) => checkOf(part, active));
  return validator((value, issues) => {
    for (const check of checks) if (check(value, issues)) return true;
    return false;
  }, attribution);
}

function checkOf({ check, variants }: SurfacePart, active: ReadonlySet<string>): Check {
  const holding = variants?.find(
    ({ when, unless }) =>
      when.every((name) => active.has(name)) && !unless.some((name) => active.has(name)),
  );
  return holding?.check ?? check;
}
