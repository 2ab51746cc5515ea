/** Restricts the URLs that a client calls to https and hosts other than its own machine, except in development. */

import { isWebUrl } from "../formats/web-url.js";

export interface WebUrl {
  readonly href: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly origin: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly username: string;
  readonly password: string;
}

/** URL parsers normalize every spelling of 127.0.0.1 to one of these. */
const LOOPBACK = /^(?:(?:.*\.)?localhost\.?|127\..*|0\.0\.0\.0|\[::1?\]|\[::ffff:7f.*\])$/;

/** Undefined if the URL must not be called, or contains credentials. */
export function callableUrl(text: unknown, development: boolean): WebUrl | undefined {
  if (typeof text !== "string" || !isWebUrl(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isCallable = development || (url.protocol === "https:" && !LOOPBACK.test(url.hostname));
  return isCallable && url.username + url.password === "" ? url : undefined;
}
