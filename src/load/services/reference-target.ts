/** Resolves the `$ref` of a Reference Object in a service document. */

import { resolveUri, withoutFragment } from "../../json-schema/uri.js";
import type { Document } from "../document.js";

export interface ReferenceTarget {
  readonly uri: string;
  readonly pointer: string;
  /** It is in the document with the reference. */
  readonly isOwn: boolean;
}

/** @returns candidates: by the document's URI, then by its file's place, which differ if it was found by its `$id` */
export function resolveReferenceTargets(
  { uri, fileUri: place }: Pick<Document, "fileUri" | "uri">,
  reference: string,
): ReferenceTarget[] {
  return [...new Set([uri, place])].map((base) => {
    const target = resolveUri(base, reference);
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
