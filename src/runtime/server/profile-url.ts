/** The platform's profile URL (§5.3). In: what a call names. Out: an https URL. */

import { ProtocolError } from "../error/index.js";

declare const URL: {
  canParse(url: string): boolean;
  new (url: string): { readonly protocol: string };
};

/** @throws ProtocolError invalid_profile_url */
export function requireProfileUrl(url: unknown): string {
  if (typeof url !== "string" || !URL.canParse(url) || new URL(url).protocol !== "https:")
    throw new ProtocolError("invalid_profile_url");
  return url;
}
