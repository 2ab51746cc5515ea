/**
 * Lowers JSON Schema 2020-12, in documents without view annotations, to nodes.
 *
 * All schemas that describe one instance - a schema, its `allOf`, the targets of its `$ref` - are merged into one
 * node. Three kinds are not, because merging would change what they mean: a schema with an `unevaluated*`
 * keyword of its own (it must not see its neighbours' members), `additionalProperties` beside the patterns of
 * another schema (`lower-members.ts`), and schemas that are already being expanded further out (recursion). Each of
 * these is a reference to a definition.
 *
 * A composition is a document whose `allOf` lists the base and one schema for each extension, so a member that an
 * extension declares reaches the type by the same merge: `lower-members.ts` lowers all that the merged schemas declare
 * under one name. A composition with a single extension keeps two layers instead (`lowering/composition-layers.ts`).
 */

import { BUDGETS, budgetDiagnostic } from "../budgets.js";
import type { LayerReferences, ViewedSchemas } from "../compose/viewed-schemas.js";
import { ProtoGenError } from "../errors.js";
import { holdsSchemas, isObject, type Schema } from "../json-schema/keywords.js";
import type { SchemaSet } from "../json-schema/schema-set.js";
import { defineComposition } from "./lowering/composition-layers.js";
import type { CompositionLookup } from "./lowering/composition-lookup.js";
import { defineMerged, defineSchema } from "./lowering/extended-definitions.js";
import { lowerApplicators } from "./lowering/lower-applicators.js";
import type { LoweringContext } from "./lowering/lowering-context.js";
import { lowerMembers } from "./lowering/lower-members.js";
import { NodeBuilder } from "./node-builder.js";
import type { Definition, Node } from "./node.js";
import { SchemaNavigator } from "./lowering/schema-navigator.js";
import { keyOf, originOf, type ScopedSchema } from "./lowering/scoped-schema.js";

export interface Lowering {
  /** The definition at an absolute reference, its aliases resolved; lowered when its node is first read. */
  definition(reference: string): Definition;
  /** @throws ProtoGenError MODEL_RECURSION where the schema leads back to itself, or to such a schema, for the same value */
  requireFinite(reference: string): void;
}

export function createLowering(schemas: SchemaSet, lookup: CompositionLookup = {}): Lowering {
  return new SchemaLowering(schemas, lookup);
}

/** The part of a `CompositionLookup` that viewed schemas know: the enums that a release leaves open. */
export function openEnumLookup({
  openEnum,
  dependsOnScope,
  valueOwners,
}: ViewedSchemas): Pick<CompositionLookup, "openEnum" | "dependsOnScope" | "valueOwners"> {
  return { openEnum, dependsOnScope, valueOwners };
}

class SchemaLowering implements Lowering, LoweringContext {
  readonly navigator: SchemaNavigator;
  readonly #lookup: CompositionLookup;
  readonly #definitions = new Map<string, Definition>();
  #nodeCount = 0;
  #mergeCount = 0;
  #matchCount = 0;

  constructor(schemas: SchemaSet, lookup: CompositionLookup) {
    this.navigator = new SchemaNavigator(schemas, lookup);
    this.#lookup = lookup;
  }

  definition(reference: string): Definition {
    return this.define(this.navigator.resolve(reference));
  }

  requireFinite(reference: string): void {
    this.navigator.requireFinite(this.navigator.resolve(reference));
  }

  define(schema: ScopedSchema): Definition {
    const target = this.navigator.resolveAlias(schema);
    const key = keyOf(target);
    const known = this.#definitions.get(key);
    if (known !== undefined) return known;
    const layers = this.#layersAt(target);
    const created =
      layers === undefined
        ? defineSchema(target, this)
        : defineComposition(
            target,
            { base: this.definition(layers.base), addition: this.definition(layers.addition) },
            this,
          );
    this.#definitions.set(key, created);
    return created;
  }

  lower(schemas: readonly ScopedSchema[]): Node {
    return this.#lowerMerged(schemas, new Set());
  }

