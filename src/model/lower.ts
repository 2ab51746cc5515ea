/**
 * Lower: JSON Schema 2020-12 into nodes. In: a set of schema documents without view annotations.
 * Out: definitions, each lowered on first use.
 *
 * A schema's parts - itself, its `allOf`, what its `$ref` names - are gathered into one node. Three
 * things are not merged, because merging would change what they mean: a part with an `unevaluated*`
 * keyword of its own (it must not see its neighbours' members), `additionalProperties` beside the
 * patterns of another part, and parts that are already being expanded further out (recursion).
 */

import type { Json } from "@proto-gen/runtime/json";
import { BUDGETS, exceeded } from "../budgets.js";
import type { Layers, OpenEnum, OpenMembers, ViewedSchemas } from "../compose/viewed-schemas.js";
import { failure, ProtoGenError, type SourceLocation } from "../errors.js";
import { isAssertion, isObject, type Schema } from "../json-schema/keywords.js";
import type { ResolvedSchema, SchemaSet } from "../json-schema/schema-set.js";
import { dynamicScopeOf, EMPTY_SCOPE, type DynamicScope } from "./dynamic-scope.js";
import { NodeBuilder } from "./node-builder.js";
import { compositionOf, definitionAt, mergedDefinition, type PartReader } from "./layers.js";
import { lowerMembers } from "./members.js";
import type { Definition, Node } from "./node.js";
import { isPureReference, keyOf, originOf, type Part } from "./part.js";

/** What lowering the members of an object or array needs. */
export interface MemberLowering {
  child(part: Part, ...tokens: (string | number)[]): Part | undefined;
  lower(parts: readonly Part[]): Node;
  define(part: Part): Definition;
  /** What a part leaves to the active extensions; undefined for almost all. */
  openMembers(part: Part): OpenMembers | undefined;
}

export interface Lowering {
  /** The definition at an absolute reference, its aliases resolved. */
  definition(reference: string): Definition;
}

/** What a composition knows of its documents, and JSON Schema does not. */
export interface Surroundings {
  /** Where a user finds a schema, for errors. */
  place?(location: ResolvedSchema): SourceLocation | undefined;
  /** What the schema at a pointer of a document leaves to the active extensions. */
  openMembers?(document: string, pointer: string): OpenMembers | undefined;
  /** The enum at a pointer of a document, where a release leaves it open. */
  openEnum?(document: string, pointer: string): OpenEnum | undefined;
  /** Whether what a document's schemas mean can depend on who refers to it. */
  dependsOnScope?(document: string): boolean;
  /** The capabilities that add values to open enums by a document. */
  valueOwners?(document: string): readonly string[];
  /** What a composed document is made of, where that stays apart. */
  layersOf?(document: string): Layers | undefined;
  /** Whether a document is an extension's: what it adds to a named type is a type of that name. */
  isExtension?(document: string): boolean;
  /** Whether a document is not as its author wrote it, since an extension annotates what it says. */
  isChanged?(document: string): boolean;
}

/** What viewed schemas say of enums that a release leaves open. */
export function enumsOf({
  openEnum,
  dependsOnScope,
  valueOwners,
}: ViewedSchemas): Pick<Surroundings, "openEnum" | "dependsOnScope" | "valueOwners"> {
  return { openEnum, dependsOnScope, valueOwners };
}

