/**
 * Collects the schemas that describe one instance: a schema, and those that it applies in place by `allOf` and `$ref`.
 * An annotation in one of them reaches a member that another declares, so that all of them have to be known before any
 * is viewed. Each schema is read once for each view and cached by `Sources`, as are the schemas that it applies, and all
 * that a single branch leads to.
 */

import { escapePointerToken } from "@proto-gen/runtime/codegen/generator";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { isObject, type Schema } from "../../json-schema/keywords.js";
import { addressKey, type SchemaAddress } from "../../json-schema/schema-address.js";
import type { ResolvedSchema } from "../../json-schema/schema-set.js";
import type { Annotation } from "../../json-schema/visibility.js";
import type { Sources } from "../../load/sources.js";
import { annotationOf, effectiveView, RESPONSE, viewText, type View } from "../view.js";

/** The rules about members in a schema's own keywords. */
interface MemberRules {
  readonly annotated: readonly (readonly [name: string, annotation: Annotation])[];
  /** Members that it declares without an annotation. */
  readonly unannotated: readonly string[];
  readonly required: readonly string[];
  /** Members that it requires always, or under some condition. */
  readonly possiblyRequired: readonly string[];
}

/** A schema that describes an instance, in a view. */
export interface AppliedSchema extends MemberRules {
  readonly location: ResolvedSchema;
  readonly view: View;
  /** Its address as a key of maps. */
  readonly key: string;
  /** It has branches that describe the instance under a condition. */
  readonly hasConditions: boolean;
}

/** `certain`: the schemas that always describe the instance; `possible`: also those that do so under a condition. */
type Extent = "certain" | "possible";

export interface InPlaceQuery {
  readonly branches: readonly SchemaAddress[];
  readonly view: View;
  readonly extent: Extent;
  /** Keys of addresses that are left out. */
  readonly checkedElsewhere?: ReadonlySet<string>;
}

export interface InPlaceSchemas {
  /** Each schema once, after those that it refers to. */
  readonly applied: readonly AppliedSchema[];
  /** Keys of the addresses that were left out although some schema refers to them. */
  readonly checkedElsewhere: ReadonlySet<string>;
}

interface SchemaCache {
  /** By view. */
  readonly applied: Map<string, Map<ResolvedSchema, AppliedSchema>>;
  /** The schemas that a schema applies in place itself. */
  readonly next: Readonly<Record<Extent, Map<AppliedSchema, readonly AppliedSchema[]>>>;
  /** All that a schema leads to, with the schema itself as the last. */
  readonly closures: Readonly<Record<Extent, Map<AppliedSchema, readonly AppliedSchema[]>>>;
  /** The same without what is checked elsewhere, by the set of its keys: several steps ask with one set. */
  readonly additions: Readonly<Record<Extent, WeakMap<ReadonlySet<string>, Additions>>>;
}

type Additions = Map<AppliedSchema, InPlaceSchemas>;

/** The state of one walk. It keeps its own stack, since a chain of references may be long. */
interface Walk {
  readonly sources: Sources;
  readonly cache: SchemaCache;
  readonly extent: Extent;
  readonly steps: Step[];
  readonly reached: Set<AppliedSchema>;
  readonly found: AppliedSchema[];
  readonly checkedElsewhere: Set<string>;
}

interface Step {
  readonly applied: AppliedSchema;
  readonly checkedElsewhere: ReadonlySet<string>;
  /** The second visit: all that the schema refers to is in the list by then. */
  readonly isFollowed: boolean;
}

const NONE: ReadonlySet<string> = new Set();

const caches = new WeakMap<Sources, SchemaCache>();

/** Collects every schema that always describes an instance of these branches, in the response view. */
export function collectCertainSchemas(
  sources: Sources,
  branches: readonly SchemaAddress[],
): ResolvedSchema[] {
  const query: InPlaceQuery = { branches, view: RESPONSE, extent: "certain" };
  return collectInPlaceSchemas(sources, query).applied.map(({ location }) => location);
}

/**
 * Collects what an entry adds: every schema that always describes an instance of it, without those of other entries. In a
 * long chain of extensions, each entry would have the schemas of all the others again.
 *
 * @param entries keys of the addresses of all entries
 */
