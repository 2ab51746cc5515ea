/**
 * Writes the keywords of members and items. The rules that a node has merged stay in one schema object, where
 * `additionalProperties` and `items` see the names and places that they leave to others.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { isUnconstrained, type Contains, type Node } from "../../model/node.js";
import type { SchemaTarget, SchemaWriters } from "./schema-writers.js";
import { isNever } from "./value-keywords.js";

/** The writers of rules about members and items, in the order of the keywords. */
export const MEMBER_WRITERS = {
  properties(properties, { node, builder, renderer }) {
    const all = [...properties];
    const required = all.filter(([, property]) => property.required !== undefined);
    builder.set("required", nonEmptyList(required.map(([name]) => name)));
    const mayWiden = renderer.mayWiden?.(node) === true;
    // `required` alone declares nothing: to `additionalProperties` the member is additional still.
    const declared = all.filter(
      ([, property]) => property.origins.length > 0 && !(mayWiden && isNever(property.node)),
    );
    const schemas = declared.map(([name, property]): [string, JsonObject] => [
      name,
      renderer.render(property.node),
    ]);
    builder.set("properties", nonEmptyMap(schemas));
  },
  patternProperties(all, { builder, renderer }) {
    const schemas = all.map(({ pattern, node }): [string, JsonObject] => [
      pattern,
      renderer.render(node),
    ]);
    builder.set("patternProperties", nonEmptyMap(conjoined(schemas)));
  },
  additionalProperties(node, target) {
    target.builder.set("additionalProperties", closing(node, target));
  },
  propertyNames(all, { builder, renderer }) {
    for (const names of all) builder.repeat({ propertyNames: renderer.render(names) });
  },
  dependentRequired(all, { builder }) {
    const dependents = new Map<string, readonly string[]>();
    for (const { name, required: names } of all)
      dependents.set(name, [...new Set([...(dependents.get(name) ?? []), ...names.value])]);
    builder.set("dependentRequired", nonEmptyMap([...dependents]));
  },
  prefixItems(all, { builder, renderer }) {
    builder.set("prefixItems", nonEmptyList(all.map((each) => renderer.render(each))));
  },
  items(node, target) {
    target.builder.set("items", closing(node, target));
  },
  contains(all, { builder, renderer }) {
    for (const contains of all)
      builder.repeat(containsKeywords(contains, renderer.render(contains.node)));
  },
  unevaluatedProperties(node, target) {
    target.builder.set("unevaluatedProperties", closing(node, target));
  },
  unevaluatedItems(node, target) {
    target.builder.set("unevaluatedItems", closing(node, target));
  },
} satisfies Partial<SchemaWriters>;

function containsKeywords({ min, max }: Contains, schema: JsonObject): JsonObject {
  return {
    contains: schema,
    ...(min === 1 ? {} : { minContains: min }),
    ...(max === undefined ? {} : { maxContains: max }),
  };
}

/** The schema of all others; where there may be none it is `false`, as everybody writes it. */
function closing(node: Node, { renderer }: SchemaTarget): Json | undefined {
  // Where an `unevaluated*` looks, a schema that allows all says that all is evaluated.
  if (renderer.isTerse === true && !renderer.observed && isUnconstrained(node)) return undefined;
  return node.never === undefined ? renderer.render(node) : false;
}

/** Several schemas under one name must all hold. */
export function conjoined(entries: readonly [string, JsonObject][]): [string, JsonObject][] {
  const byName = new Map<string, JsonObject[]>();
  for (const [name, schema] of entries) byName.set(name, [...(byName.get(name) ?? []), schema]);
  return [...byName].map(([name, [first = {}, ...others]]) => [
    name,
    others.length === 0 ? first : { allOf: [first, ...others] },
  ]);
}

/** Names are own members whatever they are: `Object.fromEntries` defines, it does not assign. */
export function nonEmptyMap(entries: readonly (readonly [string, Json])[]): JsonObject | undefined {
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function nonEmptyList(values: readonly Json[]): readonly Json[] | undefined {
  return values.length === 0 ? undefined : values;
}