export function createLowering(schemas: SchemaSet, surroundings: Surroundings = {}): Lowering {
  const definitions = new Map<string, Definition>();
  const documents = new Map<string, number>();
  let nodes = 0;

  /** A schema's identity here: the URI of a composition of many extensions is long, and its parts are many. */
  function shortKeyOf({ location, scope }: Part): string {
    const number = documents.get(location.document) ?? documents.size;
    documents.set(location.document, number);
    return `${number}#${location.pointer}${scope.key}`;
  }

  function definition(reference: string): Definition {
    const location = schemas.resolve("proto-gen:", reference);
    if (location === undefined) throw failure("LOAD_REF_UNRESOLVED", `nothing is at ${reference}`);
    return define(enter(location, EMPTY_SCOPE));
  }

  function enter(location: ResolvedSchema, scope: DynamicScope): Part {
    if (
      !schemas.usesDynamicReferences ||
      surroundings.dependsOnScope?.(location.document) === false
    )
      return { location, scope: EMPTY_SCOPE };
    return { location, scope: dynamicScopeOf(scope, location.resource) };
  }

  function define(part: Part): Definition {
    const target = resolveAlias(part);
    const key = keyOf(target);
    const known = definitions.get(key);
    if (known !== undefined) return known;
    const layers = layersAt(target);
    const created =
      layers === undefined
        ? definitionAt(target, reader)
        : compositionOf(
            target,
            { base: definition(layers.base), addition: definition(layers.addition) },
            reader,
          );
    definitions.set(key, created);
    return created;
  }

  function layersAt({ location }: Part): Layers | undefined {
    return location.pointer === "" ? surroundings.layersOf?.(location.document) : undefined;
  }

  /** The node of a member's value, which may have a name although several schemas speak of it. */
  function lowerValue(parts: readonly Part[], open: ReadonlySet<string>): Node {
    if (surroundings.isExtension === undefined) return lowerParts(parts, open);
    const made = mergedDefinition(parts, prune(parts), reader);
    if (made === undefined) return lowerParts(parts, open);
    const merged = definitions.get(made.key) ?? made;
    definitions.set(made.key, merged);
    const builder = new NodeBuilder(merged.origin);
    for (const part of parts) builder.annotate(part.location.schema, originOf(part));
    builder.reference(merged);
    return builder.finish();
  }

  /** A schema that is only a `$ref` is its target, not a type of its own. */
  function resolveAlias(part: Part): Part {
    const seen = new Set<string>();
    let current = part;
    while (isAlias(current)) {
      if (seen.has(shortKeyOf(current))) throw recursion(current);
      seen.add(shortKeyOf(current));
      current = targetsOf(current)[0] as Part;
    }
    return current;
  }

  /** A `$ref` with annotations only. What is meant by an open enum has no name of its own: it is part of who refers to it. */
  function isAlias(part: Part): boolean {
    return isPureReference(part.location.schema) && openEnumOf(part) === undefined;
  }

  /** The open enum that a `$dynamicRef` leads to. */
  function openEnumOf(part: Part): OpenEnum | undefined {
    const { schema } = part.location;
    if (surroundings.openEnum === undefined || !isObject(schema)) return undefined;
    if (schema["$dynamicRef"] === undefined) return undefined;
    const location = targetsOf(part).at(-1)?.location;
    return location && surroundings.openEnum(location.document, location.pointer);
  }

  /** What `$ref` and `$dynamicRef` of a schema name. */
  function targetsOf({ location, scope }: Part): Part[] {
    const { schema, resource } = location;
    if (!isObject(schema)) return [];
    return (["$ref", "$dynamicRef"] as const).flatMap((keyword) => {
      const reference = schema[keyword];
      if (typeof reference !== "string") return [];
      const target = schemas.resolve(resource.uri, reference);
      if (target === undefined) {
        throw failure(
          "LOAD_REF_UNRESOLVED",
          `${keyword} ${reference} in ${location.document}#${location.pointer} leads nowhere`,
        );
      }
      // Only a reference that first lands on a dynamic anchor is dynamic (the bookending rule).
      const anchor = keyword === "$dynamicRef" ? target.dynamicAnchor : undefined;
      const outermost = anchor === undefined ? undefined : scope.anchors.get(anchor);
      const final =
        outermost === undefined
          ? target
          : (schemas.locate(outermost.document, outermost.pointer) ?? target);
      return [enter(final, scope)];
    });
  }

  function openMembers({ location }: Part): OpenMembers | undefined {
    return surroundings.openMembers?.(location.document, location.pointer);
  }

  function child({ location, scope }: Part, ...tokens: (string | number)[]): Part | undefined {
    const found = schemas.child(location, ...tokens);
    return found && enter(found, scope);
  }

  function branchesOf(part: Part): Part[] {
    const { schema } = part.location;
    const allOf = isObject(schema) ? schema["allOf"] : undefined;
    return Array.isArray(allOf)
      ? allOf.flatMap((_, index) => child(part, "allOf", index) ?? [])
      : [];
  }

  /** The node of an instance that all these parts describe. `open`: groups being expanded further out. */
  function lowerParts(parts: readonly Part[], open: ReadonlySet<string>): Node {
    if (++nodes > BUDGETS.nodes.limit)
      throw new ProtoGenError([
        exceeded(
          "nodes",
          "the model",
          undefined,
          parts[0] && surroundings.place?.(parts[0].location),
        ),
      ]);
    const distinct = prune(parts);
    const builder = new NodeBuilder(originOf((distinct[0] ?? parts[0]) as Part));
    const group = distinct.map(shortKeyOf).sort().join(" ");
    if (distinct.every(isAlias) || open.has(group)) {
      for (const part of parts) builder.annotate(part.location.schema, originOf(part));
      for (const part of distinct) builder.reference(define(part));
      return builder.finish();
    }
    const within = new Set(open).add(group);
    const merged = gather(distinct, builder);
    for (const part of merged) {
      builder.keywords(
        part.location.schema,
        originOf(part),
        schemas.assertsValidation(part.location.document),
        openMembers(part),
      );
      const owned = surroundings.openEnum?.(part.location.document, part.location.pointer);
      if (owned !== undefined && owned.owned.length > 0)
        builder.ownedValues({ values: owned.owned, isOpen: owned.isPart });
      lowerInPlace(part, within, builder);
    }
    const lower = (each: readonly Part[]): Node => lowerValue(each, within);
    lowerMembers(merged, builder, { child, define, lower, openMembers });
    return builder.finish();
  }

  /** The parts to merge, innermost first: `allOf` and `$ref` before the schema that has them. */
  function gather(parts: readonly Part[], builder: NodeBuilder): Part[] {
    const merged = new Map<string, Part>();
    const chain = new Set<string>();
    const visit = (part: Part): void => {
      const key = shortKeyOf(part);
      if (chain.has(key)) throw recursion(part);
      if (merged.has(key)) return;
      const { schema } = part.location;
      if (hasUnevaluated(schema) && (parts.length > 1 || chain.size > 0)) {
        builder.reference(define(part));
        return;
      }
      builder.annotate(schema, originOf(part));
      chain.add(key);
      for (const inner of [...targetsOf(part), ...branchesOf(part)]) visit(inner);
      chain.delete(key);
      merged.set(key, part);
    };
    for (const part of parts) visit(part);
    return [...merged.values()];
  }

  function lowerInPlace(part: Part, open: ReadonlySet<string>, builder: NodeBuilder): void {
    const { schema } = part.location;
    if (!isObject(schema)) return;
    const lowerChild = (...tokens: (string | number)[]): Node | undefined => {
      const found = child(part, ...tokens);
      return found && lowerParts([found], open);
    };
    for (const keyword of ["anyOf", "oneOf"] as const) {
      const branches = schema[keyword];
      if (!Array.isArray(branches)) continue;
      const nodes = branches.flatMap((_, index) => lowerChild(keyword, index) ?? []);
      if (keyword === "anyOf") builder.openUnion(nodes, hasOpenEnum(part, branches));
      else builder.union(keyword, nodes);
    }
    const negated = lowerChild("not");
    if (negated !== undefined) builder.not(negated);
    const condition = lowerChild("if");
    if (condition !== undefined)
      builder.conditional({ if: condition, then: lowerChild("then"), else: lowerChild("else") });
    const dependents = schema["dependentSchemas"];
    for (const name of isObject(dependents) ? Object.keys(dependents) : []) {
      const node = lowerChild("dependentSchemas", name);
      if (node !== undefined) builder.dependentSchema(name, node);
    }
  }

  function hasOpenEnum(part: Part, branches: readonly Json[]): boolean {
    return branches.some((branch, index) => {
      if (!isObject(branch) || branch["$dynamicRef"] === undefined) return false;
      const found = child(part, "anyOf", index);
      return found !== undefined && openEnumOf(found) !== undefined;
    });
  }

  /** Drops parts that say nothing, that stand twice, or that another part already includes. */
  function prune(parts: readonly Part[]): Part[] {
    const distinct = [...new Map(parts.map((part) => [shortKeyOf(part), part])).values()].filter(
      ({ location }) => constrains(location.schema),
    );
    if (distinct.length < 2) return distinct;
    const targets = distinct.map((part) => shortKeyOf(resolveAlias(part)));
    const closures = distinct.map(closureOf);
    const includes = (outer: number, inner: number): boolean =>
      closures[outer]?.has(targets[inner] ?? "") === true;
    // Two aliases of one target include each other: the first stays.
    return distinct.filter(
      (_, index) =>
        !distinct.some(
          (__, other) =>
            other !== index && includes(other, index) && (other < index || !includes(index, other)),
        ),
    );
  }

  /** All schemas that apply in place wherever this part does. */
  function closureOf(part: Part): ReadonlyMap<string, Part> {
    const all = new Map<string, Part>();
    const visit = (each: Part): void => {
      const key = shortKeyOf(each);
      if (all.has(key)) return;
      all.set(key, each);
      for (const inner of [...targetsOf(each), ...branchesOf(each)]) visit(inner);
    };
    visit(part);
    return all;
  }

  function recursion({ location }: Part): Error {
    return failure(
      "MODEL_RECURSION",
      "this schema refers to itself in place, so it never reaches a rule",
      surroundings.place?.(location),
    );
  }

  const reader: PartReader = {
    define,
    lower: (parts) => lowerParts(parts, new Set()),
    resolveAlias,
    targetsOf,
    branchesOf,
    closureOf,
    valueOwners: (document) => surroundings.valueOwners?.(document) ?? [],
    isExtension: (document) => surroundings.isExtension?.(document) === true,
    isChanged: (document) => surroundings.isChanged?.(document) === true,
  };
  return { definition };
}

function constrains(schema: Schema): boolean {
  return isObject(schema) ? Object.keys(schema).some(isAssertion) : schema === false;
}

function hasUnevaluated(schema: Schema): boolean {
  return (
    isObject(schema) &&
    (schema["unevaluatedProperties"] !== undefined || schema["unevaluatedItems"] !== undefined)
  );
}
