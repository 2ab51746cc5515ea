/**
 * Ajv's verdicts by the reference composer's schemas. In: the options of `generate`. Out: for a root's shape, a view and an
 * active set, a predicate; true means valid.
 */

import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { JsonObject } from "@proto-gen/runtime/json";
import type { ReferenceView } from "./reference/annotation.js";
import type { Address } from "./reference/documents.js";
import {
  anchoredBy,
  contributionsOf,
  readReferenceRelease,
  rootAddress,
  type ReferenceRelease,
} from "./reference/release.js";
import { composeReference } from "./reference-composer.js";

const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false });
formats.default(ajv);

export type Predicate = (value: unknown) => boolean;

/** A root, and which of its shapes: `""` where it is one. */
export interface ReferenceShape {
  readonly root: string;
  readonly key: string;
}

export interface ReferenceOracle {
  readonly release: ReferenceRelease;
  /** The root with these capabilities of the profile, composed alone. */
  composed(shape: ReferenceShape, view: ReferenceView, active: readonly string[]): Predicate;
  /** A schema that nothing extends. */
  schema(at: Address, view: ReferenceView): Predicate;
}

export function createReferenceOracle(
  options: Parameters<typeof readReferenceRelease>[0],
): ReferenceOracle {
  const release = readReferenceRelease(options);
  const { documents, name } = release;
  const predicates = new Map<string, Predicate>();

  /** One for each list of branches: what adds nothing to a root needs no schema of its own. */
  function predicate(
    root: Address,
    contributions: readonly Address[],
    view: ReferenceView,
    anchored: ReadonlyMap<string, readonly Address[]> = new Map(),
  ): Predicate {
    const { direction, operation = "" } = view;
    const key = JSON.stringify([root, contributions, direction, operation, [...anchored]]);
    const known = predicates.get(key);
    if (known !== undefined) return known;
    const compiled = compileSchema(
      composeReference({ documents, name, root, contributions, view, anchored }),
    );
    predicates.set(key, compiled);
    return compiled;
  }

  return {
    release,
    composed: ({ root, key }, view, active) =>
      predicate(
        rootAddress(release, root, key),
        contributionsOf(release, root, key, new Set(active)).filter(
          ({ direction }) => direction === undefined || direction === view.direction,
        ),
        view,
        anchoredBy(release, new Set(active)),
      ),
    schema: (at, view) => predicate(at, [], view),
  };
}

/** With own members only, and formats asserted, as emitted validators have it (DESIGN §8). */
export function compileSchema(schema: JsonObject): Predicate {
  const validate = ajv.compile(schema);
  ajv.removeSchema(schema);
  return (value) => validate(value) === true;
}