export function collectAddedSchemas(
  sources: Sources,
  entry: SchemaAddress,
  entries: ReadonlySet<string>,
): ResolvedSchema[] {
  const { applied } = collectInPlaceSchemas(sources, {
    branches: [entry],
    view: RESPONSE,
    extent: "certain",
    checkedElsewhere: entries,
  });
  return applied.map(({ location }) => location);
}

export function collectInPlaceSchemas(
  sources: Sources,
  { branches, view, extent, checkedElsewhere = NONE }: InPlaceQuery,
): InPlaceSchemas {
  const cache = cacheFor(sources);
  const schemas = branches.flatMap((address) => readSchema(sources, cache, address, view) ?? []);
  const [only, ...others] = schemas;
  const single = others.length === 0 ? only : undefined;
  const whole = checkedElsewhere.size === 0 ? single : undefined;
  const closure = whole && cache.closures[extent].get(whole);
  if (closure !== undefined) return { applied: closure, checkedElsewhere: NONE };
  const additions: Additions = cache.additions[extent].get(checkedElsewhere) ?? new Map();
  const known = single && additions.get(single);
  if (known !== undefined) return known;
  const walk: Walk = {
    sources,
    cache,
    extent,
    found: [],
    steps: schemas.map((applied) => ({ applied, checkedElsewhere, isFollowed: false })).reverse(),
    reached: new Set(),
    checkedElsewhere: new Set(),
  };
  for (let step = walk.steps.pop(); step !== undefined; step = walk.steps.pop()) {
    if (step.isFollowed) walk.found.push(step.applied);
    else followStep(walk, step);
  }
  const leftOut = walk.checkedElsewhere.size === 0 ? NONE : walk.checkedElsewhere;
  const found = { applied: walk.found, checkedElsewhere: leftOut };
  if (whole !== undefined) cache.closures[extent].set(whole, walk.found);
  else if (single !== undefined)
    cache.additions[extent].set(checkedElsewhere, additions.set(single, found));
  return found;
}

/** Adds the steps that a schema leads to, with the schema itself behind them. */
function followStep(walk: Walk, step: Step): void {
  const { applied } = step;
  if (walk.reached.has(applied)) return;
  const closure =
    step.checkedElsewhere.size === 0 ? walk.cache.closures[walk.extent].get(applied) : undefined;
  if (closure !== undefined) {
    addClosure(walk, closure);
    return;
  }
  walk.reached.add(applied);
  walk.steps.push({ applied, checkedElsewhere: step.checkedElsewhere, isFollowed: true });
  const { schema } = applied.location;
  const checkedElsewhere =
    isObject(schema) && countsEvaluated(schema) ? NONE : step.checkedElsewhere;
  const next = nextOf(walk, applied);
  for (let index = next.length - 1; index >= 0; index--) {
    const each = next[index] as AppliedSchema;
    if (checkedElsewhere.has(each.key)) walk.checkedElsewhere.add(each.key);
    else walk.steps.push({ applied: each, checkedElsewhere, isFollowed: false });
  }
}

function nextOf({ sources, cache, extent }: Walk, schema: AppliedSchema): readonly AppliedSchema[] {
  const known = cache.next[extent].get(schema);
  if (known !== undefined) return known;
  const found = findInPlaceAddresses(sources, extent, schema.location).flatMap(
    (address) => readSchema(sources, cache, address, schema.view) ?? [],
  );
  cache.next[extent].set(schema, found);
  return found;
}

function addClosure({ reached, found }: Walk, closure: readonly AppliedSchema[]): void {
  for (const each of closure) {
    if (reached.has(each)) continue;
    reached.add(each);
    found.push(each);
  }
}

function cacheFor(sources: Sources): SchemaCache {
  const cache: SchemaCache = caches.get(sources) ?? {
    applied: new Map(),
    next: { certain: new Map(), possible: new Map() },
    closures: { certain: new Map(), possible: new Map() },
    additions: { certain: new WeakMap(), possible: new WeakMap() },
  };
  caches.set(sources, cache);
  return cache;
}

