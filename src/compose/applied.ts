/**
 * The schemas that apply to an instance in place, through `allOf` and `$ref`. In: a branch of the instance and a view.
 * Out: each schema once, after those that it refers to, with what it says of the members.
 */

import { escapePointerToken, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { isObject } from "../json-schema/keywords.js";
import type { ResolvedSchema } from "../json-schema/schema-set.js";
import type { Annotation } from "../json-schema/visibility.js";
import type { Sources } from "../load/sources.js";
import { addressKey, type SchemaAddress } from "../json-schema/schema-address.js";
import { annotationOf, RESPONSE, viewIn, viewText, type View } from "./view.js";

/** A schema that applies to an instance, in a view, and what it says of the instance's members. */
export interface Applied {
  readonly location: ResolvedSchema;
  readonly view: View;
  /** Told from all others by its address and its view. */
  readonly key: string;
  readonly annotated: readonly (readonly [name: string, annotation: Annotation])[];
  /** Members that it declares without an annotation. */
  readonly bare: readonly string[];
  readonly required: readonly string[];
  /** Members that it requires, under whatever condition. */
  readonly mentioned: readonly string[];
}

/** `certain`: schemas that describe the instance for certain; `possible`: those under a condition, too. */
type Extent = "certain" | "possible";

export interface InPlace {
  readonly applied: readonly Applied[];
  /** Keys of the addresses that were left out, and referred to. */
  readonly covered: ReadonlySet<string>;
}

/** Every schema that applies for certain to an instance of these branches, in the response view. */
export function inPlaceClosure(
  sources: Sources,
  branches: readonly SchemaAddress[],
): ResolvedSchema[] {
  return appliedInPlace(sources, branches, RESPONSE, "certain").applied.map(
    ({ location }) => location,
  );
}

interface Memory {
  readonly applied: Map<string, Applied>;
  readonly closures: Readonly<Record<Extent, Map<string, readonly Applied[]>>>;
}

const memories = new WeakMap<Sources, Memory>();

function memoryOf(sources: Sources): Memory {
  const memory = memories.get(sources) ?? {
    applied: new Map<string, Applied>(),
    closures: {
      certain: new Map<string, readonly Applied[]>(),
      possible: new Map<string, readonly Applied[]>(),
    },
  };
  memories.set(sources, memory);
  return memory;
}

/** @param covered keys of addresses that are left out */
export function appliedInPlace(
  sources: Sources,
  branches: readonly SchemaAddress[],
  view: View,
  extent: Extent,
  covered: ReadonlySet<string> = NONE,
): InPlace {
  const memory = memoryOf(sources);
  const closures = memory.closures[extent];
  const reached = new Set<string>();
  const found: Applied[] = [];
  const met = new Set<string>();
  interface Step {
    readonly address: SchemaAddress;
    readonly view: View;
    readonly covered: ReadonlySet<string>;
    /** The schema itself, once all that it refers to has spoken. */
    readonly applied?: Applied;
  }
  const steps: Step[] = branches.map((address) => ({ address, view, covered })).reverse();
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if (step.applied !== undefined) {
      found.push(step.applied);
      continue;
    }
    const applied = appliedAt(sources, memory, step.address, step.view);
    if (applied === undefined || reached.has(applied.key)) continue;
    const closure = step.covered.size === 0 ? closures.get(applied.key) : undefined;
    if (closure !== undefined) {
      const others = closure.filter(({ key }) => !reached.has(key));
      for (const each of others) reached.add(each.key);
      found.push(...others);
      continue;
    }
    reached.add(applied.key);
    const { schema } = applied.location;
    const left = isObject(schema) && keepsCovered(schema) ? NONE : step.covered;
    const next: Step[] = [];
    for (const address of inPlaceOf(sources, applied.location, extent)) {
      const key = addressKey(address);
      if (left.has(key)) met.add(key);
      else next.push({ address, view: applied.view, covered: left });
    }
    steps.push({ ...step, applied }, ...next.reverse());
  }
  const [only, ...others] = branches;
  if (only !== undefined && others.length === 0 && covered.size === 0) {
    const root = appliedAt(sources, memory, only, view);
    if (root !== undefined) closures.set(root.key, found);
  }
  return { applied: found, covered: met };
}

