/** Access to documents that are not on this disk. By default, nothing is fetched. */

import type { DocumentFetch } from "@proto-gen/runtime/profile";
import type { AppliedOverlay } from "./document.js";
import { NO_SOURCE, type MissingCause } from "./missing-cause.js";

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
  /** Those that the run applied to it; `bytes` are without them. */
  readonly overlays?: readonly AppliedOverlay[] | undefined;
}

export interface Remote {
  /** Undefined if the document was not or could not be fetched. */
  bytes(uri: string): Promise<Uint8Array | undefined>;
  /** Why a document was not fetched. */
  readonly cause: (uri: string) => MissingCause;
  /** False where nothing is fetched, so that fetching may help. */
  readonly isFetching: boolean;
  readonly fetched: readonly FetchedDocument[];
}

/** No network access: the default. */
export const OFFLINE: Remote = Object.freeze({
  bytes: () => Promise.resolve(undefined),
  cause: () => NO_SOURCE,
  isFetching: false,
  fetched: Object.freeze([]),
});
