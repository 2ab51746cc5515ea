/** Checks the profile URL that a call names (§5.3). It must be https, or http in development. */

import { ProtocolError } from "../error/index.js";
import { isWebUrl } from "../formats/web-url.js";

declare const URL: {
  canParse(url: string): boolean;
  new (url: string): { readonly protocol: string };
};

/** @throws ProtocolError `invalid_profile_url` */
export function requireProfileUrl(url: unknown, development: boolean): string {
  if (typeof url !== "string" || !isWebUrl(url) || !URL.canParse(url))
    throw new ProtocolError("invalid_profile_url");
  const { protocol } = new URL(url);
  if (protocol !== "https:" && !(development && protocol === "http:"))
    throw new ProtocolError("invalid_profile_url");
  return url;
}
