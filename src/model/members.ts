/**
 * Merge what several schemas say of the members of one object or array. In: the merged parts,
 * innermost first. Out: properties, items and the rest, each member lowered from all that applies to it.
 */

import { isObject } from "../json-schema/keywords.js";
import type { JsonObject } from "@proto-gen/runtime/json";
import type { MemberLowering } from "./lower.js";
import type { NodeBuilder } from "./node-builder.js";
import { originOf, type Part } from "./part.js";

interface Group {
  readonly part: Part;
  readonly schema: JsonObject;
  readonly properties: ReadonlySet<string>;
  /** Of these, the ones whose visibility the active extensions decide. */
  readonly open: ReadonlySet<string>;
  readonly patterns: readonly string[];
  /** `additionalProperties` is there and refuses something. */
  readonly closes: boolean;
}

export function lowerMembers(
  parts: readonly Part[],
  builder: NodeBuilder,
  lowering: MemberLowering,
): void {
  const groups = parts.flatMap((part) => groupOf(part, lowering) ?? []);
  const objects = mergeable(groups, builder, lowering);
  lowerProperties(objects, builder, lowering);
  for (const { part, schema, patterns } of objects) {
    for (const pattern of patterns) {
      const member = lowering.child(part, "patternProperties", pattern);
      if (member !== undefined)
        builder.patternProperty(pattern, lowering.lower([member]), originOf(part));
    }
    if (schema["propertyNames"] !== undefined)
      lowerSingle(part, "propertyNames", lowering, (node) => builder.propertyName(node));
  }
  const additional = objects.flatMap(
    ({ part }) => lowering.child(part, "additionalProperties") ?? [],
  );
  if (additional.length > 0) builder.additionalProperties(lowering.lower(additional));
  lowerItems(groups, builder, lowering);
  for (const { part } of groups) {
    lowerSingle(part, "unevaluatedProperties", lowering, (node) =>
      builder.unevaluatedProperties(node),
    );
    lowerSingle(part, "unevaluatedItems", lowering, (node) => builder.unevaluatedItems(node));
  }
}

function groupOf(part: Part, { openMembers }: MemberLowering): Group | undefined {
  const { schema } = part.location;
  if (!isObject(schema)) return undefined;
  const additional = schema["additionalProperties"];
  return {
    part,
    schema,
    properties: new Set(isObject(schema["properties"]) ? Object.keys(schema["properties"]) : []),
    open: openMembers(part)?.inheriting ?? NONE,
    patterns: isObject(schema["patternProperties"]) ? Object.keys(schema["patternProperties"]) : [],
    closes:
      additional !== undefined &&
      additional !== true &&
      !(isObject(additional) && Object.keys(additional).length === 0),
  };
}

const NONE: ReadonlySet<string> = new Set();

/**
 * `additionalProperties` speaks of its neighbours in the same schema only. Where one part closes and
 * another has patterns, the parts stay apart, each a definition of its own; the last part is the
 * schema being lowered itself and stays.
 */
function mergeable(
  groups: readonly Group[],
  builder: NodeBuilder,
  lowering: MemberLowering,
): Group[] {
  const conflict = groups.some(
    (group) => group.closes && groups.some((other) => other !== group && other.patterns.length > 0),
  );
  if (!conflict) return [...groups];
  return groups.filter((group, index) => {
    const apart = index < groups.length - 1 && (group.closes || group.patterns.length > 0);
    if (apart) builder.reference(lowering.define(group.part));
    return !apart;
  });
}

function lowerProperties(
  groups: readonly Group[],
  builder: NodeBuilder,
  lowering: MemberLowering,
): void {
  for (const [name, speaking] of speakersByName(groups)) {
    const declaring: Part[] = [];
    const closing: Part[] = [];
    // What applies where the member is omitted: who does not annotate it does not declare it.
    const left = { declaring: [] as Part[], closing: [] as Part[] };
    for (const { part, properties, open, patterns, closes } of speaking) {
      const declared = properties.has(name)
        ? present(lowering.child(part, "properties", name))
        : [];
      const isClosed = closes && !patterns.some((pattern) => new RegExp(pattern, "u").test(name));
      const closed = isClosed ? present(lowering.child(part, "additionalProperties")) : [];
      if (properties.has(name)) declaring.push(...declared);
      else closing.push(...closed);
      if (properties.has(name) && !open.has(name)) left.declaring.push(...declared);
      else left.closing.push(...closed);
    }
    if (declaring.length === 0) continue;
    const isOpen = left.declaring.length < declaring.length;
    const others = [...left.declaring, ...left.closing];
    builder.property(name, {
      node: lowering.lower([...declaring, ...closing]),
      origins: declaring.map(originOf),
      ...(isOpen
        ? {
            omitted: {
              node: others.length === 0 ? undefined : lowering.lower(others),
              isDeclared: left.declaring.length > 0,
            },
          }
        : {}),
    });
  }
}

/**
 * For each name that some group declares, the groups that say something of it: those, and those that close. Most
 * groups have a few names of their own, and with many extensions each name would be looked for in every group.
 */
function speakersByName(groups: readonly Group[]): ReadonlyMap<string, readonly Group[]> {
  const byName = new Map<string, Group[]>();
  for (const group of groups)
    for (const name of group.properties) {
      const known = byName.get(name);
      if (known === undefined) byName.set(name, [group]);
      else known.push(group);
    }
  const closing = groups.filter(({ closes }) => closes);
  if (closing.length === 0) return byName;
  return new Map(
    [...byName].map(([name, declaring]) => {
      const speaking = new Set([...declaring, ...closing]);
      return [name, groups.filter((group) => speaking.has(group))];
    }),
  );
}

function lowerItems(
  groups: readonly Group[],
  builder: NodeBuilder,
  lowering: MemberLowering,
): void {
  const arrays = groups.filter(
    ({ schema }) => schema["items"] !== undefined || schema["prefixItems"] !== undefined,
  );
  const lengths = arrays.map(({ schema }) =>
    Array.isArray(schema["prefixItems"]) ? schema["prefixItems"].length : 0,
  );
  for (let index = 0; index < Math.max(0, ...lengths); index++) {
    const parts = arrays.flatMap(({ part }, each) =>
      present(
        index < (lengths[each] ?? 0)
          ? lowering.child(part, "prefixItems", index)
          : lowering.child(part, "items"),
      ),
    );
    builder.prefixItem(lowering.lower(parts));
  }
  const rest = arrays.flatMap(({ part }) => present(lowering.child(part, "items")));
  if (rest.length > 0) builder.items(lowering.lower(rest));
  for (const { part, schema } of groups) {
    lowerSingle(part, "contains", lowering, (node) =>
      builder.contains({
        node,
        min: typeof schema["minContains"] === "number" ? schema["minContains"] : 1,
        max: typeof schema["maxContains"] === "number" ? schema["maxContains"] : undefined,
        origin: originOf(part),
      }),
    );
  }
}

function lowerSingle(
  part: Part,
  keyword: string,
  lowering: MemberLowering,
  take: (node: ReturnType<MemberLowering["lower"]>) => void,
): void {
  const member = lowering.child(part, keyword);
  if (member !== undefined) take(lowering.lower([member]));
}

function present(part: Part | undefined): Part[] {
  return part === undefined ? [] : [part];
}
