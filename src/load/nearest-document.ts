/** Explains that no source contains a document: by files that cannot be read, and by the URL that was probably meant. */

import type { Diagnostic } from "../errors.js";
import { nearestKeyword } from "../text/nearest.js";
import { locateSource } from "./document.js";
import type { Reader } from "./reader.js";

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

/** A directory may have many files that are not JSON, and the first say enough. */
const MAX_SHOWN = 3;

/** The error of a missing document, with the files that may be it and cannot be read, or with the one that lacks. */
export function explainMissing(
  found: Diagnostic,
  uri: string,
  { explainMissing: explain }: Pick<Reader, "explainMissing">,
): Diagnostic {
  const { expected, named, unreadable = [] } = explain?.(uri) ?? {};
  const related = unreadable.slice(0, MAX_SHOWN).map(({ code, message, place = { file: "" } }) => ({
    message: `cannot be read (${code}: ${message})`,
    place,
  }));
  if (named !== undefined)
    related.unshift({
      message: `has this $id, which counts below ${named.foundIn?.prefix ?? ""} only`,
      place: locateSource(named, "/$id"),
    });
  const hint =
    named === undefined ? expected && `add the file ${expected}` : idHint(uri, named.fileUri);
  return Object.freeze({
    ...found,
    ...(related.length === 0 ? {} : { related: [...(found.related ?? []), ...related] }),
    ...(hint === undefined ? {} : { hint }),
  });
}

/** The URL prefix of the `$id` may be the right one, if only directories differ. */
export function idHint(id: string, fileUri: string): string {
  const [meant, given] = [id.split("/"), fileUri.split("/")];
  while (meant.length > 0 && meant.at(-1) === given.at(-1)) {
    meant.pop();
    given.pop();
  }
  const isPrefix = meant.length < id.split("/").length;
  return isPrefix
    ? `correct the $id; if it is right, give the URL prefix: --schemas DIR=${meant.join("/")}`
    : "correct the $id, or the URL prefix of --schemas DIR=URL";
}
