/**
 * Documents that no disk holds. Out: bytes by URL, each fetched once; and what was fetched, for the lock
 * file. Nothing is fetched unless somebody says how.
 */

import type { DocumentFetch } from "@proto-gen/runtime/guarded-fetch";
import { rootHint } from "./uri.js";

export interface RemoteOptions {
  /** It must refuse what is not on the public internet: `guardedFetch` does. */
  readonly fetchDocument: DocumentFetch;
  /** What is fetched must be what the lock file says. */
  readonly frozen?: boolean;
  /** Told each URL before it is fetched. */
  readonly onFetch?: ((url: string) => void) | undefined;
}

export interface FetchedDocument {
  readonly url: string;
  readonly sha256: string;
  readonly bytes: Uint8Array;
  /** What the lock file says of it; undefined where it is new. */
  readonly before: string | undefined;
}

export interface Remote {
  /** Undefined where nothing is fetched, or it could not be. */
  bytes(uri: string): Promise<Uint8Array | undefined>;
  /** Why a document is not there, as the end of a sentence; empty where nobody asked for it. */
  reason(uri: string): string;
  /** What would bring a document. */
  hint(uri: string): string;
  readonly fetched: readonly FetchedDocument[];
}

/** Nothing leaves this machine: the default. */
export const OFFLINE: Remote = Object.freeze({
  bytes: () => Promise.resolve(undefined),
  reason: () => "",
  hint: (uri: string) =>
    uri.startsWith("https:")
      ? `${rootHint(uri)}, or fetch it with generate --fetch`
      : rootHint(uri),
  fetched: Object.freeze([]),
});
