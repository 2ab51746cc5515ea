/** Fetching what no disk holds. In: how to fetch, and what was fetched before. Out: documents by URL. */

import { DocumentFetchError } from "@proto-gen/runtime/guarded-fetch";
import { BUDGETS } from "../budgets.js";
import { failure } from "../errors.js";
import { sha256 } from "../text/sha256.js";
import type { Lock } from "./lock.js";
import { MAX_SCHEMA_BYTES } from "./reader.js";
import type { FetchedDocument, Remote, RemoteOptions } from "./remote.js";
import { rootHint } from "./uri.js";

/** More are no schemas of a profile, but somebody's way to keep us busy. */
const MAX_DOCUMENTS = BUDGETS.fetchedDocuments.limit;

export function createRemote(
  { fetchDocument, frozen = false, onFetch }: RemoteOptions,
  lock: Lock,
): Remote {
  const fetched: FetchedDocument[] = [];
  const reasons = new Map<string, string>();
  let asked = 0;

  async function bytesOf(url: string): Promise<Uint8Array | undefined> {
    onFetch?.(new URL(url).href);
    try {
      return (await fetchDocument(url, { maxBytes: MAX_SCHEMA_BYTES })).bytes;
    } catch (error) {
      if (!(error instanceof DocumentFetchError)) throw error;
      if (error.code === "TOO_LARGE")
        throw failure("LOAD_TOO_LARGE", `${url} has more than ${MAX_SCHEMA_BYTES} bytes`, {
          file: url,
        });
      reasons.set(url, `, and fetching it failed: ${error.message}`);
      return undefined;
    }
  }

  function keep(url: string, bytes: Uint8Array): void {
    const hash = sha256(bytes);
    const before = lock.documents.get(url);
    if (frozen && before !== hash) throw changed(url, before, lock);
    fetched.push({ url, sha256: hash, bytes, before });
  }

  return {
    async bytes(uri) {
      if (!uri.startsWith("https:") || !URL.canParse(uri)) return undefined;
      asked += 1;
      if (asked > MAX_DOCUMENTS)
        throw failure(
          "LOAD_TOO_LARGE",
          `the profile leads to more than ${MAX_DOCUMENTS} documents elsewhere`,
          { file: uri },
        );
      const bytes = await bytesOf(uri);
      if (bytes !== undefined) keep(uri, bytes);
      return bytes;
    },
    reason: (uri) => reasons.get(uri) ?? "",
    hint: rootHint,
    fetched,
  };
}

function changed(url: string, before: string | undefined, { file }: Lock): Error {
  return failure(
    "LOAD_LOCK_CHANGED",
    before === undefined
      ? `${url} is not in ${file}`
      : `${url} is no longer what ${file} says that it was`,
    { file },
  );
}
