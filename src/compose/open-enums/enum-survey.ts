/**
 * Surveys all documents at once: which enums a release leaves open, which documents refer to which, and which reach a
 * `$dynamicRef`. The survey is cached by `Sources`; without a dynamic reference in any document it is never made.
 */

import type { Json } from "@proto-gen/runtime/json";
import { isObject, subschemas } from "../../json-schema/keywords.js";
import { addressKey, type SchemaAddress } from "../../json-schema/schema-address.js";
import type { ResolvedSchema } from "../../json-schema/schema-set.js";
import type { Sources } from "../../load/sources.js";
import { readListedValues } from "./listed-values.js";

/** An enum that a release leaves open: a `$dynamicRef` leads to it. */
export interface BaseEnum {
  readonly anchor: string;
  readonly address: SchemaAddress;
  readonly values: readonly Json[];
  /** Some `$dynamicRef` stands for the whole enum, and not only for added values beside it in one `anyOf`. */
  readonly isWhole: boolean;
}

export interface EnumSurvey {
  readonly bases: readonly BaseEnum[];
  /** For each document, those that it refers to. */
  readonly references: ReadonlyMap<string, ReadonlySet<string>>;
  /** Documents from which a `$dynamicRef` is reached. */
  readonly dynamic: ReadonlySet<string>;
}

/** The survey while it is made. */
interface SurveyState {
  readonly sources: Sources;
  readonly bases: Map<string, BaseEnum>;
  readonly references: Map<string, Set<string>>;
  readonly referrers: Map<string, Set<string>>;
  /** Documents with a `$dynamicRef` that leads to an anchor. */
  readonly starts: Set<string>;
}

const surveys = new WeakMap<Sources, EnumSurvey>();

export function surveyEnums(sources: Sources): EnumSurvey {
  const known = surveys.get(sources) ?? createSurvey(sources);
  surveys.set(sources, known);
  return known;
}

function createSurvey(sources: Sources): EnumSurvey {
  const state: SurveyState = {
    sources,
    bases: new Map(),
    references: new Map(),
    referrers: new Map(),
    starts: new Set(),
  };
  for (const location of everySchema(sources)) {
    addReference(state, location, "$ref");
    addReference(state, location, "$dynamicRef");
  }
  const { bases, references, referrers, starts } = state;
  return {
    bases: [...bases.values()],
    references,
    dynamic: collectReachable([...starts], referrers),
  };
}

function addReference(
  state: SurveyState,
  { document, pointer, schema, resource }: ResolvedSchema,
  keyword: "$ref" | "$dynamicRef",
): void {
  const reference = isObject(schema) ? schema[keyword] : undefined;
  if (typeof reference !== "string") return;
  const target = state.sources.resolve(resource.uri, document, reference);
  if (target === undefined) return;
  addTo(state.references, document, target.document);
  addTo(state.referrers, target.document, document);
  if (keyword === "$ref" || target.dynamicAnchor === undefined) return;
  state.starts.add(document);
  const isBeside = document === target.document && areAlternatives(pointer, target.pointer);
  addBase(state, { ...target, dynamicAnchor: target.dynamicAnchor }, !isBeside);
}

function addBase(
  { sources, bases }: SurveyState,
  target: ResolvedSchema & { readonly dynamicAnchor: string },
  isWhole: boolean,
): void {
  const values = readListedValues(sources, target);
  if (values === undefined) return;
  const key = addressKey(target);
  bases.set(key, {
    anchor: target.dynamicAnchor,
    address: { document: target.document, pointer: target.pointer },
    values,
    isWhole: isWhole || bases.get(key)?.isWhole === true,
  });
}

/** Tells whether two schemas are alternatives of one `anyOf`. */
function areAlternatives(left: string, right: string): boolean {
  const listOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf("/"));
  return listOf(left) === listOf(right) && listOf(left).endsWith("/anyOf");
}

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([value]));
  else known.add(value);
}

/** Lists some documents, and all that are reached from them over any number of edges. */
export function collectReachable(
  documents: readonly string[],
  edges: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const reached = new Set(documents);
  for (const document of reached) for (const next of edges.get(document) ?? []) reached.add(next);
  return reached;
}

/** Every schema of some documents, and of those that they refer to. */
export function collectReachableSchemas(
  sources: Sources,
  documents: readonly string[],
): Iterable<ResolvedSchema> {
  return everySchema(sources, collectReachable(documents, surveyEnums(sources).references));
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
