/**
 * Fetches URLs that others choose (§5.3: https only, no redirects). Only the public internet is reachable, and size
 * and time are limited.
 */

import type { DocumentFetch, DocumentRequest } from "../document/document-fetch.js";
import { exchange, type Outgoing } from "./exchange.js";
import { createGuard, type GuardOptions } from "./guard.js";
import { readDocument } from "./read-document.js";

export interface GuardedFetchOptions extends GuardOptions {
  /** Accepted JSON media types. Default: `application/json`. */
  readonly types?: readonly string[] | undefined;
}

export function guardedFetch(options: GuardedFetchOptions = {}): DocumentFetch {
  const { types = ["application/json"], headerBytes } = options;
  const guard = createGuard(options);
  return (url, request) =>
    guard(url, request.signal, async (socket, target) => {
      const response = await exchange(socket, target, outgoingFor(request, types), headerBytes);
      return readDocument(response, request, types);
    });
}

function outgoingFor({ ifNoneMatch }: DocumentRequest, types: readonly string[]): Outgoing {
  return {
    method: "GET",
    headers: {
      Accept: types.join(", "),
      ...(ifNoneMatch === undefined ? {} : { "If-None-Match": ifNoneMatch }),
    },
  };
}
