/**
 * Fetches the documents that no root holds, and compares them with the lock file. Imported only by runs that fetch:
 * the libraries take long to load.
 */

import {
  DocumentFetchError,
  type DocumentFetch,
  type DocumentFetchErrorCode,
} from "@proto-gen/runtime/profile";
import { guardedFetch } from "@proto-gen/runtime/guarded-fetch";
import { BUDGETS } from "../budgets.js";
import { failure } from "../errors.js";
import { isUrl } from "../text/http-url.js";
import { sha256 } from "../text/sha256.js";
import type { LockFile } from "./lock.js";
import { MAX_SCHEMA_BYTES } from "./file-contents.js";
import { causeOfFailure, NO_SOURCE, type MissingCause } from "./missing-cause.js";
import type { FetchedDocument, Remote, RemoteOptions } from "./remote.js";

/** A hostile profile could otherwise keep a run busy. */
const MAX_DOCUMENTS = BUDGETS.fetchedDocuments.limit;

const MEDIA_TYPES = [
  "application/json",
  "application/schema+json",
  "application/openapi+json",
  "application/vnd.oai.openapi+json",
];

/**
 * Fetches documents over https, without redirects, from the public internet only: what `generate` fetches with as
 * `remote.fetchDocument`.
 *
 * @example
 * ```ts
 * import { generate, httpsFetch, writeLock } from "proto-gen";
 *
 * const profile = "./profile.json";
 * const { fetched } = await generate({
 *   profile,
 *   remote: { fetchDocument: (url, request) => httpsFetch(url, request) },
 * });
 * writeLock(profile, fetched);
 * ```
 */
export const httpsFetch: DocumentFetch = guardedFetch({ types: MEDIA_TYPES, timeoutMs: 15_000 });

/** Over http from this machine: the name `localhost` is not looked up, since it could lead elsewhere. */
export const loopbackFetch: DocumentFetch = guardedFetch({
  types: MEDIA_TYPES,
  timeoutMs: 15_000,
  development: true,
  resolve: () => Promise.resolve(["127.0.0.1", "::1"]),
});

/** What one request shows of a host: others would fail, too. */
const UNREACHABLE: ReadonlySet<DocumentFetchErrorCode> = new Set([
  "ADDRESS_REFUSED",
  "NOT_RESOLVED",
  "NOT_CONNECTED",
  "TIMEOUT",
]);

export function createRemote(options: RemoteOptions, lock: LockFile): Remote {
  return new FetchingRemote(options, lock);
}

class FetchingRemote implements Remote {
  readonly fetched: FetchedDocument[] = [];
  readonly #options: RemoteOptions;
  readonly #lock: LockFile;
  readonly #causes = new Map<string, MissingCause>();
  /** Origins that could not be reached: each attempt may take as long as the first. */
  readonly #unreachable = new Map<string, MissingCause>();
  #requests = 0;

  constructor(options: RemoteOptions, lock: LockFile) {
    this.#options = options;
    this.#lock = lock;
  }

  readonly bytes = async (uri: string): Promise<Uint8Array | undefined> => {
    const { protocol = "https:" } = this.#options;
    if (!isUrl(uri) || new URL(uri).protocol !== protocol) return undefined;
    this.#requests += 1;
    if (this.#requests > MAX_DOCUMENTS)
      throw failure(
        "LOAD_TOO_LARGE",
        `the profile refers to more than ${MAX_DOCUMENTS} documents to fetch`,
        { place: { file: uri } },
      );
    const bytes = await this.#fetch(uri);
    if (bytes !== undefined) this.#record(uri, bytes);
    return bytes;
  };

  readonly cause = (uri: string): MissingCause => this.#causes.get(uri) ?? NO_SOURCE;
  readonly isFetching = true;

  async #fetch(url: string): Promise<Uint8Array | undefined> {
    const { fetchDocument, onFetch } = this.#options;
    const { origin } = new URL(url);
    const known = this.#unreachable.get(origin);
    if (known !== undefined) {
      this.#causes.set(url, known);
      return undefined;
    }
    onFetch?.(new URL(url).href);
    try {
      return (await fetchDocument(url, { maxBytes: MAX_SCHEMA_BYTES })).bytes;
    } catch (error) {
      if (!(error instanceof DocumentFetchError)) throw error;
      if (error.code === "TOO_LARGE")
        throw failure("LOAD_TOO_LARGE", `${url} has more than ${MAX_SCHEMA_BYTES} bytes`, {
          place: {
            file: url,
          },
        });
      const cause = causeOfFailure(error);
      this.#causes.set(url, cause);
      if (UNREACHABLE.has(error.code)) this.#unreachable.set(origin, cause);
      return undefined;
    }
  }

  #record(url: string, bytes: Uint8Array): void {
    const hash = sha256(bytes);
    const before = this.#lock.documents.get(url);
    if (this.#options.frozen === true && before !== hash)
      throw changedDocument(url, before, this.#lock);
    this.fetched.push({ url, sha256: hash, bytes, before });
  }
}

function changedDocument(url: string, before: string | undefined, { file }: LockFile): Error {
  return failure(
    "LOAD_LOCK_MISMATCH",
    before === undefined
      ? `${url} is not in ${file}`
      : `${url} does not match its SHA-256 in ${file}`,
    { place: { file } },
  );
}
