/**
 * Takes an entry apart. Releases write one in three forms: as a schema, as a map of schemas (`$defs[shape]`, or the names
 * of shapes or roles themselves), and as a choice of schemas.
 */

import { joinPointer, type JsonObject } from "@proto-gen/runtime/json";
import { ANNOTATION_KEYWORDS, isAssertion, isObject } from "../../json-schema/keywords.js";
import { addressKey, type SchemaAddress } from "../../json-schema/schema-address.js";
import type { Sources } from "../../load/sources.js";
import { resolveAlias } from "../service-schemas.js";
import type { ComposedTargets } from "./composed-targets.js";
import type { Target } from "./targets.js";

export interface EntryPart {
  /** The name that the part has in a map of schemas. */
  readonly key: string | undefined;
  readonly address: SchemaAddress;
  /** The choices that it is a branch of. */
  readonly within: readonly SchemaAddress[];
  /** The schemas that it composes. */
  readonly targets: readonly Target[];
}

interface PartReader {
  readonly sources: Sources;
  readonly composed: ComposedTargets;
  /** Choices refer to one another: each is read once. */
  readonly read: Set<string>;
}

/** True for a part that composes nothing: a name alone says what it is for. */
export function isEmpty({ targets }: EntryPart): boolean {
  return targets.length === 0;
}

export function listParts(
  sources: Sources,
  composed: ComposedTargets,
  entry: SchemaAddress,
): EntryPart[] {
  const address = resolveWithin(sources, entry);
  const schema = sources.schemas.locate(address.document, address.pointer)?.schema;
  if (!isObject(schema)) return [];
  const partsAt = (at: SchemaAddress): EntryPart[] =>
    partsOfSchema({ sources, composed, read: new Set() }, at);
  const mapped = mappedSchemas(schema, address).flatMap(({ key, address: at }) =>
    partsAt(resolveWithin(sources, at)).map((part) => ({ ...part, key })),
  );
  return [...mapped, ...partsAt(address)];
}

/** The schemas of a map: a mirror of the container, `$defs[shape]`, or names of shapes or roles beside the keywords. */
function mappedSchemas(
  schema: JsonObject,
  { document, pointer }: SchemaAddress,
): { readonly key: string; readonly address: SchemaAddress }[] {
  const mirror = schema["$defs"];
  const below = isObject(mirror)
    ? Object.keys(mirror).map((key) => ({ key, at: joinPointer(pointer, "$defs", key) }))
    : [];
  const beside = Object.keys(schema)
    .filter((key) => isObject(schema[key]) && !isAssertion(key) && !ANNOTATION_KEYWORDS.has(key))
    .map((key) => ({ key, at: joinPointer(pointer, key) }));
  return [...below, ...beside].map(({ key, at }) => ({ key, address: { document, pointer: at } }));
}

/** A choice is a part for each branch; two that compose the same belong together, and then the choice is one part. */
function partsOfSchema(reader: PartReader, address: SchemaAddress): EntryPart[] {
  const { sources, composed, read } = reader;
  const schema = sources.schemas.locate(address.document, address.pointer)?.schema;
  if (!isObject(schema) || assertionsOf(schema).length === 0) return [];
  if (read.has(addressKey(address))) return [];
  read.add(addressKey(address));
  const branches = branchesOf(schema, address).flatMap((at) =>
    partsOfSchema(reader, resolveWithin(sources, at)),
  );
  if (branches.length > 0) return joinBranches(address, branches);
  const certain = composed.certain(address);
  const targets = certain.length > 0 ? certain : composed.possible(address);
  return [{ key: undefined, address, within: [], targets }];
}

function joinBranches(choice: SchemaAddress, branches: readonly EntryPart[]): EntryPart[] {
  const counts = new Map<Target, number>();
  for (const target of branches.flatMap(({ targets }) => targets))
    counts.set(target, (counts.get(target) ?? 0) + 1);
  const shared = [...counts].flatMap(([target, count]) => (count > 1 ? [target] : []));
  const single = branches.map((part) => ({
    ...part,
    within: [choice, ...part.within],
    targets: part.targets.filter((target) => counts.get(target) === 1),
  }));
  const parts = single.filter((part) => !isEmpty(part));
  if (parts.length > 0 && shared.length === 0)
    return [...parts, ...single.filter((_, index) => isEmpty(branches[index]!))];
  return [...parts, { key: undefined, address: choice, within: [], targets: shared }];
}

/** The branches of a schema that is only a choice; `type: object` beside it says nothing of the shapes. */
function branchesOf(schema: JsonObject, { document, pointer }: SchemaAddress): SchemaAddress[] {
  const [keyword, ...others] = assertionsOf(schema);
  if (others.length > 0 || (keyword !== "oneOf" && keyword !== "anyOf")) return [];
  const branches = schema[keyword];
  return Array.isArray(branches)
    ? branches.map((_, index) => ({ document, pointer: `${pointer}/${keyword}/${index}` }))
    : [];
}

function assertionsOf(schema: JsonObject): string[] {
  return Object.keys(schema).filter(
    (keyword) => isAssertion(keyword) && !(keyword === "type" && schema["type"] === "object"),
  );
}

/** An entry that is only a `$ref` to another definition of its document stands for that. */
function resolveWithin(sources: Sources, address: SchemaAddress): SchemaAddress {
  const target = resolveAlias(sources, address);
  return target.document === address.document ? target : address;
}
