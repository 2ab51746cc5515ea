/** Views the keywords that name members: `properties`, `required` and `dependentRequired`. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { defineMember, mapMembers } from "../../json-schema/json-objects.js";
import { isObject } from "../../json-schema/keywords.js";
import type { Annotation } from "../../json-schema/visibility.js";
import { annotationOf } from "../view.js";
import type { ContestedMembers } from "../viewed-source.js";
import { omitsMember, type InheritedVisibility } from "../visibility/inherited-visibility.js";
import type { DocumentContext, SchemaContext } from "./document-context.js";

const NO_ANNOTATIONS: ReadonlyMap<string, Annotation> = new Map();

/** Resolves the annotation of each member that a schema declares: its own, else the inherited one. */
export function annotateProperties(
  { view, vocabulary }: DocumentContext,
  schema: JsonObject,
  { annotations: inherited, contested }: InheritedVisibility,
): ReadonlyMap<string, Annotation> {
  const { properties } = schema;
  if (!isObject(properties)) return NO_ANNOTATIONS;
  const resolved = new Map<string, Annotation>();
  for (const name of Object.keys(properties)) {
    const annotation =
      annotationOf(properties[name], view, vocabulary) ??
      (contested.has(name) ? undefined : inherited.get(name));
    if (annotation !== undefined) resolved.set(name, annotation);
  }
  return resolved;
}

export function viewProperties(
  properties: JsonObject,
  annotations: ReadonlyMap<string, Annotation>,
  viewMember: (name: string, schema: Json) => Json,
): JsonObject {
  const result: Record<string, Json> = {};
  for (const name of Object.keys(properties)) {
    const annotation = annotations.get(name);
    if (annotation?.visibility === "omit") continue;
    const schema = viewMember(name, properties[name] as Json);
    const isDeprecated = annotation?.deprecated === true && isObject(schema);
    defineMember(result, name, isDeprecated ? { ...schema, deprecated: true } : schema);
  }
  return result;
}

/** Views `required`; undefined where nothing is left: an emptied `required` disappears. */
export function viewRequired(
  source: Json | undefined,
  context: SchemaContext,
): string[] | undefined {
  if (source !== undefined && !Array.isArray(source)) return undefined;
  if (source === undefined && context.annotations.size === 0) return undefined;
  const listed = (source ?? []) as readonly string[];
  const names = new Set(listed.filter((name) => !leavesRequired(context, name)));
  for (const [name, { visibility }] of context.annotations) {
    // A question may still ask for a member that the view omits.
    if (context.isQuestion && visibility === "omit") continue;
    if (visibility === "required" && !leavesRequired(context, name)) names.add(name);
    else names.delete(name);
  }
  const wasEmpty = source !== undefined && listed.length === 0;
  return names.size > 0 || wasEmpty ? [...names] : undefined;
}

export function viewDependentRequired(value: JsonObject, context: SchemaContext): JsonObject {
  return mapMembers(value, (_, names) =>
    Array.isArray(names) ? names.filter((name) => !leavesRequired(context, name as string)) : names,
  );
}

function leavesRequired({ isQuestion, inherited }: SchemaContext, name: string): boolean {
  return !isQuestion && omitsMember(inherited, name);
}

/** Lists the members whose visibility a schema leaves to the active extensions; undefined for almost all schemas. */
export function collectContestedMembers(
  schema: JsonObject,
  { document, inherited: { contested, contestedRequired }, isQuestion }: SchemaContext,
): ContestedMembers | undefined {
  if (isQuestion || contested.size + contestedRequired.size === 0) return undefined;
  const { properties } = schema;
  const { view, vocabulary } = document;
  const declared = [...contested].filter(
    (name) =>
      isObject(properties) &&
      Object.hasOwn(properties, name) &&
      annotationOf(properties[name], view, vocabulary) === undefined,
  );
  return { declared: new Set(declared), omittable: new Set([...contested, ...contestedRequired]) };
}
