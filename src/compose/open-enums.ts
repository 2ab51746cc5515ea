/**
 * Enums that a release leaves open (DESIGN §6, §2.6): a `$dynamicRef` leads to a `$dynamicAnchor` on the enum. A capability
 * adds to it by a `$dynamicAnchor` of the same name in its own schema, and owns what it adds. Without such capabilities the
 * enum is closed.
 */

import type { CapabilityDeclaration } from "@proto-gen/runtime/negotiation";
import { joinPointer, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { distinctValues } from "../json-schema/json-values.js";
import { isObject, subschemas, type Schema } from "../json-schema/keywords.js";
import type { ResolvedSchema } from "../json-schema/schema-set.js";
import type { Sources } from "../load/sources.js";
import { addressKey, type SchemaAddress } from "../json-schema/schema-address.js";

/** A value of an open enum that is there only where one of some capabilities is active. */
export interface OwnedValue {
  readonly value: Json;
  readonly capabilities: readonly string[];
}

/** An enum as a release has it. */
interface BaseEnum {
  readonly anchor: string;
  readonly address: SchemaAddress;
  readonly values: readonly Json[];
  /** Some `$dynamicRef` stands for the whole enum, and not for what is added beside its values in one `anyOf`. */
  readonly isWhole: boolean;
}

/** The values that one capability adds to the open enums of one name. */
export interface AddedValues {
  readonly capability: string;
  readonly anchor: string;
  readonly address: SchemaAddress;
  /** None where its schema is no list of values. */
  readonly values: readonly Json[];
}

/** The `$defs` of a composition's root: each anchor lists the values that a `$dynamicRef` to it allows. */
export interface RootAnchors {
  readonly defs: JsonObject;
  /** By anchor, the values that are not the release's. */
  readonly owned: ReadonlyMap<string, readonly OwnedValue[]>;
  /** The capabilities that own them. */
  readonly capabilities: readonly string[];
}

export interface OpenEnums {
  /** Names under which a release leaves an enum open. */
  readonly anchors: ReadonlySet<string>;
  /** The values that each capability of an agreement adds. */
  readonly added: readonly AddedValues[];
  /** The values that capabilities own in an open enum, or in what one adds to it; undefined for any other schema. */
  ownedAt(address: SchemaAddress): readonly OwnedValue[] | undefined;
  /** Tells whether the document reaches a `$dynamicRef`, whose target depends on the documents that led to it. */
  dependsOnScope(document: string): boolean;
  /** The anchors for a composition of some schemas where only these are active; undefined where nothing is added to any of them. */
  anchorsOf(
    branches: readonly SchemaAddress[],
    isActive: (capability: string) => boolean,
  ): RootAnchors | undefined;
}

const NO_ENUMS: OpenEnums = Object.freeze({
  anchors: new Set<string>(),
  added: [],
  ownedAt: () => undefined,
  dependsOnScope: () => false,
  anchorsOf: () => undefined,
});

export function openEnumsOf(
  sources: Sources,
  capabilities: readonly CapabilityDeclaration[] = [],
): OpenEnums {
  if (!sources.schemas.usesDynamicReferences) return NO_ENUMS;
  const survey = surveyOf(sources);
  const { bases } = survey;
  const added = capabilities.flatMap((each) => addedBy(sources, each, bases));
  const owned = new Map<string, readonly OwnedValue[]>([
    ...bases.map(({ address }) => [addressKey(address), []] as const),
    ...added.map(
      (each) => [addressKey(each.address), ownedValues([each], releasedBy(each, bases))] as const,
    ),
  ]);
  return {
    anchors: new Set(bases.map(({ anchor }) => anchor)),
    added,
    ownedAt: (address) => owned.get(addressKey(address)),
    dependsOnScope: (document) => survey.dynamic.has(document),
    anchorsOf(branches, isActive) {
      const active = added.filter(({ capability }) => isActive(capability));
      if (active.length === 0) return undefined;
      const reached = reachedFrom(
        branches.map(({ document }) => document),
        survey.references,
      );
      const found = bases.filter(({ address }) => reached.has(address.document));
      return rootAnchors(found, active);
    },
  };
}

function rootAnchors(
  bases: readonly BaseEnum[],
  active: readonly AddedValues[],
): RootAnchors | undefined {
  const defs: Record<string, Json> = {};
  const owned = new Map<string, readonly OwnedValue[]>();
  for (const anchor of [...new Set(bases.map((base) => base.anchor))].sort()) {
    const own = bases.filter((base) => base.anchor === anchor);
    const adding = active.filter((each) => each.anchor === anchor);
    const values = ownedValues(adding, releasedBy({ anchor }, own));
    if (values.length === 0) continue;
    const whole = own.filter(({ isWhole }) => isWhole).flatMap((base) => base.values);
    owned.set(anchor, values);
    defs[anchor] = {
      $dynamicAnchor: anchor,
      enum: distinctValues([...whole, ...values.map(({ value }) => value)]),
    };
  }
  if (owned.size === 0) return undefined;
  const capabilities = [...owned.values()].flat().flatMap((each) => each.capabilities);
  return { defs, owned, capabilities: [...new Set(capabilities)].sort() };
}

/** The values that a release has under an anchor. */
function releasedBy(
  { anchor }: Pick<BaseEnum, "anchor">,
  bases: readonly BaseEnum[],
): ReadonlySet<string> {
  const own = bases.filter((base) => base.anchor === anchor);
  return new Set(own.flatMap(({ values }) => values.map((each) => JSON.stringify(each))));
}

function ownedValues(
  adding: readonly AddedValues[],
  released: ReadonlySet<string>,
): readonly OwnedValue[] {
  const owners = new Map<string, { value: Json; capabilities: string[] }>();
  for (const { capability, values } of adding) {
    for (const value of distinctValues(values)) {
      const key = JSON.stringify(value);
      if (released.has(key)) continue;
      const known = owners.get(key) ?? { value, capabilities: [] };
      owners.set(key, known);
      known.capabilities.push(capability);
    }
  }
  return [...owners.values()];
}

/** The documents that are referred to, from some on. */
function reachedFrom(
  documents: readonly string[],
  references: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const reached = new Set(documents);
  for (const document of reached)
    for (const next of references.get(document) ?? []) reached.add(next);
  return reached;
}

interface Survey {
  readonly bases: readonly BaseEnum[];
  /** Which documents a document refers to. */
  readonly references: ReadonlyMap<string, ReadonlySet<string>>;
  /** Documents from which a `$dynamicRef` is reached. */
  readonly dynamic: ReadonlySet<string>;
}

const surveys = new WeakMap<Sources, Survey>();

function surveyOf(sources: Sources): Survey {
  const known = surveys.get(sources) ?? survey(sources);
  surveys.set(sources, known);
  return known;
}

function survey(sources: Sources): Survey {
  const references = new Map<string, Set<string>>();
  const users = new Map<string, Set<string>>();
  const starts = new Set<string>();
  const bases = new Map<string, BaseEnum>();
  for (const location of everySchema(sources)) {
    const { document, pointer, schema, resource } = location;
    if (!isObject(schema)) continue;
    for (const keyword of ["$ref", "$dynamicRef"] as const) {
      const reference = schema[keyword];
      if (typeof reference !== "string") continue;
      const target = sources.resolve(resource.uri, document, reference);
      if (target === undefined) continue;
      addTo(references, document, target.document);
      addTo(users, target.document, document);
      if (keyword === "$ref" || target.dynamicAnchor === undefined) continue;
      starts.add(document);
      const values = listedValues(sources, target);
      if (values === undefined) continue;
      const key = addressKey(target);
      const isWhole = !standsBeside(pointer, target.pointer) || document !== target.document;
      bases.set(key, {
        anchor: target.dynamicAnchor,
        address: { document: target.document, pointer: target.pointer },
        values,
        isWhole: isWhole || bases.get(key)?.isWhole === true,
      });
    }
  }
  return { bases: [...bases.values()], references, dynamic: reachedFrom([...starts], users) };
}

/** Tells whether two schemas are alternatives of one `anyOf`. */
function standsBeside(left: string, right: string): boolean {
  const listOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf("/"));
  return listOf(left) === listOf(right) && listOf(left).endsWith("/anyOf");
}

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([value]));
  else known.add(value);
}

