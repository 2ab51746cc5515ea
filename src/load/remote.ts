/** Access to documents that are not on this disk. By default, nothing is fetched. */

import type { DocumentFetch } from "@proto-gen/runtime/guarded-fetch";

export interface RemoteOptions {
  /** It must refuse what is not on the public internet: `guardedFetch` does. */
  readonly fetchDocument: DocumentFetch;
  /** The protocol of the URLs that are fetched; https by default. */
  readonly protocol?: "https:" | "http:";
  /** Refuse documents that differ from those in the lock file. */
  readonly frozen?: boolean;
  /** Called with each URL before it is fetched. */
  readonly onFetch?: ((url: string) => void) | undefined;
}

export interface FetchedDocument {
  readonly url: string;
  readonly sha256: string;
  readonly bytes: Uint8Array;
  /** Its SHA-256 in the lock file; undefined if it is new. */
  readonly before: string | undefined;
}

export interface Remote {
  /** Undefined if the document was not or could not be fetched. */
  bytes(uri: string): Promise<Uint8Array | undefined>;
  /** The end of a sentence that says why fetching failed; empty if it was not tried. */
  reason(uri: string): string;
  /** A fix for a missing document. */
  hint(uri: string): string;
  readonly fetched: readonly FetchedDocument[];
  /** URLs that could not be fetched now, and may be at another time. */
  readonly outages: readonly string[];
}

/** No network access: the default. */
export const OFFLINE: Remote = Object.freeze({
  bytes: () => Promise.resolve(undefined),
  reason: () => "",
  hint: (uri: string) =>
    uri.startsWith("https:")
      ? `${rootHint(uri)}, or fetch it with generate --fetch`
      : rootHint(uri),
  fetched: Object.freeze([]),
  outages: Object.freeze([]),
});

/** The flag that would provide a document, for the directory that it stands in. */
export function rootHint(uri: string): string {
  // A `$ref` without its `#` leads to a file below `$defs`.
  const base = URL.canParse(".", uri)
    ? new URL(".", uri).href.replace(/\/(?:\$defs\/.*)?$/, "")
    : "https://…";
  return `provide it with --schemas DIR=${base}`;
}
