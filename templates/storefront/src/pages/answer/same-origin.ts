/** Where a form was sent from. */

import type { ServerRequest } from "@proto-gen/runtime/server";

/**
 * Whether a page of ours sent it. A browser says so in `Sec-Fetch-Site`. `Origin` counts only without it:
 * for a page with `no-referrer` it is `null`. A form without both is nobody's.
 *
 * @param origin ours, such as `https://shop.example.com`; that of the request's URL unless it is known
 */
export function isSameOrigin(request: ServerRequest, origin: string | undefined): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  return request.headers.get("origin") === (origin ?? new URL(request.url).origin);
}