const NONE: ReadonlySet<string> = new Set();

function appliedAt(
  sources: Sources,
  { applied }: Memory,
  address: SchemaAddress,
  view: View,
): Applied | undefined {
  const seen = viewIn(sources, address.document, view);
  const key = `${viewText(seen)} ${addressKey(address)}`;
  const known = applied.get(key);
  if (known !== undefined) return known;
  const location = sources.schemas.locate(address.document, address.pointer);
  if (location === undefined) return undefined;
  const found = { location, view: seen, key, ...membersOf(sources, location, seen) };
  applied.set(key, found);
  return found;
}

function membersOf(
  sources: Sources,
  { schema }: ResolvedSchema,
  view: View,
): Pick<Applied, "annotated" | "bare" | "required" | "mentioned"> {
  if (!isObject(schema)) return { annotated: [], bare: [], required: [], mentioned: [] };
  const properties = entriesOf(schema["properties"]).map(
    ([name, property]) => [name, annotationOf(property, view, sources.profile.vocabulary)] as const,
  );
  const annotated = properties.flatMap(([name, annotation]) =>
    annotation === undefined ? [] : [[name, annotation] as const],
  );
  const required = textsOf(schema["required"]);
  return {
    annotated,
    bare: properties.flatMap(([name, annotation]) => (annotation === undefined ? [name] : [])),
    required,
    mentioned: [
      ...required,
      ...entriesOf(schema["dependentRequired"]).flatMap(([, names]) => textsOf(names)),
      ...annotated.flatMap(([name, { visibility }]) => (visibility === "required" ? [name] : [])),
    ],
  };
}

/** The addresses that a schema leads to in place: what it refers to, then its branches. */
function inPlaceOf(sources: Sources, location: ResolvedSchema, extent: Extent): SchemaAddress[] {
  const { schema, document, pointer, resource } = location;
  if (!isObject(schema)) return [];
  const reference = schema["$ref"];
  const target =
    typeof reference === "string" ? sources.resolve(resource.uri, document, reference) : undefined;
  const branches = extent === "certain" ? certainBranches : possibleBranches;
  const below = branches(schema, pointer).map((at) => ({ document, pointer: at }));
  return target === undefined ? below : [target, ...below];
}

/** Beside an `unevaluated*`, what is checked anyway still tells which members are evaluated. */
export function keepsCovered(schema: JsonObject): boolean {
  return schema["unevaluatedProperties"] !== undefined || schema["unevaluatedItems"] !== undefined;
}

/** Branches that describe the same instance for certain. */
export function certainBranches(schema: JsonObject, pointer: string): string[] {
  const allOf = schema["allOf"];
  return Array.isArray(allOf) ? allOf.map((_, index) => `${pointer}/allOf/${index}`) : [];
}

/** Branches that describe the same instance, even if only under a condition. What `if` and `not` ask, they do not demand. */
function possibleBranches(schema: JsonObject, pointer: string): string[] {
  const lists = (["allOf", "anyOf", "oneOf"] as const).flatMap((keyword) => {
    const branches = schema[keyword];
    return Array.isArray(branches)
      ? branches.map((_, index) => `${pointer}/${keyword}/${index}`)
      : [];
  });
  const single = (["then", "else"] as const).flatMap((keyword) =>
    schema[keyword] === undefined ? [] : [`${pointer}/${keyword}`],
  );
  const dependent = entriesOf(schema["dependentSchemas"]).map(
    ([name]) => `${pointer}/dependentSchemas/${escapePointerToken(name)}`,
  );
  return [...lists, ...single, ...dependent];
}

function entriesOf(value: Json | undefined): [string, Json][] {
  return isObject(value) ? (Object.entries(value) as [string, Json][]) : [];
}

function textsOf(value: Json | undefined): string[] {
  return Array.isArray(value)
    ? (value as readonly Json[]).filter((each): each is string => typeof each === "string")
    : [];
}
