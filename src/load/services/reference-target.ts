/** Resolves the `$ref` of a Reference Object in a service document. */

import { fragmentPointer } from "../../json-schema/fragment.js";
import { resolveUri, withoutFragment } from "../../json-schema/uri.js";
import type { Document } from "../document.js";

export interface ReferenceTarget {
  readonly uri: string;
  /** Undefined if its fragment is not a JSON pointer: nothing is there. */
  readonly pointer: string | undefined;
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
      pointer: fragmentPointer(target.slice(document.length + 1)),
      isOwn: document === base,
    };
  });
}
