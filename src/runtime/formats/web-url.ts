/**
 * Detects texts that URL parsers would repair: `https:host` and `https:///host` get a host, backslashes become
 * slashes, and white space is dropped. Another parser would see a different host, or none.
 */

const WEB_URL = /^https?:\/\/[^/?#\\\s][^\\\s]*$/i;

/** True if the text itself starts with http or https and a host. The URL parser checks the rest. */
export function isWebUrl(text: string): boolean {
  return WEB_URL.test(text);
}
