/**
 * Namespace authority (§1.9): the reversed host of `spec` and `schema` must be a prefix of the name, up to a label
 * boundary. The generator also uses public suffixes (ADR 14) because it fetches schemas; business and client fetch
 * nothing that the other side declares.
 */

import type { Members } from "../json/members.js";
import { expectString, RegistryError } from "../negotiation/registry-error.js";

/** A well-formed entry at a host without authority for its name. */
export class AuthorityError extends RegistryError {}

/**
 * @param members the entry's members whose URLs are checked
 * @throws AuthorityError; RegistryError if a member is not a string
 */
export function requireAuthority(
  name: string,
  entry: Members,
  pointer: string,
  members: readonly string[],
): void {
  for (const member of members) {
    const url = entry[member];
    if (url === undefined || (typeof url === "string" && hasAuthority(name, url))) continue;
    const place = `${pointer}/${member}`;
    expectString(url, place);
    throw new AuthorityError(place, `the host of its ${member} has no authority for its name`);
  }
}

declare const URL: {
  canParse(url: string): boolean;
  new (url: string): { readonly hostname: string };
};

/** An https URL with a plain host name: no user information, port, IP address or trailing dot. */
const PLAIN = /^https:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*)(?:[/?#]|$)/i;

function hasAuthority(name: string, url: string): boolean {
  const host = URL.canParse(url) ? PLAIN.exec(url)?.[1]?.toLowerCase() : undefined;
  if (host === undefined || new URL(url).hostname !== host) return false;
  const reversed = host.split(".").reverse().join(".");
  return name === reversed || name.startsWith(`${reversed}.`);
}
