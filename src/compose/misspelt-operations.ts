/**
 * Checks the operations that visibility annotations name. An entry for an operation that nobody has never applies, so the
 * member keeps the visibility that was meant to change.
 */

import { joinPointer, type Json } from "@proto-gen/runtime/json";
import { diagnostic, type Diagnostic } from "../errors.js";
import { isObject, subschemas } from "../json-schema/keywords.js";
import { annotationProblem, operationsOf } from "../json-schema/visibility.js";
import { locateSource, type Document } from "../load/document.js";
import { KNOWN_VERBS } from "../load/services/verb.js";
import type { Sources } from "../load/sources.js";
import { nearestKeyword } from "../text/nearest.js";
import { operationOfKey } from "./shapes.js";

/** Reports names that are nearly that of an operation: SCHEMA_OPERATION. */
export function reportMisspeltOperations(sources: Sources): Diagnostic[] {
  const known = collectKnownOperations(sources);
  return [...sources.documents.values()].flatMap((document) =>
    misspeltOperations(document, sources, known),
  );
}

/** The operations of services, those that `$defs` entries are named by, and those of the protocol. */
function collectKnownOperations({ documents, services }: Sources): ReadonlySet<string> {
  const verbs = services
    .flatMap(({ rest, mcp }) => [...(rest?.operations ?? []), ...(mcp?.methods ?? [])])
    .flatMap(({ verb }) => verb ?? []);
  const shapes = [...documents.values()].flatMap(({ root }) => {
    const defs = isObject(root) ? root["$defs"] : undefined;
    return Object.keys(isObject(defs) ? defs : {}).flatMap(
      (key) => operationOfKey(key)?.operation ?? [],
    );
  });
  return new Set([...KNOWN_VERBS, ...verbs, ...shapes]);
}

function misspeltOperations(
  document: Document,
  { profile: { vocabulary } }: Sources,
  known: ReadonlySet<string>,
): Diagnostic[] {
  const keywords = [vocabulary.requestAnnotation, vocabulary.responseAnnotation];
  const found: Diagnostic[] = [];
  const waiting: { readonly schema: Json; readonly pointer: string }[] = [
    { schema: document.root, pointer: "" },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { schema, pointer } = next;
    if (!isObject(schema)) continue;
    for (const keyword of keywords) {
      const value = schema[keyword];
      if (value === undefined || annotationProblem(value) !== undefined) continue;
      for (const operation of operationsOf(value)) {
        const meant = known.has(operation) ? undefined : nearestKeyword(operation, known);
        if (meant === undefined) continue;
        found.push(
          diagnostic("SCHEMA_OPERATION", `${keyword} names ${operation}, which no service has`, {
            place: locateSource(document, joinPointer(pointer, keyword, operation), "key"),
            hint: `did you mean ${meant}?`,
          }),
        );
      }
    }
    waiting.push(...subschemas(schema, pointer));
  }
  return found;
}
