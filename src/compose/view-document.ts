/**
 * A document as a view has it. In: a source document, a view, and the influence of its surroundings. Out: plain JSON
 * Schema 2020-12 without annotations, whose references lead to viewed documents.
 */

import { joinPointer, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { failure } from "../errors.js";
import { isObject, isRoleMap, isSchema } from "../json-schema/keywords.js";
import { absolute, type ResolvedSchema } from "../json-schema/schema-set.js";
import type { Annotation } from "../json-schema/visibility.js";
import { locateSource } from "../load/document.js";
import type { Sources } from "../load/sources.js";
import {
  conditional,
  influenceOf,
  influenceOn,
  NO_INFLUENCE,
  omits,
  type Influence,
} from "./influence.js";
import { addressKey, type SchemaAddress } from "../json-schema/schema-address.js";
import { keepsCovered } from "./applied.js";
import { factsBeside, factsOf } from "./instance.js";
import { annotationOf, viewKeywords } from "./view.js";
import { serviceDocuments } from "./service-schemas.js";
import type {
  MeantByServices,
  OpenMembers,
  ViewedSchemas,
  ViewedSource,
} from "./viewed-schemas.js";
import { viewedUri } from "./viewed-uri.js";

export interface Viewing {
  readonly reference: ViewedSchemas["reference"];
  readonly meantByServices: MeantByServices;
  /** Is told what each schema object leaves to the active extensions. */
  noteOpen(uri: string, pointer: string, members: OpenMembers): void;
}

/** @returns the view of a document, which stands at `uri` */
export function documentViewer(
  sources: Sources,
  { reference, meantByServices, noteOpen }: Viewing,
): (uri: string, source: ViewedSource) => Json {
  const { vocabulary } = sources.profile;
  const services = serviceDocuments(sources);
  const dropped = viewKeywords(vocabulary);
  return viewDocument;

  function viewDocument(uri: string, source: ViewedSource): Json {
    const { document, view, influenced, part } = source;
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
      /** The schema asks a question, and does not demand: what it requires stays. */
      readonly asks?: boolean;
      /** It describes what is in a value: a member, or an item. */
      readonly isInside?: boolean;
    }

    function instanceAt(address: SchemaAddress, pointer: string): Influence {
      if (influenced?.pointer !== pointer) return influenceOf(factsOf(sources, address, view));
      const { influence } = influenced;
      const own = factsBeside(sources, address, view, influence.covered);
      return { ...influence, last: new Map([...own.last, ...influence.last]) };
    }

    /** A branch of the same instance that holds under a condition. */
    function underCondition(schema: Json, pointer: string, context: Context): Json {
      const own = factsOf(sources, { document, pointer }, view);
      return transform(schema, pointer, {
        ...context,
        instance: conditional(context.instance, own),
      });
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

    function inside(schema: Json, pointer: string, context: Context): Json {
      return fresh(schema, pointer, { ...context, isInside: true });
    }

    function transform(schema: Json, pointer: string, outer: Context): Json {
      if (!isObject(schema)) return schema;
      const id = schema["$id"];
      const base =
        typeof id === "string" && pointer !== ""
          ? absolute(outer.base, id)
          : baseOf(schema, outer, pointer);
      const context = { ...outer, base, instance: instanceWithin(schema, outer.instance) };
      const result: Record<string, Json> = {};
      const isOmitted = (name: string): boolean =>
        context.asks !== true && omits(context.instance, name);
      const required = new RequiredNames(schema["required"], isOmitted);
      for (const [keyword, value] of Object.entries(schema)) {
        if (dropped.has(keyword)) continue;
        const at = `${pointer}/${keyword}`;
        const viewedValue = transformKeyword(keyword, value, at, context, required);
        if (viewedValue !== undefined) result[keyword] = viewedValue;
      }
      const names = required.result();
      if (names !== undefined) result["required"] = names;
      if (typeof id === "string") result["$id"] = pointer === "" ? uri : viewedUri(base, view);
      noteOpenMembers(schema, pointer, context);
      return result;
    }

    function instanceWithin(schema: JsonObject, instance: Influence): Influence {
      return instance.covered.size > 0 && keepsCovered(schema)
        ? { ...instance, covered: new Set() }
        : instance;
    }

    function noteOpenMembers(
      schema: JsonObject,
      pointer: string,
      { instance, asks }: Context,
    ): void {
      const { open: members, openRequired } = instance;
      if (asks === true || members.size + openRequired.size === 0) return;
      const { properties } = schema;
      const inheriting = new Set(
        [...members].filter(
          (name) =>
            isObject(properties) &&
            Object.hasOwn(properties, name) &&
            annotationOf(properties[name], view, vocabulary) === undefined,
        ),
      );
      const leaving = new Set([...members, ...openRequired]);
      noteOpen(uri, pointer, { inheriting, leaving });
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
        case "$dynamicRef":
          return typeof value === "string" ? viewDynamicReference(value, at, context) : value;
        case "allOf":
          return Array.isArray(value)
            ? value.map((branch, index) => transform(branch as Json, `${at}/${index}`, context))
            : value;
        case "anyOf":
        case "oneOf":
          return Array.isArray(value)
            ? value.map((branch, index) =>
                underCondition(branch as Json, `${at}/${index}`, context),
              )
            : value;
        case "then":
        case "else":
          return underCondition(value, at, context);
        case "if":
        case "not":
          return transform(value, at, {
            ...context,
            instance: influenceOf(factsOf(sources, { document, pointer: at }, view)),
            asks: true,
          });
        case "dependentSchemas":
          return isObject(value)
            ? mapEntries(value, (name, entry) =>
                underCondition(entry, joinPointer(at, name), context),
              )
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
            ? value.map((item, index) => inside(item as Json, `${at}/${index}`, context))
            : value;
        case "additionalProperties":
          return annotationOf(value, view, vocabulary)?.visibility === "omit"
            ? undefined
            : inside(value, at, context);
        case "items":
        case "contains":
        case "propertyNames":
        case "unevaluatedItems":
        case "unevaluatedProperties":
        case "contentSchema":
          return inside(value, at, context);
        default:
          return viewExtras(value, at, context);
      }
    }

    /** Under an unknown keyword everything is data, but for what a reference names. */
    function viewExtras(value: Json, at: string, context: Context): Json {
      if (typeof value !== "object" || value === null) return value;
      if (extras.has(at)) return fresh(value, at, { ...context, isInside: false });
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
      const outside = { ...context, isInside: false };
      if (!isRoleMap(name, entry)) return fresh(entry, at, outside);
      return mapEntries(entry, (role, schema) => fresh(schema, joinPointer(at, role), outside));
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
          annotationOf(property, view, vocabulary) ?? inheritedBy(name, context.instance);
        // What is omitted here, a question still asks for.
        if (context.asks !== true || effective?.visibility !== "omit")
          required.apply(name, effective);
        if (effective?.visibility === "omit") continue;
        const schema = inside(property, pointer, context);
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

    function viewDependentRequired(value: JsonObject, { instance, asks }: Context): JsonObject {
      const stays = (name: string): boolean => asks === true || !omits(instance, name);
      const result: Record<string, Json> = {};
      for (const [name, names] of Object.entries(value))
        define(
          result,
          name,
          Array.isArray(names) ? names.filter((each) => stays(each as string)) : names,
        );
      return result;
    }

    /** Undefined where the reference says nothing that is not checked anyway. */
    function viewReference(
      value: string,
      at: string,
      { base, instance, isInside }: Context,
    ): Json | undefined {
      const found = locationOf("$ref", value, at, base);
      const target = { document: found.document, pointer: found.pointer };
      const meant =
        isInside === true && services.has(document) ? meantByServices(target, view) : undefined;
      if (meant !== undefined) return meant;
      if (instance === NO_INFLUENCE) return reference(target, view);
      if (instance.covered.has(addressKey(target))) return undefined;
      const influence = influenceOn(factsOf(sources, target, view), instance);
      return reference(target, view, influence, influence === undefined ? undefined : part);
    }

    /** A dynamic reference stays one: it leads to the view of the same anchor. */
    function viewDynamicReference(value: string, at: string, { base }: Context): Json {
      const found = locationOf("$dynamicRef", value, at, base);
      const { resource, dynamicAnchor } = found;
      if (dynamicAnchor === undefined) return reference(found, view);
      const of =
        resource.pointer === ""
          ? reference({ document: found.document, pointer: "" }, view)
          : viewedUri(resource.uri, view);
      return `${of}#${dynamicAnchor}`;
    }

    function locationOf(keyword: string, value: string, at: string, base: string): ResolvedSchema {
      const found = sources.resolve(base, document, value);
      if (found !== undefined) return found;
      throw failure("LOAD_REF_UNRESOLVED", `${keyword} ${value} leads nowhere`, place(at));
    }

    function place(pointer: string): ReturnType<typeof locateSource> | undefined {
      const found = sources.documents.get(document);
      return found && locateSource(found, pointer);
    }
  }
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

/** What a member without annotation takes from the other branches. */
function inheritedBy(name: string, { last, open }: Influence): Annotation | undefined {
  return open.has(name) ? undefined : last.get(name);
}

/** An instance needs a look at its branches only where more than one schema describes it. */
function needsInstance(schema: JsonObject): boolean {
  return isObject(schema["properties"]) || schema["allOf"] !== undefined;
}

/** The `required` of one schema object while its properties are viewed. */
class RequiredNames {
  readonly #source: Json | undefined;
  readonly #isOmitted: (name: string) => boolean;
  readonly #names: Set<string>;

  constructor(source: Json | undefined, isOmitted: (name: string) => boolean) {
    this.#source = source;
    this.#isOmitted = isOmitted;
    this.#names = new Set(
      Array.isArray(source) ? (source as string[]).filter((name) => !isOmitted(name)) : [],
    );
  }

  apply(name: string, annotation: Annotation | undefined): void {
    if (annotation?.visibility === "required" && !this.#isOmitted(name)) this.#names.add(name);
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
