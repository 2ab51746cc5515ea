/**
 * Finds which shapes and roles a schema composes: those that its `allOf` reaches by `$ref`, through types in between and
 * through the entries of other extensions. What a shape itself composes is not asked: the nearest one counts.
 */

import { isObject } from "../../json-schema/keywords.js";
import { addressKey, type SchemaAddress } from "../../json-schema/schema-address.js";
import type { Sources } from "../../load/sources.js";
import { certainBranches, collectInPlaceSchemas } from "../visibility/in-place-schemas.js";
import { RESPONSE } from "../view.js";
import type { Target, Targets } from "./targets.js";

export interface ComposedTargets {
  /** Those that the schema always composes. */
  certain(address: SchemaAddress): readonly Target[];
  /** Those that it composes by a choice somewhere in its `allOf`. */
  possible(address: SchemaAddress): readonly Target[];
}

/** A schema whose references are being followed. A chain of extensions may be long, so that the stack is a list. */
interface Step {
  readonly key: string;
  readonly next: readonly SchemaAddress[];
  position: number;
  readonly found: Set<Target>;
}

const NONE: readonly Target[] = [];

export function findComposedTargets(sources: Sources, { byBase }: Targets): ComposedTargets {
  /** The results so far, by the key of the address: many entries refer to one another. */
  const known = new Map<string, readonly Target[]>();

  function certain(address: SchemaAddress): readonly Target[] {
    const steps: Step[] = [];
    const following = new Set<string>();
    visit(address, undefined);
    for (let step = steps.at(-1); step !== undefined; step = steps.at(-1)) {
      const next = step.next[step.position++];
      if (next !== undefined) {
        visit(next, step.found);
        continue;
      }
      steps.pop();
      following.delete(step.key);
      known.set(step.key, step.found.size === 0 ? NONE : [...step.found]);
      for (const each of step.found) steps.at(-1)?.found.add(each);
    }
    return known.get(addressKey(address)) ?? NONE;

    function visit(at: SchemaAddress, found: Set<Target> | undefined): void {
      const key = addressKey(at);
      const result = byBase.get(key) ?? known.get(key);
      if (result !== undefined) {
        known.set(key, result);
        for (const each of result) found?.add(each);
      } else if (!following.has(key)) {
        following.add(key);
        steps.push({ key, next: appliedAlways(sources, at), position: 0, found: new Set() });
      }
    }
  }

  return {
    certain,
    possible(address) {
      const query = { branches: [address], view: RESPONSE, extent: "possible" } as const;
      const { applied } = collectInPlaceSchemas(sources, query);
      return [...new Set(applied.flatMap(({ key }) => byBase.get(key) ?? NONE))];
    },
  };
}

/** The target of a schema's `$ref`, and the branches of its `allOf`. */
function appliedAlways(sources: Sources, address: SchemaAddress): SchemaAddress[] {
  const location = sources.schemas.locate(address.document, address.pointer);
  if (location === undefined || !isObject(location.schema)) return [];
  const { schema, document, pointer, resource } = location;
  const reference = schema["$ref"];
  const target =
    typeof reference === "string" ? sources.resolve(resource.uri, document, reference) : undefined;
  const branches = certainBranches(schema, pointer).map((at) => ({ document, pointer: at }));
  if (target === undefined) return branches;
  return [{ document: target.document, pointer: target.pointer }, ...branches];
}
