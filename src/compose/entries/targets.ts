/** What extensions contribute to: the shapes of active roots, and the roles of active capabilities (DESIGN §6). */

import type { CapabilityDeclaration } from "@proto-gen/runtime/negotiation";
import { addressKey, type SchemaAddress } from "../../json-schema/schema-address.js";
import type { Sources } from "../../load/sources.js";
import { findRoleShapes } from "../roles.js";
import { findShapes, type Shape } from "../shapes.js";

/** One shape or role, which a contribution composes. */
export interface Target {
  readonly capability: string;
  /** Empty for the body of a root. */
  readonly key: string;
  readonly base: SchemaAddress;
  readonly isRole: boolean;
}

export interface Targets {
  /** The targets with a base, by the key of its address: two roots may share a schema. */
  readonly byBase: ReadonlyMap<string, readonly Target[]>;
  /** The targets of a capability, by their keys. */
  of(capability: string): ReadonlyMap<string, Target>;
  /** The shapes of a root; empty for any other capability. */
  shapesOf(root: string): readonly Shape[];
  /** The names of roots. */
  readonly roots: ReadonlySet<string>;
}

const NONE: ReadonlyMap<string, Target> = new Map();

export function collectTargets(
  sources: Sources,
  capabilities: readonly CapabilityDeclaration[],
  roots: readonly CapabilityDeclaration[],
): Targets {
  const shapes = new Map(roots.map((root) => [root.name, findShapes(sources, root)]));
  const byCapability = new Map<string, Map<string, Target>>();
  const byBase = new Map<string, Target[]>();
  for (const capability of capabilities) {
    const { name } = capability;
    const own = (shapes.get(name) ?? []).map((each) => toTarget(name, each, false));
    const roles = findRoleShapes(sources, capability).map((each) => toTarget(name, each, true));
    const all = [...own, ...roles];
    byCapability.set(name, new Map(all.map((target) => [target.key, target])));
    for (const target of all) {
      const key = addressKey(target.base);
      byBase.set(key, [...(byBase.get(key) ?? []), target]);
    }
  }
  return {
    byBase,
    of: (capability) => byCapability.get(capability) ?? NONE,
    shapesOf: (root) => shapes.get(root) ?? [],
    roots: new Set(shapes.keys()),
  };
}

function toTarget(capability: string, { key, base }: Shape, isRole: boolean): Target {
  return { capability, key, base, isRole };
}
