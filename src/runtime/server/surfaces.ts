/** What a server needs to know of an operation for one platform: its checks, and its projection. */

import { projector, withReleaseMessages } from "../envelope/index.js";
import {
  createSubsetValidators,
  perActiveSet,
  viewAt,
  type Operation,
  type OperationChecks,
  type ReleaseValues,
  type SubsetValidators,
} from "../service/index.js";

export interface Surfaces extends SubsetValidators {
  /** An answer as this platform has agreed to it (DESIGN §9). */
  project(operation: Operation, active: ReadonlySet<string>, answer: object): object;
}

/** @param release of the answers; undefined for the protocol's own text */
export function createSurfaces(checks: OperationChecks, release?: ReleaseValues): Surfaces {
  const projectorOf = perActiveSet(projector);
  return {
    ...createSubsetValidators(checks),
    project(operation, active, answer) {
      const view = viewAt(checks.surface, operation.surface?.response);
      const agreed = view === undefined ? answer : projectorOf(view, active)(answer);
      return withReleaseMessages(agreed, release);
    },
  };
}
