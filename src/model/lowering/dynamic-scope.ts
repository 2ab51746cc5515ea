/**
 * Dynamic scope (JSON Schema 2020-12 §7.1, §8.2.3.2), resolved at compile time. Of the resources entered so far, a
 * `$dynamicRef` depends on one for each dynamic anchor: the outermost that has it.
 */

import type { Resource } from "../../json-schema/schema-set.js";
import type { SchemaAddress } from "../../json-schema/schema-address.js";

export interface DynamicScope {
  readonly anchors: ReadonlyMap<string, SchemaAddress>;
  /** Part of a definition's identity: one schema means different things in different scopes. */
  readonly key: string;
}

export const EMPTY_SCOPE: DynamicScope = Object.freeze({ anchors: new Map(), key: "" });

/** The scope after entering a resource: anchors that outer resources have keep their target. */
export function enterScope(
  outer: DynamicScope,
  { document, dynamicAnchors }: Resource,
): DynamicScope {
  const added = [...dynamicAnchors].filter(([anchor]) => !outer.anchors.has(anchor));
  if (added.length === 0) return outer;
  const anchors = new Map([
    ...outer.anchors,
    ...added.map(([anchor, pointer]) => [anchor, { document, pointer }] as const),
  ]);
  const key = [...anchors]
    .map(([anchor, { document: at, pointer }]) => ` ${anchor}=${at}#${pointer}`)
    .sort()
    .join("");
  return { anchors, key };
}
