/**
 * Runs a check on every schema of documents. The number of observations is limited, because finding the line of each
 * takes time in a hostile document and nobody reads thousands.
 */

import type { Document } from "../load/document.js";
import type { LintContext } from "./context.js";
import type { Observation } from "./rule.js";
import type { LocatedSchema } from "../load/check-document.js";

const MAX_BY_DOCUMENT = 200;

export async function checkEachSchema(
  { loaded, truncatedFiles }: LintContext,
  documents: readonly Document[],
  check: (schema: LocatedSchema) => readonly Observation[] | Promise<readonly Observation[]>,
): Promise<Observation[]> {
  const all: Observation[] = [];
  for (const document of documents) {
    const observations: Observation[] = [];
    for (const schema of loaded.sources.schemasIn(document)) {
      if (observations.length > MAX_BY_DOCUMENT) break;
      observations.push(...(await check(schema)));
    }
    all.push(...limitByDocument(observations, document, truncatedFiles));
  }
  return all;
}

/** @param truncatedFiles gets the document's file if it has more items than the limit */
export function limitByDocument<Item>(
  items: readonly Item[],
  { file }: Document,
  truncatedFiles: Set<string>,
): readonly Item[] {
  if (items.length <= MAX_BY_DOCUMENT) return items;
  truncatedFiles.add(file);
  return items.slice(0, MAX_BY_DOCUMENT);
}
