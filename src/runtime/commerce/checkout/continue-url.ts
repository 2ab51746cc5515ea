/** The `continue_url` at which the buyer continues (§3.3). */

import { isUri } from "../../formats/uri.js";
import { readWebUrl } from "../../formats/web-url.js";
import { CheckoutError } from "./checkout-error.js";
import type { CheckoutStatus } from "./status.js";
import type { CheckoutShape } from "./types.js";

/**
 * Requires an absolute https URL without credentials.
 * @throws CheckoutError `continue_url_invalid`
 */
export function requireContinueUrl(url: string): string {
  if (isContinueUrl(url)) return url;
  throw new CheckoutError(
    "continue_url_invalid",
    "continue_url must be an absolute https URL (RFC 3986) without user name and password",
  );
}

// `URL` repairs relative references and surrounding spaces, but the text itself is sent: it must be a valid URI, or
// the response would fail validation.
export function isContinueUrl(url: string): boolean {
  return isUri(url) && readWebUrl(url, false) !== undefined;
}

/**
 * Ends a session. The buyer has nowhere to continue (§3.3) and nobody can resolve an error any more (§3.2), so
 * `continue_url` and errors are dropped.
 */
export function over(
  { continue_url: _, ...checkout }: CheckoutShape,
  status: CheckoutStatus & ("completed" | "canceled"),
): CheckoutShape {
  const { messages } = checkout;
  if (messages?.some(({ type }) => type === "error") !== true) return { ...checkout, status };
  return { ...checkout, status, messages: messages.filter(({ type }) => type !== "error") };
}
