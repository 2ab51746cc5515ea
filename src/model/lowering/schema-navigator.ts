/**
 * Moves from schema to schema: into children, along references, through `allOf`. Every step enters the
 * dynamic scope of the resource it arrives in, which is why lowering never asks the `SchemaSet` itself.
 */

import type { Json } from "@proto-gen/runtime/json";
import type { OpenEnum, ContestedMembers } from "../../compose/viewed-source.js";
import { diagnostic, failure, ProtoGenError } from "../../errors.js";
import { isObject } from "../../json-schema/keywords.js";
import type { ResolvedSchema, SchemaSet } from "../../json-schema/schema-set.js";
import type { CompositionLookup } from "./composition-lookup.js";
import { enterScope, EMPTY_SCOPE, type DynamicScope } from "./dynamic-scope.js";
import { describeCycle, RecursionInPlace, type InPlaceStep } from "./recursion-in-place.js";
import { constrains, isPureReference, type ScopedSchema } from "./scoped-schema.js";

const NONE: readonly ScopedSchema[] = [];

const REFERENCES = ["$ref", "$dynamicRef"] as const;
const LISTS_IN_PLACE = ["allOf", "anyOf", "oneOf"] as const;
const APPLICATORS_IN_PLACE = [
  ...REFERENCES,
  ...LISTS_IN_PLACE,
  ...["not", "if", "dependentSchemas"],
];

export class SchemaNavigator {
  readonly #schemas: SchemaSet;
  readonly #lookup: CompositionLookup;
  readonly #documentNumbers = new Map<string, number>();
  /** Keys of schemas in the empty scope. */
  readonly #shortKeys = new Map<ResolvedSchema, string>();
  readonly #recursion = new RecursionInPlace(this);

  constructor(schemas: SchemaSet, lookup: CompositionLookup) {
    this.#schemas = schemas;
    this.#lookup = lookup;
  }

  /** The schema at an absolute reference, in an empty scope. */
  resolve(reference: string): ScopedSchema {
    const location = this.#schemas.resolve("proto-gen:", reference);
    if (location === undefined) throw failure("LOAD_REF_UNRESOLVED", `${reference} does not exist`);
    return this.#enter(location, EMPTY_SCOPE);
  }

  /** The schema at a path of keywords, member names and indices below another one. */
  child(
    { location, scope }: ScopedSchema,
    ...tokens: (string | number)[]
  ): ScopedSchema | undefined {
    const { schema } = location;
    // Lowering asks every schema for every keyword, and most are not there.
    if (!isObject(schema) || schema[tokens[0] as string] === undefined) return undefined;
    const found = this.#schemas.child(location, ...tokens);
    return found && this.#enter(found, scope);
  }

