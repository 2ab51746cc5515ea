/**
 * The negotiated surface in parts. In: a root's base and contributions, and the capabilities that are
 * active for one platform. Out: the validator for exactly that subset.
 */

import type { Attribution } from "./issue.js";
import { validator, type Check, type Validator } from "./validator.js";

export interface SurfaceView {
  readonly base: Check;
  /** In the order of the extension graph. */
  readonly contributions: readonly { readonly capability: string; readonly check: Check }[];
}

/** By root (`<capability>`, or `<capability>/<shape>` in a container), then by view (`response`, `request.create`). */
export type Surface = Readonly<Record<string, Readonly<Record<string, SurfaceView>>>>;

/** The verdict of a subset: an instance is valid where the base and every active contribution accept it. */
export function subset({ base, contributions }: SurfaceView, active: ReadonlySet<string>, attribution?: Attribution): Validator<unknown> {
  const checks = [base, ...contributions.filter(({ capability }) => active.has(capability)).map(({ check }) => check)];
  return validator((value, issues) => {
    for (const check of checks) if (check(value, issues)) return true;
    return false;
  }, attribution);
}
