/** Where the buyer goes on (§3.3). */

import { isUri } from "../formats/uri.js";
import { isWebUrl } from "../formats/web-url.js";
import { CheckoutError } from "./checkout-error.js";
import type { CheckoutStatus } from "./status.js";
import type { CheckoutShape } from "./types.js";

declare const URL: {
  canParse(text: string): boolean;
  new (text: string): {
    readonly protocol: string;
    readonly username: string;
    readonly password: string;
  };
};

/**
 * Absolute, https, with no credentials in it.
 * @throws CheckoutError `continue_url_invalid`
 */
export function requireContinueUrl(url: string): string {
  if (isContinueUrl(url)) return url;
  throw new CheckoutError(
    "continue_url_invalid",
    "it has to be an absolute https URL (RFC 3986) without user name and password",
  );
}

// A relative reference, or one with spaces around it, is mended by URL; what is sent is the text, and that has
// to be a URI, or no answer can have it.
export function isContinueUrl(url: string): boolean {
  if (!isWebUrl(url) || !isUri(url) || !URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return protocol === "https:" && username === "" && password === "";
}

/**
 * A session that is over: nothing follows, so that the buyer goes on nowhere (§3.3), and there is nothing that anybody could still
 * resolve (§3.2).
 */
export function over(
  { continue_url: _, ...checkout }: CheckoutShape,
  status: CheckoutStatus & ("completed" | "canceled"),
): CheckoutShape {
  const { messages } = checkout;
  if (messages?.some(({ type }) => type === "error") !== true) return { ...checkout, status };
  return { ...checkout, status, messages: messages.filter(({ type }) => type !== "error") };
}
