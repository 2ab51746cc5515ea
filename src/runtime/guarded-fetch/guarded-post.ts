/**
 * Posts to URLs that others choose (§4.7: a platform's webhook), guarded like the fetch. Only the status and the
 * header fields of the response are read.
 */

import type { WebhookPost } from "../webhook/webhook-post.js";
import { exchange } from "./exchange.js";
import { createGuard, type GuardOptions } from "./guard.js";
import { fieldOf } from "./read-document.js";

/** Default for `timeoutMs`: 10,000. */
export type GuardedPostOptions = GuardOptions;

export function guardedPost(options: GuardedPostOptions = {}): WebhookPost {
  const guard = createGuard({ ...options, timeoutMs: options.timeoutMs ?? 10_000 });
  return (url, { headers, body, signal }) =>
    guard(url, signal, async (socket, target) => {
      const outgoing = {
        method: "POST",
        headers: { ...Object.fromEntries(headers), "Content-Length": body.length },
        body,
      };
      const response = await exchange(socket, target, outgoing, options.headerBytes);
      const { statusCode: status = 0 } = response;
      return { status, headers: { get: (name) => fieldOf(response, name) } };
    });
}
