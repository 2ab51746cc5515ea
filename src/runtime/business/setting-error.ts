/** What a business cannot start with, in a sentence for whoever starts it. */

import { readWebUrl } from "../formats/web-url.js";

/** Thrown before anything is served. Its message names the setting and what it must be, and shows no value, which may be a secret. */
export class SettingError extends TypeError {
  override readonly name = "SettingError";
}

/**
 * Returns the origin of the business: §5.4 has its profile at the root of a host.
 * @param setting what the caller has the URL from
 * @throws SettingError
 */
export function publicUrl(text: unknown, development: boolean, setting = "url"): string {
  const url = readWebUrl(text, development);
  if (url !== undefined && `${url.origin}/` === url.href) return url.origin;
  throw new SettingError(
    `${setting} must be the public https URL of the business, with nothing behind the host: ${setting}=https://shop.example`,
  );
}
