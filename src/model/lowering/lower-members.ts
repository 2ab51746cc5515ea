/**
 * Merges what several schemas say of the members of one object or array: each property and item is lowered once,
 * from all that applies to it. This is where an extension's member joins those of the schema that it extends.
 */

import { isObject } from "../../json-schema/keywords.js";
import type { JsonObject } from "@proto-gen/runtime/json";
import type { LoweringContext } from "./lowering-context.js";
import type { NodeBuilder } from "../node-builder.js";
import type { Node } from "../node.js";
import type { SchemaNavigator } from "./schema-navigator.js";
import { originOf, type ScopedSchema } from "./scoped-schema.js";

/** One schema's keywords about members. */
interface MemberKeywords {
  readonly schema: ScopedSchema;
  readonly keywords: JsonObject;
  readonly properties: ReadonlySet<string>;
  /** Those of `properties` whose visibility the active extensions decide. */
  readonly contested: ReadonlySet<string>;
  readonly patterns: readonly string[];
  /** True where `additionalProperties` is present and refuses something. */
  readonly isClosed: boolean;
}

export function lowerMembers(
  schemas: readonly ScopedSchema[],
  builder: NodeBuilder,
  context: LoweringContext,
): void {
  const groups = schemas.flatMap((each) => readKeywords(each, context.navigator) ?? []);
  const objects = separateUnmergeable(groups, builder, context);
  lowerProperties(objects, builder, context);
  for (const each of objects) lowerPatterns(each, builder, context);
  const additional = objects.flatMap(({ schema }) =>
    childOf(schema, context, "additionalProperties"),
  );
  if (additional.length > 0) builder.additionalProperties(context.lower(additional));
  lowerItems(groups, builder, context);
  for (const { schema } of groups) {
    const properties = lowerChild(schema, "unevaluatedProperties", context);
    if (properties !== undefined) builder.unevaluatedProperties(properties);
    const items = lowerChild(schema, "unevaluatedItems", context);
    if (items !== undefined) builder.unevaluatedItems(items);
  }
}

function readKeywords(
  schema: ScopedSchema,
  navigator: SchemaNavigator,
): MemberKeywords | undefined {
  const keywords = schema.location.schema;
  if (!isObject(keywords)) return undefined;
  const { properties, patternProperties: patterns, additionalProperties: additional } = keywords;
  return {
    schema,
    keywords,
    properties: new Set(isObject(properties) ? Object.keys(properties) : []),
    contested: navigator.contestedMembersAt(schema)?.declared ?? NONE,
    patterns: isObject(patterns) ? Object.keys(patterns) : [],
    isClosed:
      additional !== undefined &&
      additional !== true &&
      !(isObject(additional) && Object.keys(additional).length === 0),
  };
}

const NONE: ReadonlySet<string> = new Set();

/**
 * `additionalProperties` speaks of its neighbours in the same schema only. Where one schema is closed and another has
 * patterns, each becomes a reference to a definition of its own; the last one is the schema that is being lowered
 * itself, and stays.
 */
function separateUnmergeable(
  groups: readonly MemberKeywords[],
  builder: NodeBuilder,
  context: LoweringContext,
): MemberKeywords[] {
  const conflicts = groups.some(
    (group) =>
      group.isClosed && groups.some((other) => other !== group && other.patterns.length > 0),
  );
  if (!conflicts) return [...groups];
  return groups.filter(({ isClosed, patterns, schema }, index) => {
    const isSeparate = index < groups.length - 1 && (isClosed || patterns.length > 0);
    if (isSeparate) builder.reference(context.define(schema));
    return !isSeparate;
  });
}

function lowerProperties(
  groups: readonly MemberKeywords[],
  builder: NodeBuilder,
  context: LoweringContext,
): void {
  for (const [name, relevant] of groupByMember(groups))
    lowerProperty(name, relevant, { builder, context });
}

