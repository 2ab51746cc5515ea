/**
 * Checks the operations that visibility annotations name. An entry for an operation that nobody has never applies, so the
 * member keeps the visibility that was meant to change.
 */

import { diagnostic, type Diagnostic } from "../errors.js";
import { locateSource, type Document } from "../load/document.js";
import { KNOWN_VERBS } from "../load/services/verb.js";
import type { Sources } from "../load/sources.js";
import { nearestKeyword } from "../text/nearest.js";
import { collectOperations, findUnknownOperations } from "./known-operations.js";

/** Nobody reads more of one document, and finding the line of each takes time. */
const MAX_BY_DOCUMENT = 100;

/** Reports names that are nearly that of an operation: SCHEMA_OPERATION_MISSPELT. */
export function reportMisspeltOperations(sources: Sources): Diagnostic[] {
  const documents = [...sources.documents.values()];
  const named = collectOperations({ services: sources.services, documents });
  const known = new Set([...KNOWN_VERBS, ...named]);
  return documents.flatMap((document) => misspeltOperations(document, sources, known));
}

function misspeltOperations(
  document: Document,
  { profile: { vocabulary }, schemasIn }: Sources,
  known: ReadonlySet<string>,
): Diagnostic[] {
  const unknown = schemasIn(document).flatMap((each) =>
    findUnknownOperations(each, vocabulary, known),
  );
  const misspelt = unknown.flatMap((each) => {
    const meant = nearestKeyword(each.operation, known);
    return meant === undefined ? [] : [{ ...each, meant }];
  });
  return misspelt.slice(0, MAX_BY_DOCUMENT).map(({ keyword, operation, pointer, meant }) =>
    diagnostic("SCHEMA_OPERATION_MISSPELT", `${keyword} names ${operation}, which no service has`, {
      place: locateSource(document, pointer, "key"),
      hint: `did you mean ${meant}?`,
    }),
  );
}
