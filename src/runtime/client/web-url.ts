/** Which URLs a client calls: https, and no host of its own machine, unless it is in development. */

import { isWebUrl } from "../formats/web-url.js";

declare const URL: {
  canParse(url: string): boolean;
  new (url: string): WebUrl;
};

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

/** As a URL's parser leaves them: any way to write 127.0.0.1 is that there. */
const LOOPBACK = /^(?:(?:.*\.)?localhost\.?|127\..*|0\.0\.0\.0|\[::1?\]|\[::ffff:7f.*\])$/;

/** Undefined for what may not be called, and for what holds credentials. */
export function callableUrl(text: unknown, development: boolean): WebUrl | undefined {
  if (typeof text !== "string" || !isWebUrl(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isCallable = development || (url.protocol === "https:" && !LOOPBACK.test(url.hostname));
  return isCallable && url.username + url.password === "" ? url : undefined;
}
