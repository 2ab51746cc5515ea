/**
 * The keywords of members and items. What the node has merged stays in one schema object, where
 * `additionalProperties` and `items` see the names and places that they leave to others.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { isUnconstrained, type Contains, type Node } from "../../model/node.js";
import type { Rendered, Renderer } from "./rendered.js";
import type { SchemaBuilder } from "./schema-builder.js";

export function addObjectKeywords(node: Node, builder: SchemaBuilder, renderer: Renderer): void {
  const below = (each: Node): JsonObject => builder.below(renderer.render(each));
  const properties = [...node.properties];
  const required = properties.filter(([, property]) => property.required !== undefined);
  builder.set("required", nonEmptyList(required.map(([name]) => name)));
  // `required` alone declares nothing: to `additionalProperties` the member is additional still.
  const declared = properties.filter(([, { origins }]) => origins.length > 0);
  builder.set(
    "properties",
    nonEmptyMap(declared.map(([name, property]) => [name, below(property.node)])),
  );
  builder.set(
    "patternProperties",
    nonEmptyMap(conjoined(node.patternProperties.map((each) => [each.pattern, below(each.node)]))),
  );
  if (node.additionalProperties !== undefined)
    builder.set("additionalProperties", closing(node.additionalProperties, builder, renderer));
  for (const names of node.propertyNames) builder.repeat({ propertyNames: below(names) });
  const dependents = new Map<string, readonly string[]>();
  for (const { name, required: names } of node.dependentRequired)
    dependents.set(name, [...new Set([...(dependents.get(name) ?? []), ...names.value])]);
  builder.set("dependentRequired", nonEmptyMap([...dependents]));
}

export function addArrayKeywords(node: Node, builder: SchemaBuilder, renderer: Renderer): void {
  const prefix = node.prefixItems.map((each) => builder.below(renderer.render(each)));
  builder.set("prefixItems", nonEmptyList(prefix));
  if (node.items !== undefined) builder.set("items", closing(node.items, builder, renderer));
  for (const contains of node.contains)
    builder.repeat(containsKeywords(contains, renderer.render(contains.node), builder));
}

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

/** After all that is in place: what a cut may have left unevaluated must not be refused. */
export function addUnevaluated(node: Node, builder: SchemaBuilder, renderer: Renderer): void {
  const isWhole = builder.evaluates;
  for (const keyword of ["unevaluatedProperties", "unevaluatedItems"] as const) {
    const rule = node[keyword];
    if (rule === undefined) continue;
    if (isWhole || isUnconstrained(rule)) builder.set(keyword, closing(rule, builder, renderer));
    else builder.forget();
  }
}

/** The schema of all others; where there may be none it is `false`, as everybody writes it. */
function closing(node: Node, builder: SchemaBuilder, renderer: Renderer): Json {
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