  /** The schemas that `$ref` and `$dynamicRef` name. */
  resolveTargets({ location, scope }: ScopedSchema): readonly ScopedSchema[] {
    const { schema } = location;
    if (!isObject(schema)) return NONE;
    const { $ref: reference, $dynamicRef: dynamicReference } = schema;
    if (reference === undefined && dynamicReference === undefined) return NONE;
    const targets: ScopedSchema[] = [];
    if (typeof reference === "string") {
      const target = this.#resolveReference(location, "$ref", reference);
      targets.push(this.#enter(target, scope));
    }
    if (typeof dynamicReference === "string") {
      const target = this.#resolveReference(location, "$dynamicRef", dynamicReference);
      targets.push(this.#enter(this.#resolveDynamic(target, scope), scope));
    }
    return targets;
  }

  /** Only a reference that first lands on a dynamic anchor is dynamic (the bookending rule). */
  #resolveDynamic(target: ResolvedSchema, scope: DynamicScope): ResolvedSchema {
    const { dynamicAnchor: anchor } = target;
    const outermost = anchor === undefined ? undefined : scope.anchors.get(anchor);
    if (outermost === undefined) return target;
    return this.#schemas.locate(outermost.document, outermost.pointer) ?? target;
  }

  /** The branches of `allOf`. */
  allOfBranches(schema: ScopedSchema): readonly ScopedSchema[] {
    const { schema: keywords } = schema.location;
    const allOf = isObject(keywords) ? keywords["allOf"] : undefined;
    return Array.isArray(allOf)
      ? allOf.flatMap((_, index) => this.child(schema, "allOf", index) ?? [])
      : NONE;
  }

  /** The schemas that apply in place by a schema's own keywords: what it refers to, and its branches. */
  schemasInPlace(schema: ScopedSchema): readonly ScopedSchema[] {
    const targets = this.resolveTargets(schema);
    const branches = this.allOfBranches(schema);
    if (targets.length === 0) return branches;
    return branches.length === 0 ? targets : [...targets, ...branches];
  }

  /** True where `stepsInPlace` may have steps. Most schemas have none, and need no look at all their keywords. */
  appliesInPlace({ location: { schema } }: ScopedSchema): boolean {
    return (
      isObject(schema) && APPLICATORS_IN_PLACE.some((keyword) => schema[keyword] !== undefined)
    );
  }

  /** All schemas that apply to the same value by a schema's own keywords, and those that such a keyword asks. */
  stepsInPlace(schema: ScopedSchema): InPlaceStep[] {
    const { schema: keywords } = schema.location;
    if (!isObject(keywords)) return [];
    const step = (keyword: string, ...tokens: (string | number)[]): InPlaceStep[] => {
      const found = this.child(schema, keyword, ...tokens);
      return found === undefined ? [] : [{ keyword, schema: found }];
    };
    const lists = LISTS_IN_PLACE.flatMap((keyword) => {
      const branches = keywords[keyword];
      return Array.isArray(branches) ? branches.flatMap((_, index) => step(keyword, index)) : [];
    });
    const dependents = keywords["dependentSchemas"];
    const names = isObject(dependents) ? Object.keys(dependents) : [];
    return [
      ...this.#referenceSteps(schema),
      ...lists,
      ...step("not"),
      // Without `if`, the others mean nothing.
      ...(keywords["if"] === undefined ? [] : ["if", "then", "else"].flatMap((each) => step(each))),
      ...names.flatMap((name) => step("dependentSchemas", name)),
    ];
  }

  #referenceSteps(schema: ScopedSchema): InPlaceStep[] {
    const { schema: keywords } = schema.location;
    const present = isObject(keywords)
      ? REFERENCES.filter((keyword) => typeof keywords[keyword] === "string")
      : [];
    return this.resolveTargets(schema).map((target, index) => ({
      keyword: present[index] ?? "",
      schema: target,
    }));
  }

  /** @throws ProtoGenError MODEL_RECURSION where the schema leads back to itself, or to such a schema, for the same value */
  requireFinite(schema: ScopedSchema): void {
    const cycle = this.#recursion.findCycle(schema);
    if (cycle === undefined) return;
    const place = this.#lookup.place?.(cycle[0].schema.location);
    const found = diagnostic(
      "MODEL_RECURSION",
      "this schema refers to itself for the same value, so validation would never end",
      { place },
    );
    const related = describeCycle(cycle).flatMap(({ message, location }) => {
      const at = this.#lookup.place?.(location);
      return at === undefined ? [] : [{ message, place: at }];
    });
    throw new ProtoGenError([related.length === 0 ? found : { ...found, related }]);
  }

  /** Follows schemas that are only a `$ref`: each is its target, not a type of its own. */
  resolveAlias(schema: ScopedSchema): ScopedSchema {
    if (!this.isAlias(schema)) return schema;
    this.requireFinite(schema);
    let current = schema;
    while (this.isAlias(current)) current = this.resolveTargets(current)[0] as ScopedSchema;
    return current;
  }

  /**
   * True for a `$ref` with annotations only. A reference to an open enum is none: which values the enum has
   * depends on the schema that refers to it, so it has no name of its own.
   */
  isAlias(schema: ScopedSchema): boolean {
    return isPureReference(schema.location.schema) && this.openEnumTarget(schema) === undefined;
  }

