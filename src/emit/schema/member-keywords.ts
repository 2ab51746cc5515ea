/**
 * Writes the keywords of members and items. The rules that a node has merged stay in one schema object, where
 * `additionalProperties` and `items` see the names and places that they leave to others.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { isUnconstrained, type Contains, type Node } from "../../model/node.js";
import type { Rendered } from "./rendered.js";
import type { SchemaBuilder } from "./schema-builder.js";
import type { SchemaTarget, SchemaWriters } from "./schema-writers.js";

/** The writers of rules about members and items, in the order of the keywords. */
export const MEMBER_WRITERS = {
  properties(properties, { builder, renderer }) {
    const all = [...properties];
    const required = all.filter(([, property]) => property.required !== undefined);
    builder.set("required", nonEmptyList(required.map(([name]) => name)));
    // `required` alone declares nothing: to `additionalProperties` the member is additional still.
    const declared = all.filter(([, { origins }]) => origins.length > 0);
    const schemas = declared.map(([name, { node }]): [string, JsonObject] => [
      name,
      builder.below(renderer.render(node)),
    ]);
    builder.set("properties", nonEmptyMap(schemas));
  },
  patternProperties(all, { builder, renderer }) {
    const schemas = all.map(({ pattern, node }): [string, JsonObject] => [
      pattern,
      builder.below(renderer.render(node)),
    ]);
    builder.set("patternProperties", nonEmptyMap(conjoined(schemas)));
  },
  additionalProperties(node, target) {
    target.builder.set("additionalProperties", closing(node, target));
  },
  propertyNames(all, { builder, renderer }) {
    for (const names of all)
      builder.repeat({ propertyNames: builder.below(renderer.render(names)) });
  },
  dependentRequired(all, { builder }) {
    const dependents = new Map<string, readonly string[]>();
    for (const { name, required: names } of all)
      dependents.set(name, [...new Set([...(dependents.get(name) ?? []), ...names.value])]);
    builder.set("dependentRequired", nonEmptyMap([...dependents]));
  },
  prefixItems(all, { builder, renderer }) {
    builder.set(
      "prefixItems",
      nonEmptyList(all.map((each) => builder.below(renderer.render(each)))),
    );
  },
  items(node, target) {
    target.builder.set("items", closing(node, target));
  },
  contains(all, { builder, renderer }) {
    for (const contains of all)
      builder.repeat(containsKeywords(contains, renderer.render(contains.node), builder));
  },
} satisfies Partial<SchemaWriters>;

/** More items than should may match a schema that accepts too much, so then there is no maximum. */
function containsKeywords(
  { min, max }: Contains,
  rendered: Rendered,
  builder: SchemaBuilder,
): JsonObject {
  return {
    contains: builder.below(rendered),
    ...(min === 1 ? {} : { minContains: min }),
    ...(max === undefined || !rendered.exact ? {} : { maxContains: max }),
  };
}

/** Written after all that is in place: what a cut may have left unevaluated must not be refused. */
export const UNEVALUATED_WRITERS = {
  unevaluatedProperties: writerOfUnevaluated("unevaluatedProperties"),
  unevaluatedItems: writerOfUnevaluated("unevaluatedItems"),
} satisfies Partial<SchemaWriters>;

function writerOfUnevaluated(keyword: "unevaluatedProperties" | "unevaluatedItems") {
  return (rule: Node, target: SchemaTarget): void => {
    const { builder } = target;
    if (builder.evaluates || isUnconstrained(rule)) builder.set(keyword, closing(rule, target));
    else builder.forget();
  };
}

/** The schema of all others; where there may be none it is `false`, as everybody writes it. */
function closing(node: Node, { builder, renderer }: SchemaTarget): Json {
  return node.never === undefined ? builder.below(renderer.render(node)) : false;
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
