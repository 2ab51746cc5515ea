/**
 * Types of fulfillment methods that are not everywhere they have to be (§2.6): in the `type` enum of a method, as
 * `allows_multi_destination.{type}`, and in the enum of the items of `allows_method_combinations`. In: the release's
 * schemas, and those of others that it builds on. Out: a finding for each type that the release itself writes.
 */

import { joinPointer, type Json } from "@proto-gen/runtime/json";
import { isObject } from "../../json-schema/keywords.js";
import { locateSource, type Document } from "../../load/document.js";
import type { LintContext } from "../context.js";
import { capped } from "../each-schema.js";
import { lintRule, type Observation } from "../rule.js";
import type { SchemaPlace } from "../workshop.js";

/** A type as it is written in one of the three places. */
interface Written {
  readonly type: string;
  readonly document: Document;
  readonly pointer: string;
}

interface Kind {
  /** As messages call it. */
  readonly name: string;
  readonly written: readonly Written[];
}

export const methodTypeIncomplete = lintRule("method-type-incomplete", (context) => {
  const places = [...context.loaded.sources.documents.values()].flatMap((document) =>
    context.workshop.schemasOf(document),
  );
  const kinds: readonly Kind[] = [
    { name: "the type enum of fulfillment methods", written: places.flatMap(methodTypes) },
    { name: "allows_multi_destination", written: places.flatMap(multiDestinationTypes) },
    { name: "the item enum of allows_method_combinations", written: places.flatMap(combinedTypes) },
  ].filter(({ written }) => written.length > 0);
  return kinds.flatMap((kind) => missingFrom(kind, kinds, context));
});

/** Of what the release writes in one place, all that is missing in another, once for each type and place. */
function missingFrom(
  kind: Kind,
  kinds: readonly Kind[],
  { own, more }: LintContext,
): Observation[] {
  return kinds
    .filter((other) => other !== kind)
    .flatMap((other) => {
      const known = new Set(other.written.map(({ type }) => type));
      const missing = kind.written.filter(
        ({ type, document }) => !known.has(type) && own.includes(document),
      );
      const once = [...new Map(missing.map((each) => [each.type, each])).values()];
      const [first] = once;
      const shown = first === undefined ? [] : capped(once, first.document, more);
      return shown.map(({ type, document, pointer }) => ({
        message: `${type} is in ${kind.name}, but not in ${other.name}`,
        place: locateSource(document, pointer, "key"),
      }));
    });
}

function methodTypes({ document, pointer, schema }: SchemaPlace): Written[] {
  if (!isOfMethod(document, pointer)) return [];
  return literals(schema, document, pointer);
}

/** The member `type` of a schema that is called `fulfillment_method`, or that describes an item of `methods`. */
function isOfMethod({ file }: Document, pointer: string): boolean {
  if (/\/methods\/items(?:\/allOf\/\d+)*\/properties\/type$/.test(pointer)) return true;
  const [, owner = ""] = /^(.*?)(?:\/allOf\/\d+)*\/properties\/type$/.exec(pointer) ?? [];
  if (owner !== "") return owner.endsWith("/$defs/fulfillment_method");
  return /(?:^|\/)fulfillment_method\.json$/.test(file) && /\/properties\/type$/.test(pointer);
}

function multiDestinationTypes({ document, pointer, schema }: SchemaPlace): Written[] {
  const members = isObject(schema) ? schema["properties"] : undefined;
  if (!pointer.endsWith("/properties/allows_multi_destination") || !isObject(members)) return [];
  return Object.keys(members).map((type) => ({
    type,
    document,
    pointer: joinPointer(pointer, "properties", type),
  }));
}

function combinedTypes({ document, pointer, schema }: SchemaPlace): Written[] {
  return pointer.endsWith("/properties/allows_method_combinations/items/items")
    ? literals(schema, document, pointer)
    : [];
}

function literals(schema: Json, document: Document, pointer: string): Written[] {
  if (!isObject(schema)) return [];
  const { const: only, enum: all } = schema;
  const alone = typeof only === "string" ? [{ type: only, pointer: `${pointer}/const` }] : [];
  const listed = Array.isArray(all)
    ? (all as readonly Json[]).flatMap((type, index) =>
        typeof type === "string" ? [{ type, pointer: `${pointer}/enum/${index}` }] : [],
      )
    : [];
  return [...alone, ...listed].map((each) => ({ ...each, document }));
}
