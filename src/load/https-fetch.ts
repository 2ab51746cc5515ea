/** How schemas are fetched: over https, without redirects, from the public internet alone. */

import { guardedFetch, type DocumentFetch } from "@proto-gen/runtime/guarded-fetch";

const TYPES = [
  "application/json",
  "application/schema+json",
  "application/openapi+json",
  "application/vnd.oai.openapi+json",
];

export const httpsFetch: DocumentFetch = guardedFetch({ types: TYPES, timeoutMs: 15_000 });
