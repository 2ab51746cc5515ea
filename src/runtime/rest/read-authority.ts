/** Reads the value of a Host header, or the authority of a URL (RFC 3986 §3.2). Guards compare hosts, so no two readers may find two hosts in it. */

export interface Authority {
  /** In lower case; an IPv6 address in brackets. */
  readonly hostname: string;
  /** With the port, unless that is the scheme's own. */
  readonly host: string;
}

declare const URL: {
  canParse(url: string): boolean;
  new (url: string): Authority;
};

/**
 * Without user information, which RFC 9110 §4.2.4 has no room for, and without what a URL parser would decode: percent-encoding, and
 * letters beyond ASCII.
 */
const AUTHORITY = /^(?:[a-z\d._~!$&'()*+,;=-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/** @returns undefined for a text that is no authority, or that a URL parser takes for another host: it reads `127.1` as `127.0.0.1` */
export function readAuthority(
  text: string,
  scheme: "https" | "http" = "http",
): Authority | undefined {
  const url = `${scheme}://${text}`;
  if (!AUTHORITY.test(text) || !URL.canParse(url)) return undefined;
  const { hostname, host } = new URL(url);
  const written = text.replace(/:\d*$/, "").toLowerCase();
  // An IPv6 address has many forms, and each is of this address alone.
  return hostname === written || text.startsWith("[") ? { hostname, host } : undefined;
}
