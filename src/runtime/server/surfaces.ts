/** What a server needs to know of an operation for one platform: its checks, and its projection. */

import { projector } from "../envelope/index.js";
import {
  createSubsetValidators,
  perActiveSet,
  viewAt,
  type Operation,
  type OperationChecks,
  type SubsetValidators,
} from "../service/index.js";

export interface Surfaces extends SubsetValidators {
  /** An answer as this platform has agreed to it (DESIGN §9). */
  project(operation: Operation, active: ReadonlySet<string>, answer: object): object;
}

export function createSurfaces(checks: OperationChecks): Surfaces {
  const projectorOf = perActiveSet(projector);
  return {
    ...createSubsetValidators(checks),
    project(operation, active, answer) {
      const view = viewAt(checks.surface, operation.surface?.response);
      return view === undefined ? answer : projectorOf(view, active)(answer);
    },
  };
}