  #layersAt({ location }: ScopedSchema): LayerReferences | undefined {
    return location.pointer === "" ? this.#lookup.layersOf?.(location.document) : undefined;
  }

  /** @param expanding the keys of the groups of schemas that are being expanded further out */
  #lowerMerged(schemas: readonly ScopedSchema[], expanding: ReadonlySet<string>): Node {
    const { navigator } = this;
    this.#countNode(schemas);
    for (const each of schemas) navigator.requireFinite(each);
    const distinct = navigator.removeRedundant(schemas);
    const builder = new NodeBuilder(originOf((distinct[0] ?? schemas[0]) as ScopedSchema));
    const group = distinct
      .map((each) => navigator.shortKeyOf(each))
      .sort()
      .join(" ");
    if (expanding.has(group) || distinct.every((each) => navigator.isAlias(each))) {
      for (const each of schemas) builder.annotate(each.location.schema, originOf(each));
      for (const each of distinct) builder.reference(this.define(each));
      return builder.finish();
    }
    const merged = this.#mergeInPlace(distinct, builder);
    this.#countMerged(merged);
    // Most schemas say something of a single value, and have no others in them.
    if (!merged.some(({ location }) => hasSubschemas(location.schema))) {
      for (const each of merged) this.#addKeywords(each, builder);
      return builder.finish();
    }
    const within = new Set(expanding).add(group);
    const define = (each: ScopedSchema): Definition => this.define(each);
    const inPlace: LoweringContext = {
      navigator,
      define,
      lower: (each) => this.#lowerMerged(each, within),
    };
    for (const each of merged) {
      this.#addKeywords(each, builder);
      lowerApplicators(each, builder, inPlace);
    }
    lowerMembers(merged, builder, {
      navigator,
      define,
      lower: (each) => this.#lowerMember(each, within),
    });
    const node = builder.finish();
    this.#countMatches(node, merged);
    return node;
  }

  #countNode(schemas: readonly ScopedSchema[]): void {
    if (++this.#nodeCount > BUDGETS.nodes.limit) throw this.#excess("nodes", schemas);
  }

  /** A member of which many schemas speak costs as many merges, and a closed schema speaks of all members. */
  #countMerged(schemas: readonly ScopedSchema[]): void {
    this.#mergeCount += schemas.length;
    if (this.#mergeCount > BUDGETS.merges.limit) throw this.#excess("merges", schemas);
  }

  #countMatches({ patternProperties, properties }: Node, schemas: readonly ScopedSchema[]): void {
    this.#matchCount += patternProperties.length * properties.size;
    if (this.#matchCount > BUDGETS.patternMatches.limit)
      throw this.#excess("patternMatches", schemas);
  }

  #excess(name: "nodes" | "merges" | "patternMatches", [first]: readonly ScopedSchema[]): Error {
    const place = first && this.#lookup.place?.(first.location);
    return new ProtoGenError([budgetDiagnostic(name, "the model", { place })]);
  }

  #addKeywords(schema: ScopedSchema, builder: NodeBuilder): void {
    const { navigator } = this;
    builder.keywords(schema.location.schema, originOf(schema), {
      asserts: navigator.assertsValidation(schema),
      contested: navigator.contestedMembersAt(schema),
    });
    const openEnum = navigator.openEnumAt(schema);
    if (openEnum !== undefined && openEnum.owned.length > 0)
      builder.ownedValues({ values: openEnum.owned, isConditional: openEnum.isPart });
  }

  /** The node of a member's value: a reference where its type keeps a name although several schemas describe it. */
  #lowerMember(schemas: readonly ScopedSchema[], expanding: ReadonlySet<string>): Node {
    if (this.#lookup.isExtension === undefined) return this.#lowerMerged(schemas, expanding);
    const created = defineMerged(schemas, this.navigator.removeRedundant(schemas), this);
    if (created === undefined) return this.#lowerMerged(schemas, expanding);
    const merged = this.#definitions.get(created.key) ?? created;
    this.#definitions.set(created.key, merged);
    const builder = new NodeBuilder(merged.origin);
    for (const each of schemas) builder.annotate(each.location.schema, originOf(each));
    builder.reference(merged);
    return builder.finish();
  }

  /** The schemas to merge, innermost first: `allOf` and `$ref` before the schema that has them. */
  #mergeInPlace(schemas: readonly ScopedSchema[], builder: NodeBuilder): ScopedSchema[] {
    const { navigator } = this;
    const merged = new Map<string, ScopedSchema>();
    const visit = (each: ScopedSchema, isInner: boolean): void => {
      const key = navigator.shortKeyOf(each);
      if (merged.has(key)) return;
      const { schema } = each.location;
      if (hasUnevaluated(schema) && (schemas.length > 1 || isInner)) {
        builder.reference(this.define(each));
        return;
      }
      builder.annotate(schema, originOf(each));
      for (const inner of navigator.schemasInPlace(each)) visit(inner, true);
      merged.set(key, each);
    };
    for (const each of schemas) visit(each, false);
    return [...merged.values()];
  }
}

function hasSubschemas(schema: Schema): boolean {
  return isObject(schema) && Object.keys(schema).some(holdsSchemas);
}

function hasUnevaluated(schema: Schema): boolean {
  return (
    isObject(schema) &&
    (schema["unevaluatedProperties"] !== undefined || schema["unevaluatedItems"] !== undefined)
  );
}