  /** The open enum that a `$dynamicRef` leads to. */
  openEnumTarget(schema: ScopedSchema): OpenEnum | undefined {
    const { schema: keywords } = schema.location;
    if (this.#lookup.openEnum === undefined || !isObject(keywords)) return undefined;
    if (keywords["$dynamicRef"] === undefined) return undefined;
    const target = this.resolveTargets(schema).at(-1);
    return target && this.openEnumAt(target);
  }

  /** True where a branch of `anyOf` is a reference to an open enum. */
  hasOpenEnumBranch(schema: ScopedSchema, branches: readonly Json[]): boolean {
    return branches.some((branch, index) => {
      if (!isObject(branch) || branch["$dynamicRef"] === undefined) return false;
      const found = this.child(schema, "anyOf", index);
      return found !== undefined && this.openEnumTarget(found) !== undefined;
    });
  }

  /** The open enum that stands at this schema. */
  openEnumAt({ location }: ScopedSchema): OpenEnum | undefined {
    return this.#lookup.openEnum?.(location.document, location.pointer);
  }

  /** The members whose visibility the active extensions decide; undefined for almost all schemas. */
  contestedMembersAt({ location }: ScopedSchema): ContestedMembers | undefined {
    return this.#lookup.contestedMembers?.(location.document, location.pointer);
  }

  isExtension({ location }: ScopedSchema): boolean {
    return this.#lookup.isExtension?.(location.document) === true;
  }

  isChanged({ location }: ScopedSchema): boolean {
    return this.#lookup.isChanged?.(location.document) === true;
  }

  valueOwners(document: string): readonly string[] {
    return this.#lookup.valueOwners?.(document) ?? [];
  }

  assertsValidation({ location }: ScopedSchema): boolean {
    return this.#schemas.assertsValidation(location.document);
  }

  /** All schemas that apply in place wherever this one does, by `shortKeyOf`. */
  collectClosure(schema: ScopedSchema): ReadonlyMap<string, ScopedSchema> {
    const all = new Map<string, ScopedSchema>();
    const visit = (each: ScopedSchema): void => {
      const key = this.shortKeyOf(each);
      if (all.has(key)) return;
      all.set(key, each);
      for (const inner of this.schemasInPlace(each)) visit(inner);
    };
    visit(schema);
    return all;
  }

  /** Drops schemas that constrain nothing, that stand twice, or that another one already includes. */
  removeRedundant(schemas: readonly ScopedSchema[]): readonly ScopedSchema[] {
    const [only] = schemas;
    if (only !== undefined && schemas.length === 1)
      return constrains(only.location.schema) ? schemas : NONE;
    const byKey = new Map(schemas.map((each) => [this.shortKeyOf(each), each]));
    const distinct = [...byKey.values()].filter(({ location }) => constrains(location.schema));
    if (distinct.length < 2) return distinct;
    const targets = distinct.map((each) => this.shortKeyOf(this.resolveAlias(each)));
    const closures = distinct.map((each) => this.collectClosure(each));
    const includes = (outer: number, inner: number): boolean =>
      closures[outer]?.has(targets[inner] ?? "") === true;
    // Hundreds of extensions say something of one member: only those that include it are looked at.
    const wanted = new Set(targets);
    const including = new Map<string, number[]>();
    closures.forEach((closure, outer) => {
      for (const key of closure.keys()) {
        const known = including.get(key);
        if (known !== undefined) known.push(outer);
        else if (wanted.has(key)) including.set(key, [outer]);
      }
    });
    // Two aliases of one target include each other: the first stays.
    return distinct.filter(
      (_, index) =>
        !including
          .get(targets[index] ?? "")
          ?.some((other) => other !== index && (other < index || !includes(index, other))),
    );
  }

  /** Identifies a schema within one lowering. The URI of a composition of many extensions is too long to be joined often. */
  shortKeyOf({ location, scope }: ScopedSchema): string {
    const known = scope === EMPTY_SCOPE ? this.#shortKeys.get(location) : undefined;
    if (known !== undefined) return known;
    const number = this.#documentNumbers.get(location.document) ?? this.#documentNumbers.size;
    this.#documentNumbers.set(location.document, number);
    const key = `${number}#${location.pointer}${scope.key}`;
    if (scope === EMPTY_SCOPE) this.#shortKeys.set(location, key);
    return key;
  }

  #resolveReference(
    { document, pointer, resource }: ResolvedSchema,
    keyword: string,
    reference: string,
  ): ResolvedSchema {
    const target = this.#schemas.resolve(resource.uri, reference);
    if (target !== undefined) return target;
    throw failure(
      "LOAD_REF_UNRESOLVED",
      `${keyword} ${reference} in ${document}#${pointer} does not resolve`,
    );
  }

  #enter(location: ResolvedSchema, scope: DynamicScope): ScopedSchema {
    const dependsOnScope =
      this.#schemas.usesDynamicReferences &&
      this.#lookup.dependsOnScope?.(location.document) !== false;
    return {
      location,
      scope: dependsOnScope ? enterScope(scope, location.resource) : EMPTY_SCOPE,
    };
  }
}
