/** Safe requests to URLs that others choose, on Node: fetching documents and posting webhooks. */

export type {
  DocumentFetch,
  DocumentRequest,
  FetchedDocument,
} from "../document/document-fetch.js";
export {
  DOCUMENT_FETCH_ERRORS,
  DocumentFetchError,
  type DocumentFetchErrorCode,
} from "../document/document-fetch-error.js";
export type { Connector, ConnectTarget, TrustedCertificates } from "./connector.js";
export { guardedFetch, type GuardedFetchOptions } from "./guarded-fetch.js";
export { guardedPost, type GuardedPostOptions } from "./guarded-post.js";
export type { Address, Resolver } from "./resolver.js";
