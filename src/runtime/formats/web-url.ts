/** Reads http and https URLs that somebody else wrote. */

export interface WebUrl {
  readonly href: string;
  readonly protocol: string;
  readonly host: string;
  readonly hostname: string;
  readonly origin: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/**
 * URL parsers would repair other texts: `https:host` and `https:///host` get a host, backslashes become slashes, and
 * white space is dropped. Another parser would see a different host, or none.
 */

const WEB_URL = /^https?:\/\/[^/?#\\\s][^\\\s]*$/i;

/** True if the text itself starts with http or https and a host. The URL parser checks the rest. */
export function isWebUrl(text: string): boolean {
  return WEB_URL.test(text);
}

/** Returns undefined unless the text is an absolute https URL (or http, if allowed) without user name and password. */
export function readWebUrl(text: unknown, isHttpAllowed: boolean): WebUrl | undefined {
  if (typeof text !== "string" || !isWebUrl(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isAllowed = isHttpAllowed || url.protocol === "https:";
  return isAllowed && url.username + url.password === "" ? url : undefined;
}

/** URL parsers normalize every spelling of 127.0.0.1 to one of these. */
const LOOPBACK = /^(?:(?:.*\.)?localhost\.?|127\..*|0\.0\.0\.0|\[::1?\]|\[::ffff:7f.*\])$/;

/**
 * Restricts the URLs that a client calls to https and hosts other than its own machine, except in development.
 * Undefined if the URL must not be called, or contains credentials.
 */
export function callableUrl(text: unknown, development: boolean): WebUrl | undefined {
  const url = readWebUrl(text, development);
  return development || !LOOPBACK.test(url?.hostname ?? "") ? url : undefined;
}
