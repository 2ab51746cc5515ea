/**
 * Finds members that stand in a type itself, and not in its `properties`. JSON Schema takes such a member for an unknown
 * keyword, so that an extension adds nothing. What a reference leads to is a schema that its author keeps there.
 */

import { joinPointer, type Json } from "@proto-gen/runtime/json";
import { diagnostic, type Diagnostic } from "../errors.js";
import { schemaProblem } from "../json-schema/check-schema.js";
import { describesValues, isObject, isRoleMap } from "../json-schema/keywords.js";
import { isKnownMember } from "../json-schema/misspelt-keywords.js";
import type { LocatedSchema } from "../load/check-document.js";
import { locateSource, type Document } from "../load/document.js";
import type { Sources } from "../load/sources.js";
import { operationOfKey } from "./shapes.js";

/** An entry of `$defs`, or a branch of one: what an extension adds stands there. */
const ADDITION = /^\/\$defs\/[^/]+(?:\/[^/]+)?(?:\/allOf\/\d+)*$/;

/** Nobody reads more of one document, and finding the line of each takes time. */
const MAX_BY_DOCUMENT = 100;

/** Reports SCHEMA_KEYWORD_MISSPELT. */
export function reportMembersOutsideProperties(sources: Sources): Diagnostic[] {
  return [...sources.documents.values()].flatMap((document) => {
    const referenced = [...(sources.extraSchemas.get(document.uri) ?? [])];
    const isReferenced = (at: string): boolean =>
      referenced.some((each) => each === at || each.startsWith(`${at}/`));
    return [...sources.schemasIn(document), ...listMaps(document, sources)]
      .filter(({ pointer }) => ADDITION.test(pointer))
      .flatMap((each) => membersOutside(each, sources))
      .slice(0, MAX_BY_DOCUMENT)
      .filter(({ at }) => !isReferenced(at))
      .map(({ name, at }) => outsideDiagnostic(document, name, at));
  });
}

/** Entries of `$defs` without a keyword, under the name of a root with a body: maps of roles, or of members that stand outside. */
function listMaps(document: Document, sources: Sources): LocatedSchema[] {
  const defs = isObject(document.root) ? document.root["$defs"] : undefined;
  return Object.entries(isObject(defs) ? defs : {}).flatMap(([name, schema]) =>
    isRoleMap(name, schema) && hasBody(name, sources)
      ? [{ document, pointer: joinPointer("/$defs", name), schema }]
      : [],
  );
}

/** The shapes of a container are entries of such a map, too. */
function hasBody(capability: string, { profile, documents }: Sources): boolean {
  const declared = profile.registry.capabilities.find(({ name }) => name === capability);
  const root = documents.get(declared?.schema ?? "")?.root;
  return isObject(root) && describesValues(root);
}

interface MemberOutside {
  readonly name: string;
  readonly at: string;
}

function membersOutside(
  { pointer, schema }: LocatedSchema,
  { profile: { vocabulary } }: Sources,
): MemberOutside[] {
  if (!isObject(schema)) return [];
  const annotations = [
    vocabulary.requestAnnotation,
    vocabulary.responseAnnotation,
    vocabulary.sharedRequestAnnotation,
  ];
  return Object.keys(schema)
    .filter((name) => !isKnownMember(name, annotations) && !isPart(name))
    .filter((name) => readsAsSchema(schema[name] as Json))
    .map((name) => ({ name, at: joinPointer(pointer, name) }));
}

function outsideDiagnostic(document: Document, name: string, at: string): Diagnostic {
  return diagnostic(
    "SCHEMA_KEYWORD_MISSPELT",
    `${JSON.stringify(name)} is not a keyword, and is ignored`,
    {
      place: locateSource(document, at, "key"),
      hint: `a member stands in "properties": { ${JSON.stringify(name)}: ... }`,
    },
  );
}

/** Shapes and roles stand below an entry of a capability's name. */
function isPart(name: string): boolean {
  return operationOfKey(name) !== undefined || name.endsWith("_schema");
}

function readsAsSchema(value: Json): boolean {
  if (!isObject(value) || schemaProblem(value) !== undefined) return false;
  return ["type", "$ref", "properties"].some((keyword) => Object.hasOwn(value, keyword));
}
