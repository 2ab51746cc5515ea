/** Restricts the URLs that a client calls to https and hosts other than its own machine, except in development. */

import { readWebUrl, type WebUrl } from "../formats/web-url.js";

/** URL parsers normalize every spelling of 127.0.0.1 to one of these. */
const LOOPBACK = /^(?:(?:.*\.)?localhost\.?|127\..*|0\.0\.0\.0|\[::1?\]|\[::ffff:7f.*\])$/;

/** Undefined if the URL must not be called, or contains credentials. */
export function callableUrl(text: unknown, development: boolean): WebUrl | undefined {
  const url = readWebUrl(text, development);
  return url !== undefined && !development && LOOPBACK.test(url.hostname) ? undefined : url;
}
