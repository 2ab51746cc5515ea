/** Safe requests to URLs that others choose, on Node: fetching documents and posting webhooks. */

export {
  DOCUMENT_FETCH_ERRORS,
  DocumentFetchError,
  type DocumentFetchErrorCode,
  type DocumentFetch,
  type DocumentRequest,
  type FetchedDocument,
} from "../document/document-fetch.js";
export type { Connector, ConnectTarget, TrustedCertificates } from "./guard.js";
export {
  guardedFetch,
  type GuardedFetchOptions,
  guardedPost,
  type GuardedPostOptions,
} from "./guarded-fetch.js";
export type { Address, Resolver } from "./resolver.js";
