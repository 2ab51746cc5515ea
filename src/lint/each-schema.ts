/**
 * Look at every schema of some documents. In: the documents, and what a rule sees in one schema. Out: all of it, but
 * for what a hostile document has too much of: finding places takes time, and nobody reads thousands.
 */

import type { Document } from "../load/document.js";
import type { LintContext } from "./context.js";
import type { Observation } from "./rule.js";
import type { SchemaPlace } from "./workshop.js";

const MAX_BY_DOCUMENT = 200;

export async function eachSchema(
  { workshop, more }: LintContext,
  documents: readonly Document[],
  look: (place: SchemaPlace) => readonly Observation[] | Promise<readonly Observation[]>,
): Promise<Observation[]> {
  const all: Observation[] = [];
  for (const document of documents) {
    const found: Observation[] = [];
    for (const place of workshop.schemasOf(document)) {
      if (found.length > MAX_BY_DOCUMENT) break;
      found.push(...(await look(place)));
    }
    all.push(...capped(found, document, more));
  }
  return all;
}

/** @param more gets the document's file where it has more than that */
export function capped<Item>(
  items: readonly Item[],
  { file }: Document,
  more: Set<string>,
): readonly Item[] {
  if (items.length <= MAX_BY_DOCUMENT) return items;
  more.add(file);
  return items.slice(0, MAX_BY_DOCUMENT);
}
