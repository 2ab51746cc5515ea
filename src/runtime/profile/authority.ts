/**
 * Namespace authority (§1.9): the host of `spec` and `schema`, reversed, must be the name's prefix at a
 * label boundary. The generator, which fetches schemas, also knows public suffixes (ADR 14); a business
 * and a client fetch none of what the other side declares.
 */

import type { Members } from "../json/members.js";
import { expectString, RegistryError } from "../negotiation/registry-error.js";

/** An entry that is declared at a host of others. Its form is right. */
export class AuthorityError extends RegistryError {}

/**
 * @param members those of an entry that are URLs at its host
 * @throws AuthorityError; RegistryError for one that is no text
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
    throw new AuthorityError(
      place,
      `its ${member} is at a host that has no authority for its name`,
    );
  }
}

declare const URL: {
  canParse(url: string): boolean;
  new (url: string): { readonly hostname: string };
};

/** https, and nothing but a host: no user information, port, address or trailing dot. */
const PLAIN = /^https:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*)(?:[/?#]|$)/i;

function hasAuthority(name: string, url: string): boolean {
  const host = URL.canParse(url) ? PLAIN.exec(url)?.[1]?.toLowerCase() : undefined;
  if (host === undefined || new URL(url).hostname !== host) return false;
  const reversed = host.split(".").reverse().join(".");
  return name === reversed || name.startsWith(`${reversed}.`);
}
