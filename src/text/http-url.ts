/** URLs among the names that a command line gives. */

const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]", "localhost"]);

/** True for what is meant as one: a file of that name has to be given as `./https:…`. */
export function isHttpUrl(text: string): boolean {
  return /^https?:/i.test(text);
}

/**
 * What the parser of URLs would repair, so that one reader sees a host where another sees none: `https:host`,
 * `https:///host`, `///host`, backslashes, and white space that it drops.
 */
const MISREAD =
  /^(?:https?|wss?|ftp):(?!\/\/[^/\\?#])|^\/\/(?:[/\\?#]|$)|^\s|^[^#]*(?:\s$|[\\\u0000-\u001f\u007f])/i;

/** True for text that is no URL and no reference to one, although `new URL` takes it. */
export function isMisreadAsUrl(text: string): boolean {
  return MISREAD.test(text);
}

/** True for an absolute URL as it is written, without repair. */
export function isUrl(text: string): boolean {
  return !isMisreadAsUrl(text) && URL.canParse(text);
}

/** True for http on this machine, which `--development` allows. */
export function isLoopbackHttp(text: string): boolean {
  if (!isUrl(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "http:" && LOOPBACK.has(hostname);
}
