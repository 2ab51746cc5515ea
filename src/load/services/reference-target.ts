/** The document and the pointer that a Reference Object of a service document names. In: the `$ref`. Out: both. */

import { absolute } from "../../json-schema/schema-set.js";
import type { Document } from "../document.js";
import { withoutFragment } from "../uri.js";

export interface ReferenceTarget {
  readonly uri: string;
  readonly pointer: string;
  /** The document with the reference itself. */
  readonly isOwn: boolean;
}

/** By the document's URI, else by the place of its file: those that were found by their `$id` may stand elsewhere. */
export function referenceTargets(
  { uri, fileUri: place }: Pick<Document, "fileUri" | "uri">,
  reference: string,
): ReferenceTarget[] {
  return [...new Set([uri, place])].map((base) => {
    const target = absolute(base, reference);
    const document = withoutFragment(target);
    return {
      uri: document,
      pointer: fragmentPointer(target.slice(document.length)),
      isOwn: document === base,
    };
  });
}

/** @param reference from its `#` on */
export function fragmentPointer(reference: string): string {
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return reference.slice(1);
  }
}
