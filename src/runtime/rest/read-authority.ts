/**
 * Parses the value of a Host header or the authority of a URL (RFC 3986 §3.2). Guards compare hosts, so texts that
 * parsers might read differently are rejected.
 */

export interface Authority {
  /** In lower case. IPv6 addresses are in brackets. */
  readonly hostname: string;
  /** Includes the port, unless it is the scheme's default. */
  readonly host: string;
}

/**
 * Excludes user information, which RFC 9110 §4.2.4 forbids, and what URL parsers would decode: percent-encoding and
 * non-ASCII letters.
 */
const AUTHORITY = /^(?:[a-z\d._~!$&'()*+,;=-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/**
 * @returns undefined if the text is not an authority, or URL parsers read another host, as `127.0.0.1` for `127.1`
 */
export function readAuthority(
  text: string,
  scheme: "https" | "http" = "http",
): Authority | undefined {
  const url = `${scheme}://${text}`;
  if (!AUTHORITY.test(text) || !URL.canParse(url)) return undefined;
  const { hostname, host } = new URL(url);
  const written = text.replace(/:\d*$/, "").toLowerCase();
  // IPv6 addresses have several spellings, but each stands for a single address.
  return hostname === written || text.startsWith("[") ? { hostname, host } : undefined;
}
