/**
 * The parser of URLs repairs what is none: `https:host` and `https:///host` get a host, backslashes become slashes, and
 * white space is dropped. Whoever else reads such a text sees another host in it, or none.
 */

const WEB_URL = /^https?:\/\/[^/?#\\\s][^\\\s]*$/i;

/** True for text that begins with a scheme of the web and a host, as it is written. The parser decides the rest. */
export function isWebUrl(text: string): boolean {
  return WEB_URL.test(text);
}
