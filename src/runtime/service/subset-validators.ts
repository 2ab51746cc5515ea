/** Validators of operations if only some capabilities are active, created once per active set. */

import { subset, type Surface, type SurfaceView } from "../schema/surface.js";
import type { Validator } from "../schema/validator-interface.js";
import type { Operation, OperationValidators, SurfacePlace } from "./operation.js";

/** The generated validators. */
export interface OperationChecks {
  /** By operation name. */
  readonly validators: Readonly<Record<string, OperationValidators>>;
  readonly surface: Surface;
}

type ActiveSet = ReadonlySet<string>;

export interface SubsetValidators {
  request(operation: Operation, active: ActiveSet): Validator<unknown> | undefined;
  response(operation: Operation, active: ActiveSet): Validator<unknown> | undefined;
  outcome(operation: Operation): Validator<unknown> | undefined;
}

export function createSubsetValidators({ validators, surface }: OperationChecks): SubsetValidators {
  const subsetOf = perActiveSet(subset);
  const inside = (place: SurfacePlace | undefined, active: ActiveSet) => {
    const view = viewAt(surface, place);
    return view && subsetOf(view, active);
  };
  const own = new Map(Object.entries(validators));
  return {
    request: (operation, active) =>
      inside(operation.surface?.request, active) ?? own.get(operation.id)?.request,
    response: (operation, active) =>
      inside(operation.surface?.response, active) ?? own.get(operation.id)?.response,
    outcome: ({ id }) => own.get(id)?.outcome,
  };
}

/** Undefined if no extension can add to the place. */
export function viewAt(surface: Surface, place: SurfacePlace | undefined): SurfaceView | undefined {
  return place && surface[place.shape]?.[place.view];
}

/** Caches the result per view and active set, for as long as the set is referenced. */
export function perActiveSet<Part>(
  make: (view: SurfaceView, active: ActiveSet) => Part,
): (view: SurfaceView, active: ActiveSet) => Part {
  const known = new WeakMap<ActiveSet, Map<SurfaceView, Part>>();
  return (view, active) => {
    const own = known.get(active) ?? new Map<SurfaceView, Part>();
    known.set(active, own);
    const part = own.get(view) ?? make(view, active);
    own.set(view, part);
    return part;
  };
}
