/** Resolves host names: the interface, and the system's resolver. */

import { lookup } from "node:dns/promises";
import { isIPv6 } from "node:net";
import { DocumentFetchError } from "../document/document-fetch-error.js";
import { isLoopback, isPublicAddress } from "./public-address.js";
import { isLiteral, type Target } from "./target.js";

/** Returns all addresses of a name. */
export type Resolver = (hostname: string) => Promise<readonly string[]>;

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

export async function systemResolver(hostname: string): Promise<readonly string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

/**
 * Returns the vetted addresses of a target. The name is resolved once: a second query could return an address that
 * was not vetted.
 * @throws DocumentFetchError `NOT_RESOLVED`, `ADDRESS_REFUSED`
 */
export async function vettedAddresses(
  target: Target,
  resolve: Resolver,
  development: boolean,
): Promise<readonly Address[]> {
  const found = isLiteral(target) ? [target.hostname] : await resolved(target.hostname, resolve);
  if (found.length === 0) throw new DocumentFetchError("NOT_RESOLVED", { detail: target.hostname });
  // One forbidden address rejects the host, since its owner chooses which address is connected to.
  for (const address of found) vet(address, development);
  return found.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
}

async function resolved(hostname: string, resolve: Resolver): Promise<readonly string[]> {
  try {
    return await resolve(hostname);
  } catch (cause) {
    throw new DocumentFetchError("NOT_RESOLVED", { detail: hostname, cause });
  }
}

/** @throws DocumentFetchError `ADDRESS_REFUSED` */
export function vet(address: string | undefined, development: boolean): void {
  if (address !== undefined) {
    if (isPublicAddress(address) || (development && isLoopback(address))) return;
  }
  throw new DocumentFetchError("ADDRESS_REFUSED", { detail: String(address) });
}