function lowerProperty(
  name: string,
  groups: readonly MemberKeywords[],
  { builder, context }: { readonly builder: NodeBuilder; readonly context: LoweringContext },
): void {
  const declaring: ScopedSchema[] = [];
  const closing: ScopedSchema[] = [];
  // The schemas that apply where the member is omitted: those that leave it to the active extensions do not declare it then.
  const omitted = { declaring: [] as ScopedSchema[], closing: [] as ScopedSchema[] };
  for (const { schema, properties, contested, patterns, isClosed } of groups) {
    const declared = properties.has(name) ? childOf(schema, context, "properties", name) : [];
    const refuses = isClosed && !patterns.some((pattern) => new RegExp(pattern, "u").test(name));
    const closed = refuses ? childOf(schema, context, "additionalProperties") : [];
    if (properties.has(name)) declaring.push(...declared);
    else closing.push(...closed);
    if (properties.has(name) && !contested.has(name)) omitted.declaring.push(...declared);
    else omitted.closing.push(...closed);
  }
  if (declaring.length === 0) return;
  const isOpen = omitted.declaring.length < declaring.length;
  const node = context.lower([...declaring, ...closing]);
  const rest = [...omitted.declaring, ...omitted.closing];
  builder.property(name, {
    node,
    origins: declaring.map(originOf),
    ...(isOpen
      ? {
          omitted: {
            node: rest.length === 0 ? undefined : context.lower(rest),
            isDeclared: omitted.declaring.length > 0,
          },
        }
      : {}),
  });
}

/**
 * For each name that some schema declares, the schemas that say something of it: those, and the closed ones. Most
 * schemas declare a few names, and with many extensions it would take long to look for each name in every schema.
 */
function groupByMember(
  groups: readonly MemberKeywords[],
): ReadonlyMap<string, readonly MemberKeywords[]> {
  const byName = new Map<string, MemberKeywords[]>();
  for (const group of groups)
    for (const name of group.properties) {
      const known = byName.get(name);
      if (known === undefined) byName.set(name, [group]);
      else known.push(group);
    }
  const closed = groups.filter(({ isClosed }) => isClosed);
  if (closed.length === 0) return byName;
  return new Map(
    [...byName].map(([name, declaring]) => {
      const relevant = new Set([...declaring, ...closed]);
      return [name, groups.filter((group) => relevant.has(group))];
    }),
  );
}

function lowerPatterns(
  { schema, patterns }: MemberKeywords,
  builder: NodeBuilder,
  context: LoweringContext,
): void {
  for (const pattern of patterns) {
    const member = context.navigator.child(schema, "patternProperties", pattern);
    if (member !== undefined)
      builder.patternProperty(pattern, context.lower([member]), originOf(schema));
  }
  const names = lowerChild(schema, "propertyNames", context);
  if (names !== undefined) builder.propertyName(names);
}

function lowerItems(
  groups: readonly MemberKeywords[],
  builder: NodeBuilder,
  context: LoweringContext,
): void {
  const arrays = groups.filter(
    ({ keywords }) => keywords["items"] !== undefined || keywords["prefixItems"] !== undefined,
  );
  const lengths = arrays.map(({ keywords }) =>
    Array.isArray(keywords["prefixItems"]) ? keywords["prefixItems"].length : 0,
  );
  for (let index = 0; index < Math.max(0, ...lengths); index++) {
    const schemas = arrays.flatMap(({ schema }, each) =>
      index < (lengths[each] ?? 0)
        ? childOf(schema, context, "prefixItems", index)
        : childOf(schema, context, "items"),
    );
    builder.prefixItem(context.lower(schemas));
  }
  const rest = arrays.flatMap(({ schema }) => childOf(schema, context, "items"));
  if (rest.length > 0) builder.items(context.lower(rest));
  for (const { schema, keywords } of groups) {
    const node = lowerChild(schema, "contains", context);
    if (node === undefined) continue;
    builder.contains({
      node,
      min: typeof keywords["minContains"] === "number" ? keywords["minContains"] : 1,
      max: typeof keywords["maxContains"] === "number" ? keywords["maxContains"] : undefined,
      origin: originOf(schema),
    });
  }
}

function lowerChild(
  schema: ScopedSchema,
  keyword: string,
  context: LoweringContext,
): Node | undefined {
  const child = context.navigator.child(schema, keyword);
  return child && context.lower([child]);
}

function childOf(
  schema: ScopedSchema,
  { navigator }: LoweringContext,
  ...tokens: (string | number)[]
): ScopedSchema[] {
  const child = navigator.child(schema, ...tokens);
  return child === undefined ? [] : [child];
}
