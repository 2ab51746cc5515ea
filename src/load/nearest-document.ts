/** Suggests the document that a URL was probably meant to name. */

import { nearestKeyword } from "../text/nearest.js";

/** The URL of a document that no source contains. */
export interface MissingDocument {
  readonly uri: string;
  /** The version of the profile: its documents come first. */
  readonly release: string;
  /** True where the URL is made of a relative reference: the same path may exist at another host. */
  readonly isRelative: boolean;
}

/** @param known the URLs of the documents that sources contain */
export function nearestDocument(
  { uri, release, isRelative }: MissingDocument,
  known: Iterable<string>,
): string | undefined {
  const candidates = [...known].sort(
    (left, right) => rank(left, release) - rank(right, release) || (left < right ? -1 : 1),
  );
  return nearestKeyword(uri, candidates) ?? (isRelative ? findSameEnd(uri, candidates) : undefined);
}

function rank(uri: string, release: string): number {
  return uri.includes(`/${release}/`) ? 0 : 1;
}

/** A relative reference, such as `types/total.json`, is often copied from a document beside its target. */
function findSameEnd(target: string, candidates: readonly string[]): string | undefined {
  const segments = target.split("/");
  const ends = [segments.slice(-2), segments.slice(-1)].map((each) => `/${each.join("/")}`);
  for (const end of ends) {
    const found = candidates.find((each) => each.endsWith(end));
    if (found !== undefined) return found;
  }
  return undefined;
}
