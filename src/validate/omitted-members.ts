/**
 * Finds members of a payload that its view omits. Such a member is unknown to the view's schema, which is usually open, so
 * it is no issue; the receiver ignores it all the same.
 */

import { joinPointer, type Json } from "@proto-gen/runtime/json";
import { diagnostic, type Diagnostic } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import { locateSource, type Document } from "../load/document.js";
import type { Node } from "../model/node.js";
import type { Subject } from "../resolve/subject.js";
import { valueAt } from "../text/value-at.js";
import { itemNodes, memberNodes, nodesInPlace, valueBelow } from "./applicable-nodes.js";

/** Nobody reads more, and a payload may have millions. */
const MAX_NOTES = 20;

export function noteOmittedMembers(payload: Document, subject: Subject): Diagnostic[] {
  const found: Diagnostic[] = [];
  visit([subject.definition.node], payload.root, "");
  return found;

  function visit(given: readonly Node[], value: Json, pointer: string): void {
    if (found.length >= MAX_NOTES) return;
    const isArray = Array.isArray(value);
    if (!isArray && !isObject(value)) return;
    const nodes = nodesInPlace(given, value);
    for (const token of Object.keys(value)) {
      const at = joinPointer(pointer, token);
      if (!isArray) found.push(...omissionNotes(nodes, token, { payload, pointer: at, subject }));
      const next = nodes.flatMap((node) =>
        isArray ? itemNodes(node, token) : memberNodes(node, token),
      );
      if (next.length > 0) visit(next, valueBelow(value, token) as Json, at);
    }
  }
}

interface MemberContext {
  readonly payload: Document;
  /** The member's pointer in the payload. */
  readonly pointer: string;
  readonly subject: Subject;
}

function omissionNotes(
  nodes: readonly Node[],
  name: string,
  { payload, pointer, subject }: MemberContext,
): Diagnostic[] {
  if (nodes.some((node) => node.properties.get(name)?.origins.length)) return [];
  const [declaration] = nodes.flatMap((node) => findDeclaration(node, name, subject));
  return declaration === undefined
    ? []
    : [
        {
          ...diagnostic("VALIDATE_OMITTED", `${pointer} is omitted here, so its value is ignored`, {
            place: locateSource(payload, pointer, "key"),
          }),
          related: [{ message: "the schema omits it here", place: declaration }],
        },
      ];
}

/** The member in the author's schema, which a view of it omits. */
function findDeclaration(
  { origin }: Node,
  name: string,
  { composition: { schemas, sources } }: Subject,
): ReturnType<typeof locateSource>[] {
  const document = sources.documents.get(schemas.source(origin.document)?.document ?? "");
  const pointer = joinPointer(origin.pointer, "properties", name);
  return document === undefined || valueAt(document.root, pointer) === undefined
    ? []
    : [locateSource(document, pointer, "key")];
}
