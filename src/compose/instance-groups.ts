/**
 * Groups the schemas that may describe one instance: a schema, its branches, the target of its `$ref`, and what an
 * extension adds to a capability. Groups rather contain too much, for what is reported of them must be certain: all that
 * refer to a schema in place are in its group, since a composition may join them.
 */

import { joinPointer, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { isObject, isRoleMap } from "../json-schema/keywords.js";
import { addressKey, type SchemaAddress } from "../json-schema/schema-address.js";
import type { LocatedSchema } from "../load/check-document.js";
import type { Sources } from "../load/sources.js";
import { isTriviallySafe } from "../pattern-analysis/trivial.js";
import { lastLabel } from "../text/last-label.js";
import { operationOfKey } from "./shapes.js";
import { possibleBranches } from "./visibility/in-place-schemas.js";

/** The members that the schemas of a group declare together. */
export interface InstanceGroup {
  readonly names: ReadonlySet<string>;
  /** True for a name that some schema declares, by itself or by a pattern. */
  declares(name: string): boolean;
}

interface GroupState {
  readonly names: Set<string>;
  readonly patterns: RegExp[];
  /** Members of any name are described, or a schema is not known. */
  isOpen: boolean;
}

export type InstanceGroups = (address: SchemaAddress) => InstanceGroup;

export function groupByInstance(sources: Sources): InstanceGroups {
  const located = [...sources.documents.values()].flatMap((each) => sources.schemasIn(each));
  const sets = createDisjointSets();
  const unresolved = new Set<string>();
  for (const each of located) joinInPlace(sources, each, { sets, unresolved });
  for (const [left, right] of listContributions(sources))
    sets.join(addressKey(left), addressKey(right));
  const groups = new Map<string, GroupState>();
  for (const { document, pointer, schema } of located) {
    if (!isObject(schema)) continue;
    const key = addressKey({ document: document.uri, pointer });
    const group = groupAt(groups, sets.find(key));
    addDeclared(group, schema);
    group.isOpen ||= unresolved.has(key);
  }
  return (address) => toGroup(groupAt(groups, sets.find(addressKey(address))));
}

function groupAt(groups: Map<string, GroupState>, key: string): GroupState {
  const group = groups.get(key) ?? { names: new Set<string>(), patterns: [], isOpen: false };
  groups.set(key, group);
  return group;
}

function toGroup({ names, patterns, isOpen }: GroupState): InstanceGroup {
  // Some schemas only require, and leave the members to others: the roles of a profile do.
  const describesAny = isOpen || (names.size === 0 && patterns.length === 0);
  return {
    names,
    declares: (name) => describesAny || names.has(name) || patterns.some((each) => each.test(name)),
  };
}

function joinInPlace(
  sources: Sources,
  { document: { uri: document }, pointer, schema }: LocatedSchema,
  { sets, unresolved }: { readonly sets: DisjointSets; readonly unresolved: Set<string> },
): void {
  if (!isObject(schema)) return;
  const key = addressKey({ document, pointer });
  const branches = [...possibleBranches(schema, pointer), `${pointer}/if`];
  for (const each of branches) sets.join(key, addressKey({ document, pointer: each }));
  if (typeof schema["$ref"] !== "string") return;
  const base = sources.schemas.locate(document, pointer)?.resource.uri ?? document;
  const target = sources.resolve(base, document, schema["$ref"]);
  if (target === undefined) unresolved.add(key);
  else sets.join(key, addressKey(target));
}

/** An entry of an extension may only add, without a reference to what it extends. */
function* listContributions(sources: Sources): Generator<readonly [SchemaAddress, SchemaAddress]> {
  const declared = sources.profile.registry.capabilities.flatMap(({ name, schema }) => {
    const at = sources.schemas.at(schema ?? "");
    return at === undefined ? [] : [{ name, at, defs: definitionsOf(at.schema) }];
  });
  for (const extension of declared)
    for (const { name, at, defs } of declared) {
      if (at.document === extension.at.document) continue;
      for (const entry of entriesFor(extension.defs, name, defs))
        yield [
          { document: extension.at.document, pointer: extension.at.pointer + entry.from },
          { document: at.document, pointer: at.pointer + entry.to },
        ];
    }
}

/** The entries of `own` that add to a capability, or to an entry of its `$defs`. */
function entriesFor(
  own: JsonObject,
  name: string,
  extended: JsonObject,
): { readonly from: string; readonly to: string }[] {
  const shapes = Object.keys(extended)
    .filter((key) => operationOfKey(key) !== undefined && isObject(own[key]))
    .map((key) => ({ from: joinPointer("/$defs", key), to: joinPointer("/$defs", key) }));
  const named = [name, lastLabel(name)].flatMap((key) => {
    const entry = Object.hasOwn(own, key) ? own[key] : undefined;
    if (!isObject(entry)) return [];
    const from = joinPointer("/$defs", key);
    const below = isRoleMap(name, extended[name]) ? joinPointer("/$defs", name) : "/$defs";
    const parts = Object.keys(entry).map((part) => ({
      from: joinPointer(from, part),
      to: joinPointer(below, part),
    }));
    return [{ from, to: "" }, ...parts];
  });
  return [...shapes, ...named];
}

function definitionsOf(schema: Json): JsonObject {
  const defs = isObject(schema) ? schema["$defs"] : undefined;
  return isObject(defs) ? defs : {};
}

function addDeclared(group: GroupState, schema: JsonObject): void {
  const { properties, patternProperties } = schema;
  for (const name of isObject(properties) ? Object.keys(properties) : []) group.names.add(name);
  for (const pattern of isObject(patternProperties) ? Object.keys(patternProperties) : [])
    if (isTriviallySafe(pattern)) group.patterns.push(new RegExp(pattern, "u"));
    else group.isOpen = true;
  group.isOpen ||=
    OPENING_KEYWORDS.some((keyword) => isObject(schema[keyword])) ||
    schema["$dynamicRef"] !== undefined;
}

/** With a schema, they describe members of any name. */
const OPENING_KEYWORDS = ["additionalProperties", "unevaluatedProperties", "propertyNames"];

interface DisjointSets {
  find(key: string): string;
  join(left: string, right: string): void;
}

function createDisjointSets(): DisjointSets {
  const parents = new Map<string, string>();
  function find(key: string): string {
    let root = key;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    // Later searches are short.
    for (let at = key; at !== root;) {
      const next = parents.get(at) ?? root;
      parents.set(at, root);
      at = next;
    }
    return root;
  }
  return {
    find,
    join(left, right) {
      const [from, to] = [find(left), find(right)];
      if (from !== to) parents.set(from, to);
    },
  };
}
