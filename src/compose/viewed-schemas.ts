/**
 * Viewed documents: plain JSON Schema 2020-12, without annotations, in one URI space. A document
 * seen by a view stands at `<uri>?view=<view>`, and every `$ref` in it is absolute and leads to the
 * same view, so that later stages need to know nothing of directions or operations.
 */

import { joinPointer, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { failure } from "../errors.js";
import { isObject, isRoleMap, isSchema } from "../json-schema/keywords.js";
import { absolute, createSchemaSet, type SchemaSet } from "../json-schema/schema-set.js";
import { placeOf } from "../load/document.js";
import type { Sources } from "../load/sources.js";
import {
  factsOf,
  follow,
  influenceOf,
  NO_INFLUENCE,
  outsideInfluence,
  type Address,
  type Influence,
} from "./instance.js";
import type { Annotation } from "../json-schema/visibility.js";
import { annotationOf, viewKeywords, viewText, type View } from "./view.js";

/** Where a viewed document comes from. */
export interface ViewedSource {
  readonly document: string;
  /** Where its root stands in the source; undefined for the document's own root. */
  readonly pointer?: string;
  readonly view: View;
  /** The document has one request view for all operations. */
  readonly shared: boolean;
  /** The document stands in a composition that changes the visibility of some of its properties. */
  readonly influenced?: { readonly pointer: string; readonly influence: Influence };
}

export interface ViewedSchemas {
  readonly set: SchemaSet;
  /** The absolute reference to a source schema, seen by a view. */
  reference(target: Address, view: View, influence?: Influence): string;
  /** The source of a viewed document; undefined for a composed one. */
  source(uri: string): ViewedSource | undefined;
  /** Adds a composed document, whose references are already viewed; `source` where it is one schema, changed. */
  addComposed(uri: string, schema: JsonObject, source?: ViewedSource): void;
}

export function createViewedSchemas(sources: Sources): ViewedSchemas {
  const viewed = new Map<string, ViewedSource>();
  const { vocabulary } = sources.profile;
  const dropped = viewKeywords(vocabulary);
  const set = createSchemaSet((uri) => {
    const source = viewed.get(uri);
    return source === undefined ? undefined : viewDocument(uri, source);
  });

  function reference({ document, pointer }: Address, view: View, influence?: Influence): string {
    const root = sources.schemas.root(document);
    const shared =
      view.direction === "request" &&
      isObject(root) &&
      root[vocabulary.sharedRequestAnnotation] === true;
    const effective: View = shared ? { direction: "request", operation: "create" } : view;
    const influenced = influence === undefined ? {} : { influenced: { pointer, influence } };
    const uri = viewedUri(document, effective, influence, pointer);
    if (!viewed.has(uri)) viewed.set(uri, { document, view: effective, shared, ...influenced });
    return pointer === "" ? uri : `${uri}#${encodePointer(pointer)}`;
  }

  function viewDocument(uri: string, source: ViewedSource): Json {
    const { document, view, influenced } = source;
    const root = sources.schemas.root(document) as Json;
    const extras = sources.extraSchemas.get(document) ?? new Set<string>();
    const aboveExtras = ancestorsOf(extras);
    return transform(root, "", {
      base: document,
      instance: instanceAt({ document, pointer: "" }, ""),
    });

    interface Context {
      readonly base: string;
      readonly instance: Influence;
    }

    function instanceAt(address: Address, pointer: string): Influence {
      const own = influenceOf(factsOf(sources, [address], view));
      if (influenced?.pointer !== pointer) return own;
      return {
        inherited: new Map([...own.inherited, ...influenced.influence.inherited]),
        omitted: new Set([...own.omitted, ...influenced.influence.omitted]),
      };
    }

    /** A subschema of another instance: a property's value, an item, a definition. */
    function fresh(schema: Json, pointer: string, context: Context): Json {
      if (!isObject(schema)) return schema;
      const instance =
        needsInstance(schema) || influenced?.pointer === pointer
          ? instanceAt({ document, pointer }, pointer)
          : NO_INFLUENCE;
      return transform(schema, pointer, { ...context, instance });
    }

    function transform(schema: Json, pointer: string, outer: Context): Json {
      if (!isObject(schema)) return schema;
      const id = schema["$id"];
      const base =
        typeof id === "string" && pointer !== ""
          ? absolute(outer.base, id)
          : baseOf(schema, outer, pointer);
      const context = { ...outer, base };
      const result: Record<string, Json> = {};
      const required = new RequiredNames(schema["required"], context.instance.omitted);
      for (const [keyword, value] of Object.entries(schema)) {
        if (dropped.has(keyword)) continue;
        const at = `${pointer}/${keyword}`;
        const viewedValue = transformKeyword(keyword, value, at, context, required);
        if (viewedValue !== undefined) result[keyword] = viewedValue;
      }
      const names = required.result();
      if (names !== undefined) result["required"] = names;
      if (typeof id === "string") result["$id"] = pointer === "" ? uri : viewedUri(base, view);
      return result;
    }

    function baseOf(schema: JsonObject, outer: Context, pointer: string): string {
      const id = schema["$id"];
      return pointer === "" && typeof id === "string" ? absolute(document, id) : outer.base;
    }

    function transformKeyword(
      keyword: string,
      value: Json,
      at: string,
      context: Context,
      required: RequiredNames,
    ): Json | undefined {
      switch (keyword) {
        case "properties":
          return isObject(value) ? viewProperties(value, at, context, required) : value;
        case "required":
          return Array.isArray(value) ? undefined : value;
        case "$ref":
          return typeof value === "string" ? viewReference(value, at, context) : value;
        case "allOf":
        case "anyOf":
        case "oneOf":
          return Array.isArray(value)
            ? value.map((branch, index) => transform(branch as Json, `${at}/${index}`, context))
            : value;
        case "then":
        case "else":
          return transform(value, at, context);
        case "if":
        case "not":
          // A condition's `required` asks a question; the omitted member leaves the answer as it is.
          return transform(value, at, {
            ...context,
            instance: { ...context.instance, omitted: new Set() },
          });
        case "dependentSchemas":
          return isObject(value)
            ? mapEntries(value, (name, entry) => transform(entry, joinPointer(at, name), context))
            : value;
        case "dependentRequired":
          return isObject(value) ? viewDependentRequired(value, context) : value;
        case "$defs":
        case "definitions":
        case "patternProperties":
          return isObject(value)
            ? mapEntries(value, (name, entry) =>
                viewDefinition(name, entry, joinPointer(at, name), context),
              )
            : value;
        case "prefixItems":
          return Array.isArray(value)
            ? value.map((item, index) => fresh(item as Json, `${at}/${index}`, context))
            : value;
        case "additionalProperties":
          return annotationOf(value, view, vocabulary)?.visibility === "omit"
            ? undefined
            : fresh(value, at, context);
        case "items":
        case "contains":
        case "propertyNames":
        case "unevaluatedItems":
        case "unevaluatedProperties":
        case "contentSchema":
          return fresh(value, at, context);
        default:
          return viewExtras(value, at, context);
      }
    }

    /** Under an unknown keyword everything is data, but for what a reference names. */
    function viewExtras(value: Json, at: string, context: Context): Json {
      if (typeof value !== "object" || value === null) return value;
      if (extras.has(at)) return fresh(value, at, context);
      if (!aboveExtras.has(at)) return value;
      if (Array.isArray(value))
        return (value as readonly Json[]).map((item, index) =>
          viewExtras(item, `${at}/${index}`, context),
        );
      const result: Record<string, Json> = {};
      for (const [name, entry] of Object.entries(value))
        define(result, name, viewExtras(entry, joinPointer(at, name), context));
      return result;
    }

    function viewDefinition(name: string, entry: Json, at: string, context: Context): Json {
      if (!isRoleMap(name, entry)) return fresh(entry, at, context);
      return mapEntries(entry, (role, schema) => fresh(schema, joinPointer(at, role), context));
    }

    function viewProperties(
      properties: JsonObject,
      at: string,
      context: Context,
      required: RequiredNames,
    ): JsonObject {
      const result: Record<string, Json> = {};
      for (const [name, property] of Object.entries(properties)) {
        const pointer = joinPointer(at, name);
        const effective =
          annotationOf(property, view, vocabulary) ?? context.instance.inherited.get(name);
        required.apply(name, effective);
        if (effective?.visibility === "omit") continue;
        const schema = fresh(property, pointer, context);
        define(
          result,
          name,
          effective?.deprecated === true && isObject(schema)
            ? { ...schema, deprecated: true }
            : schema,
        );
      }
      return result;
    }

    function viewDependentRequired(
      value: JsonObject,
      { instance: { omitted } }: Context,
    ): JsonObject {
      const kept = Object.entries(value).filter(([name]) => !omitted.has(name));
      return Object.fromEntries(
        kept.map(([name, names]) => [
          name,
          Array.isArray(names) ? names.filter((each) => !omitted.has(each as string)) : names,
        ]),
      );
    }

    function viewReference(value: string, at: string, { base, instance }: Context): Json {
      const target = follow(sources, { document, pointer: at }, base, value);
      if (target === undefined)
        throw failure("LOAD_REF_UNRESOLVED", `$ref ${value} leads nowhere`, place(at));
      const outside =
        instance === NO_INFLUENCE
          ? undefined
          : outsideInfluence(instance, factsOf(sources, [target], view));
      return reference({ document: target.document, pointer: target.pointer }, view, outside);
    }

    function place(pointer: string): ReturnType<typeof placeOf> | undefined {
      const found = sources.documents.get(document);
      return found && placeOf(found, pointer);
    }
  }

  return {
    set,
    reference,
    source: (uri) => viewed.get(uri),
    addComposed(uri, schema, source) {
      if (source !== undefined) viewed.set(uri, source);
      set.add(uri, schema);
    },
  };
}

/** The pointers of all that holds what is at one of these. */
function ancestorsOf(pointers: ReadonlySet<string>): ReadonlySet<string> {
  const above = new Set<string>();
  for (const pointer of pointers) {
    for (let end = pointer.lastIndexOf("/"); end >= 0; end = pointer.lastIndexOf("/", end - 1)) {
      above.add(pointer.slice(0, end));
      if (end === 0) break;
    }
  }
  return above;
}

/** An instance needs a look at its branches only where more than one schema describes it. */
function needsInstance(schema: JsonObject): boolean {
  return isObject(schema["properties"]) || schema["allOf"] !== undefined;
}

/** The `required` of one schema object while its properties are viewed. */
class RequiredNames {
  readonly #source: Json | undefined;
  readonly #omitted: ReadonlySet<string>;
  readonly #names: Set<string>;

  constructor(source: Json | undefined, omitted: ReadonlySet<string>) {
    this.#source = source;
    this.#omitted = omitted;
    this.#names = new Set(
      Array.isArray(source) ? (source as string[]).filter((name) => !omitted.has(name)) : [],
    );
  }

  apply(name: string, annotation: Annotation | undefined): void {
    if (annotation?.visibility === "required" && !this.#omitted.has(name)) this.#names.add(name);
    else if (annotation !== undefined) this.#names.delete(name);
  }

  /** Undefined where nothing is left: an emptied `required` disappears. */
  result(): string[] | undefined {
    if (this.#source !== undefined && !Array.isArray(this.#source)) return undefined;
    const untouchedEmpty = Array.isArray(this.#source) && this.#source.length === 0;
    return this.#names.size > 0 || untouchedEmpty ? [...this.#names] : undefined;
  }
}

function mapEntries(value: JsonObject, change: (name: string, entry: Json) => Json): JsonObject {
  const result: Record<string, Json> = {};
  for (const [name, entry] of Object.entries(value))
    define(result, name, isSchema(entry) ? change(name, entry) : entry);
  return result;
}

/** Sets an own member whatever its name is, `__proto__` included. */
function define(target: Record<string, Json>, name: string, value: Json): void {
  Object.defineProperty(target, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function encodePointer(pointer: string): string {
  return pointer.split("/").map(encodeURIComponent).join("/");
}

function viewedUri(document: string, view: View, influence?: Influence, pointer?: string): string {
  const query = `${document.includes("?") ? "&" : "?"}view=${encodeURIComponent(viewText(view))}`;
  if (influence === undefined) return document + query;
  const text = JSON.stringify([
    pointer,
    [...influence.inherited].map(([name, { visibility, deprecated }]) => [
      name,
      visibility,
      deprecated,
    ]),
    [...influence.omitted],
  ]);
  return `${document}${query}&within=${encodeURIComponent(text)}`;
}