function readSchema(
  sources: Sources,
  { applied }: SchemaCache,
  address: SchemaAddress,
  asked: View,
): AppliedSchema | undefined {
  // There is one location for one schema.
  const location = sources.schemas.locate(address.document, address.pointer);
  if (location === undefined) return undefined;
  const view = effectiveView(sources, address.document, asked);
  const text = viewText(view);
  const inView = applied.get(text) ?? new Map<ResolvedSchema, AppliedSchema>();
  applied.set(text, inView);
  const known = inView.get(location);
  if (known !== undefined) return known;
  const { annotated, unannotated, required, possiblyRequired } = readMemberRules(
    sources,
    location,
    view,
  );
  const found = {
    location,
    view,
    key: addressKey(address),
    hasConditions: hasConditions(location.schema),
    annotated,
    unannotated,
    required,
    possiblyRequired,
  };
  inView.set(location, found);
  return found;
}

const MEMBER_KEYWORDS = ["properties", "required", "dependentRequired"] as const;

/** Most schemas have none, and share it. */
const NO_MEMBER_RULES: MemberRules = {
  annotated: [],
  unannotated: [],
  required: [],
  possiblyRequired: [],
};

function readMemberRules(sources: Sources, { schema }: ResolvedSchema, view: View): MemberRules {
  if (!isObject(schema) || !MEMBER_KEYWORDS.some((keyword) => schema[keyword] !== undefined))
    return NO_MEMBER_RULES;
  const { vocabulary } = sources.profile;
  const properties = entriesOf(schema["properties"]).map(
    ([name, property]) => [name, annotationOf(property, view, vocabulary)] as const,
  );
  const annotated = properties.flatMap(([name, annotation]) =>
    annotation === undefined ? [] : [[name, annotation] as const],
  );
  const required = stringsOf(schema["required"]);
  return {
    annotated,
    unannotated: properties.flatMap(([name, annotation]) =>
      annotation === undefined ? [name] : [],
    ),
    required,
    possiblyRequired: [
      ...required,
      ...entriesOf(schema["dependentRequired"]).flatMap(([, names]) => stringsOf(names)),
      ...annotated.flatMap(([name, { visibility }]) => (visibility === "required" ? [name] : [])),
    ],
  };
}

/** The addresses that a schema applies in place: the target of its `$ref`, then its branches. */
function findInPlaceAddresses(
  sources: Sources,
  extent: Extent,
  { schema, document, pointer, resource }: ResolvedSchema,
): SchemaAddress[] {
  if (!isObject(schema)) return [];
  const reference = schema["$ref"];
  const target =
    typeof reference === "string" ? sources.resolve(resource.uri, document, reference) : undefined;
  const branches = extent === "certain" ? certainBranches : possibleBranches;
  const below = branches(schema, pointer).map((at) => ({ document, pointer: at }));
  return target === undefined ? below : [target, ...below];
}

/** Beside an `unevaluated*` keyword, a schema that is checked elsewhere still decides which members are evaluated. */
export function countsEvaluated(schema: JsonObject): boolean {
  return schema["unevaluatedProperties"] !== undefined || schema["unevaluatedItems"] !== undefined;
}

const CONDITIONS = ["anyOf", "oneOf", "then", "else", "dependentSchemas"] as const;

function hasConditions(schema: Schema): boolean {
  return isObject(schema) && CONDITIONS.some((keyword) => schema[keyword] !== undefined);
}

/** Pointers of the branches that always describe the same instance. */
export function certainBranches(schema: JsonObject, pointer: string): string[] {
  const allOf = schema["allOf"];
  return Array.isArray(allOf) ? allOf.map((_, index) => `${pointer}/allOf/${index}`) : [];
}

/** Pointers of all branches of the same instance but `if` and `not`: these ask, and demand nothing. */
export function possibleBranches(schema: JsonObject, pointer: string): string[] {
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

function stringsOf(value: Json | undefined): string[] {
  return Array.isArray(value)
    ? (value as readonly Json[]).filter((each): each is string => typeof each === "string")
    : [];
}