/** Every schema of some documents, and of those that they refer to. */
export function schemasBelow(
  sources: Sources,
  documents: readonly string[],
): Iterable<ResolvedSchema> {
  return everySchema(sources, reachedFrom(documents, surveyOf(sources).references));
}

function* everySchema(
  sources: Sources,
  documents: Iterable<string> = sources.documents.keys(),
): Generator<ResolvedSchema> {
  for (const document of documents) {
    const pointers = ["", ...(sources.extraSchemas.get(document) ?? [])];
    const seen = new Set<string>();
    for (let pointer = pointers.pop(); pointer !== undefined; pointer = pointers.pop()) {
      const location = sources.schemas.locate(document, pointer);
      if (location === undefined || seen.has(pointer)) continue;
      seen.add(pointer);
      yield location;
      pointers.push(...subschemas(location.schema, pointer).map((each) => each.pointer));
    }
  }
}

/** The values that a schema lists, however it does so; undefined where it is no list of values. */
function listedValues(
  sources: Sources,
  { schema, document, pointer, resource }: ResolvedSchema,
  above: readonly string[] = [],
): readonly Json[] | undefined {
  const key = addressKey({ document, pointer });
  if (!isObject(schema) || above.includes(key)) return undefined;
  if (Array.isArray(schema["enum"])) return schema["enum"] as readonly Json[];
  if (schema["const"] !== undefined) return [schema["const"]];
  const within = [...above, key];
  if (typeof schema["$ref"] === "string") {
    const target = sources.resolve(resource.uri, document, schema["$ref"]);
    return target && listedValues(sources, target, within);
  }
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const branches = schema[keyword];
    if (!Array.isArray(branches)) continue;
    const found = (branches as readonly Schema[]).flatMap((branch, index) =>
      // What a branch refers to dynamically is what is asked for.
      isObject(branch) && branch["$dynamicRef"] !== undefined
        ? []
        : [valuesAt(sources, document, joinPointer(pointer, keyword, index), within)],
    );
    return found.some((each) => each === undefined)
      ? undefined
      : found.flatMap((each) => each ?? []);
  }
  return undefined;
}

function valuesAt(
  sources: Sources,
  document: string,
  pointer: string,
  above: readonly string[],
): readonly Json[] | undefined {
  const location = sources.schemas.locate(document, pointer);
  return location && listedValues(sources, location, above);
}

function addedBy(
  sources: Sources,
  { name, schema }: CapabilityDeclaration,
  bases: readonly BaseEnum[],
): AddedValues[] {
  const location = sources.schemas.at(schema ?? "");
  if (location === undefined) return [];
  const { document, resource } = location;
  return [...resource.dynamicAnchors].flatMap(([anchor, pointer]) => {
    const address = { document, pointer };
    const own = bases.find((base) => addressKey(base.address) === addressKey(address));
    if (own !== undefined) return [];
    const values = valuesAt(sources, document, pointer, []);
    const isMeant = values !== undefined || bases.some((base) => base.anchor === anchor);
    return isMeant ? [{ capability: name, anchor, address, values: values ?? [] }] : [];
  });
}
