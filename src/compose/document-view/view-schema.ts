/**
 * Views one schema, keyword by keyword. Keywords differ in what their subschemas describe: a branch of `allOf` describes the
 * same instance and inherits all, a branch under a condition inherits omissions only, and the schema of a member or an item
 * starts an instance of its own.
 */

import { joinPointer, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { mapMembers } from "../../json-schema/json-objects.js";
import { resolveUri } from "../../json-schema/schema-set.js";
import { isObject, isRoleMap, isSchema } from "../../json-schema/keywords.js";
import { annotationOf } from "../view.js";
import { viewedUri } from "../viewed-uri.js";
import { countsEvaluated } from "../visibility/in-place-schemas.js";
import {
  inheritUnderCondition,
  inheritWithinInstance,
  NOTHING_INHERITED,
} from "../visibility/inherited-visibility.js";
import {
  collectAnnotationsAt,
  resolveInherited,
  type DocumentContext,
  type LocatedSchema,
  type SchemaContext,
  type Surroundings,
} from "./document-context.js";
import {
  collectContestedMembers,
  annotateProperties,
  viewDependentRequired,
  viewProperties,
  viewRequired,
} from "./view-members.js";
import { viewDynamicReference, viewReference } from "./view-references.js";

/** Views the value of a keyword, which stands at a pointer; undefined drops the keyword. */
type KeywordViewer = (value: Json, pointer: string, context: SchemaContext) => Json | undefined;

/** Views a schema in the value of a keyword. */
type SubschemaViewer = (schema: Json, pointer: string, context: SchemaContext) => Json;

/** Keywords with schemas in them, or with names of members. Under any other keyword, everything is data. */
const KEYWORD_VIEWERS: ReadonlyMap<string, KeywordViewer> = new Map<string, KeywordViewer>([
  ["properties", viewEachProperty],
  // It is added once all properties are known. One that is no array is data.
  ["required", (value) => (Array.isArray(value) ? undefined : value)],
  ["dependentRequired", viewDependentNames],
  ["$ref", ofString(viewReference)],
  ["$dynamicRef", ofString(viewDynamicReference)],
  ["allOf", eachItem(viewBranch)],
  ["anyOf", eachItem(viewConditional)],
  ["oneOf", eachItem(viewConditional)],
  ["then", viewConditional],
  ["else", viewConditional],
  ["if", viewQuestion],
  ["not", viewQuestion],
  ["dependentSchemas", eachSchema(viewConditional)],
  ["$defs", viewDefinitions],
  ["definitions", viewDefinitions],
  ["patternProperties", viewDefinitions],
  ["prefixItems", eachItem(viewInside)],
  ["additionalProperties", viewAdditionalProperties],
  ["items", viewInside],
  ["contains", viewInside],
  ["propertyNames", viewInside],
  ["unevaluatedItems", viewInside],
  ["unevaluatedProperties", viewInside],
  ["contentSchema", viewInside],
]);

export function viewSchema(
  document: DocumentContext,
  { schema, pointer }: LocatedSchema,
  surroundings: Surroundings,
): Json {
  if (!isObject(schema)) return schema;
  const context = enterSchema(document, { schema, pointer }, surroundings);
  const result: Record<string, Json> = {};
  for (const keyword of Object.keys(schema)) {
    if (document.viewKeywords.has(keyword)) continue;
    const viewKeyword = KEYWORD_VIEWERS.get(keyword) ?? viewUnknown;
    const viewed = viewKeyword(schema[keyword] as Json, `${pointer}/${keyword}`, context);
    if (viewed !== undefined) result[keyword] = viewed;
  }
  const required = viewRequired(schema["required"], context);
  if (required !== undefined) result["required"] = required;
  if (typeof schema["$id"] === "string")
    result["$id"] = pointer === "" ? document.uri : viewedUri(context.base, document.view);
  const contested = collectContestedMembers(schema, context);
  if (contested !== undefined) document.noteContested(document.uri, pointer, contested);
  return result;
}

/** The URI of the resource that begins at a schema with an `$id`; below an unknown keyword, none begins. */
function baseAt(
  { sources, sourceUri }: DocumentContext,
  pointer: string,
  { id, outer }: { readonly id: string; readonly outer: Surroundings },
): string {
  const resource = sources.schemas.locate(sourceUri, pointer)?.resource;
  return resource?.pointer === pointer ? resource.uri : resolveUri(outer.base, id);
}

function enterSchema(
  document: DocumentContext,
  { schema, pointer }: LocatedSchema<JsonObject>,
  outer: Surroundings,
): SchemaContext {
  const id = schema["$id"];
  const inherited =
    outer.inherited.checkedElsewhere.size > 0 && countsEvaluated(schema)
      ? { ...outer.inherited, checkedElsewhere: new Set<string>() }
      : outer.inherited;
  return {
    document,
    pointer,
    base: typeof id === "string" ? baseAt(document, pointer, { id, outer }) : outer.base,
    inherited,
    isQuestion: outer.isQuestion,
    isInside: outer.isInside,
    annotations: annotateProperties(document, schema, inherited),
  };
}

function viewBranch(schema: Json, pointer: string, context: SchemaContext): Json {
  return viewSchema(context.document, { schema, pointer }, context);
}

function viewConditional(schema: Json, pointer: string, context: SchemaContext): Json {
  // A contribution may be a branch of a choice of shapes: then it is no condition.
  if (context.document.inherited?.pointer === pointer) return viewOutside(schema, pointer, context);
  const own = collectAnnotationsAt(context.document, pointer);
  const inherited = inheritUnderCondition(context.inherited, own);
  return viewSchema(context.document, { schema, pointer }, { ...context, inherited });
}

/** Views `if` or `not`: these demand nothing, so that they may ask for members that other branches omit. */
function viewQuestion(schema: Json, pointer: string, context: SchemaContext): Json {
  const inherited = inheritWithinInstance(collectAnnotationsAt(context.document, pointer));
  const question = { ...context, inherited, isQuestion: true };
  return viewSchema(context.document, { schema, pointer }, question);
}

/** The schema of another instance: a member's value, an item, a definition. */
function viewInstance(schema: Json, pointer: string, context: SchemaContext): Json {
  if (!isObject(schema)) return schema;
  const { document } = context;
  const hasBranches = isObject(schema["properties"]) || schema["allOf"] !== undefined;
  const inherited =
    hasBranches || document.inherited?.pointer === pointer
      ? resolveInherited(document, pointer)
      : NOTHING_INHERITED;
  return viewSchema(document, { schema, pointer }, { ...context, inherited });
}

function viewInside(schema: Json, pointer: string, context: SchemaContext): Json {
  return viewInstance(schema, pointer, { ...context, isInside: true });
}

function viewOutside(schema: Json, pointer: string, context: SchemaContext): Json {
  return viewInstance(schema, pointer, { ...context, isInside: false });
}

function viewEachProperty(value: Json, pointer: string, context: SchemaContext): Json {
  if (!isObject(value)) return value;
  return viewProperties(value, context.annotations, (name, property) =>
    viewInside(property, joinPointer(pointer, name), context),
  );
}

function viewDependentNames(value: Json, _: string, context: SchemaContext): Json {
  return isObject(value) ? viewDependentRequired(value, context) : value;
}

function viewAdditionalProperties(
  value: Json,
  pointer: string,
  context: SchemaContext,
): Json | undefined {
  const { view, vocabulary } = context.document;
  const isOmitted = annotationOf(value, view, vocabulary)?.visibility === "omit";
  return isOmitted ? undefined : viewInside(value, pointer, context);
}

function viewDefinitions(value: Json, pointer: string, context: SchemaContext): Json {
  if (!isObject(value)) return value;
  return mapMembers(value, (name, entry) => {
    const at = joinPointer(pointer, name);
    if (isRoleMap(name, entry)) return eachSchema(viewOutside)(entry, at, context);
    return isSchema(entry) ? viewOutside(entry, at, context) : entry;
  });
}

/** An unknown keyword holds data, but for the schemas in it that a reference names. */
function viewUnknown(value: Json, pointer: string, context: SchemaContext): Json {
  if (typeof value !== "object" || value === null) return value;
  const { extraSchemas, extraAncestors } = context.document;
  if (extraSchemas.has(pointer)) return viewOutside(value, pointer, context);
  if (!extraAncestors.has(pointer)) return value;
  return Array.isArray(value)
    ? eachItem(viewUnknown)(value, pointer, context)
    : mapMembers(value as JsonObject, (name, member) =>
        viewUnknown(member, joinPointer(pointer, name), context),
      );
}

function ofString(
  view: (value: string, context: SchemaContext) => Json | undefined,
): KeywordViewer {
  return (value, _, context) => (typeof value === "string" ? view(value, context) : value);
}

function eachItem(view: SubschemaViewer): SubschemaViewer {
  return (value, pointer, context) =>
    Array.isArray(value)
      ? (value as readonly Json[]).map((item, index) => view(item, `${pointer}/${index}`, context))
      : value;
}

function eachSchema(view: SubschemaViewer): SubschemaViewer {
  return (value, pointer, context) =>
    isObject(value)
      ? mapMembers(value, (name, schema) =>
          isSchema(schema) ? view(schema, joinPointer(pointer, name), context) : schema,
        )
      : value;
}
