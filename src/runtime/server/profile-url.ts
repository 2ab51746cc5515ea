/** The platform's profile URL (§5.3). In: what a call names. Out: an https URL; in development an http one, too. */

import { ProtocolError } from "../error/index.js";
import { isWebUrl } from "../formats/web-url.js";

declare const URL: {
  canParse(url: string): boolean;
  new (url: string): { readonly protocol: string };
};

/** @throws ProtocolError invalid_profile_url */
export function requireProfileUrl(url: unknown, development: boolean): string {
  if (typeof url !== "string" || !isWebUrl(url) || !URL.canParse(url))
    throw new ProtocolError("invalid_profile_url");
  const { protocol } = new URL(url);
  if (protocol !== "https:" && !(development && protocol === "http:"))
    throw new ProtocolError("invalid_profile_url");
  return url;
}
