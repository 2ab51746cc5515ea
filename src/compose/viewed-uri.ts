/**
 * Names viewed documents. Everything that changes a viewed document is in its URI, so that equal documents are viewed once
 * and URIs are the same from run to run. Hashes keep the URIs of compositions short.
 */

import { sha256 } from "../text/sha256.js";
import { viewText, type View } from "./view.js";
import type { PartOwner } from "./viewed-source.js";
import type { InheritedVisibility } from "./visibility/inherited-visibility.js";

/** The differences of a viewed document from the plain view of its source. */
export interface ViewChanges {
  /** The visibility that the target inherits from the rest of its composition. */
  readonly inherited?: InheritedVisibility | undefined;
  readonly part?: PartOwner | undefined;
}

export function viewedUri(
  document: string,
  view: View,
  { inherited, part, pointer }: ViewChanges & { readonly pointer?: string } = {},
): string {
  const query = `${document.includes("?") ? "&" : "?"}view=${encodeURIComponent(viewText(view))}`;
  const owner =
    part === undefined
      ? ""
      : `&part=${encodeURIComponent([part.shape, part.capability, part.unless].join(" "))}`;
  const within = inherited === undefined ? "" : `&within=${sha256(encode(inherited, pointer))}`;
  return document + query + owner + within;
}

function encode(
  { annotations, omitted, contested, contestedRequired, checkedElsewhere }: InheritedVisibility,
  pointer = "",
): string {
  const triples = [...annotations].map(([name, { visibility, deprecated }]) => [
    name,
    visibility,
    deprecated,
  ]);
  const sets = [omitted, contested, contestedRequired, checkedElsewhere].map((names) =>
    [...names].sort(),
  );
  return JSON.stringify([pointer, triples.sort(), ...sets]);
}
