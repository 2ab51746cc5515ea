/**
 * A subject as one JSON Schema 2020-12 document: what its check asserts, without annotations of
 * visibility. In: the subject. Out: the document. Definitions that it holds stand below `$defs`; without
 * `bundle` those of other documents stay references, by the URI of the view that they are seen by.
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
  /** Every reference leads to a place in the document. */
  readonly bundle?: boolean;
}

export function schemaDocument(
  subject: Subject,
  { bundle = false }: DocumentOptions = {},
): JsonObject {
  const root = canonical(subject, subject.definition);
  const isInside = (definition: Definition): boolean =>
    bundle || definition.origin.document === root.origin.document || !hasAddress(definition);
  const held = heldBy(subject, root, isInside, bundle);
  const names = namesOf(subject, held);
  const referenceTo = (used: Definition): JsonObject => {
    const definition = bundle ? canonical(subject, used) : used;
    if (definition === root) return { $ref: "#" };
    const path = names.get(definition);
    return { $ref: path === undefined ? addressOf(definition) : `#/$defs${encodePointer(path)}` };
  };
  const observed = hasUnevaluated(collectReachable([root, ...held]).map(({ node }) => node));
  const exported = (definition: Definition): JsonObject =>
    exportNode(wholeNode(definition), referenceTo, { observed });
  const $defs = definitionsAt([...names].map(([each, path]) => [path, exported(each)]));
  return {
    $schema: DIALECT,
    ...idOf(root),
    ...exported(root),
    ...(Object.keys($defs).length === 0 ? {} : { $defs }),
  };
}

/** The definitions that stand in the document, but for the root. */
function heldBy(
  subject: Subject,
  root: Definition,
  isInside: (definition: Definition) => boolean,
  bundle: boolean,
): Definition[] {
  const found = new Set<Definition>([root, ...subject.others]);
  for (const definition of found)
    for (const used of collectReferences(wholeNode(definition))) {
      const next = bundle ? canonical(subject, used) : used;
      if (isInside(next)) found.add(next);
    }
  found.delete(root);
  return [...found].sort((left, right) => (left.key < right.key ? -1 : 1));
}

/** Views that say the same are one type of a profile. */
function canonical({ model }: Subject, definition: Definition): Definition {
  return model?.hasType(definition) === true ? model.typeOf(definition).definition : definition;
}

/** One that a dynamic reference leads to is what it is by the way to it, which no URI tells. */
function hasAddress({ key, origin: { document, pointer } }: Definition): boolean {
  return key === `${document}#${pointer}`;
}

function addressOf({ origin: { document, pointer } }: Definition): string {
  return pointer === "" ? document : `${document}#${encodePointer(pointer)}`;
}

/** RFC 3986 §3.5: a dollar sign stands for itself, and everybody writes `$defs`. */
function encodePointer(pointer: string): string {
  return pointer.split("/").map(encodeURIComponent).join("/").replaceAll("%24", "$");
}

/** A document that other documents can refer to says where; a part of one, or a composition, does not. */
function idOf({ origin: { document, pointer } }: Definition): JsonObject {
  return pointer === "" && /^https?:/.test(document) ? { $id: document } : {};
}

/** Where each stands below `$defs`, as a pointer: where its author put it, or below a name of its own. */
function namesOf(subject: Subject, held: readonly Definition[]): ReadonlyMap<Definition, string> {
  const { document } = subject.definition.origin;
  const authored = held.filter(
    ({ origin }) =>
      subject.model === undefined && origin.document === document && isBelowDefs(origin.pointer),
  );
  const names = new Map(
    authored.map((each) => [each, each.origin.pointer.slice("/$defs".length)] as const),
  );
  const taken = new Set([...names.values()].map((path) => parsePointer(path)[0]));
  const candidates = candidatesIn(subject);
  for (const definition of held) {
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

function candidatesIn({ model, composition }: Subject): (definition: Definition) => string[] {
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

function definitionsAt(entries: readonly (readonly [string, JsonObject])[]): JsonObject {
  const $defs = new Map<string, Json>();
  for (const [path, schema] of entries) {
    const [name = "", role] = parsePointer(path);
    const known = $defs.get(name);
    const roles = isObject(known) ? known : {};
    $defs.set(name, role === undefined ? schema : { ...roles, [role]: schema });
  }
  return Object.fromEntries([...$defs].sort(([left], [right]) => (left < right ? -1 : 1)));
}
