/**
 * A subject as one JSON Schema 2020-12 document, with the assertions of its check and without annotations of visibility.
 * Its definitions stand below `$defs`; without `bundle`, those of other documents are references to their views.
 */

import { parsePointer, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { exportNode } from "../emit/schema/export-node.js";
import { hasUnevaluated } from "../emit/schema/unevaluated.js";
import { isObject } from "../json-schema/keywords.js";
import { candidateNames } from "../model/candidate-names.js";
import { collectReachable, collectReferences } from "../model/graph.js";
import { wholeNode, type Definition } from "../model/node.js";
import { qualifiedName } from "../text/words.js";
import type { Subject } from "./subject.js";

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

export interface DocumentOptions {
  /** Includes the definitions of other documents, so that no reference leaves the document. */
  readonly bundle?: boolean;
}

export function schemaDocument(
  subject: Subject,
  { bundle = false }: DocumentOptions = {},
): JsonObject {
  const root = canonical(subject, subject.definition);
  const isInside = (definition: Definition): boolean =>
    bundle || definition.origin.document === root.origin.document || !hasUri(definition);
  const definitions = collectDefinitions(subject, root, (used) => {
    const definition = bundle ? canonical(subject, used) : used;
    return isInside(definition) ? definition : undefined;
  });
  const names = assignNames(subject, definitions);
  const referenceTo = (used: Definition): JsonObject => {
    const definition = bundle ? canonical(subject, used) : used;
    if (definition === root) return { $ref: "#" };
    const path = names.get(definition);
    return { $ref: path === undefined ? uriOf(definition) : `#/$defs${encodePointer(path)}` };
  };
  const observed = hasUnevaluated(collectReachable([root, ...definitions]).map(({ node }) => node));
  const exported = (definition: Definition): JsonObject =>
    exportNode(wholeNode(definition), referenceTo, { observed });
  const $defs = nestDefinitions([...names].map(([each, path]) => [path, exported(each)]));
  return {
    $schema: DIALECT,
    ...idOf(root),
    ...exported(root),
    ...(Object.keys($defs).length === 0 ? {} : { $defs }),
  };
}

/** The definitions of the document besides the root, by key. */
function collectDefinitions(
  { siblings }: Subject,
  root: Definition,
  included: (used: Definition) => Definition | undefined,
): Definition[] {
  const definitions = new Set<Definition>([root, ...siblings]);
  for (const definition of definitions)
    for (const used of collectReferences(wholeNode(definition))) {
      const next = included(used);
      if (next !== undefined) definitions.add(next);
    }
  definitions.delete(root);
  return [...definitions].sort((left, right) => (left.key < right.key ? -1 : 1));
}

/** Views with equal schemas are one type of a profile. */
function canonical({ model }: Subject, definition: Definition): Definition {
  return model?.hasType(definition) === true ? model.typeOf(definition).definition : definition;
}

/** The target of a dynamic reference depends on the path to it, so no URI identifies it. */
function hasUri({ key, origin: { document, pointer } }: Definition): boolean {
  return key === `${document}#${pointer}`;
}

function uriOf({ origin: { document, pointer } }: Definition): string {
  return pointer === "" ? document : `${document}#${encodePointer(pointer)}`;
}

/** A dollar sign needs no escape (RFC 3986 §3.5), and `$defs` is written without one everywhere. */
function encodePointer(pointer: string): string {
  return pointer.split("/").map(encodeURIComponent).join("/").replaceAll("%24", "$");
}

/** Only a whole document has an `$id`; a part of one, or a composition, has none. */
function idOf({ origin: { document, pointer } }: Definition): JsonObject {
  return pointer === "" && /^https?:/.test(document) ? { $id: document } : {};
}

/** The pointer of each definition below `$defs`: its author's, or a name that is free. */
function assignNames(
  subject: Subject,
  definitions: readonly Definition[],
): ReadonlyMap<Definition, string> {
  const { document } = subject.definition.origin;
  const authored = definitions.filter(
    ({ origin }) =>
      subject.model === undefined && origin.document === document && isBelowDefs(origin.pointer),
  );
  const names = new Map(
    authored.map((each) => [each, each.origin.pointer.slice("/$defs".length)] as const),
  );
  const taken = new Set([...names.values()].map((path) => parsePointer(path)[0]));
  const candidates = candidateNamesFor(subject);
  for (const definition of definitions) {
    if (names.has(definition)) continue;
    const [plain = "Schema", ...qualified] = candidates(definition);
    let name = [plain, ...qualified].find((each) => !taken.has(each));
    for (let ordinal = 2; name === undefined; ordinal++)
      name = taken.has(`${plain}${ordinal}`) ? undefined : `${plain}${ordinal}`;
    taken.add(name);
    names.set(definition, `/${name}`);
  }
  return names;
}

/** `$defs/NAME`, or `$defs/NAME/ROLE` of a map of roles. */
function isBelowDefs(pointer: string): boolean {
  const [first, ...names] = parsePointer(pointer);
  return (
    first === "$defs" &&
    (names.length === 1 || (names.length === 2 && names[0]?.includes(".") === true))
  );
}

function candidateNamesFor({ model, composition }: Subject): (definition: Definition) => string[] {
  return (definition) => {
    if (model?.hasType(definition) === true) {
      const type = model.typeOf(definition);
      return [model.vocabulary.get(type) ?? type.name, qualifiedName(type.module, type.name)];
    }
    const { document, pointer } = definition.origin;
    const source = composition.schemas.source(document);
    return candidateNames(source?.document ?? document, pointer, "");
  };
}

function nestDefinitions(entries: readonly (readonly [string, JsonObject])[]): JsonObject {
  const $defs = new Map<string, Json>();
  for (const [path, schema] of entries) {
    const [name = "", role] = parsePointer(path);
    const known = $defs.get(name);
    const roles = isObject(known) ? known : {};
    $defs.set(name, role === undefined ? schema : { ...roles, [role]: schema });
  }
  return Object.fromEntries([...$defs].sort(([left], [right]) => (left < right ? -1 : 1)));
}
