/** Safe requests to URLs that others choose, on Node: fetching documents and posting webhooks. */

export { type GuardedFetchOptions, guardedFetch, guardedPost } from "./guarded-fetch.js";
